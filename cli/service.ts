import { basename, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Command } from 'commander'
import type { AgentIdentity, Api } from '../clients/typescript/src/index.ts'
import { readCredentials } from './credentials.ts'
import { findRepository } from './repository.ts'

/** The service that commands talk to: over HTTP, or the embedded database opened by this process. */

export interface ServiceOptions {
  url?: string
  key?: string
  dataDir?: string
  json?: boolean
}

export interface Service {
  /** Its address; that of the folder for the embedded database. */
  address: string
  key: string
  client: AgentIdentity
  api: Api
  close(): Promise<void>
}

const localService = 'http://127.0.0.1:3000'
/** How often a watched prompt is asked for, in milliseconds. */
const ttlMs = 1000

/** A command that talks to the service, with the options that say which. */
export const serviceCommand = (name: string): Command =>
  new Command(name)
    .option('--url <address>', 'address of the service (AGENT_IDENTITY_URL)')
    .option('--key <key>', 'API key (AGENT_IDENTITY_API_KEY, or what login has stored)')
    .option('--data-dir <folder>', 'use the embedded database in this folder instead of a service')
    .option('--json', 'print JSON')

/** Runs a command with the service that its options, the environment, agent-identity.json or a login name. */
export async function withService<Options extends ServiceOptions>(
  options: Options,
  run: (service: Service, options: Options) => Promise<void>,
): Promise<void> {
  const { address, isFromRepository } = chooseAddress(options)
  // A repository of others may name any address, and must not be sent a key that is for another one.
  const environmentKey = isFromRepository ? undefined : process.env.AGENT_IDENTITY_API_KEY
  const key = options.key || environmentKey || readCredentials().keys[address]
  if (!key) throw new Error(notLoggedIn(address, isFromRepository))
  const service = await openService(address, key)
  try {
    await run(service, options)
  } finally {
    await service.close()
  }
}

const notLoggedIn = (address: string, isFromRepository: boolean) => {
  const login = `Run "agent-identity login ${address.startsWith('file:') ? '--data-dir FOLDER' : `--url ${address}`}"`
  return isFromRepository
    ? `There is no key for ${address}, which agent-identity.json names. ${login}, or set both AGENT_IDENTITY_URL and AGENT_IDENTITY_API_KEY.`
    : `There is no key for ${address}. ${login} or "agent-identity register", or set AGENT_IDENTITY_API_KEY.`
}

/** The service at an address; an empty key is for what needs none. */
export async function openService(address: string, key: string): Promise<Service> {
  const embedded = address.startsWith('file:')
    ? await (await import('./embedded-service.ts')).openEmbeddedService(fileURLToPath(address))
    : undefined
  const { AgentIdentity } = await import('../clients/typescript/src/index.ts')
  const send = embedded?.fetch ?? globalThis.fetch
  const client = new AgentIdentity({
    baseUrl: embedded ? localService : address,
    apiKey: key,
    cacheDir: '',
    ttlMs,
    // Imports of large files and merges take their time.
    timeoutMs: 60_000,
    fetch: (request, init) => {
      if (request instanceof Request) request.headers.set('X-Client', clientName())
      return send(request, init)
    },
  })
  return { address, key, client, api: client.api, close: async () => embedded?.close() }
}

/** Where a command goes, and whether only a repository says so. */
export function chooseAddress({ url, dataDir }: ServiceOptions): { address: string; isFromRepository: boolean } {
  if (dataDir) return { address: pathToFileURL(resolve(dataDir)).href, isFromRepository: false }
  const named = url || process.env.AGENT_IDENTITY_URL
  if (named) return { address: checkedAddress(named), isFromRepository: false }
  const ofRepository = findRepository()?.url
  if (ofRepository) return { address: checkedAddress(ofRepository), isFromRepository: true }
  return { address: readCredentials().default ?? localService, isFromRepository: false }
}

function checkedAddress(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`"${address}" is not the address of a service; it looks like https://identity.example.com`)
  }
  return url.href.replace(/\/+$/, '')
}

/** The name of the folder, by which the service tells clients apart. */
const clientName = () =>
  `cli/${
    basename(process.cwd())
      .replace(/[^\w.-]/g, '-')
      .slice(0, 64) || 'root'
  }`

/**
 * The body of an answer.
 *
 * @throws an error with the service's own sentence and the way out.
 */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw new Error(`${foreign} Check the address.`, { cause })
    throw cause
  })
  if (response.ok && data !== undefined && data !== null) return data
  throw new Error(sentenceOf(response.status, error))
}

const foreign = 'What answers at this address is not an Agent Identity Service.'

function sentenceOf(status: number, error: unknown): string {
  const message = (error as { error?: unknown } | undefined)?.error
  if (typeof message !== 'string') return `${foreign} It answered with the status ${status}.`
  if (status === 401 && !message.includes('may not'))
    return `The key was refused (${message}). Run "agent-identity login" with a valid one.`
  if (status === 404 && message.startsWith('Agent')) return `${message}. "agent-identity agents" lists them.`
  return message
}
