import { isDeepStrictEqual } from 'node:util'
import { upperFirst } from '#core/base/strings.ts'
import { singular } from '../requests/operation-id.ts'

/**
 * Moves object schemas and enums of an OpenAPI document to `components.schemas` and refers to them, so that generated
 * code has one type for one thing. The routes' own schemas stay whole, because validators and serializers of whole
 * schemas are faster.
 *
 * A schema is called after its `title`, which is set where it is defined; without one, after the field that contains
 * it. Schemas with one title are one component: fields that only some of them have are optional.
 */

type Json = Record<string, unknown>

export interface Schema extends Json {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
}

export class NamedSchemas {
  /** The components by name. */
  readonly components: Record<string, Schema> = {}
  /** The components that a title names. */
  readonly #titled = new Set<string>()

  /**
   * Returns the schema with references in it, or a reference to it.
   *
   * @param name for a schema without a title
   * @throws for two different schemas of one name
   */
  refer(schema: Schema, name: string): Schema {
    const { title = name, ...untitled } = schema
    if (schema.anyOf) return { ...untitled, anyOf: schema.anyOf.map((option) => this.refer(option, title)) }
    if (schema.items) return { ...untitled, items: this.refer(schema.items, itemName(title)) }
    const types = [schema.type].flat()
    if (types[0] === 'object' || schema.enum) {
      const nullable = types.includes('null')
      const { description, ...described } = untitled
      const reference = this.#declare(title, this.#component(described, types[0]!, title), 'title' in schema)
      const prose = description === undefined ? {} : { description }
      return nullable ? { anyOf: [reference, { type: 'null' }], ...prose } : { ...reference, ...prose }
    }
    return untitled
  }

  #component(schema: Schema, type: string, name: string): Schema {
    const { properties, additionalProperties, enum: words } = schema
    return {
      ...schema,
      type,
      ...(words && { enum: words.filter((word) => word !== null) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, property]) => [key, this.refer(property, name + pascalCase(key))]),
        ),
      }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: this.refer(additionalProperties, `${name}Value`),
      }),
    }
  }

  /** Adds a component, or the fields that the known one of its name does not have. */
  #declare(name: string, schema: Schema, isTitled: boolean): Schema {
    // A constant needs no type.
    if (schema.enum?.length === 1) return { type: schema.type!, const: schema.enum[0] }
    const known = this.components[name]
    if (known && !isDeepStrictEqual(withoutProse(known), withoutProse(schema))) {
      if (!(isTitled && this.#titled.has(name) && isVariant(known, schema)))
        throw new Error(`Two schemas are called ${name}`)
      this.components[name] = combined(known, schema)
    }
    this.components[name] ??= schema
    if (isTitled) this.#titled.add(name)
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** Whether two objects have fields in common, all of which are the same. One record in two spellings has none. */
function isVariant({ properties: known = {}, ...rest }: Schema, { properties = {}, ...otherRest }: Schema): boolean {
  const shared = Object.keys(known).filter((key) => key in properties)
  const pick = (fields: Record<string, Schema>) => shared.map((key) => fields[key])
  const { required: _known, ...limits } = rest
  const { required: _other, ...otherLimits } = otherRest
  return (
    shared.length > 0 &&
    isDeepStrictEqual(withoutProse([limits, pick(known)]), withoutProse([otherLimits, pick(properties)]))
  )
}

function combined(known: Schema, { properties, required = [] }: Schema): Schema {
  const { required: requiredBefore = [], ...rest } = known
  const both = requiredBefore.filter((key) => required.includes(key))
  return { ...rest, ...(both.length > 0 && { required: both }), properties: { ...properties, ...known.properties } }
}

/** Removes what does not affect values. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, entry]) => !(key === 'examples' || (key === 'description' && typeof entry === 'string')))
      .map(([key, entry]) => [key, withoutProse(entry)]),
  )
}

/** The entry of a list: `ChangeRequestChanges` is a list of `ChangeRequestChange`, `GroupListData` of `Group`. */
const itemName = (name: string) => (/List(Data)?$/.test(name) ? name.replace(/List(Data)?$/, '') : singular(name))

const pascalCase = (key: string) => key.split('_').filter(Boolean).map(upperFirst).join('')
