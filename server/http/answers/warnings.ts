import { closestWord } from '#core/base/edit-distance.ts'
import { redacted, redactSecrets } from '#core/domain/text/secrets.ts'
import { visibleLine } from '#core/domain/text/visible-text.ts'
import type { IgnoredKeys } from '../requests/key-case.ts'
import { Type } from '../requests/type.ts'

/** Part of the answer to a request with a body; absent without warnings. */
export const withWarnings = {
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: 'fields of the body that were ignored, and secrets in statements that were replaced',
      examples: [[secretReplaced('statement')]],
    }),
  ),
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of the body that the route does not know. */
    ignoredFields?: IgnoredFields | undefined
  }
}

/** The most fields that an answer names, and the most characters of each. */
const maxFields = 10
const maxFieldLength = 80

/** Collects fields that a body has and its schema does not: a typo would otherwise be lost without a word. */
export class IgnoredFields implements IgnoredKeys {
  readonly #warnings = new Map<string, string>()
  #hasMore = false

  add(key: string, path: string, known: readonly string[]): void {
    const field = shortened(`${path}${key}`)
    if (this.#warnings.has(field)) return
    if (this.#warnings.size === maxFields) {
      this.#hasMore = true
      return
    }
    const meant = closestWord(key, known)
    const advice = meant === undefined ? '' : `; did you mean ${path}${meant}?`
    this.#warnings.set(field, `${field} is not a field of this request, and was ignored${advice}`)
  }

  get warnings(): string[] {
    const all = [...this.#warnings.values()]
    return this.#hasMore ? [...all, 'More fields were ignored; /openapi.json names those of each request'] : all
  }
}

const shortened = (field: string) => {
  const line = visibleLine(field.slice(0, maxFieldLength))
  return field.length > maxFieldLength ? `${line}…` : line
}

/** Returns the answer with the ignored fields of its request after the route's own warnings. */
export function withIgnoredFields<Answer extends object>(
  request: { ignoredFields?: IgnoredFields | undefined } | undefined,
  answer: Answer,
): Answer {
  const ignored = request?.ignoredFields?.warnings ?? []
  if (ignored.length === 0) return answer
  return { ...answer, warnings: [...((answer as { warnings?: string[] }).warnings ?? []), ...ignored] }
}

/**
 * Reports which texts of a client contained what looks like a secret, and were stored without it.
 *
 * @param texts by the name of the field, such as `beliefs[2].statement`
 */
export const secretWarnings = (texts: Record<string, string | undefined>) =>
  warningsFor(Object.keys(texts).filter((field) => texts[field] && redactSecrets(texts[field]) !== texts[field]))

/** Reports the same for statements that were read from a file after its secrets were replaced. */
export const redactedItemWarnings = (items: readonly { statement: string }[]) =>
  warningsFor(
    items.flatMap(({ statement }, index) => (statement.includes(redacted) ? [`items[${index}].statement`] : [])),
  )

const warningsFor = (fields: string[]): { warnings?: string[] } =>
  fields.length > 0 ? { warnings: fields.map(secretReplaced) } : {}

function secretReplaced(field: string): string {
  return `${field} contained what looks like a secret, which was replaced with ${redacted}; revoke it if it is real`
}
