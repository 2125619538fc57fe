import type { TSchema } from 'typebox'
import { badRequest } from '../../base/errors.ts'
import { hasVisible, visibleLine, visibleText } from '../../domain/text/visible-text.ts'

/**
 * What happens to a body or query between parsing and validation, driven by the route's schema: named keys may come in
 * camelCase or snake_case at every depth (behavior: Keys and bodies) and leave as the schema's snake_case; ids are
 * lower-cased; names and descriptions lose invisible characters; query texts become the numbers and flags that the schema names. Free-form objects pass untouched.
 */

/**
 * Marks a string whose invisible characters are removed before it is validated, so that a text of nothing
 * but them and blanks is empty: true for a text, `line` for one whose line ends become spaces too.
 */
export const visibleOnly = 'x-visible-only'

/** The format of an agent in a request: an id, once `http/requests/agent-slugs.ts` has seen it. */
export const agentFormat = 'agent'

export interface Schema {
  type?: string | string[]
  format?: string
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
  [visibleOnly]?: true | 'line'
}

/** Puts a value into the shape that a schema names. @throws 400 when a key comes in both spellings with two values. */
export type Reader = (value: unknown) => unknown

/** As a reader; `path` is where the value stands, for the sentence of an error. */
type Shape = (value: unknown, path: string) => unknown

export const camelCase = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Reads a body or a path, whose values keep their types. Made once for each route, since a schema is slow to walk. */
export const valueReader = (schema: TSchema): Reader => readerOf(schema as Schema, false)

/** Reads a query, whose values arrive as text. */
export const queryReader = (schema: TSchema): Reader => readerOf(schema as Schema, true)

function readerOf(schema: Schema, fromText: boolean): Reader {
  const shape = shapeOf(schema, fromText)
  return (value) => shape(value, '')
}

function shapeOf(schema: Schema, fromText: boolean): Shape {
  const entrySchema = itemsOf(schema)
  const entry = entrySchema && shapeOf(entrySchema, fromText)
  const object = objectShape(schema, fromText)
  const text = textShape(schema, fromText)
  return (value, path) => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return entry ? value.map((each) => entry(each, path)) : value
    return value !== null && typeof value === 'object' ? object(value as Record<string, unknown>, path) : value
  }
}

function objectShape(schema: Schema, fromText: boolean): (value: Record<string, unknown>, path: string) => unknown {
  const properties = propertiesOf(schema)
  if (!properties) {
    if (typeof schema.additionalProperties !== 'object') return (value) => value
    const each = shapeOf(schema.additionalProperties, fromText)
    return (value, path) => Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, each(entry, path)]))
  }
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    camel: camelCase(name),
    shape: shapeOf(property, fromText),
  }))
  return (value, path) => {
    // Not a literal's prototype chain: a key such as "constructor" is looked for among the client's keys only.
    const shaped: Record<string, unknown> = Object.create(null)
    for (const { name, camel, shape } of fields) {
      const snaked = Object.hasOwn(value, name)
      const cameled = camel !== name && Object.hasOwn(value, camel)
      if (!snaked && !cameled) continue
      if (snaked && cameled && JSON.stringify(value[name]) !== JSON.stringify(value[camel])) {
        throw badRequest(`${path}${name} and ${path}${camel} are the same key with different values; send one`)
      }
      shaped[name] = shape(value[snaked ? name : camel], `${path}${camel}.`)
    }
    return shaped
  }
}

/** The named keys of an object; those of all alternatives for a union of objects. */
export function propertiesOf(schema: Schema): Record<string, Schema> | undefined {
  if (schema.properties) return schema.properties
  const alternatives = schema.anyOf?.flatMap((alternative) => alternative.properties ?? [])
  return alternatives && alternatives.length > 0 ? Object.assign({}, ...alternatives) : undefined
}

/** What the entries of a list are, also where a list is one of several alternatives. */
export const itemsOf = (schema: Schema): Schema | undefined =>
  schema.items ?? schema.anyOf?.find((alternative) => alternative.items)?.items

/** How many times its bound a text may have, invisible characters included. At 4, what is left is too long in any case. */
const cleanedTimes = 4

/** Only clean integers, numbers and flags are taken for such; validation refuses the rest as the text that it is. */
function textShape(
  { format, type, minLength = 0, maxLength = Infinity, [visibleOnly]: visible }: Schema,
  fromText: boolean,
): (text: string) => unknown {
  if (format === 'uuid' || format === agentFormat) return (text) => text.toLowerCase()
  // What is many times too long is refused for its length, not cleaned first: a megabyte takes 70 ms.
  if (visible) {
    const clean = visible === 'line' ? visibleLine : visibleText
    // Blanks are an empty text where one is allowed. Elsewhere validation refuses them as what they are.
    const emptied = (text: string) => (minLength > 0 || hasVisible(text) ? text : '')
    return (text) => (text.length > cleanedTimes * maxLength ? text : emptied(clean(text)))
  }
  if (!fromText) return (text) => text
  if (type === 'integer') return (text) => (/^-?\d+$/.test(text) ? Number(text) : text)
  if (type === 'number') return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  if (type === 'boolean') return (text) => (text === 'true' || text === 'false' ? text === 'true' : text)
  return (text) => text
}
