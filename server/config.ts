import { existsSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { originsIn } from '#core/base/origins.ts'
import { withoutTrailingSlashes } from '#core/base/strings.ts'
import type { Usage } from '#core/domain/requests/quotas.ts'
import type { Calibration } from '#core/domain/similar/calibration.ts'
import type { RepositoryName } from '#core/domain/sources/github.ts'
import type { Endpoint } from '#core/models/endpoint.ts'
import type { TelemetrySettings } from './outside/telemetry/telemetry.ts'
import type { AllowedHost } from './outside/web/ssrf-guard.ts'
import { type Environment, integer, Settings } from './settings.ts'
import { readSignIn, type SignInSettings } from './sign-in-settings.ts'
import { readTelemetry } from './telemetry-settings.ts'

/** The service's settings (behavior: Configuration). This is the only file that reads `process.env`. */
export interface Config extends SignInSettings {
  host: string
  port: number
  databaseUrl: string | undefined
  /** How many connections the process opens to a server. */
  databasePoolSize: number
  /** Whether statements are prepared once for each connection; false behind a pooler that keeps no sessions. */
  databasePrepared: boolean
  dataDir: string
  /** The limits of the things that one organization stores; 0 is no limit. */
  quotas: Usage
  /** Whether the embedded database is backed up before a new version changes its schema. */
  upgradeBackup: boolean
  /** Has no trailing slash. Links and the cookie's `Secure` flag are derived from it. */
  publicUrl: string
  /** Encrypts third-party tokens; if undefined, the key in `dataDir` does. */
  secretKey: string | undefined
  redisUrl: string | undefined
  /** How much memory the caches of finished documents and items may take in the process. */
  cacheBytes: number
  /** For how many days versions of prompts are kept that no label carries. */
  promptHistoryDays: number
  /** The mail server and the sender's address; undefined sends no mail. */
  mail: { url: string; from: string } | undefined
  /** Undefined uses the built-in engine. */
  languageModel: Endpoint | undefined
  /** Undefined uses the built-in lexical embedding. */
  embeddingModel: Endpoint | undefined
  /** A folder with a sentence encoder, which runs locally instead of at an endpoint. */
  embeddingModelPath: string | undefined
  /** The similarity thresholds of the model; if undefined, they are fitted to the labeled pairs. */
  embeddingCalibration: Calibration | undefined
  githubApiUrl: string
  githubToken: string | undefined
  githubClientId: string | undefined
  githubClientSecret: string | undefined
  xApiUrl: string
  /** Hosts of the operator's own network from which content may be fetched. */
  allowedPrivateHosts: AllowedHost[]
  /** Undefined draws avatars locally. */
  imageModel: Endpoint | undefined
  /** The repositories that Bootstrap reads by default; a null `branch` is the default branch. */
  bootstrapRepositories: (RepositoryName & { branch: string | null })[]
  /** Requests per minute and tier; 0 disables the tier. */
  rateLimits: Record<Tier, number>
  /** Whether anybody may register; if false, only the first account can, and others by invitation. */
  registration: boolean
  /** Shared secret of the `/cron/*` endpoints; without it they refuse every caller. */
  cronSecret: string | undefined
  /** Bearer token of `/admin/*` for the operator; without it these pages do not exist. */
  adminToken: string | undefined
  /** Bearer token of /metrics; without it only local clients may read them. */
  metricsToken: string | undefined
  /** Traces and metrics by OpenTelemetry; undefined loads nothing of it. */
  telemetry: TelemetrySettings | undefined
  /**
   * How many proxies, or which ones, report the client's address in `X-Forwarded-For`; each appends the address that it
   * saw.
   */
  trustProxy: false | number | string[]
  /** The origins of other sites whose pages may call the API with a key. */
  corsOrigins: string[]
  logLevel: LogLevel
  /** How long the service keeps serving after a signal to stop, while /readyz already answers 503. */
  shutdownDelayMs: number
}

export const tiers = ['general', 'heavy', 'bulk', 'auth', 'register', 'account'] as const
/** The windows (behavior: Rate limits): every request counts in exactly one of them. */
export type Tier = (typeof tiers)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]
const logLevelOf = (value: string) => logLevels.find((level) => level === value)

/**
 * Reads `.env` in the working directory; variables that are already set win. Only the service and its workers call
 * this, since the operator chooses their folder: the `.env` of a folder that a tool opens must not decide where texts
 * are sent.
 */
export function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/**
 * Reads the settings. An empty value counts as unset.
 * @throws an error whose message names the variable and the values that it accepts.
 */
