import { needsWording } from '#core/domain/wording.ts'
import { statementOf } from './statement.ts'

/** Why an order holds, at its end: reasons often point into the session. */
const reason =
  /,?\s+(?:because|since|so(?: that)?(?= (?:you|we|it|i|they|the|these|this|that)\b)|to ensure|to make sure)\s.*$/iu

const orderWords = "(?:always|never|don't|do not|make sure|ensure|avoid|only)"
/** Where one clause ends and another begins. A comma and a "but" join two clauses where the second one is an order. */
const boundary = new RegExp(
  `\\s*;\\s+|\\s+[-–—]+\\s+|\\s+(?:says?|states?)(?: that)?\\s+|,?\\s+but\\s+(?=(?:you |we )?${orderWords}\\b)|,\\s+(?:and )?(?=(?:you |we )?${orderWords}\\b)`,
  'giu',
)

/** Words of a standing order; a clause without them may be a step of the work at hand. */
const lasting = /\b(?:always|never|must(?:n't)?|should(?:n't)?|has to|have to|make sure|ensure|avoid)\b/iu
const minWords = 4

/**
 * Returns the clause of a statement that is plainly an order: the statement as a whole cannot stand as a rule, and
 * exactly one clause of it can, which says that it lasts. Its words stay as they were said.
 */
export function orderIn(statement: string): string | undefined {
  if (!needsWording(statement)) return undefined
  const orders = statement
    .split(boundary)
    .map((clause) => statementOf(clause.replace(reason, '')))
    .filter((clause) => lasting.test(clause) && clause.split(' ').length >= minWords && !needsWording(clause))
  return orders.length === 1 ? orders[0] : undefined
}
