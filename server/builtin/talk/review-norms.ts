/**
 * Whether a sentence of a review or comment tells what its author holds. Nearly all of them tell what is wrong with one
 * change, or what it should become: "we should split this", "each message must carry an index". What goes beyond says so:
 * it generalizes, or speaks of the author's own taste and habits, and points at nothing in the change.
 */
export const isStanding = (sentence: string): boolean => general.test(sentence) && !bound.test(sentence)

const general =
  /^(?:nit: ?)?(?:always|never|prefer|avoid)\b|\b(?:should|must) (?:always|never)\b|\b(?:in general|generally|as a (?:general )?rule|rule of thumb|good practice|i (?:always|never|usually|generally|typically|tend to|try (?:not )?to|like to|prefer|hate|don['\u2019]t (?:really )?like|dislike)|i['\u2019]?d (?:always|never|usually|generally)|i(?: am|['\u2019]m) (?:(?:usually|generally|always|also|really|just|not) )*(?:a )?(?:big )?fan of|we (?:always|never|usually|generally|typically|tend to|try (?:not )?to|don['\u2019]t (?:usually|generally|normally))|please (?:always|never|avoid|don['\u2019]t)|(?:always|never) \w+ (?:your|a|an|any|one|all)\b)\b/i

/** Points at the change or the matter at hand, or weighs what was proposed. */
const bound =
  /\b(?:this|these|those|that(?= (?:is|was|would|one|way|part)\b|\W*$)|here|above|below|following|it|them|they|the (?:first|second|third|former|latter|last)|options?|proposals?|(?:your|the) (?:change|suggestion|text|wording|approach|idea|name|term)|pr|section|#\d+|agree|now|in (?:my|the|your) (?:case|pr|draft))\b|#\d+|@\w/i

/** A request without its politeness, as the rule that it is. */
export const asRule = (sentence: string): string => sentence.replace(/^(?:nit: ?)?please /i, '')
