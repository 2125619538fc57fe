/** Tells whether a sentence says of itself that its rule lasts. Such a rule is proposed from a single session. */

const expressions =
  /\b(?:from now on|going forward|next time|(?:every|each) ?time(?! (?:i|it)\b)|(?:every|each) (?:session|prompt|turn|task|change|commit)|future sessions|as a rule|conventions?|guidelines?|not allowed|everywhere|in (?:the )?future|(?:claude|agents|gemini)\.md|ab jetzt|künftig|désormais)\b|^(?:(?:please|and|also) )*(?:remember (?:to|that)|we (?:only )?use)\b/iu

/** An adverb with the words around it: `english` or `other`, and `before` and `after`. */
const adverbs =
  /(?<![\p{L}'’])(?:(?<before>[\p{L}'’]+) )?(?:(?<english>always|never)|immer|nie|niemals|siempre|nunca|toujours|jamais)(?![\p{L}'’])(?: (?<after>\p{L}+))?/giu

/** Words before an adverb that make a description of it: "is always active", "you never answer", "noch immer". */
const describingBefore =
  /^(?:not|would|can|could|will|is|are|was|were|been|i|you|he|she|they|it|there|which|still|has|have|had|almost|nearly|than|noch|nicht|pas|no|.+n['’]t|(?!let).+['’](?:s|re|ll|ve|d))$/iu

/** Words after an adverb that do so: "it always returns 404", "never thought so", "toujours pas". */
const describingAfter = {
  english: /^(?:mind|been|know|sure|would|could|had|thought|knew|saw|heard|felt|got|went|came|.{2,}[^s]s|.{3,}ed)$/iu,
  other: /^(?:noch|wieder|mehr|pas)$/iu,
}

/** "Ensure that this never happens again" and "can you always ask" describe, but what is to be done. */
const demanding = /\b(?:ensure|make sure|i want|(?:can|could|would|will) you)\b/i

const hypothetical = /\b(?:may|might|maybe|perhaps|theoretically)\b/i

/** "Can you always run the linter?" asks for something to be done; other questions state no rule. */
const question = /^(?!(?:(?:also|and|please),? )*(?:can|could|would|will) (?:you|we)\b).*\?$/isu

/** Habits of the speaker or of people elsewhere, which tell the agent nothing: "I always squash", "our writers never use lists". */
const habitsOfOthers =
  /^(?:(?:and|but|well|yes|no|so),? )*(?:i (?:always|never|usually) (?!want|need|prefer|like|expect|ask|have to|would|said|wanted)|(?:in|at) (?:my|our|his|her|their) (?:team|company|group|department|office|job)\b.*\b(?:always|never|usually)\b|(?:my|our|their|the other) (?:\p{L}+ )?(?:team|company|boss|manager|colleagues?|people|writers|developers|designers|engineers|analysts|clients?|customers?|users?|vendors?) (?:always|never|usually)\b)|^(?:always|never) (?:does|did|has|had|is|was|works|worked|happens|happened)(?!\p{L})/iu

export const isHabitOfOthers = (sentence: string): boolean => habitsOfOthers.test(sentence.trim())

export function saysItLasts(sentence: string): boolean {
  const text = sentence.trim()
  if (hypothetical.test(text) || question.test(text)) return false
  return (
    expressions.test(text) ||
    [...text.matchAll(adverbs)].some(({ groups }) => demanding.test(text) || !describes(groups!))
  )
}

const describes = ({ before = '', english, after = '' }: Partial<Record<string, string>>): boolean =>
  describingBefore.test(before) || describingAfter[english === undefined ? 'other' : 'english'].test(after)
