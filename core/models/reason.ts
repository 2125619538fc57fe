import { APICallError } from 'ai'
import { truncate } from '../base/strings.ts'
import { redacted, redactSecrets } from '../domain/text/secrets.ts'
import { cleanText } from '../domain/text/untrusted-text.ts'
import { visibleLine } from '../domain/text/visible-text.ts'

const maxLength = 200
/** Longer bodies are pages of a proxy. */
const maxBody = 100_000

/** The reason that an endpoint gives for an error, for the log: one line without keys; undefined if it gives none. */
export function reasonOf(error: unknown, apiKey: string | undefined): string | undefined {
  const words = reasonIn(bodyOf(error, apiKey))
  return words === undefined ? undefined : readableLine(words)
}

function bodyOf(error: unknown, apiKey: string | undefined): string {
  const body = APICallError.isInstance(error) ? (error.responseBody ?? '').slice(0, maxBody) : ''
  return apiKey ? body.replaceAll(apiKey, redacted) : body
}

function readableLine(words: string): string | undefined {
  const visible = visibleLine(cleanText(words.toWellFormed())).replace(/\s+/g, ' ').trim()
  const line = redactSecrets(visible).replace(maskedOrAccount, redacted).replaceAll('"', "'")
  return line === '' ? undefined : truncate(line, maxLength)
}

/** Faults of a text that its author can mend, as endpoints word them or name them by a code. */
const textFaults = [
  {
    fault: 'refused the text as too long',
    pattern:
      /context[ _]?(?:length|window|size|limit)|(?:too|very) (?:long|large|many tokens)|maximum\b.{0,40}\b(?:tokens|length|characters)|exceed\w*\b.{0,60}\b(?:tokens|token limit|length|characters)|reduce the length|above_max_length/i,
  },
  {
    fault: 'refused the text by its content policy',
    pattern: /content[ _](?:management|policy|filter)|safety|moderat|flagged|usage polic|policy[ _]?violation/i,
  },
]

/**
 * Tells the author of a text why it was refused: in our words, and in those sentences of the endpoint that are about
 * the text. Undefined for any other fault: endpoints and the gateways before them name hosts, accounts and budgets.
 */
export function textFault(error: APICallError, apiKey: string | undefined): string | undefined {
  const body = bodyOf(error, apiKey)
  const words = reasonIn(body) ?? ''
  const named = `${words} ${[...body.matchAll(/"(?:code|type)"\s*:\s*"(\w{1,100})"/g)].map(([, code]) => code).join(' ')}`
  const known = textFaults.find(({ pattern }) => pattern.test(named)) ?? (error.statusCode === 413 && textFaults[0])
  if (!known) return undefined
  const reason = tenantsReason(words, known.pattern)
  return `${known.fault} (status ${error.statusCode})${reason === undefined ? '' : `. Its reason: "${reason}"`}`
}

/**
 * Text of an endpoint as tenants may read it: the sentences that match, without those that
 * name parts of the operator's system.
 */
export function tenantsReason(words: string, topic = /./): string | undefined {
  const sentences = words.slice(0, maxBody).split(/(?<=[.!?])\s+|\n+/)
  const shown = sentences.filter((sentence) => topic.test(sentence) && !operatorsWords.test(sentence))
  return readableLine(shown.join(' '))
}

/** Addresses, paths, names in code, settings, amounts of money, and words for the contract with a provider. */
const operatorsWords =
  /:\/\/|@|\blocalhost\b|\w-*\.[a-z]{2,}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\w:\d{2,5}\b|(?:^|\s)\/\w+\/|\w[=]\S|[$€£]\s?\d|\b(?:USD|EUR|budget|quota|billing|credits?|balance|account|organi[sz]ation|project|team|tenant|customer|subscription|deployment|api[ _-]?key|virtual key|proxy|upstream|cluster|pod)s?\b|\*{3,}/i

/** Parts of keys that the endpoint masked itself, and the names of accounts. */
const maskedOrAccount = /(?<![\w-])[\w-]*\*{3,}[\w-]*|\b(?:org|proj|user|acct)[-_][A-Za-z0-9]{8,}/g

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
