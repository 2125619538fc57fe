/**
 * Short orders that name a standing choice in a few words: "use bun, not npm", "no SQL, only AL", "answer in German", "update the
 * changelog as well". There is too little in them for the weights, which saw two dozen among 10,000 labeled turns: 312 more
 * turns of ten words or fewer hold eight rules, and a fit with them reads no other short order.
 */
const lead = String.raw`^(?:(?:please|pls|also|and|but|so|ok(?:ay)?|no|yes|bitte|und|aber|nein|por favor)[,:]?\s+)*`
const order = (pattern: string) => new RegExp(`${lead}${pattern}[.!]?$`, 'iu')
const name = String.raw`[\p{L}\p{N}@._/#+-]*[\p{L}\p{N}#+]`
const names = String.raw`${name}(?: ${name}){0,2}`
const clause = String.raw`[^,;:.!?]{2,50}?`
const languages = 'english|german|spanish|french|englisch|deutsch|spanisch|französisch|plain english'
const texts =
  'commit messages?|(?:code )?comments?|code|docs|documentation|answers?|variable names|identifiers|docstrings?|labels|kommentare|antworten|dokumentation'
/** Files that a person keeps in step with the work: an order to update one is for each change. */
const records = String.raw`(?:the |our |das |den )?@?(?:docs/)?(?:change[- ]?log|prompt[ _-]?(?:log|history)|progress(?=\.md)|work[- ]?log|dev[- ]?log)(?:\.(?:md|txt))?`

/** Choices of one thing over another by a command: no turn without a rule has one. */
const choices: readonly RegExp[] = [
  order(
    String.raw`(?:(?:always|only|immer|nur) )?(?:use|using|prefer|nutze?|verwende|benutze?|nimm|usa|utilise) ${clause},? (?:(?:and )?not|instead of|rather than|over|never|und nicht|nicht|statt|anstatt|en vez de|en lugar de|au lieu de|et pas|y no) ${clause}`,
  ),
]

/** Orders without a verb, for the form of answers and texts, for the order of steps, and for what each change takes along. */
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
    String.raw`(?:all |the |alle )?(?:${texts}) (?:(?:must|should) be )?(?:in|auf) (?:${languages})(?: please| bitte)?`,
  ),
  order(String.raw`(?:only|nur) (?:${languages}) (?:in|for|für) ${clause}`),
  order(
    String.raw`keep (?:it|things|answers|replies|responses|commits|functions|messages|code) (?:very |as )?(?:short|simple|brief|concise|minimal|small|dry|lean)(?: please)?`,
  ),
  order(String.raw`(?:halte?|fass?e?) (?:dich|es) (?:bitte )?(?:kurz|einfach|knapp)`),
  order(
    String.raw`(?:always |only |immer |nur )?(?:one|ein(?:e[nrs]?)?) ${clause} (?:per|pro|je) (?:file|commit|pr|pull request|branch|module|class|function|test|migration|message|question|datei|modul|klasse|funktion|nachricht|frage)(?: please| bitte)?`,
  ),
  order(
    String.raw`(?:stick (?:to|with)|follow|respect|stay with|halte? dich an) (?:the |our |die |den |das )?(?:existing|project's|house|same|usual|established|coding|naming|bestehenden?|vorhandenen?|üblichen?) (?:\p{L}+ )?(?:styles?|conventions?|patterns?|guidelines?|structure|stil|konventionen|muster|regeln)`,
  ),
  order(
    String.raw`(?:always )?(?:(?:read|ask) (?:${clause} )?first|(?:plan|think|explain|confirm) first|write (?:the |failing |a failing )?tests? first|erst (?:fragen|lesen|planen|testen|denken)(?:, dann ${clause})?)`,
  ),
  order(
    String.raw`(?:read|look at) ${clause} before (?:you )?(?:edit(?:ing)?|chang(?:e|ing)|writ(?:e|ing)|touch(?:ing)?)(?: ${clause})?`,
  ),
  order(
    String.raw`(?:when in doubt|if (?:in doubt|unsure|you(?:'re| are) (?:unsure|not sure))|im zweifel),? (?:please )?(?!(?:what|how|whether|about|if|which|why)\b)\p{L}+(?: ${clause})?`,
  ),
  order(
    String.raw`(?:(?:don't|do not) (?:touch|edit|modify|mock)|stop (?:adding|using|writing|creating|mocking|mentioning|editing|touching)|avoid) (?!(?:the|my|your|our|his|her|an?)\b)${clause}`,
  ),
  order(
    String.raw`(?:now |then )?(?:commit|push)(?: it| this| everything| all)?,? (?:and|&|und) (?:then )?(?:update|aktualisiere) ${records}`,
  ),
  order(
    String.raw`(?:now |then )?(?:update|aktualisiere) ${records}(?:,? (?:and|und) (?:then )?(?:${records}|commit))*(?: as well| too| also)?`,
  ),
  order(
    String.raw`(?:ask|frag|frage|check with)(?: me| mich| us)?(?: first)?,? (?:before|bevor)(?: you| du)? ${clause}`,
  ),
]
const maxWords = 14
/** Pointing words tie an order to the text at hand. */
const pointing =
  /(?<![\p{L}']|(?:keep|commit) )(?:this|that|these|those|it|here|there|them|above|below|yet|now|again|diese[nrms]?|hier|jetzt|noch)(?![\p{L}'])/iu

const matches = (sentence: string, patterns: readonly RegExp[]): boolean => {
  const text = sentence.trim()
  return text.split(/\s+/).length <= maxWords && !pointing.test(text) && patterns.some((pattern) => pattern.test(text))
}

export const isChoice = (sentence: string): boolean => matches(sentence, choices)
export const isFormOrder = (sentence: string): boolean => matches(sentence, forms)
