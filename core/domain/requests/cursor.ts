import { badRequest } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'

/** A value that a list is sorted by; a cursor carries one of each. */
const sortTypes = {
  text: (value: unknown) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
  id: (value: unknown) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  time: (value: unknown) => typeof value === 'string' && /^\d{4}-/.test(value) && isTime(value),
  /** 32 bits, as in the columns. */
  integer: (value: unknown) => typeof value === 'number' && (value | 0) === value,
  number: (value: unknown) => Number.isFinite(value),
  flag: (value: unknown) => typeof value === 'boolean',
}
export type SortType = keyof typeof sortTypes

/** The sort values of one row of a list. */
export type Position = readonly unknown[]

const isTime = (text: string) => {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

/** Identifies a list: its name, its owner, and the filters. The order of keys does not count. */
const tagOf = (list: readonly unknown[]) =>
  sha256(JSON.stringify(list, (_, value) => (isPlain(value) ? Object.entries(value).sort() : value))).slice(0, 16)

const isPlain = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The end of a page of a list, as clients carry it to the next request. */
export const encodeCursor = (list: readonly unknown[], position: Position): string =>
  Buffer.from(JSON.stringify([tagOf(list), ...position])).toString('base64url')

/**
 * The end of the page before. A forged cursor yields only another part of the same list.
 *
 * @throws 400 when the cursor belongs to another list, or is malformed.
 */
export function decodeCursor(list: readonly unknown[], cursor: string, types: readonly SortType[]): Position {
  const parsed = parse(cursor)
  const [tag, ...position] = Array.isArray(parsed) ? parsed : []
  const fits = position.length === types.length && types.every((type, at) => sortTypes[type](position[at]))
  if (tag !== tagOf(list) || !fits) {
    throw badRequest('cursor is not one of this list; send the next_cursor of its last page, with the same filters')
  }
  return position
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
