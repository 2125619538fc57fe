import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { builtinEmbedder } from './builtin/embedding.ts'
import { builtinLanguage } from './builtin/engine.ts'
import { wallClock } from './clock.ts'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import type { AvatarGenerator } from './domain/avatars.ts'
import type { Embedder, LanguageEngine } from './domain/language.ts'
import { newKeyCache } from './features/accounts/key-cache.ts'
import { Uses } from './features/accounts/uses.ts'
import { newIdentities } from './features/agents/identities.ts'
import { sealedTokens } from './features/connections/sealed-tokens.ts'
import { HeavyReads } from './features/heavy-reads.ts'
import { ItemBatches } from './features/items/insert-together.ts'
import { archives } from './outside/archives/archives.ts'
import { builtinAvatars } from './outside/builtin-avatars.ts'
import { newGitHub } from './outside/github/github.ts'
import type { Mailer } from './outside/mail/mailer.ts'
import { openSecrets } from './outside/secrets.ts'
import { newWeb } from './outside/web/web.ts'
import { newX } from './outside/x/x.ts'

/** How long a stop waits for documents and uses to be written, in milliseconds. */
const flushTimeoutMs = 2000

/** What the service is made of, on a migrated database. The caller closes it when nothing runs anymore. */
export async function compose(config: Config, log: FastifyBaseLogger): Promise<{ deps: Deps; close(): Promise<void> }> {
  const { engine, countWrites, ...connected } = await connect(config, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  )
  const { db, jobsDb, readinessDb } = connected
  await migrate(connected.migrationsDb, engine)
  // After the database: a secret without one would tell of data that was lost.
  const secrets = openSecrets(config, await sealedTokens(db))
  const dataDir = engine === 'sqlite' ? config.dataDir : undefined
  const identities = newIdentities(db, log, { countWrites, cacheBytes: config.cacheBytes, dataDir })
  const uses = new Uses(db, log)
  const deps: Deps = {
    config,
    db,
    jobsDb,
    readinessDb,
    damage: connected.damage,
    log,
    now: wallClock,
    language: await chooseLanguage(config),
    embedder: await chooseEmbedder(config),
    avatarGenerator: await chooseAvatarGenerator(config),
    github: newGitHub(config),
    web: newWeb({ allowedHosts: config.allowedPrivateHosts }),
    x: newX(config),
    mailer: await chooseMailer(config, log),
    archives,
    secrets,
    identities,
    itemBatches: new ItemBatches(db),
    heavyReads: new HeavyReads(db, dataDir),
    keys: newKeyCache(),
    uses,
  }
  const close = async () => {
    await deps.mailer?.close()
    // Writes that may be lost must not delay the shutdown when the database is away.
    await Promise.race([
      Promise.all([identities.documents.flush(), uses.flush()]),
      sleep(flushTimeoutMs, undefined, { ref: false }),
    ])
    await Promise.all([deps.heavyReads.close(), identities.documents.close()])
    await connected.close()
  }
  return { deps, close }
}

// The clients of models and of mail servers take long to load, so they are loaded where they are configured.

export async function chooseLanguage({ languageModel: endpoint }: Config): Promise<LanguageEngine> {
  return endpoint ? (await import('./outside/models/language-model.ts')).languageModel(endpoint) : builtinLanguage
}

async function chooseMailer({ mail }: Config, log: FastifyBaseLogger): Promise<Mailer | undefined> {
  return mail && (await import('./outside/mail/mailer.ts')).newMailer(mail, log)
}

async function chooseAvatarGenerator({ imageModel: endpoint }: Config): Promise<AvatarGenerator> {
  return endpoint ? (await import('./outside/models/images.ts')).imageModel(endpoint) : builtinAvatars
}

export async function chooseEmbedder({ embeddingModel: endpoint }: Config): Promise<Embedder> {
  return endpoint ? (await import('./outside/models/embeddings.ts')).embeddingModel(endpoint) : builtinEmbedder
}
