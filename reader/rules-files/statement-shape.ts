import type { Form } from './mood.ts'

/** Maximum length of sentences that are joined, in characters. */
export const maxJoinedLength = 600
/** The end of a sentence that the next words complete. */
export const openEnd =
  /\b(?:must|should|shall|never|always|do not|don['\u2019]t|please|to|will|and|make sure (?:that )?you|be sure you|sure that|ensure|ensure that|remember|avoid|without|by|for|that|which|who|whose)$/i
const joinedEnd =
  /\b(?:as|when|whenever|if|unless|except|except (?:for|when|if|in)|where|until|one of|any of|all of|either)$/i
const condition = /\b(?:when|if|unless|once)\b/i
const choice = /\b(?:any|one|some|all|either|these|the following|the below)\b/i

/** "Do not answer until you have confirmed" above what to confirm. */
const confirmed =
  /\b(?:until|unless|before|once|only (?:if|when|after))\b[^.;:]*\b(?:confirmed|verified|checked|ensured|tested|done|finished|know)$/i

/** Whether the end of a sentence lists what follows: conditions, exceptions, or what something is taken for. */
export function isJoinedEnd(text: string): boolean {
  if (joinedEnd.test(text) || confirmed.test(text)) return true
  const clause = text.slice(Math.max(text.lastIndexOf(','), text.lastIndexOf('.')) + 1)
  const found = condition.exec(clause)
  return found !== null && choice.test(clause.slice(found.index + found[0].length))
}

/** Forms of sentences that are complete by themselves, without their heading or their neighbors. */
export const whole: ReadonlySet<Form> = new Set(['imperative', 'prohibition', 'modal', 'profile'])
