import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import { normalizeStatement } from '../domain/statement.ts'
import { cleanText } from '../domain/text/untrusted-text.ts'
import { adaptToSchema, listOf, withoutMisfits } from './adapt-answer.ts'

/** An answer as a value; `complete` is false if its text ends inside an element, which is left out. */
export type ReadAnswer<T> = { value: T; complete: boolean } | { problem: string }

/**
 * Reads the JSON of an answer that may be surrounded by prose, reasoning or code fences and may be slightly broken or
 * wrapped. Elements that do not match the schema are left out, unless `everyElement` counts; an answer of which nothing
 * matches is returned as a problem in words, to be shown to the model.
 */
export function readAnswer<T>(schema: z.ZodType<T>, text: string, everyElement = false): ReadAnswer<T> {
  const quoted = text.trim().startsWith('"') ? parsed(text) : undefined
  if (typeof quoted === 'string' && quoted.length < text.length) return readAnswer(schema, quoted, everyElement)
  const answer = text.slice(endOfReasoning(text))
  const texts = jsonTexts(answer)
  const values = (texts.length > 0 ? texts : jsonTexts(text)).flatMap(({ json, complete }) => {
    const value = parsed(json)
    return value === undefined ? [] : [{ value, complete }]
  })
  if (values.length === 0) {
    return { problem: texts.length > 0 ? 'the answer is not JSON' : 'the answer has no JSON object' }
  }
  const complete = values.every((each) => each.complete)
  const check = (value: unknown) => {
    const adapted = adaptToSchema(schema, value)
    return schema.safeParse(everyElement ? adapted : withoutMisfits(schema, adapted))
  }
  let problem: string | undefined
  for (const { value } of values.toReversed()) {
    const checked = check(value)
    if (checked.success) return { value: checked.data, complete }
    problem ??= z.prettifyError(checked.error).slice(0, 500)
  }
  const list = listOf(schema)
  const elements = values.flatMap(({ value }) => value)
  // A list without elements is an answer only by itself: prose has brackets too.
  if (list && (elements.length > 0 || answer.replace(/```\w*/g, '').trim() === '[]')) {
    const checked = check({ [list]: elements })
    if (checked.success) return { value: checked.data, complete }
  }
  return { problem: problem! }
}

/** Models mark the end of their reasoning in several ways, and some omit the beginning. */
const reasoningEnd = /<\/(?:think|thinking|thought|reasoning|analysis)>|\[\/THINK\]|<\|channel\|>final<\|message\|>/gi
const endOfReasoning = (text: string): number => {
  const last = [...text.matchAll(reasoningEnd)].at(-1)
  return last ? last.index + last[0].length : 0
}

interface JsonText {
  json: string
  complete: boolean
}

/** Maximum number of objects and lists that are tried. */
const maxTexts = 200
/** A whole string, also one that lacks its end, or a bracket. */
const stringOrBracket = /"(?:[^"\\]+|\\[\s\S]?)*(?:"|$)|[[\]{}]/g

/** The outermost objects and lists of a text, in order; the last one without its last element if it lacks its end. */
function jsonTexts(text: string): JsonText[] {
  const texts: JsonText[] = []
  let start = text.search(/[[{]/)
  while (start >= 0 && texts.length < maxTexts) {
    stringOrBracket.lastIndex = start
    let depth = 0
    let closed = start
    for (let match = stringOrBracket.exec(text); match; match = stringOrBracket.exec(text)) {
      if (match[0] === '{' || match[0] === '[') depth++
      if (match[0] !== '}' && match[0] !== ']') continue
      closed = match.index + 1
      if (--depth === 0) break
    }
    if (depth > 0) {
      const rest = text.slice(closed)
      // Without any closing bracket it may be one object that lacks nothing else.
      texts.push({ json: text.slice(start, closed > start ? closed : undefined), complete: /^[\s,]*$/.test(rest) })
      return texts
    }
    texts.push({ json: text.slice(start, closed), complete: true })
    const next = text.slice(closed).search(/[[{]/)
    start = next < 0 ? -1 : closed + next
  }
  return texts
}

/**
 * Maximum length of a text that is repaired, in characters: for missing quotes, the repair
 * reads the rest again and again.
 */
const maxRepaired = 100_000

function parsed(json: string): unknown {
  const repaired = () => jsonrepair(json)
  for (const text of [() => json, ...(json.length <= maxRepaired ? [repaired] : [])]) {
    try {
      return JSON.parse(text())
    } catch {}
  }
  return undefined
}

/** Longer texts are not statements, although the database would accept 4,000 characters. */
const maxLength = 600

/** A model's wording as a statement; undefined if it is too short or too long. */
export function statementOf(wording: string): string | undefined {
  const statement = normalizeStatement(cleanText(wording.toWellFormed()))
  return statement.length >= 3 && statement.length <= maxLength ? statement : undefined
}

/** Converts a number from a model to a share of 1: of 1, or in percent. */
export const share = (value: number): number => Math.max(0, Math.min(1, value > 2 ? value / 100 : value))

/** Whether a statement is about its text: a model must not introduce topics that the text never mentions. */
export function isGrounded(statement: string, text: string): boolean {
  const words = statement.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const lower = text.toLowerCase()
  return words.filter((word) => lower.includes(word.slice(0, 5))).length >= words.length / 2
}
