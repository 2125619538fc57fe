import type { NamedRule } from '../named-rules.ts'

/**
 * Judges everything below a heading or a list title, besides its stance: `warning` means that it is wrong, `hazard`
 * that it goes wrong, `exception` that other rules leave it out, and `later` that it does not hold yet.
 */
export type TitleVerdict = 'warning' | 'hazard' | 'exception' | 'later'

/** The title ends here, or goes on with what it is about: "Red flags in a review", "Exceptions (ask first)". */
const ends = String.raw`(?:\W*$|\s*[:(]|\s+[-\u2013\u2014]\s|\s+(?:of|in|that|for|to|when|while|during|with|you|we|and what)\b)`
const opens = String.raw`^\W*(?:(?:the|common|typical|frequent|known|other|more|some|obvious|clear|general|silent|hidden|subtle|security|your|our|classic|top|main|major|possible|potential|important|allowed|documented|permitted|a few|list of)\s+)*`
const title = (words: string) => new RegExp(`${opens}(?:${words})${ends}`, 'iu')

/** "That the old tool cannot do": the limits of something else, which forbid the agent nothing. */
export const limitsOfOthers =
  /^(?!focus\b|look\b|know\b|check\b).*\b(?:that|which|what|where|things)\s+(?!(?:you|we|i|(?:the |an? |all |our )?(?:agents?|assistants?|bots?|models?|ai))\b)(?:[^\s,;:]+\s+){1,3}(?:cannot|can['\u2019]?t|can not|(?:do|does|did|will|would)(?: not|n['\u2019]t)|won['\u2019]t)(?:\s+(?:do|handle|cover|support|reach))?\W*$/i

/** The first rule that matches decides. */
export const titleRules: readonly NamedRule<TitleVerdict>[] = [
  {
    name: 'exceptions',
    when: title(
      'exceptions?|except|exempt(?:ed|ions?)?|unless(?=\\W*$)|excluded|ausnahmen?|excepci(?:\u00F3n|ones)|exce\u00E7(?:\u00E3o|\u00F5es)|eccezion[ei]|uitzondering(?:en)?|wyj\u0105tki|\u0438\u0441\u043A\u043B\u044E\u0447\u0435\u043D\u0438\u044F|\u4F8B\u5916',
    ),
    verdict: 'exception',
    example: 'Exceptions (ask first)',
  },
  {
    name: 'plans',
    when: /^\W*(?:(?:ideas?|plans?|proposals?|wishes|improvements?|features?|rules?|to-?dos?|things|work)\s+(?:for\s+)?(?:later|the future|some ?day|the next (?:version|year|quarter))|(?:for )?later|some ?day(?:\W+maybe)?|maybe(?: later)?|future (?:ideas?|work|plans?|rules?|improvements?|considerations?|enhancements?|directions?)|ideas?|brainstorm(?:ing)?|wish ?list|ice ?box|parking lot|proposals?|proposed(?: \w+)?|under (?:discussion|consideration)|(?:rules? )?not (?:yet )?(?:decided|agreed(?: on)?|in force|adopted|active)(?: yet)?|undecided|tbd|to be (?:decided|discussed)|open questions?|coming soon|planned(?: \w+)?|ideen(?: f\u00FCr sp\u00E4ter)?|sp\u00E4ter|m\u00E1s tarde|id\u00E9es|plus tard|idee|pi\u00F9 tardi|ideas para (?:luego|despu\u00E9s|m\u00E1s tarde))\W*$/iu,
    verdict: 'later',
    example: 'Ideas for later',
  },
  {
    name: 'warning signs',
    when: title(
      String.raw`red[- ]flags?|(?:early )?(?:warning|danger|alarm|bad|stop) (?:signs?|signals?|bells?)|(?:\w+ )?smells?|signs|mistakes?|blunders?|errors you make|bad (?:practices?|habits?)|rationali[sz]ations?|excuses?|warnzeichen|h\u00E4ufige fehler|errores (?:comunes|frecuentes)|erreurs (?:courantes|fr\u00E9quentes)|errori comuni`,
    ),
    verdict: 'warning',
    example: 'Red flags - stop at once',
  },
  {
    name: 'hazards',
    when: title(
      String.raw`pitfalls?|gotchas?|traps?|foot-?guns?|caveats?|hazards?|dangers?|failure modes?|symptoms?|(?:mis|wrong )configurations?|vulnerabilit(?:y|ies)|weak(?:ness(?:es)?| spots?|points?)|flaws?|threats?|attack vectors?|(?:common|known|typical|frequent|recurring) (?:problems|issues|failures|errors)|stolperfallen|fallstricke|pi\u00E8ges|trampas|insidie`,
    ),
    verdict: 'hazard',
    example: 'Common pitfalls',
  },
  {
    name: 'limits of something else',
    when: limitsOfOthers,
    verdict: 'hazard',
    example: 'What the old importer cannot do',
  },
]

export function titleVerdict(text: string): TitleVerdict | undefined {
  const title = text.length <= maxTitle ? text : text.slice(0, maxAside).replace(/\s*\([^()]*\)?/g, '')
  return title.length <= maxTitle ? titleRules.find(({ when }) => when.test(title))?.verdict : undefined
}

/** A longer text is a sentence. */
const maxTitle = 80
/** Parentheses explain a title. */
const maxAside = 500

/** The verdict of the nearest title that has one. */
export const nearestVerdict = (titles: readonly string[]): TitleVerdict | undefined =>
  titles.map(titleVerdict).findLast((verdict) => verdict !== undefined)

/** Introduces words that somebody else says, or that are to be said: they are no rule for themselves. */
export const speechRules: readonly NamedRule<'said' | 'to say'>[] = [
  {
    name: 'words to say',
    when: /^(?:(?:then|please|always|just|and|simply|politely)\s+)*(?:say|reply|respond|answer|send|write|type|post|print|output|ask)\b/i,
    verdict: 'to say',
    example: 'Reply with',
  },
  {
    name: 'somebody says',
    when: /\b(?:users?|customers?|clients?|callers?|somebody|someone|anybody|anyone|people|person|they|he|she|boss|managers?|reviewers?|humans?|partners?|colleagues?|teammates?|assistants?|visitors?|guests?|(?:user|chat|first|next|same|following) (?:message|prompt|question|request))\b.{0,60}?(?:\b(?:says?|said|asks?|asked|writes?|wrote|repl(?:y|ies|ied)|responds?|answers?|tells?|told|shouts?|types?|begs?|insists?|claims?|thinks?|complains?|demands?|mentions?|messages?|requests?|prompts?)\b|$)/i,
    verdict: 'said',
    example: 'When the user asks',
  },
  {
    name: 'you think',
    when: /\byou (?:\w+ )?(?:hear|read|think|catch yourself|find yourself|are told|are asked|say|get asked)\b/i,
    verdict: 'said',
    example: 'If you catch yourself thinking',
  },
  {
    name: 'an example',
    when: /\b(?:for example|for instance|e\.g\.|such as|sample|example)\W*$/i,
    verdict: 'said',
    example: 'A request could be, for example',
  },
]

export const speechVerdict = (lead: string): 'said' | 'to say' | undefined =>
  speechRules.find(({ when }) => when.test(lead))?.verdict

/** A title or label that only says whether the code below it is right. */
const codeMark =
  /^(?:\/\/|#|--)?\s*(?:(?:very|really|the|a)\s+)?(?:bad|good|wrong|right|correct|incorrect|better|worse|best|avoid|prefer(?:red)?|do|don['\u2019]?t|do not|yes|no|nope|not (?:this|that|like this|so|good|recommended)|never|always|this|like this|instead|instead of|ok(?:ay)?|fine|before|after|valid|invalid|recommended|discouraged|anti-?pattern|falsch|richtig|schlecht|gut|mal|bien|mauvais|bon)(?:\s+(?:code|examples?|patterns?|practice|way|style|approach|usage|version|do(?: this)?|not|this))?\W*$/i
export const isCodeMark = (text: string): boolean => text.length <= 40 && codeMark.test(text)

/** A heading that is a rule with a number: "Rule 1: Keep functions short". */
const numberedRule =
  /^\W*(?:rule|principle|guideline|law|commandment|tenet|directive|requirement|regel|regla|r\u00E8gle|regola|regra)\s*(?:n[o\u00BA\u00B0]\.?\s*)?(?:#\s*)?(?:\d{1,3}(?:\.\d{1,2})?|[ivxlc]{1,6}|[a-z])\s*(?:[:.)]|\s[-\u2013\u2014])\s*(?=\S)/iu
/** The rule in such a heading; undefined for any other heading. */
export function ruleOfHeading(heading: string): string | undefined {
  const prefix = numberedRule.exec(heading)
  return prefix === null ? undefined : heading.slice(prefix[0].length)
}
