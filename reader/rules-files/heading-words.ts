import type { Category } from '#core/domain/kinds.ts'
import { notNeeded } from './rule-words.ts'
import { limitsOfOthers, titleRules, titleVerdict } from './title-rules.ts'
import { ruleLanguages } from './words/all.ts'

/** The words by which headings and labels are classified, as data. */
/** A title that names an occasion: "Creating new agents", "Adding a plugin". */
export const occasionTitle =
  /^(?:adding|changing|committing|creating|deleting|deploying|fixing|handling|making|merging|modifying|opening|publishing|refactoring|releasing|removing|renaming|reviewing|shipping|updating|working (?:on|with)|writing)\s+\S/i

/** Headings under which sentences without a subject describe the agent: "Prioritizes security". */
export const traitHeading =
  /\b(?:traits?|personality|behaviou?r\w*|principles?|philosophy|values|mindset|voice|tone|character|style)\b/i
/** Headings that name the type of prose below them but not its subject. */
export const topiclessHeading =
  /^[\w.-]+\.(?:mdc?|txt)$|^(?:(?:important|key|core|general|critical|basic|main|other|project|common|development|additional|agent|behaviou?ral) )*(?:rules?|guidelines?|conventions?|standards?|principles?|practices|best practices|notes?|reminders?|gotchas?|pitfalls?|requirements?|instructions?|tips|approach|personality|traits|values|philosophy|constraints|boundaries|important|behaviou?r|style|constitution(?:al)?|overview|development notes|execution|workflow|process|procedure|identity|regeln|richtlinien|reglas|normas|r\u00E8gles|consignes|regole)$/i

/** Headings of rules that no longer apply, or never did: "Superseded", "Old rules (no longer valid)". */
export const takenBack =
  /^\W*(?:superseded|obsolete|outdated|rejected|withdrawn|retired|archived|revoked|repealed|abandoned|deprecated|discarded|archive|historical|history|obsolet[ao]?|obsol\u00E8te|caduqu?e|caduc[ao]|veraltet|\u00FCberholt|verworfen|aufgehoben)(?:\W*$|[\s:]+(?:rules?|guidelines?|ideas?|decisions?|conventions?|polic(?:y|ies)|proposals?|instructions?|practices|regeln)\b)|^\W*(?:old|former|previous|past)\s+(?:rules?|guidelines?|conventions?|polic(?:y|ies)|instructions?|decisions?|practices)\b|\bno longer (?:valid|applies|apply|in force|in use|used|true|relevant|followed|required|needed)\b|\bnot (?:in use|valid|used|followed|in force) any ?more\b|\bnicht mehr g\u00FCltig|\((?:superseded|obsolete|outdated|rejected|withdrawn|retired|deprecated|archived)\b[^()]*\)/i
/** Headings of optional or permitted actions: nothing listed there is a duty. */
export const permission =
  /^\W*(?:(?:what (?:is|you (?:may|can)) )?(?:allowed|permitted|ok(?:ay)?|fine)|permissions?|no need(?: to)?|(?:what )?you (?:may|can)(?: do)?|may|optional|not (?:required|needed|necessary|mandatory|obligatory)|nice[- ]to[- ]haves?|permitido|opcional|facultatif|autoris\u00E9|non requis|no (?:necesario|obligatorio)|erlaubt|optional|nicht (?:n\u00F6tig|erforderlich))\W*$/i

/** The beginning of a sentence that permits, which demands nothing either. */
const permittedOpener =
  /^(?:(?:you|agents?|it|we) (?:may(?! (?:only|not|never))|are (?:free|allowed|permitted|welcome) to)|feel free|it(?:'s| is) (?:ok|okay|fine|allowed|permitted|optional)\b|optionally)\b|^(?:there is )?no need (?:to|for)\b|^you (?:don['\u2019]t|do not) (?:need|have) to\b|^it is not (?:necessary|required|needed)\b|^\S+(?: \S+){0,3} (?:is|are) (?:optional|not (?:required|necessary|needed|mandatory))\W*$/i

