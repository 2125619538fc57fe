/**
 * Short orders that name a standing choice in a few words: "use bun, not npm", "no SQL, only AL", "answer in German". There is
 * too little in them for the weights, which saw a dozen among 10,000 labeled turns.
 */
const lead = String.raw`^(?:(?:please|pls|also|and|but|so|ok(?:ay)?|no|yes|bitte|und|aber|nein|por favor)[,:]?\s+)*`
const order = (pattern: string) => new RegExp(`${lead}${pattern}[.!]?$`, 'iu')
const name = String.raw`[\p{L}\p{N}@._/#+-]*[\p{L}\p{N}#+]`
const names = String.raw`${name}(?: ${name}){0,2}`
const clause = String.raw`[^,;:.!?]{2,50}?`

/** Choices of one thing over another by a command: no turn without a rule has one. */
const choices: readonly RegExp[] = [
  order(
    String.raw`(?:(?:always|only|immer|nur) )?(?:use|using|prefer|nutze?|verwende|benutze?|nimm|usa|utilise) ${clause},? (?:(?:and )?not|instead of|rather than|over|never|und nicht|nicht|statt|anstatt|en vez de|en lugar de|au lieu de|et pas|y no) ${clause}`,
  ),
]

/** Orders without a verb, and for the form of answers and texts. */
const forms: readonly RegExp[] = [
  order(
    String.raw`(?:no|without|kein(?:e[nrs]?)?|ohne|sin|pas de) (?!code changes|changes)${clause}[,;] (?:only|just|use|always|nur|sondern|nutze|verwende|solo|seulement) ${clause}`,
  ),
  order(
    String.raw`(?!(?:still|also|it|they|this|that|you|i|we|he|she|ok|okay|yes|well|sure|good|fine|why|do|is|are|der|die|das|sie|ich|es|er|wir)[, ])${names}, (?:not|never|nicht|statt|instead of|no) ${names}`,
  ),
  order(
    String.raw`(?:always )?(?:answer|reply|respond|antworte?|antworten|responde|réponds)(?: (?:me|to me|mir|bitte))? (?:(?:only|always|immer|nur) )?(?:in|auf|en|with|mit|kurz|short|briefly|concisely|knapp)(?: ${clause})?`,
  ),
  order(
    String.raw`(?:write|schreibe?|keep|halte) (?!(?:this|that|it|the|das|die|den|diese[nrs]?) )${clause} (?:in|auf) (?:english|german|deutsch|englisch|spanish|french|plain \p{L}+)`,
  ),
  order(
    String.raw`(?:no|keine) (?:emojis?|(?:code )?comments?|kommentare?(?: auf \p{L}+)?|mocks?(?: in tests)?|semicolons?|(?:default|wildcard) exports?|inline (?:styles?|css)|globals?|abbreviations?|jargon|buzzwords|placeholders?|magic numbers?|(?:new|extra) dependencies(?: without .{3,30})?|em[- ]dashes|bullet points?)(?: please)?`,
  ),
  order(
    String.raw`(?:run|check|test|ask|lint|format|verify|build) ${clause} before (?:you |each |every |any )?\p{L}${clause}`,
  ),
  order(
    String.raw`(?:ask|frag|frage|check with)(?: me| mich| us)?(?: first)?,? (?:before|bevor)(?: you| du)? ${clause}`,
  ),
]
const maxWords = 14
/** Pointing words tie an order to the text at hand. */
const pointing =
  /(?<![\p{L}'])(?:this|that|these|those|it|here|there|them|above|below|yet|now|again|diese[nrms]?|hier|jetzt|noch)(?![\p{L}'])/iu

const matches = (sentence: string, patterns: readonly RegExp[]): boolean => {
  const text = sentence.trim()
  return text.split(/\s+/).length <= maxWords && !pointing.test(text) && patterns.some((pattern) => pattern.test(text))
}

export const isChoice = (sentence: string): boolean => matches(sentence, choices)
export const isFormOrder = (sentence: string): boolean => matches(sentence, forms)
