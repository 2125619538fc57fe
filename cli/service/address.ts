import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withoutTrailingSlashes } from '#core/base/strings.ts'
import { readCredentials } from '../files/credentials.ts'
import { findRepository } from '../files/repository.ts'

/** The address that a command talks to, and the key that it may send there. */

export interface Destination {
  /** The service's address, or the `file:` address of an embedded database's folder. */
  address: string
  /**
   * The origin of the address: `--data-dir`, `--url`, AGENT_IDENTITY_URL, agent-identity.json, or a
   * login (which a local service does not need).
   */
  namedBy: 'folder' | 'option' | 'environment' | 'repository' | 'login'
}

interface Options {
  url?: string
  key?: string
  dataDir?: string
}

export const localService = 'http://127.0.0.1:3000'

/** @throws an error when the named value is not the address of a service. */
export function chooseDestination({ url, dataDir }: Options): Destination {
  if (dataDir) return { address: pathToFileURL(resolve(dataDir)).href, namedBy: 'folder' }
  if (url) return { address: checkedAddress(url), namedBy: 'option' }
  const { AGENT_IDENTITY_URL } = process.env
  if (AGENT_IDENTITY_URL) return { address: checkedAddress(AGENT_IDENTITY_URL), namedBy: 'environment' }
  const ofRepository = findRepository()?.url
  if (ofRepository) return { address: checkedAddress(ofRepository), namedBy: 'repository' }
  return { address: readCredentials().default ?? localService, namedBy: 'login' }
}

/** Without a user name, a query or characters that a shell interprets: messages show it in commands to copy. */
function checkedAddress(address: string): string {
  const { href } = URL.parse(address) ?? {}
  if (!href || !/^https?:\/\/[\w.:[\]-]+(?:\/[\w.~%/-]*)?$/.test(href)) {
    throw new Error(`"${address}" is not the address of a service; it looks like https://identity.example.com`)
  }
  const service = withoutTrailingSlashes(href)
  const [, root] = /^(.*)\/api(?:\/v1)?$/.exec(service) ?? []
  if (root !== undefined)
    throw new Error(`"${address}" is the address of the API; name the one of the service, ${root}`)
  return service
}

/**
 * The key to send. A stored key is sent only to the address that it was stored for, and the key of the environment only
 * to AGENT_IDENTITY_URL or, without that, to the address that the user named. A foreign repository may name any
 * address: it gets a key only after a login there.
 *
 * @throws an error that names the way out when there is none.
 */
export function chooseKey(options: Options, destination: Destination): string {
  const { address, namedBy } = destination
  if (namedBy === 'repository' && !readCredentials().keys[address]) throw new Error(notTrusted(address))
  const known = keyFor(options, destination)
  if (!known) throw new Error(notLoggedIn(destination))
  return known
}

/** The key of the option, of the environment or of the login, in this order; undefined or empty if there is none. */
const keyFor = ({ key }: Options, destination: Destination): string | undefined =>
  key || (environmentKey(destination) ?? readCredentials().keys[destination.address])

/** Whether a service was named, or there is a key for the local one: nobody without an account is asked for one. */
export function hasChosenService(options: Options): boolean {
  const destination = chooseDestination(options)
  return destination.namedBy !== 'login' || Boolean(keyFor(options, destination))
}

/** The key of the environment, if it is for this address. */
export function environmentKey({ address, namedBy }: Destination): string | undefined {
  const { AGENT_IDENTITY_API_KEY, AGENT_IDENTITY_URL } = process.env
  if (!AGENT_IDENTITY_API_KEY || namedBy === 'repository' || namedBy === 'folder') return undefined
  const isForAnother = AGENT_IDENTITY_URL && checkedAddress(AGENT_IDENTITY_URL) !== address
  return isForAnother ? undefined : AGENT_IDENTITY_API_KEY
}

function notLoggedIn({ address, namedBy }: Destination): string {
  if (namedBy === 'folder') {
    return `There is no key for ${address}. Run "agent-identity login --data-dir FOLDER" or "agent-identity register --data-dir FOLDER".`
  }
  const { AGENT_IDENTITY_API_KEY, AGENT_IDENTITY_URL } = process.env
  const login = `Run "agent-identity login --url ${address}" or "agent-identity register"`
  return AGENT_IDENTITY_API_KEY
    ? `There is no key for ${address}: AGENT_IDENTITY_API_KEY is the one for ${AGENT_IDENTITY_URL}. ${login}, or set AGENT_IDENTITY_URL too.`
    : `There is no key for ${address}. ${login}, or set AGENT_IDENTITY_API_KEY.`
}

const notTrusted = (address: string) =>
  `There is no key for ${address}, which agent-identity.json names. If you trust it, run "agent-identity login --url ${address}", or set both AGENT_IDENTITY_URL and AGENT_IDENTITY_API_KEY.`

/**
 * Asks before a key or password goes to an address that a repository names and that the user has no key for.
 *
 * @throws an error without a terminal, or if the user declines.
 */
export async function confirmDestination({ address, namedBy }: Destination): Promise<void> {
  if (namedBy !== 'repository' || readCredentials().keys[address]) return
  if (!process.stdin.isTTY) throw new Error(notTrusted(address))
  const { confirm } = await import('@clack/prompts')
  const message = `agent-identity.json names ${address}, where you are not logged in. Do you trust this address with a key?`
  if ((await confirm({ message, initialValue: false })) !== true) throw new Error(`Nothing was sent to ${address}.`)
}