export function readConfig(environment: Environment = process.env): Config {
  const settings = new Settings(environment)
  return {
    ...readAddress(settings),
    ...readStorage(settings),
    ...readModels(settings),
    ...readSources(settings),
    ...readAccess(settings),
    ...readSignIn(settings),
    mail: readMail(settings),
    telemetry: readTelemetry(settings),
    logLevel: settings.read('LOG_LEVEL', 'info', logLevelOf, logLevels.join(', ')),
    promptHistoryDays: settings.integer('PROMPT_HISTORY_DAYS', 90, 1, 3650, 'days'),
    shutdownDelayMs: settings.integer('SHUTDOWN_DELAY_MS', 0, 0, 600_000, 'milliseconds'),
  }
}

function readAddress(settings: Settings) {
  const host = settings.read('HOST', '127.0.0.1', (value) => value, 'a host')
  const port = settings.integer('PORT', 3000, 0, 65_535, 'a port')
  const publicUrl = settings.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${host}:${port}`
  return { host, port, publicUrl: withoutTrailingSlashes(publicUrl) }
}

const readStorage = (settings: Settings) => ({
  databaseUrl: settings.url('DATABASE_URL', ['postgres:', 'postgresql:']),
  databasePoolSize: settings.integer('DATABASE_POOL_SIZE', 20, 5, 1000, 'a number of connections'),
  databasePrepared: settings.isOn('DATABASE_PREPARED'),
  upgradeBackup: settings.isOn('UPGRADE_BACKUP'),
  dataDir: settings.read('DATA_DIR', './data', (value) => value, 'a directory'),
  quotas: {
    items: settings.integer('QUOTA_ITEMS', 1_000_000, 0, 1_000_000_000, 'items'),
    agents: settings.integer('QUOTA_AGENTS', 100_000, 0, 100_000_000, 'agents'),
    bytes: settings.integer('QUOTA_CONTENT_MB', 10_240, 0, 1_000_000_000, 'megabytes') * 1024 * 1024,
  },
  secretKey: settings.text('SECRET_KEY'),
  redisUrl: settings.url('REDIS_URL', ['redis:', 'rediss:']),
  cacheBytes: settings.integer('CACHE_MB', 64, 1, 100_000, 'megabytes') * 1024 * 1024,
})

function readModels(settings: Settings) {
  const timeoutMs = settings.integer('LLM_TIMEOUT_MS', 60_000, 1, 600_000, 'milliseconds')
  const endpoint = (prefix: 'LLM' | 'EMBEDDING' | 'IMAGE'): Endpoint | undefined => {
    const baseUrl = settings.url(`${prefix}_BASE_URL`, ['https:', 'http:'])
    const model = settings.text(`${prefix}_MODEL`)
    const apiKey = settings.text(`${prefix}_API_KEY`)
    if (baseUrl && model) return { baseUrl, model, apiKey, timeoutMs }
    if (!baseUrl && !model && !apiKey) return undefined
    const missing = [!baseUrl && `${prefix}_BASE_URL`, !model && `${prefix}_MODEL`].filter(Boolean).join(' and ')
    throw new Error(
      `${missing} must be set too: a model is configured by ${prefix}_BASE_URL and ${prefix}_MODEL together`,
    )
  }
  const itemsPerRun = settings.integer('LLM_ITEMS_PER_RUN', 2000, 1, 1_000_000, 'content items')
  const trialModels = settings.read('LLM_TRY_MODELS', [], names, 'names of models, comma-separated')
  const languageModel = endpoint('LLM')
  const embeddingModel = endpoint('EMBEDDING')
  const embeddingModelPath = settings.text('EMBEDDING_MODEL_PATH')
  if (embeddingModel && embeddingModelPath)
    throw new Error('EMBEDDING_MODEL_PATH and EMBEDDING_BASE_URL cannot both be set: one model compares')
  return {
    languageModel: languageModel && { ...languageModel, itemsPerRun, trialModels },
    embeddingModel,
    embeddingModelPath,
    embeddingCalibration: settings.read<Calibration | undefined>(
      'EMBEDDING_CALIBRATION',
      undefined,
      calibrationIn,
      'two cosines, where the same idea begins and where the same sentence, such as 0.53,0.79',
    ),
    imageModel: endpoint('IMAGE'),
  }
}

const names = (value: string): string[] => value.split(',').flatMap((name) => name.trim() || [])

function calibrationIn(value: string): Calibration | undefined {
  const [idea = Number.NaN, same = Number.NaN, ...others] = value.split(',').map(Number)
  return others.length === 0 && 0 < idea && idea < same && same < 1 ? { idea, same } : undefined
}

const readSources = (settings: Settings) => ({
  githubApiUrl: settings.url('GITHUB_API_URL', ['https:', 'http:']) ?? 'https://api.github.com',
  githubToken: settings.text('GITHUB_TOKEN'),
  githubClientId: settings.text('GITHUB_CLIENT_ID'),
  githubClientSecret: settings.text('GITHUB_CLIENT_SECRET'),
  xApiUrl: settings.url('X_API_URL', ['https:', 'http:']) ?? 'https://api.x.com',
  allowedPrivateHosts: settings.read(
    'ALLOWED_PRIVATE_HOSTS',
    [],
    hosts,
    'host or host:port, comma-separated, such as feeds.corp.internal:8080',
  ),
  bootstrapRepositories: settings.read(
    'BOOTSTRAP_REPOSITORIES',
    repositories(defaultRepositories)!,
    repositories,
    'owner/repo or owner/repo@branch, comma-separated',
  ),
})

function readAccess(settings: Settings) {
  const limit = (tier: Tier, fallback: number) =>
    settings.integer(`RATE_LIMIT_${tier.toUpperCase()}`, fallback, 0, 1_000_000, 'a whole number')
  return {
    rateLimits: {
      general: limit('general', 200),
      heavy: limit('heavy', 30),
      bulk: limit('bulk', 10),
      auth: limit('auth', 20),
      register: limit('register', 5),
      account: limit('account', 10),
    },
    registration: settings.isOn('REGISTRATION'),
    cronSecret: settings.text('CRON_SECRET'),
    adminToken: settings.read<string | undefined>('ADMIN_TOKEN', undefined, longSecret, 'at least 32 characters'),
    metricsToken: settings.text('METRICS_TOKEN'),
    trustProxy: settings.read(
      'TRUST_PROXY',
      false,
      proxies,
      'true, false, a number of proxies or their addresses, comma-separated, such as 10.0.0.0/8',
    ),
    corsOrigins: settings.read(
      'CORS_ORIGINS',
      [],
      originsIn,
      'origins such as https://app.example.com, comma-separated',
    ),
  }
}

function readMail(settings: Settings): Config['mail'] {
  const url = settings.url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = settings.read<string | undefined>(
    'MAIL_FROM',
    undefined,
    mailbox,
    'an address like Acme <identity@example.com>',
  )
  if (url && from) return { url, from }
  if (!url && !from) return undefined
  throw new Error(
    `${url ? 'MAIL_FROM' : 'SMTP_URL'} must be set too: mail is sent with SMTP_URL and MAIL_FROM together`,
  )
}

/** Public collections of agent definitions under the MIT license. */
const defaultRepositories =
  'wshobson/agents,VoltAgent/awesome-claude-code-subagents,0xfurai/claude-code-subagents,github/awesome-copilot'

function repositories(value: string): Config['bootstrapRepositories'] | undefined {
  const named = value.split(',').map((entry) => /^\s*([\w-]+)\/([\w.-]+)(?:@([^\s,@]+))?\s*$/.exec(entry))
  if (named.includes(null)) return undefined
  return named.map((parts) => ({ owner: parts![1]!, repo: parts![2]!, branch: parts![3] ?? null }))
}

function hosts(value: string): AllowedHost[] | undefined {
  const named = value.split(',').map((entry) => /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(entry.trim()))
  if (named.some((parts) => !parts || !URL.canParse(`http://${parts[0]}`))) return undefined
  // Spelled as in all other URLs.
  return named.map((parts) => ({ hostname: new URL(`http://${parts![1]}`).hostname, port: parts![2] ?? null }))
}

/** Addresses in front of those that proxies added are claimed by the client, so `true` means one proxy, not any. */
function proxies(value: string): Config['trustProxy'] | undefined {
  if (value === 'true' || value === 'false') return value === 'true' ? 1 : false
  const addresses = value.split(',').map((address) => address.trim())
  const areValid = addresses.every((address) => ipaddr.isValid(address) || ipaddr.isValidCIDR(address))
  return integer(value, 0, 100) ?? (areValid ? addresses : undefined)
}

/** Matches an address, alone or in angle brackets after a name. */
const longSecret = (value: string) => (value.length >= 32 ? value : undefined)

const mailbox = (value: string) =>
  /^([^<>@,"]+ )?<[^\s<>@,]+@[^\s<>@,]+>$|^[^\s<>@,]+@[^\s<>@,]+$/.test(value) ? value : undefined
