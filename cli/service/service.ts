import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import type { AgentIdentity, Api } from '../../clients/typescript/src/index.ts'
import { chooseDestination, chooseKey, localService } from './address.ts'
import { clientName } from './client-name.ts'

/** The service that commands talk to: over HTTP, or the embedded database opened by this process. */

export interface ServiceOptions {
  url?: string
  key?: string
  dataDir?: string
  json?: boolean
}

export interface Service {
  /** The address; for the embedded database, that of its folder. */
  address: string
  key: string
  client: AgentIdentity
  api: Api
  /** Sends requests with a session from now on, as a page of the service would: a cookie needs its origin. */
  sendSession(cookie: string): void
  close(): Promise<void>
}

/** Interval at which a watched prompt is requested, in milliseconds. */
const ttlMs = 1000

/** A command that talks to the service, with the options that select it. */
export const serviceCommand = (name: string): Command =>
  new Command(name)
    .option('--url <address>', 'address of the service (AGENT_IDENTITY_URL)')
    .option('--key <key>', 'API key (AGENT_IDENTITY_API_KEY, or the one that login has stored for the address)')
    .option('--data-dir <folder>', 'use the embedded database in this folder instead of a service')
    .option('--json', 'print JSON')

/** Runs a command with the service that its options, the environment, agent-identity.json or a login select. */
export async function withService<Options extends ServiceOptions>(
  options: Options,
  run: (service: Service, options: Options) => Promise<void>,
): Promise<void> {
  const destination = chooseDestination(options)
  const service = await openService(destination.address, chooseKey(options, destination))
  try {
    await run(service, options)
  } finally {
    await service.close()
  }
}

/** The service at an address; the key is empty for requests that need none. */
export async function openService(address: string, key: string): Promise<Service> {
  const embedded = address.startsWith('file:')
    ? await (await import('./embedded-service.ts')).openEmbeddedService(fileURLToPath(address))
    : undefined
  const { AgentIdentity } = await import('../../clients/typescript/src/index.ts')
  const send = embedded?.fetch ?? globalThis.fetch
  const baseUrl = embedded ? localService : address
  let session: string | undefined
  const client = new AgentIdentity({
    baseUrl,
    apiKey: key,
    client: clientName(),
    cacheDir: '',
    ttlMs,
    // Imports of large files and merges take long.
    timeoutMs: 60_000,
    fetch: (request, init) => {
      if (request instanceof Request && session !== undefined) {
        request.headers.set('Cookie', session)
        request.headers.set('Origin', new URL(baseUrl).origin)
      }
      return send(request, init)
    },
  })
  const sendSession = (cookie: string) => {
    session = cookie
  }
  return { address, key, client, api: client.api, sendSession, close: async () => embedded?.close() }
}

/**
 * Returns the body of a response.
 *
 * @param options the options and arguments that people know the fields of the request by.
 * @throws an error with the service's own sentence and the way out.
 */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
  options: Record<string, string> = {},
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call.catch(nameUrl)
  if (response.ok && data !== undefined && data !== null) {
    if (isOwn(response, data)) return data
    throw new Error(foreign)
  }
  const sentence = sentenceOf(response, error)
  const [field = ''] = sentence.split(' ')
  throw new Error(Object.hasOwn(options, field) ? `${options[field]}${sentence.slice(field.length)}` : sentence)
}

/** People name the address by an option, the clients by one of their own. */
function nameUrl(error: Error): never {
  throw new Error(error.message.replace('baseUrl', '--url'))
}

/** Whether the service sent an answer: any other server may answer with JSON too, and a proxy may drop a header. */
const isOwn = ({ headers }: Response, data: unknown): boolean =>
  headers.has('X-Request-Id') || (typeof data === 'object' && data !== null && 'next_steps' in data)

const foreign = 'What answers at this address is not an Agent Identity Service.'

function sentenceOf({ status, headers }: Response, error: unknown): string {
  const message = (error as { error?: unknown } | undefined)?.error
  if (typeof message !== 'string') return `${foreign} It answered with the status ${status}.`
  if (status === 401 && !message.includes('may not')) {
    const [, reason = message] = /error_description="([^"]*)"/.exec(headers.get('WWW-Authenticate') ?? '') ?? []
    return `The key was refused (${reason}). Run "agent-identity login" with a valid one.`
  }
  if (status === 404 && message.startsWith('Agent')) return `${message}. "agent-identity agents" lists them.`
  return message
}
