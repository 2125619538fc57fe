import { jsonShape } from '#core/base/json-shape.ts'

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Exports of conversations have less. 2 MiB of lists in lists took 240 MB (measured). */
const limits = { depth: 200, values: 500_000 }

/** Whether the values of a text, which may be one in each line, may be parsed. */
export function isWithinLimits(text: string): boolean {
  const { depth, values } = jsonShape(text, limits)
  return depth <= limits.depth && values <= limits.values
}

/** Parses a text that is a JSON list or object; returns undefined for any other text, and for too large a value. */
export function parseJson(text: string): unknown {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed) || !isWithinLimits(trimmed)) return undefined
  try {
    return JSON.parse(trimmed)
  } catch {
    return undefined
  }
}
