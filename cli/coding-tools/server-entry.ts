import { type ConfigEdit, UneditableFile } from '../files/config-edit.ts'

/** The entry of our server in the settings of a tool. */

export type Values = Record<string, unknown>

/** Settings that `connect` writes for one of the tools, or that they replace. All others of an entry are a person's. */
export const ownSettings: ReadonlySet<string> = new Set([
  'name',
  'type',
  'url',
  'httpUrl',
  'headers',
  'http_headers',
  'bearer_token_env_var',
  'transport',
  'requestOptions',
  'command',
  'args',
  'env',
  'Authorization',
  'X-Client',
])

/**
 * Whether an entry leads to the service, by the address of its endpoint or by our command, and
 * not to a person's own server.
 */
export function isOurServer(entry: unknown): boolean {
  if (!isObject(entry)) return false
  const { url, httpUrl, transport, command, args } = entry
  if (isObject(transport)) return isOurServer(transport)
  const address = url ?? httpUrl
  if (address !== undefined) return typeof address === 'string' && /\/mcp\/?$/.test(address)
  return [command, args].flat(2).some((word) => typeof word === 'string' && /agent-identity/.test(word))
}

/** @throws UneditableFile for an entry with the name of our server that leads to another one. */
export function requireOurServer({ file, path }: ConfigEdit, entry: unknown): void {
  if (!isOurServer(entry))
    throw new UneditableFile(`${path.join('.')} in ${file} is a server of your own; give it another name`)
}

/** The present values, with what a person added to the former ones: approvals, trust, time limits, other headers. */
export function mergeServer(former: unknown, present: Values): Values {
  if (!isObject(former)) return present
  const own = Object.entries(present).map(([key, value]) => [
    key,
    isObject(value) ? mergeServer(former[key], value) : value,
  ])
  const added = Object.entries(former).filter(([key]) => !ownSettings.has(key) && !isObject(present[key]))
  return Object.fromEntries([...own, ...added])
}

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
