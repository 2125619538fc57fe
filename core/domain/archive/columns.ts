import { uuidPattern } from '../../base/ids.ts'
import { maxStatementLength, normalizeStatement } from '../statement.ts'
import { redactSecrets } from '../text/secrets.ts'
import { hasVisible, visibleText } from '../text/visible-text.ts'

/**
 * The values that an archive of an organization may have in each column. An archive comes from anybody, so every value
 * is checked before it is stored.
 */

/** Returns the id of a record in the new organization. */
type NewId = (id: string) => string

/** Returns a value as it is stored; undefined if an archive may not have it there. */
export type Column = (value: unknown, newId: NewId) => unknown

/** PostgreSQL stores no zero character, and neither engine a half of a surrogate pair. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && isStorable(value)

/** A text as it is, such as the content of a message. */
export const anyText =
  (maxLength = 2_000_000): Column =>
  (value) =>
    isText(value, maxLength) ? value : undefined

/** A text without invisible characters. */
export const text =
  (maxLength: number): Column =>
  (value) =>
    isText(value, maxLength) ? visibleText(value) : undefined

/** A text that has no invisible character, or is refused: its bytes are what it is known by. */
export const exactText =
  (maxLength: number): Column =>
  (value) =>
    isText(value, maxLength) && visibleText(value) === value ? value : undefined

/** A statement as a request may write it: normalized, and without what looks like a secret. */
export const statement: Column = (value) => {
  const stored = isText(value, 2 * maxStatementLength) ? redactSecrets(normalizeStatement(value)) : ''
  return hasVisible(stored) && [...stored].length <= maxStatementLength ? stored : undefined
}

export const matching =
  (pattern: RegExp): Column =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

export const oneOf =
  (values: readonly string[]): Column =>
  (value) =>
    values.includes(value as string) ? value : undefined

export const id: Column = (value, newId) =>
  typeof value === 'string' && uuidPattern.test(value) ? newId(value.toLowerCase()) : undefined

export const flag: Column = (value) => (typeof value === 'boolean' ? value : undefined)

/** An integer of 32 bits, the largest that both engines store in all such columns. */
export const integer =
  (minimum = 0): Column =>
  (value) =>
    Number.isInteger(value) && (value as number) >= minimum && (value as number) <= 2_147_483_647 ? value : undefined

export const number =
  (minimum: number, maximum: number): Column =>
  (value) =>
    typeof value === 'number' && value >= minimum && value <= maximum ? value : undefined

const isoTime = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** ISO 8601 in UTC with milliseconds. */
export const moment: Column = (value) =>
  typeof value === 'string' && isoTime.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

export const nullable =
  (column: Column): Column =>
  (value, newId) =>
    value === null ? null : column(value, newId)

export const listOf =
  (column: Column, maxItems: number): Column =>
  (value, newId) => {
    if (!Array.isArray(value) || value.length > maxItems) return undefined
    const items = value.map((item) => column(item, newId))
    return items.includes(undefined) ? undefined : items
  }

/** An object of these fields. @param required the fields that it cannot lack. */
export const objectOf =
  (fields: Record<string, Column>, required: readonly string[] = Object.keys(fields)): Column =>
  (value, newId) => {
    if (!isObject(value) || !required.every((name) => Object.hasOwn(value, name))) return undefined
    const entries = Object.entries(value).map(([name, field]) => [
      name,
      Object.hasOwn(fields, name) ? fields[name]!(field, newId) : undefined,
    ])
    return entries.some(([, field]) => field === undefined) ? undefined : Object.fromEntries(entries)
  }

/** An object of any fields, such as the metadata of a message. */
export const anyObject: Column = (value) =>
  isObject(value) && isStorable(JSON.stringify(value)) && !JSON.stringify(value).includes('\\u0000') ? value : undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
