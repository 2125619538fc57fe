import type { TSchema } from 'typebox'
import { badRequest } from '#core/base/errors.ts'
import { hasVisible, visibleLine, visibleText } from '#core/domain/text/visible-text.ts'

/**
 * Transforms a body or query between parsing and validation, driven by the route's schema: named keys may be camelCase
 * or snake_case at every depth (behavior: Keys and bodies) and become the schema's snake_case; ids are lower-cased;
 * names and descriptions lose invisible characters; query texts become the numbers and flags that the schema names.
 * Free-form objects are not changed.
 */

/**
 * Marks a string whose invisible characters are removed before validation, so that a text of only invisible characters
 * and blanks is empty: true for a text, `line` for one whose line breaks also become spaces.
 */
export const visibleOnly = 'x-visible-only'

/** The format of an agent in a request: an id, once `http/requests/agent-slugs.ts` has resolved it. */
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

/**
 * Converts a value to the shape that a schema names, and tells which keys it does not name.
 *
 * @throws 400 for a key in both spellings with two values.
 */
export type Reader = (value: unknown, ignored?: IgnoredKeys) => unknown

/** Takes the keys that a schema does not name, with the path of their object and the keys that it names. */
export interface IgnoredKeys {
  add(key: string, path: string, known: readonly string[]): void
}

/** A reader with the path of its value, for error messages. */
type Shape = (value: unknown, path: string, ignored: IgnoredKeys | undefined) => unknown

export const camelCase = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Creates a reader of bodies or paths, whose values keep their types. Create it once for each route, because walking a
 * schema is slow.
 */
export const valueReader = (schema: TSchema): Reader => readerOf(schema as Schema, false)

/** Creates a reader of queries, whose values arrive as text. */
export const queryReader = (schema: TSchema): Reader => readerOf(schema as Schema, true)

function readerOf(schema: Schema, fromText: boolean): Reader {
  const shape = shapeOf(schema, fromText)
  return (value, ignored) => shape(value, '', ignored)
}

function shapeOf(schema: Schema, fromText: boolean): Shape {
  const entrySchema = itemsOf(schema)
  const entry = entrySchema && shapeOf(entrySchema, fromText)
  const object = objectShape(schema, fromText)
  const text = textShape(schema, fromText)
  return (value, path, ignored) => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return entry ? value.map((each) => entry(each, path, ignored)) : value
    return value !== null && typeof value === 'object' ? object(value as Record<string, unknown>, path, ignored) : value
  }
}

type ObjectShape = (value: Record<string, unknown>, path: string, ignored: IgnoredKeys | undefined) => unknown

function objectShape(schema: Schema, fromText: boolean): ObjectShape {
  const properties = propertiesOf(schema)
  if (!properties) {
    if (typeof schema.additionalProperties !== 'object') return (value) => value
    const each = shapeOf(schema.additionalProperties, fromText)
    return (value, path, ignored) =>
      Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, each(entry, path, ignored)]))
  }
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    camel: camelCase(name),
    shape: shapeOf(property, fromText),
  }))
  const known = fields.map(({ camel }) => camel)
  const names = new Set(fields.flatMap(({ name, camel }) => [name, camel]))
  return (value, path, ignored) => {
    if (ignored) for (const key of Object.keys(value)) if (!names.has(key)) ignored.add(key, path, known)
    // Without a prototype, so that a key such as "constructor" is looked up among the client's keys only.
    const shaped: Record<string, unknown> = Object.create(null)
    for (const { name, camel, shape } of fields) {
      const snaked = Object.hasOwn(value, name)
      const cameled = camel !== name && Object.hasOwn(value, camel)
      if (!snaked && !cameled) continue
      if (snaked && cameled && JSON.stringify(value[name]) !== JSON.stringify(value[camel])) {
        throw badRequest(`${path}${name} and ${path}${camel} are the same key with different values; send one`)
      }
      shaped[name] = shape(value[snaked ? name : camel], `${path}${camel}.`, ignored)
    }
    return shaped
  }
}

/** Returns the named keys of an object; for a union of objects, those of all alternatives. */
export function propertiesOf(schema: Schema): Record<string, Schema> | undefined {
  if (schema.properties) return schema.properties
  const alternatives = schema.anyOf?.flatMap((alternative) => alternative.properties ?? [])
  return alternatives && alternatives.length > 0 ? Object.assign({}, ...alternatives) : undefined
}

/** Returns the schema of a list's entries, also if the list is one of several alternatives. */
export const itemsOf = (schema: Schema): Schema | undefined =>
  schema.items ?? schema.anyOf?.find((alternative) => alternative.items)?.items

/**
 * Texts up to this multiple of their maximum length are cleaned, invisible characters included. Beyond 4, the rest is
 * always too long.
 */
const cleanedTimes = 4

/** Converts only well-formed integers, numbers and flags; anything else remains a text, which validation refuses. */
function textShape(
  { format, type, minLength = 0, maxLength = Infinity, [visibleOnly]: visible }: Schema,
  fromText: boolean,
): (text: string) => unknown {
  if (format === 'uuid' || format === agentFormat) return (text) => text.toLowerCase()
  // A text that is far too long is refused for its length without cleaning, which takes 70 ms for a megabyte.
  if (visible) {
    const clean = visible === 'line' ? visibleLine : visibleText
    // Blanks become an empty text where one is allowed. Elsewhere validation refuses them as blanks.
    const emptied = (text: string) => (minLength > 0 || hasVisible(text) ? text : '')
    return (text) => (text.length > cleanedTimes * maxLength ? text : emptied(clean(text)))
  }
  if (!fromText) return (text) => text
  if (type === 'integer') return (text) => (/^-?\d+$/.test(text) ? Number(text) : text)
  if (type === 'number') return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  if (type === 'boolean') return (text) => (text === 'true' || text === 'false' ? text === 'true' : text)
  return (text) => text
}
