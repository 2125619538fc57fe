import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { monotonicMs, wallClock } from '#core/base/clock.ts'
import { Pool } from '#core/base/pool.ts'
import { version } from '#core/base/version.ts'
import type { AvatarGenerator } from '#core/domain/identity/avatars.ts'
import type { Embedder, LanguageEngine } from '#core/domain/language.ts'
import { newBreakerMemory } from '#core/models/breaker.ts'
import type { CallOptions } from '#core/models/endpoint.ts'
import { builtinEmbedder, localEmbedding, shareWords } from '#reader/embedding/embedding.ts'
import { builtinLanguage, findLostLines } from '#reader/engine.ts'
import { builtinAnalyze } from '#reader/rules-files/analyze.ts'
import type { Config } from '../config.ts'
import { type Connected, connect, connectForJobs, type Database, type ReaderSettings } from '../db/connect.ts'
import { KnownCounts } from '../db/embedded/known-counts.ts'
import { migrate } from '../db/migrate.ts'
import { PreparedQueries } from '../db/prepared-queries.ts'
import type { BackUp } from '../db/upgrades.ts'
import type { Deps } from '../deps.ts'
import { KeyCache } from '../features/accounts/key-cache.ts'
import { Uses } from '../features/accounts/uses.ts'
import { newIdentities } from '../features/agents/identities.ts'
import { exportLimits } from '../features/archive/export.ts'
import { sealedTokens } from '../features/connections/sealed-tokens.ts'
import { Comparisons } from '../features/consensus/comparisons.ts'
import { PromptReads } from '../features/fleet/prompt-reads.ts'
import { ItemBatches } from '../features/items/insert-together.ts'
import { skipRevisions } from '../features/layers/revisions.ts'
import { HeavyReads } from '../features/organization-reads/heavy-reads.ts'
import { RecentOverviews } from '../features/organization-reads/recent-overviews.ts'
import { CalibratedEmbedder } from '../features/vectors/calibrated-embedder.ts'
import { RowCache } from '../features/vectors/row-cache.ts'
import { archives } from '../outside/archives/archives.ts'
import { builtinAvatars } from '../outside/builtin-avatars.ts'
import { newGitHub } from '../outside/github/github.ts'
import type { Mailer } from '../outside/mail/mailer.ts'
import { newProvider } from '../outside/openid/provider.ts'
import { openSecrets } from '../outside/secrets.ts'
import type { Telemetry } from '../outside/telemetry/telemetry.ts'
import { newWebPost } from '../outside/web/post.ts'
import { newWeb } from '../outside/web/web.ts'
import { newX } from '../outside/x/x.ts'

/** How long a stop waits for uses and reads to be written, in milliseconds. */
const flushTimeoutMs = 2000

/** Enough for the vectors of about 25,000 items. */
const itemRowsBytes = 8 * 1024 * 1024

export interface Composed {
  deps: Deps
  sharedLog: Connected['sharedLog']
  waitForWrite: Connected['waitForWrite']
  /** The model endpoints with the memory of their circuit breakers, for `composeForJobs`. */
  endpoints: Endpoints
  /** Resolves when the file of a small database has been checked; no request is served before. */
  checked: Promise<void>
  /** Call this when the parts are no longer in use. */
  close(): Promise<void>
}

/**
 * Builds the parts of the service on a migrated database.
 *
 * @param options.calibrates whether an embedding model may be calibrated here; false on the main thread.
 */
export async function compose(
  config: Config,
  log: FastifyBaseLogger,
  { calibrates = true }: { calibrates?: boolean } = {},
): Promise<Composed> {
  const waiting = (reason: string) => log.warn(`waiting for the database: ${reason}`)
  const connected = await connect(config, noteLost(log), waiting)
  if (config.databaseUrl) warnReplicas(config, log)
  await migrate(connected.migrationsDb, connected.engine, backUpOf(config, log))
  if (connected.wasInterrupted) await skipRevisions(connected.db)
  return composeOn(connected, config, log, calibrates)
}

/** Backs up the embedded database beside it before an upgrade; a server's backups are its operator's. */
function backUpOf({ databaseUrl, dataDir, upgradeBackup }: Config, log: FastifyBaseLogger): BackUp | undefined {
  if (databaseUrl || !upgradeBackup) return undefined
  return async () => {
    const { backUp } = await import('../db/embedded/backup.ts')
    const path = join(resolve(dataDir), `backup-before-${version}-${wallClock().toISOString().replaceAll(':', '-')}`)
    await backUp(dataDir, path)
    log.info(`the database is backed up at ${path} before its upgrade`)
    return path
  }
}

/** On a server there may be further replicas, which must share what this process would otherwise keep for itself. */
function warnReplicas({ secretKey, redisUrl }: Config, log: FastifyBaseLogger) {
  if (!secretKey)
    log.warn('SECRET_KEY is not set: other replicas cannot read the tokens that this one encrypts with its own key')
  if (!redisUrl) log.warn('REDIS_URL is not set: each replica counts rate limits for itself')
}

const endpointNames = ['languageModel', 'embeddingModel', 'imageModel'] as const
type Endpoints = Pick<Config, (typeof endpointNames)[number]>

/** Adds a shared circuit breaker to each model: one that fails for one operation fails for all, in any thread. */
const withBreakers = (config: Config): Endpoints =>
  Object.fromEntries(
    endpointNames.map((name) => [name, config[name] && { breaker: newBreakerMemory(), ...config[name] }]),
  ) as unknown as Endpoints

/** Small, because jobs read few documents. */
const jobCacheBytes = 1024 * 1024

/**
 * Builds the same parts for jobs in another thread, with their own connections. Jobs send no mail.
 *
 * @param config the settings, with `Composed.endpoints`.
 * @param memory the memory of `Composed.sharedLog`.
 */
