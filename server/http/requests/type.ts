import type { TSchema, Type as TypeBox } from 'typebox'

/**
 * The few TypeBox builders that route schemas use, with TypeBox's own types. Importing the library for them took a
 * tenth of the start and 10 MB: it has 370 modules, and these builders create plain JSON Schema.
 */

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'String'
  | 'Union'
  | 'Unsafe'
>
type Properties = Record<string, TSchema>

/** Marks an optional property. Not enumerable, so that a copy of the schema is not optional, as in TypeBox. */
const optional = '~optional'

const simple =
  (type: string) =>
  (options = {}) => ({ type, ...options })

function object(properties: Properties, options = {}) {
  const required = Object.keys(properties).filter((name) => !(optional in properties[name]!))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

const asOptional = (schema: TSchema) => Object.defineProperty({ ...schema }, optional, { value: true })

const builders = {
  Array: (items: TSchema, options = {}) => ({ type: 'array', items, ...options }),
  Boolean: simple('boolean'),
  Integer: simple('integer'),
  Null: simple('null'),
  Number: simple('number'),
  Object: object,
  Optional: asOptional,
  Partial: ({ properties }: { properties: Properties }) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, asOptional(schema)]))),
  String: simple('string'),
  Union: (anyOf: TSchema[], options = {}) => ({ anyOf, ...options }),
  Unsafe: (schema: TSchema) => schema,
}

export const Type = builders as unknown as Builders
