import type { TSchema } from 'typebox'

/** JSON schemas as tools list them: without keywords that clients or models do not know. */

/**
 * Keywords to remove: our own, which other validators do not know, and those that lengthen the list without helping a
 * model. Limits that a model should know stand in the descriptions; operations check all of them.
 */
const omitted = new Set([
  'title',
  'examples',
  'x-visible-only',
  'documented',
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
])
/** Formats that every validator interprets the same way. */
const formats = new Set(['date-time', 'uri', 'email'])

interface Presentation {
  /** Spells keys: camelCase in a tool's input, as in the API's own documents. */
  spell: (key: string) => string
  /** Whether the descriptions in the schema are left out. */
  isDescribed: boolean
  /** Keys of nested objects to leave out. */
  omit: readonly string[]
}

const asIs: Presentation = { spell: (key) => key, isDescribed: false, omit: [] }

/**
 * A schema of an argument, which clients pass to models: each value has one type. Gemini refuses every request with a
 * tool that has a list of types, alternatives beside a description, or a format other than that of times. Null and the
 * other alternatives are accepted all the same.
 */
export const inputSchema = (schema: TSchema, presentation: Presentation): Schema =>
  oneType(forClients(schema, presentation) as Schema)

/** The schema of an answer: clients check answers against it, so that null stays in it. */
export const outputSchema = (schema: TSchema): object => forClients(withoutNextSteps(schema))

type Schema = Record<string, unknown>

function oneType({ anyOf, type, format, properties, items, additionalProperties: _, ...rest }: Schema): Schema {
  if (Array.isArray(anyOf)) return oneType({ ...anyOf[0], ...rest })
  const named = Object.entries((properties ?? {}) as Record<string, Schema>)
  return {
    ...(type !== undefined && { type: [type].flat().find((each) => each !== 'null') }),
    ...(format === 'date-time' && { format }),
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(named.map(([name, each]) => [name, oneType(each)])),
    }),
    ...(items !== undefined && { items: oneType(items as Schema) }),
  }
}

function forClients(schema: unknown, presentation = asIs): object {
  if (Array.isArray(schema)) return schema.map((each) => forClients(each, presentation))
  if (typeof schema !== 'object' || schema === null) return schema as never
  const { spell, isDescribed, omit } = presentation
  const { properties, required, format, description, ...rest } = schema as Record<string, unknown>
  const note = format === 'agent' ? 'slug or id' : description
  return {
    ...Object.fromEntries(
      Object.entries(rest).flatMap(([key, value]) =>
        omitted.has(key)
          ? []
          : [[key, typeof value === 'object' && key !== 'enum' ? forClients(value, presentation) : value]],
      ),
    ),
    ...(typeof note === 'string' && !isDescribed && { description: note }),
    ...(typeof format === 'string' && formats.has(format) && { format }),
    ...(typeof properties === 'object' &&
      properties !== null && {
        properties: Object.fromEntries(
          Object.entries(properties).flatMap(([name, each]) =>
            omit.includes(spell(name)) ? [] : [[spell(name), forClients(each, presentation)]],
          ),
        ),
      }),
    ...(Array.isArray(required) && { required: required.map(spell) }),
  }
}

function withoutNextSteps(schema: TSchema): object {
  const { properties, required, ...rest } = schema as { properties?: Record<string, TSchema>; required?: string[] }
  const { next_steps: _, ...others } = properties ?? {}
  return {
    ...rest,
    ...(properties && { properties: others }),
    ...(required && { required: required.filter((name) => name !== 'next_steps') }),
  }
}