/** "\u5141\u8BB8\u7701\u7565", "kann entfallen": permits to leave something out, in other languages. */
const permittedElsewhere =
  /(?<![\u4E0D\u53EA\u4EC5])(?:\u5141\u8BB8|\u53EF\u4EE5?)(?:\u7701\u7565|\u4E0D\u5199|\u7559\u7A7A|\u4E3A\u7A7A|\u5FFD\u7565|\u8DF3\u8FC7)|\u7701\u7565(?:\u3057\u3066\u3082\u3088\u3044|\u3067\u304D|\u53EF)|(?<!\p{L})(?:kann|k\u00F6nnen|darf|d\u00FCrfen)(?: auch)? (?:entfallen|fehlen|weggelassen werden)|(?<!\p{L})(?:se puede(?:n)? omitir|peut \u00EAtre omise?)(?!\p{L})/iu

/** Whether a sentence permits something or leaves it open, which demands nothing. */
export const permitsByItself = (sentence: string): boolean =>
  [permittedOpener, permittedElsewhere, notNeeded].some((pattern) => pattern.test(sentence))

/** The stance of headings toward the prose under them; the deepest heading with a stance decides. */
export type Stance = 'skip' | 'reference' | 'normative'
export const headingStances: readonly [RegExp, Stance][] = [
  [takenBack, 'skip'],
  [titleRules.find(({ verdict }) => verdict === 'later')!.when, 'skip'],
  [
    /^\W*(?:examples?\b|sample\b|complete .*example|changelog|recent changes|what['\u2019]s new|licen[sc]e|table of contents|acknowledg|credits|sponsors|commentary|here is an example)|\bexamples?(?: (?!requirements|rules|guidelines|conventions|standards|style|polic|layout|structure|organi|format|naming)[a-z]+)?$|\bexample interactions/i,
    'skip',
  ],
  [
    /^\W*(?:beispiele?|exemples?|ejemplos?|exemplos?|esempi[o]?|voorbeeld(?:en)?|przyk\u0142ady?|\u043F\u0440\u0438\u043C\u0435\u0440\u044B?)\W*$|(?:\u793A\u4F8B|\u4F8B\u5B50|\u8303\u4F8B|\u7BC4\u4F8B|\u6837\u4F8B|\u30B5\u30F3\u30D7\u30EB|\u306E\u4F8B)[^\p{L}]*$/iu,
    'skip',
  ],
  [
    /\b(?:overview|about|introduction|background|what is|layout|architecture|map|commands?|scripts?|concepts?|components|capabilit\w+|features|stack|tools|resources|references?|links|knowledge|expertise|glossary|variables|packages|services|troubleshooting|quick ?start|getting started|set-?up|installation|file format|roadmap|key files|important files|directories|folders|directory|examples?|(?:project|repo|repository|code|codebase|file|folder|package) (?:structure|organization|organisation|map)|agent organization|why this)\b/i,
    'reference',
  ],
  [
    /\b(?:rules?|guidelines?|guidance|conventions?|standards?|principles?|practices?|style|requirements?|notes?|reminders?|gotchas?|pitfalls?|safety|security|tests?|testing|commits?|git|pull requests?|prs?|issues?|workflows?|process|procedures?|protocol|polic(?:y|ies)|quality|gates?|checklists?|constraints?|boundar(?:y|ies)|limits|restrictions|do|don['\u2019]?ts?|dos|expectations?|working|writing|contributing|contributions?|coding|develop\w*|naming|formatting|focus areas|documentation|docs|errors?|error handling|logging|instructions?|tips|approach|method\w*|mindset|philosophy|values|personality|behaviou?rs?|behaviou?ral|traits?|tone|voice|communication|collaboration|ethics|must|should|always|never|avoid|prefer\w*|important|critical|reviews?|triage|orchestration|patterns?|responsibilit\w+|duties|role|deliverables?|outputs?|monitoring|configuration|config|dependenc\w+|typescript|javascript|python|react|performance|accessibility|definition of done|before you|when|how you|soul|identity|who you are|beliefs?|axioms?|truths|constitution\w*|execution|assignment|delegation|handoffs?|mission|goals?|phases?|steps?)\b/i,
    'normative',
  ],
]

/** Headings whose noun phrases are rules in short: "JSDoc comments for public APIs" under "Writing Code". */
export const shorthandHeading =
  /\b(?:rules?|guidelines?|conventions?|standards?|style|requirements?|writing|coding|naming|formatting|configuration|gotchas?|personality|voice|tone|check-?lists?|outputs?|deliverables?|responsibilities|duties|focus areas|assignment|commits?|commit messages?|constraints?|definition of done|preferences|principles|values|in this repo)\b/i
/** Headings whose noun phrases can be as short as two words, and name something to use: "Single quotes". */
export const styleHeading = /\b(?:style|formatting|format)$/i

/** Headings, labels and openings of lists that mark everything below as wrong: "Don't", "Things to avoid". */
const wrong =
  "don['\\u2019]?ts?|do(?:es)? not|never|avoid|must not|must never|should not|shouldn['\\u2019]t|may not|cannot|can['\\u2019]t|what (?:not to do|to avoid|you (?:must )?(?:never|don['\\u2019]t) do)|(?:things|what|practices) (?:to avoid|not to do|you (?:never|don['\\u2019]t|must not|must never|should not) do)|(?:to be )?avoided|anti-?patterns?|forbidden|prohibited|banned|disallowed|not (?:allowed|permitted|that|this|sufficient|enough|acceptable|recommended)|bad|bad (?:practices?|habits?|code|style|examples?)|wrong|incorrect|(?:common )?mistakes(?: to avoid)?"
const wrongElsewhere = ruleLanguages.flatMap(({ wrongTitles = [] }) => wrongTitles).join('|')
/** A prohibition with an object of its own is not such a heading but a rule: "Don't repeat yourself". */
const wrongStart = new RegExp(
  `^(?:(?:the|common|please|you|we|agents?|strictly) )*(?:${wrong}|${wrongElsewhere})(?:\\W*$|\\s*[:(,\u2013\u2014]|\\s+-|\\s+(?:do|doing|in|when|for|at|while|during|the following|these|any of|list)\\b)(?!.*\\b(?:and|or|&) do)`,
  'i',
)
const wrongEnd = new RegExp(
  `(?:^|[\\s,(])(?:${wrong}|${wrongElsewhere})(?: do)?(?: the following| these(?: things)?)?\\W*$`,
  'i',
)
/** Chinese and Japanese, which do not put spaces between words. */
const wrongInHan = new RegExp(
  `^(?:${ruleLanguages.flatMap(({ wrongStarts = [] }) => wrongStarts).join('|')})\\p{L}{0,4}\\W*$`,
  'u',
)
const wrongByOthers = new RegExp(`(?<!\\p{L})(?:${wrongElsewhere})(?!\\p{L})`, 'iu')
/** Whether such a heading is in a language other than English. */
export const isForeignProhibition = (title: string) => wrongByOthers.test(title) || wrongInHan.test(title)
export const isNegativeHeading = (title: string) =>
  title.length <= 80 &&
  !limitsOfOthers.test(title) &&
  (titleVerdict(title) === 'warning' ||
    wrongStart.test(title) ||
    (wrongEnd.test(title) && !/\bdo(?:s|'s)? (?:and|&|or) /i.test(title)) ||
    wrongInHan.test(title))
const deeds: Readonly<Record<string, string>> = {
  modified: 'modify',
  changed: 'change',
  edited: 'edit',
  touched: 'touch',
  deleted: 'delete',
  committed: 'commit',
  removed: 'remove',
}
const forbiddenDeed = new RegExp(
  `(?:^|[\\s(])(?:never|do not|don['\\u2019]t|must (?:not|never))\\s+(?:to\\s+)?(?:be\\s+)?(push|read|log|share|expose|rename|move|overwrite|copy|${Object.entries(deeds).flat().join('|')})\\)?\\W*$`,
  'i',
)
const forbiddenDeedElsewhere =
  /\b(?:nicht|niemals|nie) (?:ge\u00E4ndert|bearbeitet|gel\u00F6scht|angefasst|committet) werden (?:darf|d\u00FCrfen|soll(?:en)?)\b|\b(?:nicht|niemals|nie) (?:\u00E4ndern|bearbeiten|l\u00F6schen|anfassen|committen)\W*$|\bne (?:pas|jamais) (?:modifier|toucher|supprimer)\W*$|\bno (?:modificar|tocar|borrar)\W*$/i
/** How what is listed below such a heading is forbidden: "Files to never modify", "Never commit". */
export function forbiddenDeedOf(heading: string): string | undefined {
  if (heading.length > 80) return undefined
  if (forbiddenDeedElsewhere.test(heading)) return `${heading}:`
  const deed = forbiddenDeed.exec(heading)?.[1]?.toLowerCase()
  return deed && `Never ${deeds[deed] ?? deed}`
}

/** Headings and openings that end a list of wrong things. */
export const positiveHeading =
  /^(?:dos?|do this|always|prefer\w*|good|right|correct|allowed|permitted|best practices|use|use instead|what to do|better)(?:\W*$|\s*[:(])|\binstead\b/i
/** Labels that only mark a line as right or wrong. */
/** Labels of descriptions, not of instructions. */
export const describingLabel =
  /^(?:name|nom|nombre|nome|description|descripci\u00F3n|descrizione|beschreibung|projekt|projet|proyecto|version|versi\u00F3n|authors?|auteur|autor|licen[sc]e|lizenz|full reference|reference|repository|website|url)$/i
export const wrongLabel = /^(?:bad(?: \w+)?|wrong|incorrect|not (?:that|this)|anti-?patterns?|mistakes?)$/i
export const rightLabel = /^(?:dos?|do this|good|right|correct|yes|this|better|preferred)$/i

/** Categories by heading, first match wins. */
export const headingCategories: readonly [RegExp, Category][] = [
  [
    /\b(?:boundar(?:y|ies)|constraints?|restrictions|hard limits|safety|never|don['\u2019]?ts|forbidden|prohibited|anti-?patterns?|what not to|red lines)\b/i,
    'boundary',
  ],
  [
    /\b(?:voice|tone|personality|communication style|communication$|writing style|language style|response style|manner|conversation style|how you (?:talk|speak|write))\b/i,
    'voice',
  ],
  [/\b(?:deliverables?|outputs?|response format|what you (?:return|deliver))\b/i, 'deliverables'],
  [/\b(?:monitoring|observability|alerts?|alerting|metrics|health checks?)\b/i, 'monitoring'],
  [
    /\b(?:collaborat\w+|communication protocol|hand-?offs?|code reviews?|pull requests?|prs?|commits?|[Cc]ommit [Mm]essages?|issues?|git|teamwork|escalation|integration with other agents|delegation|orchestration|working with (?:others|agents|the team|users?))\b/i,
    'collaboration',
  ],
  [/\b(?:responsibilit\w+|ownership|duties|focus areas?|accountab\w+|mission|scope)\b/i, 'ownership'],
  [
    /\b(?:preferences?|defaults|tendenc\w+|(?:code |coding )?style|naming|conventions?|formatting|configuration|dependenc\w+)\b/i,
    'preference',
  ],
  [/\b(?:axioms?|truths|identity|who you are|gotchas?)\b/i, 'axiom'],
  [
    /\b(?:principles?|philosophy|values|mindset|behaviou?r\w*|traits?|ethics|soul|constitution\w*|rules|guidelines|reminders)\b/i,
    'principle',
  ],
  [
    /\b(?:workflows?|process|steps?|procedures?|approach|method\w*|development|implementation|tasks?|tests?|testing|instructions?|checklists?|quality|gates?|execution|phases?|when invoked)\b/i,
    'execution',
  ],
]

/** Everything under this heading says who the agent is. */
export const personaHeading = 'Identity'

/** Completes a noun phrase under such a heading to a sentence. */
export const completions: Partial<Record<Category, string>> = {
  deliverables: 'Deliver',
  ownership: 'Responsible for',
  monitoring: 'Monitor',
}
/** Columns of tables that name the source of a rule, or the reason for it. */
export const sourceHeading =
  /^(?:source|origin|reference|ref|reason|rationale|why|because|owner|team|author|severity|priority|level|status|since|date|id|tags?|notes?|comments?|remarks?)s?$/i
export const checklistHeading = /\bcheck-?lists?\b/i

/** Labels that mean nothing without their heading: "Commit Messages" + "Format" is the "Commit message format". */
export const genericLabels: ReadonlySet<string> = new Set(
  'body case casing content contents conventions convention examples format formatting header length location name names naming order pattern prefix scope shape size structure style subject suffix syntax title tone type types'.split(
    ' ',
  ),
)
