/**
 * Clients: the programs that run a prompt, as they name themselves (behavior: Fleet). Imports nothing, because the
 * TypeScript client packs this file.
 */

/** How far a prompt came, from least to most known: each state says no more than somebody saw. */
export const clientStates = ['fetched', 'written', 'delivered', 'loaded'] as const
export type ClientState = (typeof clientStates)[number]

/** Characters of a client's name. */
export const maxClientName = 128

/** `cli/web-shop`: a kind and a name. */
export const clientPattern = '^[\\w.-]+/[\\w.-]+$'

const form = new RegExp(clientPattern)

export const isClientName = (text: string): boolean => text.length <= maxClientName && form.test(text)

/** Characters of each part of a name that is made of another text. */
const maxPart = 63

const partOf = (text: string): string =>
  text
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxPart) || 'unnamed'

/** Makes a client's name of any text, such as the name of a folder; a text with a slash has a kind of its own. */
export function clientNameOf(kind: string, text: string): string {
  const at = text.indexOf('/')
  return at < 0 ? `${kind}/${partOf(text)}` : `${partOf(text.slice(0, at))}/${partOf(text.slice(at + 1))}`
}
