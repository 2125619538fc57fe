import { sha256Hex } from '../../base/hash.ts'

/**
 * The chain of hashes of an audit log (docs/reference/audit-log.md): each entry's hash covers the one before it, so that
 * a changed, removed, moved or added entry no longer fits.
 */

/** The parts of an entry that its hash covers, besides the hash of the entry before it. */
export interface Link {
  seq: number
  /** ISO 8601 in UTC with milliseconds. */
  at: string
  action: string
  /** The salted digest of the content. */
  digest: string
  /** Which entries an erasure covers, as ranges; null for every other entry. */
  covers: string | null
}

/** Stands before the first entry. */
export const firstHash = '0'.repeat(64)

/** Returns the digest of an entry's content. The random salt keeps an erased content from being guessed. */
export const digestOf = (salt: string, content: string): string => sha256Hex(salt + content)

/** Returns the hash of an entry, in hexadecimal. */
export const hashOf = (before: string, { seq, at, action, digest, covers }: Link): string =>
  sha256Hex([before, seq, at, action, digest, ...(covers === null ? [] : [covers])].join('\n'))

/** Writes ascending numbers as ranges: `1-3,7`. */
export function formatRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join()
}

/** Reads what `formatRanges` wrote; a text in another form covers nothing. */
export function parseRanges(text: string): [number, number][] {
  if (!/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(text)) return []
  return text.split(',').map((range) => {
    const [from, to = from] = range.split('-').map(Number)
    return [from!, to!]
  })
}
