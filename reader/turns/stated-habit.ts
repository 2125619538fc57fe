import type { Form } from './content-form.ts'

/**
 * Habits that state themselves that they last: "I always label samples twice", "Never round interest rates". Weights
 * alone miss those about matters that occur in no labeled text.
 */
const habits: readonly RegExp[] = [
  /^(?:(?:and|so|but|well|yes|no|yeah|honestly|personally|thanks),? )*(?:(?:i|we|our team) (?:(?:still|also|just|simply|will|would) )?)?(?:always|never(?: ever)?|refuse to|(?:do not|don't|dont) ever) (?<verb>\p{L}+)/iu,
  /^(?:i|we) (?<verb>\p{L}+) .*, (?:always|every time|without exception)[.!]?$/iu,
]

/**
 * Verbs of things that happen to people, and of single events: no habit is in "I always
 * forget" and "we never had this".
 */
const involuntary =
  /^(?:\p{L}*ed|been|had|got|did|went|came|saw|took|made|gave|found|told|said|thought|knew|heard|wrote|was|were|am|is|are|forget|know|understand|wonder|see|hear|feel|think|want|need|get|seem|happen|lose|win|remember|learn|like|love|hate|hope|mind|again|too|so|a|an|the|my|happy|could|would|should|can)$/iu
/** The author takes it back, or complains of it. */
const disowned = /\b(?:sadly|sorry|unfortunately|said nobody|kidding|joking|lol|rules|policy)\b|\/s\b/i

/** In commit messages, "we" is mostly the program: "we never free the buffer". */
const plural = /\bwe\b/i

export const isStatedHabit = (sentence: string, form: Form): boolean =>
  !disowned.test(sentence) &&
  !(form === 'commit' && plural.test(sentence)) &&
  habits.some((pattern) => {
    const verb = pattern.exec(sentence)?.groups?.verb
    return verb !== undefined && !involuntary.test(verb)
  })
