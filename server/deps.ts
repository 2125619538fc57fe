import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Painter } from './domain/avatars.ts'
import type { Embedder, Language } from './domain/language.ts'
import type { KeyCache } from './features/accounts/api-keys.ts'
import type { IdentityCache } from './features/agents/identity-cache.ts'
import type { ItemBatches } from './features/items/insert-together.ts'
import type { Archives } from './outside/archives/archives.ts'
import type { GitHub } from './outside/github/github.ts'
import type { Secrets } from './outside/secrets.ts'
import type { Web } from './outside/web/web.ts'
import type { X } from './outside/x/x.ts'

/** What the service is made of; built once in `compose.ts` and passed along. */
export interface Deps {
  config: Config
  db: Database
  log: FastifyBaseLogger
  now: () => Date
  language: Language
  embedder: Embedder
  painter: Painter
  github: GitHub
  web: Web
  x: X
  archives: Archives
  secrets: Secrets
  identities: IdentityCache
  itemBatches: ItemBatches
  keys: KeyCache
}

/**
 * Who calls. `orgIds` are the organizations whose data the caller may see; every query is limited to them, so that
 * what is foreign looks like what does not exist.
 */
export interface Caller {
  kind: 'key' | 'session' | 'job'
  userId: string
  orgIds: string[]
  /** What the rate limit counts by: the first 12 characters of the key; a session counts by its address. */
  limitKey: string | undefined
  /** SHA-256 of the session's cookie; only for sessions. */
  sessionHash?: string
}

/** A request's view of the service: who calls, and everything that a verb needs. */
export interface Ctx extends Deps {
  caller: Caller
}
