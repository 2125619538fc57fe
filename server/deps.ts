import type { FastifyBaseLogger } from 'fastify'
import type { Analyze } from '#core/domain/formats/analysis.ts'
import type { AvatarGenerator } from '#core/domain/identity/avatars.ts'
import type { Embedder, FindLostLines, LanguageEngine } from '#core/domain/language.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { KnownCounts } from './db/embedded/known-counts.ts'
import type { PreparedQueries } from './db/prepared-queries.ts'
import type { KeyCache } from './features/accounts/key-cache.ts'
import type { Uses } from './features/accounts/uses.ts'
import type { Identities } from './features/agents/identities.ts'
import type { Exports } from './features/archive/export-work.ts'
import type { Comparisons } from './features/consensus/comparisons.ts'
import type { PromptReads } from './features/fleet/prompt-reads.ts'
import type { ItemBatches } from './features/items/insert-together.ts'
import type { HeavyReads } from './features/organization-reads/heavy-reads.ts'
import type { RecentOverviews } from './features/organization-reads/recent-overviews.ts'
import type { RowCache } from './features/vectors/row-cache.ts'
import type { Archives } from './outside/archives/archives.ts'
import type { GitHub } from './outside/github/github.ts'
import type { Mailer } from './outside/mail/mailer.ts'
import type { Provider } from './outside/openid/provider.ts'
import type { Secrets } from './outside/secrets.ts'
import type { Telemetry } from './outside/telemetry/telemetry.ts'
import type { WebPost } from './outside/web/post.ts'
import type { Web } from './outside/web/web.ts'
import type { X } from './outside/x/x.ts'

/** The parts of the service; built once in `compose.ts` and passed along. */
export interface Deps {
  config: Config
  db: Database
  /** The prepared queries of the common path. */
  queries: PreparedQueries
  counts: KnownCounts | undefined
  /** The database as background work reaches it; `Connected` explains how the four differ. */
  jobsDb: Database
  queueDb: Database
  readinessDb: Database
  /** Returns the fault of the embedded database's file; undefined while none is known. */
  damage: () => string | undefined
  /** The thread that runs jobs; undefined in a process without one. */
  jobsThread?: () => { isRunning: boolean; failures: number }
  log: FastifyBaseLogger
  now: () => Date
  language: LanguageEngine
  findLostLines: FindLostLines
  embedder: Embedder
  analyze: Analyze
  avatarGenerator: AvatarGenerator
  github: GitHub
  web: Web
  webPost: WebPost
  x: X
  /** Undefined sends no mail. */
  mailer: Mailer | undefined
  /** Undefined sends no traces and metrics. */
  telemetry: Telemetry | undefined
  archives: Archives
  exports: Exports
  secrets: Secrets
  /** Undefined where people sign in with passwords alone. */
  provider: Provider | undefined
  identities: Identities
  itemBatches: ItemBatches
  heavyReads: HeavyReads
  comparisons: Comparisons
  /** Vectors by the built-in embedding, for items that are compared with new ones within the request. */
  itemRows: RowCache
  overviews: RecentOverviews
  keys: KeyCache
  uses: Uses
  promptReads: PromptReads
}

/** A request's view of the service: the caller, and everything that a verb needs. */
export interface Ctx extends Deps {
  caller: Caller
  /** The client's address; undefined for jobs. */
  ip?: string
  /**
   * The states that the request's `If-Match` allows to be changed; any if absent. Only for the
   * record that it addresses.
   */
  expected?: readonly string[] | undefined
  /** Aborts when the client disconnects, or when the job has to stop. */
  signal?: AbortSignal | undefined
}
