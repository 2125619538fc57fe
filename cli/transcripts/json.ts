/** Reads values of unknown JSON without assuming its shape. */

export type JsonObject = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, else an empty one. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const objectAt = (value: unknown, key: string): JsonObject => asObject(asObject(value)[key])

export const arrayAt = (value: unknown, key: string): readonly unknown[] => {
  const child = asObject(value)[key]
  return Array.isArray(child) ? child : []
}

export const textAt = (value: unknown, key: string): string | undefined => {
  const child = asObject(value)[key]
  return typeof child === 'string' ? child : undefined
}

/** An object in JSON; undefined for anything else. */
export function parseObject(json: Buffer | string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json.toString('utf8').replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text of a message's content: a string, or a list with blocks of text. */
export function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((block) => {
    const type = textAt(block, 'type')
    const text = textAt(block, 'text')
    return text !== undefined && (type === undefined || /^(?:input_|output_)?text$/i.test(type)) ? [text] : []
  })
}
