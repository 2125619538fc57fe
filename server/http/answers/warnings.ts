import { redacted, redactSecrets } from '../../domain/text/secrets.ts'
import { Type } from '../requests/type.ts'

/** Part of the answer to a write of statements; absent without warnings. */
export const withWarnings = {
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: 'what was changed in a statement before it was stored, such as a secret that was replaced',
      examples: [[secretReplaced('statement')]],
    }),
  ),
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
