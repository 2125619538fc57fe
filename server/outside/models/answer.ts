import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import { normalizeStatement } from '../../domain/statement.ts'
import { cleanText } from '../../domain/text/untrusted-text.ts'

export type ReadAnswer<T> = { value: T } | { problem: string }

/**
 * Reads the JSON object of an answer that may be surrounded by prose, reasoning or code fences and may be slightly
 * broken. A mismatch with the schema is returned as a problem in words, to be shown to the model.
 */
export function readAnswer<T>(schema: z.ZodType<T>, text: string): ReadAnswer<T> {
  const json = jsonIn(text)
  if (json === undefined) return { problem: 'the answer has no JSON object' }
  let parsed: unknown
  try {
    parsed = JSON.parse(repaired(json))
  } catch (error) {
    return { problem: `the answer is not JSON: ${error instanceof Error ? error.message : error}` }
  }
  const checked = schema.safeParse(parsed)
  return checked.success ? { value: checked.data } : { problem: z.prettifyError(checked.error).slice(0, 500) }
}

/** From the first brace to the last; to the end if the answer is cut off inside. */
function jsonIn(text: string): string | undefined {
  const answer = text.slice(text.lastIndexOf('</think>') + 1)
  const start = answer.indexOf('{')
  if (start < 0) return undefined
  const end = answer.lastIndexOf('}')
  return answer.slice(start, end > start ? end + 1 : undefined)
}

function repaired(json: string): string {
  try {
    JSON.parse(json)
    return json
  } catch {
    return jsonrepair(json)
  }
}

/** Longer texts are not statements, although the database would accept 4,000 characters. */
const maxLength = 600

/** A model's wording as a statement; undefined if it is too short or too long. */
export function statementOf(wording: string): string | undefined {
  const statement = normalizeStatement(cleanText(wording.toWellFormed()))
  return statement.length >= 3 && statement.length <= maxLength ? statement : undefined
}

/** Converts a number from a model to a share of 1. */
export const share = (value: number): number => Math.max(0, Math.min(1, value))
