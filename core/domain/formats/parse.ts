import { parseDocument } from 'yaml'
import { AppError, tooLarge, unprocessable } from '../../base/errors.ts'
import { jsonShape } from '../../base/json-shape.ts'
import { type FormatFile, isEmpty } from './format.ts'

/** Parses JSON and YAML of unknown origin with the same limits as request bodies. */

const maxDepth = 32
const maxValues = 200_000
/** In characters; twice the size of 10,000 items. Reading 4 MiB of small mappings took 10 seconds (measured). */
const maxYaml = 2 * 1024 * 1024
/** As many as a person writes; a few lines of YAML can expand to billions of values by aliases of aliases. */
const maxAliases = 100

export type Fields = Record<string, unknown>

/** @throws 422 if the file is not a JSON object, or is nested too deep. */
export function parseJson({ path, content }: FormatFile, isInner = false): Fields {
  const { depth, values } = jsonShape(content, { depth: maxDepth, values: maxValues })
  if (depth > maxDepth) throw unprocessable(`The file ${path} must not be nested deeper than ${maxDepth} levels`)
  if (values > maxValues)
    throw unprocessable(`The file ${path} has more than ${maxValues} values; import a smaller file`)
  let value: unknown
  try {
    value = JSON.parse(content)
    // Some tools encode the text of their JSON as JSON again.
    if (typeof value === 'string' && !isInner) return parseJson({ path, content: value }, true)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unprocessable(`The file ${path} must be valid JSON`)
  }
  return requireFields(path, value)
}

/** @throws 422 if the file is not a YAML mapping, has too many aliases, or is nested too deep; 413 if it is too large. */
export function parseYaml({ path, content }: FormatFile): Fields {
  if (content.length > maxYaml) throw tooLarge(`The file ${path} must be at most ${maxYaml / 1024 / 1024} MiB of YAML`)
  let value: unknown
  try {
    const document = parseDocument(content, { logLevel: 'silent', uniqueKeys: false })
    if (document.errors.length > 0) throw unprocessable(`The file ${path} must be valid YAML`)
    value = document.toJS({ maxAliasCount: maxAliases })
  } catch {
    throw unprocessable(
      `The file ${path} must be valid YAML without deep nesting and with at most ${maxAliases} aliases`,
    )
  }
  return requireFields(path, value)
}

function requireFields(path: string, value: unknown): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw unprocessable(`The file ${path} must be a file with named fields`)
  requireText(path, value, 0)
  return value as Fields
}

/** An escape can encode half of a character, which is not valid text. */
function requireText(path: string, value: unknown, depth: number): void {
  if (depth > maxDepth) throw unprocessable(`The file ${path} must not be nested deeper than ${maxDepth} levels`)
  if (typeof value === 'string' && !value.isWellFormed())
    throw unprocessable(`The file ${path} has an unpaired surrogate; save it as UTF-8`)
  if (value === null || typeof value !== 'object') return
  for (const [key, entry] of Object.entries(value)) {
    requireText(path, key, depth)
    requireText(path, entry, depth + 1)
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')
export const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {}
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** Non-empty keys other than the ones that are read. */
export const otherKeys = (fields: Fields, read: readonly string[]): string[] =>
  Object.entries(fields)
    .filter(([key, value]) => !read.includes(key) && !isEmpty(value))
    .map(([key]) => key)
