import { z } from 'zod'
import { normalized } from '../domain/text/combining-marks.ts'

/** Maximum number of elements of a list: a model that repeats itself gives more. */
const maxElements = 1000

/**
 * An answer in the shape that a schema expects, as far as it plainly means the same: numbers as text, other forms of
 * the words of an enum, other letter case of keys, a bare list, or a wrapper around the answer.
 */
export function adaptToSchema(schema: z.ZodType, answer: unknown): unknown {
  const list = listOf(schema)
  for (let value = answer, depth = 0; depth < 3; depth++) {
    if (list && Array.isArray(value) && value.length > 0)
      return adaptObject(schema, { [list]: value.flatMap(inner(list)) })
    if (!isRecord(value)) break
    const own = adaptObject(schema, value)
    if (schema.safeParse(own).success || (list !== undefined && list in own)) return own
    const nested = Object.values(value).filter((each) => typeof each === 'object' && each !== null)
    if (nested.length !== 1) break
    value = nested[0]
  }
  return answer
}

/** The key of the list that an answer consists of. */
export const listOf = (schema: z.ZodType): string | undefined =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape).find((key) => schema.shape[key] instanceof z.ZodArray)
    : undefined

/** The elements of an answer that stands in a list itself. */
const inner = (list: string) => (value: unknown) =>
  isRecord(value) && Array.isArray(value[list]) ? (value[list] as unknown[]) : [value]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function adapt(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodObject && isRecord(value)) return adaptObject(schema, value)
  if (schema instanceof z.ZodArray) return adaptList(schema.element as z.ZodType, value)
  if (schema instanceof z.ZodEnum) return adaptWord(schema.options as string[], value)
  if (schema instanceof z.ZodNumber) return adaptNumber(value)
  if (schema instanceof z.ZodBoolean && typeof value === 'string')
    return { true: true, yes: true, false: false, no: false }[value.trim().toLowerCase()] ?? value
  return value
}

function adaptObject(schema: z.ZodType, value: Record<string, unknown>): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return value
  const byLetters = new Map(Object.entries(value).map(([key, each]) => [lettersOf(key), each]))
  const isList = listOf(schema) !== undefined
  const entries = Object.entries(schema.shape).flatMap(([key, each]) => {
    const input = value[key] ?? byLetters.get(lettersOf(key))
    // A missing title is no reason to refuse the list beside it.
    if (isList && each instanceof z.ZodString && typeof input !== 'string') return [[key, '']]
    return input === undefined ? [] : [[key, adapt(each as z.ZodType, input)]]
  })
  return Object.fromEntries(entries)
}

/** The answer without the elements of its list that do not match; as it is if none matches. */
export function withoutMisfits(schema: z.ZodType, answer: unknown): unknown {
  const list = listOf(schema)
  if (list === undefined || !isRecord(answer) || !Array.isArray(answer[list])) return answer
  const { element } = (schema as z.ZodObject).shape[list] as z.ZodArray<z.ZodType>
  const matching = answer[list].slice(0, maxElements).filter((each: unknown) => element.safeParse(each).success)
  return matching.length > 0 ? { ...answer, [list]: matching } : answer
}

function adaptList(element: z.ZodType, value: unknown): unknown {
  if (value === null) return []
  if (!Array.isArray(value)) return isRecord(value) ? [adapt(element, value)] : value
  return value.map((each) => adapt(element, each))
}

function adaptNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const numbers = value.match(/-?\d+(?:[.,]\d+)?/g) ?? []
  if (numbers.length !== 1) return value
  const number = Number(numbers[0].replace(',', '.'))
  return value.includes('%') ? number / 100 : number
}

/** Words that some models write beside a category. */
const kindWords = new Set(['belief', 'beliefs', 'responsibility', 'responsibilities', 'category', 'type'])

/** The option of which a text is another form: in other letter case, in the plural, with its kind, in a list of one. */
function adaptWord(options: string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? adaptWord(options, value[0]) : value
  if (typeof value !== 'string') return value
  const words = normalized(value, 'NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+/gu)
  const [word, ...more] = (words ?? []).filter((each) => !kindWords.has(each))
  if (word === undefined || more.length > 0) return value
  return options.find((option) => pluralsOf(option).includes(word) || pluralsOf(word).includes(option)) ?? value
}

const pluralsOf = (word: string): string[] => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]

const lettersOf = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
