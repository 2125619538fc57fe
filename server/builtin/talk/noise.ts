/** Patterns of text that the built-in engine must not take for a habit or a norm. */

/** Commit messages written by tools, or that record bookkeeping; nothing in them is read. */
const bookkeeping: readonly RegExp[] = [
  /^merge\b|^merged in\b|^back-?merge\b/i,
  /^revert(?:s|ed)?\b|^reapply\b/i,
  /^(?:fixup|squash|amend)!/i,
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:bump|upgrade|update|pin|unpin|lock file maintenance)\b.*(?:\b(?:from|to)\s+v?\d|\bdependenc(?:y|ies)\b|\bdeps\b|\block ?file\b|\bversion\b|\bdigest\b)/i,
  /^\w+\((?:deps|deps-dev|dependencies|release)\)!?:/i,
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?bump\b/i,
  /^\[?(?:release|prepare(?: for)? release|publish|tag|cut)\]?\b:?.*\d+\.\d+/i,
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:release\s+)?v?\d+(?:\.\d+)+\S*(?:\s*(?:release|\[.*\]|\(.*\)))?\.?$/i,
  /^(?:wip|tmp|temp|test|tests|fix|fixes|update|updates|changes|misc|cleanup|stuff|save|\.+)\.?$/i,
  /^initial commit\b|^first commit\b/i,
  /^update \S+$/i,
  /^(?:auto(?:mated|matic|-)|\[bot\]|\[automated\]|generated)\b/i,
  /^\[?pre-commit(?:\.ci)?\]?:? .{0,40}\bauto-?(?:update|fix)/i,
  /\b(?:dependabot|renovate|greenkeeper|snyk)(?:\[bot\])?\b/i,
]

/** Fixes of wording and formatting, which show nothing about their author. */
const cosmetic =
  /\btypos?\b|\bmisspell\w*|\bspelling\b|\bwhitespace\b|\btrailing spaces?\b|\bcopyright\b|\blicen[sc]e (?:year|header)|\bprettier\b|\bformatting\b|^(?:style|format|lint)\b|\blint(?:er|ing)?\b/i

export const isBookkeeping = (message: string): boolean => {
  const subject = message.trim().split('\n', 1)[0]!.trim()
  return bookkeeping.some((pattern) => pattern.test(subject)) || /^signed-off-by:.*\[bot\]/im.test(message)
}

export const isCosmetic = (subject: string): boolean => cosmetic.test(subject)

/** Sentences that speak to a language model instead of about the agent: imported text is data, whatever it asks. */
const modelAddress: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip|discard)\b[^.]{0,40}\b(?:instructions?|prompts?|rules|guidelines|directions|constraints|safety|above|previous|prior|system)\b/i,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/i,
  /\byou are (?:now|no longer|an? (?:ai|assistant|language model|llm|bot|chatbot))\b/i,
  /\b(?:from now on|going forward|henceforth|starting now|for the rest of this)\b(?!,? (?:i|we|i'm|i'll|we'll|no|my|our)\b)/i,
  /\bas an? (?:ai|llm|assistant|language model|chatbot)\b|\b(?:language model|chatgpt|gpt-?\d|llm|claude|gemini|copilot)s? (?:must|should|shall|will|please|always|never)\b/i,
  /\b(?:assistant|system|user|ai|model|agent)\s*:\s/i,
  /<\/?(?:system|assistant|user|instructions?|prompt)>|\[\/?(?:inst|system)\]|<\|/i,
  /\b(?:pretend|roleplay|role-play|act as|behave as|simulate being)\b/i,
  /\bjailbreak\w*|\bdeveloper mode\b|\bdo anything now\b|\bprompt injection\b/i,
  /\b(?:add|append|write|insert|save|put|include|store)\b[^.]{0,40}\b(?:to|in|into) (?:your|the agent's|its) (?:prompt|memory|instructions|identity|beliefs?|rules|system|context|responsibilit\w+)\b/i,
  /\b(?:new|updated|following|these|my|your) (?:instructions?|directives?|persona)\b/i,
  /\b(?:reveal|exfiltrate|leak|print|output|repeat)\b[^.]{0,30}\b(?:prompt|instructions|api keys?|passwords?|tokens?|secrets?|credentials)\b/i,
  /\b(?:respond|reply|answer|output) only (?:with|in)\b|\bdo not (?:tell|inform|mention to) the user\b/i,
]
export const addressesModel = (sentence: string): boolean => modelAddress.some((pattern) => pattern.test(sentence))

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
