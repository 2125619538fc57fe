import { AppError, tooLarge, unprocessable } from '#core/base/errors.ts'
import { jsonShape } from '#core/base/json-shape.ts'
import { readYaml, type YamlFault } from '#core/base/yaml.ts'
import { type FormatFile, isEmpty } from './format.ts'

/** Parses JSON and YAML of unknown origin with the same limits as request bodies. */

const maxDepth = 32
const maxValues = 200_000
/** In characters; twice the size of 10,000 items. Reading 4 MiB of small mappings took 10 seconds (measured). */
const maxYaml = 2 * 1024 * 1024
/** As many as a person writes; a few lines of YAML can expand to billions of values by aliases of aliases. */
const maxAliases = 100
/** In characters, with what aliases repeat. */
const maxLength = 8 * 1024 * 1024

export type Fields = Record<string, unknown>

/** @throws 422 if the file is not a JSON object, or is nested too deep. */
export function parseJson({ path, content }: FormatFile, isInner = false): Fields {
  const { depth, values } = jsonShape(content, { depth: maxDepth, values: maxValues })
  if (depth > maxDepth) throw unprocessable(`The file ${path} ${tooDeep}`)
  if (values > maxValues) throw unprocessable(`The file ${path} ${tooMany}`)
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

/**
 * @throws 422 if the file is not a YAML mapping, has too many aliases, or is nested too deep; 413 if it is too large.
 */
export function parseYaml({ path, content }: FormatFile): Fields {
  if (content.length > maxYaml) throw tooLarge(`The file ${path} must be at most ${maxYaml / 1024 / 1024} MiB of YAML`)
  const read = readYaml(content, { depth: maxDepth, values: maxValues, aliases: maxAliases })
  if ('fault' in read) throw unprocessable(`The file ${path} ${yamlFaults[read.fault]}`)
  return requireFields(path, read.value)
}

const tooDeep = `must not be nested deeper than ${maxDepth} levels`
const tooMany = `has more than ${maxValues} values; import a smaller file`
const yamlFaults: Record<YamlFault, string> = {
  depth: tooDeep,
  values: tooMany,
  aliases: `must be YAML with at most ${maxAliases} aliases`,
  syntax: 'must be valid YAML',
}

/** @throws 422 if the value has no fields, is nested too deep, or repeats so much by aliases that it is too large. */
export function requireFields(path: string, value: unknown): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw unprocessable(`The file ${path} must be a file with named fields`)
  let values = 0
  let length = 0
  const visit = (each: unknown, depth: number) => {
    if (depth > maxDepth) throw unprocessable(`The file ${path} ${tooDeep}`)
    if (typeof each === 'string') {
      length += each.length
      // An escape can encode half of a character, which is not valid text.
      if (!each.isWellFormed()) throw unprocessable(`The file ${path} has an unpaired surrogate; save it as UTF-8`)
    }
    if (++values > 2 * maxValues || length > maxLength) throw unprocessable(`The file ${path} ${tooMany}`)
    if (each === null || typeof each !== 'object') return
    for (const [key, entry] of Object.entries(each)) {
      visit(key, depth)
      visit(entry, depth + 1)
    }
  }
  visit(value, 0)
  return value as Fields
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
