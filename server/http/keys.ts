import type { TSchema } from 'typebox'
import { badRequest } from '../domain/errors.ts'

/**
 * What happens to a body or query between parsing and validation, driven by the route's schema: named keys may come in
 * camelCase or snake_case at every depth (specification 2, decisions 3) and leave as the schema's snake_case; ids are
 * lower-cased; query texts become the numbers and flags that the schema names. Free-form objects pass untouched.
 */

interface Schema {
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
}

export const camelCase = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Reads a body; values keep their types. */
export const readBody = (schema: TSchema, body: unknown) => shape(schema as Schema, body, false, '')

/** Reads what stands in a path. */
export const readParams = (schema: TSchema, params: unknown) => shape(schema as Schema, params, false, '')

/** Reads a query, whose values arrive as text. */
export const readQuery = (schema: TSchema, query: unknown) => shape(schema as Schema, query, true, '')

function shape(schema: Schema, value: unknown, fromText: boolean, path: string): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    return items ? value.map((entry) => shape(items, entry, fromText, path)) : value
  }
  if (value !== null && typeof value === 'object')
    return shapeObject(schema, value as Record<string, unknown>, fromText, path)
  if (typeof value !== 'string') return value
  if (schema.format === 'uuid') return value.toLowerCase()
  return fromText ? fromQueryText(schema, value) : value
}

function shapeObject(schema: Schema, value: Record<string, unknown>, fromText: boolean, path: string): unknown {
  const properties = propertiesOf(schema)
  if (!properties) {
    const { additionalProperties: each } = schema
    if (typeof each !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shape(each, entry, fromText, path)]))
  }
  // Not a literal's prototype chain: a key such as "constructor" is looked for among the client's keys only.
  const shaped: Record<string, unknown> = Object.create(null)
  for (const [name, property] of Object.entries(properties)) {
    const spellings = [name, camelCase(name)].filter(
      (key, i, keys) => keys.indexOf(key) === i && Object.hasOwn(value, key),
    )
    const [first, second] = spellings
    if (first === undefined) continue
    if (second !== undefined && JSON.stringify(value[first]) !== JSON.stringify(value[second])) {
      throw badRequest(`${path}${first} and ${path}${second} are the same key with different values; send one`)
    }
    shaped[name] = shape(property, value[first], fromText, `${path}${camelCase(name)}.`)
  }
  return shaped
}

/** The named keys of an object; those of all alternatives for a union of objects. */
function propertiesOf(schema: Schema): Record<string, Schema> | undefined {
  if (schema.properties) return schema.properties
  const alternatives = schema.anyOf?.flatMap((alternative) => alternative.properties ?? [])
  return alternatives && alternatives.length > 0 ? Object.assign({}, ...alternatives) : undefined
}

/** What the entries of a list are, also where a list is one of several alternatives. */
const itemsOf = (schema: Schema): Schema | undefined =>
  schema.items ?? schema.anyOf?.find((alternative) => alternative.items)?.items

/** Only clean integers, numbers and flags are taken for such; validation refuses the rest as the text that it is. */
function fromQueryText(schema: Schema, text: string): unknown {
  if (schema.type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  if (schema.type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
