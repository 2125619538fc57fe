import { camelCase } from '../http/requests/key-case.ts'
import type { Tool } from './tools.ts'

/**
 * Returns the arguments of a call by the names and in the types of the tool's schema; a text says what is wrong with
 * them. Optional arguments that are null or empty are none, because many clients fill in every argument of a schema.
 */
export function readArguments(
  { name, inputSchema }: Tool['listed'],
  sent: Record<string, unknown>,
): Record<string, unknown> | string {
  const { properties, required = [] } = inputSchema
  const names = Object.keys(properties)
  // Cursor sends a `random_string` to tools without arguments.
  if (names.length === 0) return {}
  const args: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(sent)) {
    const argument = Object.hasOwn(properties, key) ? key : names.find((each) => camelCase(each) === camelCase(key))
    if (argument === undefined) return `${name} takes no argument ${key}; it takes ${names.join(', ')}`
    if ((value === null || value === '') && !required.includes(argument)) continue
    const typed = inTypeOf(properties[argument]!, value)
    if (Object.hasOwn(args, argument) && JSON.stringify(args[argument]) !== JSON.stringify(typed)) {
      return `${argument} is given twice with different values; send it once`
    }
    args[argument] = typed
  }
  const missing = required.find((each) => args[each] === undefined)
  return missing === undefined ? args : `${missing} is required: ${properties[missing]!.description}`
}

/** Converts a text that is plainly the number or flag that a schema asks for; operations refuse any other. */
function inTypeOf({ type }: { description?: string; type?: unknown }, value: unknown): unknown {
  if (typeof value !== 'string' || type === 'string') return value
  const text = value.trim().toLowerCase()
  const isNumeric = type === 'integer' || type === 'number'
  if (isNumeric && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return value
}