export async function composeForJobs(
  config: Config,
  log: FastifyBaseLogger,
  memory: SharedArrayBuffer | undefined,
): Promise<Composed> {
  const connected = await connectForJobs(config, memory, noteLost(log))
  return composeOn(connected, { ...config, cacheBytes: jobCacheBytes, mail: undefined }, log, true)
}

const noteLost = (log: FastifyBaseLogger) => (error: Error) =>
  log.warn({ err: error }, 'a database connection was lost')

async function composeOn(
  connected: Connected,
  configured: Config,
  log: FastifyBaseLogger,
  calibrates: boolean,
): Promise<Composed> {
  const endpoints = withBreakers(configured)
  const config = { ...configured, ...endpoints }
  const { db, jobsDb, queueDb, readinessDb, engine, readNow, dataVersion } = connected
  // Opened after the database: a secret without a database would be reported as lost data.
  const secrets = openSecrets(config, await sealedTokens(db))
  const { databaseUrl, dataDir, databasePrepared, cacheBytes } = config
  const data: ReaderSettings = { databaseUrl, dataDir, databasePrepared }
  const reads = new Pool(new URL('./reads-worker.ts', import.meta.url), { data })
  const shared = { dataVersion: dataVersion ?? (() => undefined), readNow, cacheBytes, reads, now: wallClock }
  const identities = newIdentities(db, shared)
  const uses = new Uses(db, log)
  const promptReads = new PromptReads(db, identities.prompts, log)
  const heavyReads = new HeavyReads(connected, engine === 'sqlite' ? reads : undefined)
  const deps: Deps = {
    config,
    db,
    queries: new PreparedQueries(db, readNow),
    counts: dataVersion && new KnownCounts(dataVersion),
    jobsDb,
    queueDb,
    readinessDb,
    damage: connected.damage,
    log,
    now: wallClock,
    language: await chooseLanguage(config, log),
    findLostLines,
    embedder: await calibratedEmbedder(config, db, log, calibrates),
    analyze: builtinAnalyze,
    avatarGenerator: await chooseAvatarGenerator(config, log),
    github: newGitHub(config),
    web: newWeb({ allowedHosts: config.allowedPrivateHosts }),
    webPost: newWebPost({ allowedHosts: config.allowedPrivateHosts }),
    x: newX(config),
    mailer: await chooseMailer(config, log),
    telemetry: await chooseTelemetry(config, log),
    archives,
    exports: reads.tasks('archive', exportLimits),
    secrets,
    provider: config.oidc && newProvider(config.oidc),
    identities,
    itemBatches: new ItemBatches(db),
    heavyReads,
    overviews: new RecentOverviews(heavyReads, log, monotonicMs),
    comparisons: new Comparisons(reads),
    itemRows: new RowCache(localEmbedding, itemRowsBytes),
    keys: new KeyCache(),
    uses,
    promptReads,
  }
  const close = async () => {
    await deps.mailer?.close()
    // Writes that may be lost must not delay the shutdown when the database is unavailable.
    await Promise.race([
      Promise.all([uses.flush(), promptReads.flush()]),
      sleep(flushTimeoutMs, undefined, { ref: false }),
    ])
    await Promise.all([reads.close(), deps.embedder.close?.()])
    // Before the database, which the last metrics read.
    await deps.telemetry?.close()
    await connected.close()
  }
  const { sharedLog, waitForWrite, checked = Promise.resolve() } = connected
  return { deps, sharedLog, waitForWrite, endpoints, checked, close }
}

// The clients of models, mail servers and collectors take long to load, so they are imported only when they are
// configured.

type Log = Pick<FastifyBaseLogger, 'warn'>

const callOptions = (log: Log | undefined): CallOptions => ({
  now: monotonicMs,
  report: (failure) => log?.warn(failure, 'a call of a model failed'),
})

export async function chooseLanguage({ languageModel: endpoint }: Config, log?: Log): Promise<LanguageEngine> {
  if (!endpoint) return builtinLanguage
  return (await import('../outside/models/language-model.ts')).languageModel(endpoint, callOptions(log))
}

async function chooseMailer({ mail }: Config, log: FastifyBaseLogger): Promise<Mailer | undefined> {
  return mail && (await import('../outside/mail/mailer.ts')).newMailer(mail, log)
}

async function chooseTelemetry({ telemetry }: Config, log: Log): Promise<Telemetry | undefined> {
  return telemetry && (await import('../outside/telemetry/telemetry.ts')).openTelemetry(telemetry, log)
}

async function chooseAvatarGenerator({ imageModel: endpoint }: Config, log: Log): Promise<AvatarGenerator> {
  return endpoint
    ? (await import('../outside/models/images.ts')).imageModel(endpoint, callOptions(log))
    : builtinAvatars
}

export async function chooseEmbedder(
  { embeddingModel: endpoint, embeddingModelPath }: Config,
  log?: Log,
): Promise<Embedder> {
  if (embeddingModelPath !== undefined)
    return (await import('../outside/models/local-embeddings.ts')).localEmbeddingModel(embeddingModelPath)
  if (!endpoint) return builtinEmbedder
  return (await import('../outside/models/embeddings.ts')).embeddingModel(endpoint, callOptions(log))
}

/** Fits a model's similarities to the labeled pairs; those of the built-in embedding are already fitted. */
async function calibratedEmbedder(config: Config, db: Database, log: Log, fits: boolean): Promise<Embedder> {
  const embedder = await chooseEmbedder(config, log)
  if (embedder.calibration) return embedder
  return new CalibratedEmbedder(embedder, {
    db,
    now: wallClock,
    fits,
    shareWords,
    configured: config.embeddingCalibration,
  })
}
