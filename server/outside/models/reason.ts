import { APICallError } from 'ai'
import { truncate } from '../../base/strings.ts'
import { redacted, redactSecrets } from '../../domain/text/secrets.ts'
import { cleanText } from '../../domain/text/untrusted-text.ts'
import { visibleLine } from '../../domain/text/visible-text.ts'

const maxLength = 200
/** Longer bodies are pages of a proxy. */
const maxBody = 100_000

/** The reason that an endpoint gives for an error, in its own words; undefined if it gives none. */
export function reasonOf(error: unknown, apiKey: string | undefined): string | undefined {
  const body = APICallError.isInstance(error) ? (error.responseBody ?? '').slice(0, maxBody) : ''
  const words = reasonIn(body)
  return words === undefined ? undefined : readableReason(apiKey ? words.replaceAll(apiKey, redacted) : words)
}

/** A reason as one line without secrets, to be shown as a quotation; undefined if nothing of it is visible. */
export function readableReason(words: string): string | undefined {
  const visible = visibleLine(cleanText(words.toWellFormed())).replace(/\s+/g, ' ').trim()
  const line = redactSecrets(visible).replace(maskedOrAccount, redacted).replaceAll('"', "'")
  return line === '' ? undefined : truncate(line, maxLength)
}

/** Parts of keys that the endpoint masked itself, and the names of accounts. */
const maskedOrAccount = /[\w-]*\*{3,}[\w-]*|\b(?:org|proj|user|acct)[-_][A-Za-z0-9]{8,}/g

function reasonIn(body: string): string | undefined {
  try {
    return textIn(JSON.parse(body))
  } catch {
    return /^\s*<|^\s*$/.test(body) ? undefined : body
  }
}

/** Fields that hold a reason, the most telling first. */
const fields = ['error', 'message', 'detail', 'msg', 'errors', 'error_description', 'title', 'reason']

function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object' || value === null || depth > 4) return undefined
  const nested = Array.isArray(value)
    ? value.slice(0, 3)
    : fields.map((field) => (value as Record<string, unknown>)[field])
  for (const each of nested) {
    const text = textIn(each, depth + 1)
    if (text !== undefined) return text
  }
  return undefined
}
