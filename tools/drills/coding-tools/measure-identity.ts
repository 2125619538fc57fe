import { countTokens } from 'gpt-tokenizer'

/** How an identity stands in a request to a model. */
export interface MeasuredIdentity {
  /** Whether the text stands there as it is, rather than as JSON inside a string. */
  'as text': boolean
  /** How often the line that carries the mark stands there. */
  times: number
  /** Tokens of o200k_base of all lines of the identity that stand there, repetitions included. */
  tokens: number
}

/**
 * Looks for the lines of an identity in a request.
 *
 * @param mark - A line of the identity, or a part of one, that stands nowhere else.
 */
export function measureIdentity(request: unknown, identity: string, mark: string): MeasuredIdentity {
  const texts = stringsIn(request)
  const occurrences = (line: string) => texts.reduce((sum, text) => sum + text.split(line).length - 1, 0)
  const lines = new Set(identity.split('\n').filter((line) => line.trim().length > 4))
  const carrying = texts.filter((text) => text.includes(mark))
  return {
    'as text': carrying.length > 0 && carrying.every((text) => !isJson(text) && !around(text, mark).includes('\\n')),
    times: occurrences(mark),
    tokens: [...lines].reduce((sum, line) => sum + countTokens(line) * occurrences(line), 0),
  }
}

const around = (text: string, mark: string) =>
  text.slice(Math.max(0, text.indexOf(mark) - 100), text.indexOf(mark) + 100)

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
