/** Patterns of text that the built-in engine must not take for a habit or a norm. */

/** Reports about others, regrets, single events and complaints, which are not norms of the author. */
const disowned: readonly RegExp[] = [
  // Denied: "It's not that I hate meetings", "not because we like it".
  /\b(?:it's|it is|that's|this is|it isn't|isn't) (?:not )?(?:just |only |so much )?(?<=not (?:just |only |so much )?|isn't (?:just |only |so much )?)(?:that|because|like) (?:i|we)\b/i,
  // Reported: "Greg always says …", "\"always smile\" they told us".
  /^(?:(?!(?:i|we|should|must|whatever|anything|everything)\b)[\w'-]+ ){1,4}(?:always |never |often |usually |sometimes |just |once )*(?:says?|said|tells?|told|claims?|claimed|insists?|insisted|thinks?|thought|believes?|reckon(?:s|ed)?|swears?|swore|suggests?|suggested|preach(?:es|ed)?|keeps? saying|used to say|likes? to say)\b/i,
  /(?<!\b(?:whatever|anything|everything) )\b(?:he|she|they) (?:always |once |just )?(?:told|said|says?|tells?)\b/i,
  // Not meant, or only supposed.
  /(?:^|\s)\/s$|\b(?:jk|just kidding|kidding|sarcasm|said (?:no ?one|nobody) ever|once and never again)\b|^(?:ha){2,}h?\b(?!,? n)/i,
  /^(?:(?:and|so|but|ok|okay|well|hm+),? )?(?:what if|imagine|suppose|supposing|let's (?:say|pretend|assume)|pretend|hypothetically|in theory|if (?:i|we) (?:was|were|had|could|ever)|if only|maybe|perhaps|wouldn't it|remember when)\b/i,
  /^(?:(?:my|our|the|his|her|their) )?\w+ (?:says?|said|claims?|claimed|tells? (?:me|us)|told (?:me|us)) (?:that )?(?:we|i|you|to)\b(?<!^(?:i|we) .*)/i,
  /["\u201D],? (?:says|said) \w|, (?:says|said) (?:my|our|his|her|their) \w/i,
  /\b(?:sadly|unfortunately|regrettably|alas)\b|\b(?:responsible|to blame) for (?:the|this|that) (?:mess|mistake|trouble|confusion|outage|delay|chaos)\b|\bto my shame\b|\bthat (?:movie|film|book|show|song|restaurant)\b/i,
  /^(?:(?:and|but|so|at|in|back) )*(?:my|our) (?:old|former|previous|ex)[ -]\w+ /i,
  /^(?:and )?(?:back then|in those days|in the old days|years ago|formerly)\b|\bused to\b/i,
  /\b(?:i|we) keep (?:getting|seeing|hearing|hitting|having|running into)\b/i,
  /\b(?:never|not|don't) (?:ever )?(?:follow|obey|respect|heed|care about)\b.{0,30}\b(?:safety|security|rules?|polic(?:y|ies)|guidelines?|law)\b/i,
  /\b(?:ignore|bypass|circumvent|evade|break|violate|disregard|override)\b.{0,30}\b(?:safety|security|rules?|polic(?:y|ies)|guidelines?|law)\b/i,
]
const refusal =
  /\b(?:never|don't|do not|won't|refuse to|avoid) (?:ever )?(?:ignore|bypass|circumvent|evade|break|violate|disregard|override)\b/i
export const isDisowned = (sentence: string): boolean =>
  disowned.some((pattern) => pattern.test(sentence)) && !refusal.test(sentence)

/** Words that tie a sentence to one moment or one matter, so that it is not a habit. */
const momentary =
  /\b(?:today|tonight|tomorrow|yesterday|right now|just now|for now|at the moment|currently|so far|yet(?! another)|anymore|ago|soon|in a (?:minute|moment|second)|later|this (?:time|one|morning|afternoon|evening|week|weekend|month|quarter|year|sprint|ticket|case|bug|issue|pr|commit|patch|change|branch|release|file|test|function)|that (?:one|time)|last (?:time|night|week|weekend|month|quarter|year|sprint|monday|tuesday|wednesday|thursday|friday)|next (?:time|week|weekend|month|quarter|year|sprint|monday|tuesday|wednesday|thursday|friday)|in (?:19|20)\d\d)\b/i
export const isMomentary = (clause: string): boolean => momentary.test(clause)

/** A question, asked with or without its mark. */
export const isQuestion = (sentence: string): boolean =>
  /\?["')\]]*$/.test(sentence) ||
  /^(?:(?:so|and|but|or|ok|okay|well|hm+),? )?(?!what (?:i|we) )(?:who|whom|whose|what|which|why|how|where|do|does|did|is|are|was|were|can|could|would|will|shall|have|has|may|might|should|shall|must|am|don't|isn't|aren't|won't|shouldn't|wouldn't) (?:i|we|you|he|she|it|they|this|that|there|the|your|our|my|anyone|somebody|someone)\b/i.test(
    sentence,
  )
