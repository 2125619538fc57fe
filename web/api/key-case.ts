/** Records are read with keys in snake_case and written with keys in camelCase, as the OpenAPI document names both. */

type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key

export type CamelKeys<Value> = Value extends (infer Entry)[]
  ? CamelKeys<Entry>[]
  : Value extends object
    ? { [Key in keyof Value as Key extends string ? CamelCase<Key> : never]: CamelKeys<Value[Key]> }
    : Value

const camelCase = (key: string) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Fields of a record as a request names them; those of the objects in it too. */
export function camelKeys<Value>(value: Value): CamelKeys<Value>
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => camelKeys(entry))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [camelCase(key), camelKeys(field)]))
}
