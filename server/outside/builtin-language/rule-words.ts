import type { Category } from '../../domain/kinds.ts'

/** The words by which rules are recognized, as data; `mood.ts` and `classify.ts` hold the code that walks them. */
const words = (list: string) => list.trim().split(/\s+/)

/** Verbs that open a rule, by the category that they speak for when nothing else decides. */
const verbsByCategory: Partial<Record<Category, string[]>> = {
  execution: words(`
    add address adapt align apologize apologise analyze analyse annotate announce append apply archive arrange assemble assert assess assign attach audit
    authenticate automate backup batch begin benchmark bisect bootstrap branch break build bump bundle cache calculate call
    capture catch categorize change check choose classify clean clear clone close code collect combine come commit compare
    compile complete compose compute conduct configure connect construct containerize convert copy correct cover craft
    create cut debug decide declare decompose decouple define delete deploy deprecate derive describe design detect
    determine develop diagnose diff disable discover document download draft drop edit eliminate embed employ enable
    encapsulate encrypt enforce enter enumerate escape establish estimate evaluate examine exclude execute expand explore
    export expose extend extract fetch fill filter find finish fix flush force forget format gather generate get go grant greet group
    guard handle hash highlight identify implement import improve include index inherit initialize inject inline insert
    inspect install instrument integrate interpret introduce invalidate investigate invoke isolate iterate
    join label launch lint list load locate log look make map mark measure memoize merge migrate minify minimize mirror
    mock modify modularize mount move name navigate nest normalize number obtain offload omit open optimize orchestrate order
    organize outline override package paginate parallelize parse partition pass patch perform persist pin place plan
    populate position precede prepare preserve prevent print prioritise process profile propagate protect prototype prove
    prune publish pull purge push put query quote raise rank read rebase rebuild record redact reduce refactor regenerate
    register release rely reload remove rename render reorder repeat replace reproduce request research reset resolve
    restart restore restrict retain retry reuse revert review revoke rewrite roll rotate route run sanitize save scaffold scan
    schedule scope scrub search seed select send separate serialize serve set setup shard ship show simplify simulate
    skip sort specify split squash stage standardize start step stop store stream strip structure stub style submit subscribe
    substitute supply support surface switch sync take tag target tear test thank throttle throw time trace track train
    transform translate traverse triage trigger trim trust try tune type understand undo unify unit update upgrade
    upload use validate verify version view visualize wait walk warm wire wrap write
  `),
  principle: words(`
    accept account acknowledge act adhere admit aim allow anticipate approach ask assume balance base be believe build care
    challenge champion commit consider defend demand distinguish embrace emphasize encourage ensure err exercise expect
    explain fail favour focus follow foster give guess guide hold honor honour ignore keep know learn leave limit live
    match mean minimize mind model never obey optimize own prioritize promote push put question recognize refuse reject
    remain remember resist respect seek separate stand stay stick stop strive take tell tend think tolerate treat trust
    uphold validate value view welcome work adopt cite state say report surface admit infer reason admire master adapt
    leverage utilize default cherish judge weigh advocate
  `),
  preference: words('avoid choose default favor favour lean opt pick prefer use utilize leverage'),
  collaboration: words(`
    ask assist brief clarify collaborate communicate confirm consult contact coordinate delegate discuss engage escalate flag
    hand handoff help inform invite involve mention mentor message negotiate notify onboard pair partner ping propose
    reply request respond share suggest sync tell warn
  `),
  deliverables: words('deliver emit output present produce provide recommend report return submit summarize supply'),
  ownership: words('drive lead maintain manage oversee own steward supervise'),
  monitoring: words('alert monitor observe track watch'),
}

/** A verb's category: the most specific one wins, since the tables overlap on purpose. */
export const verbCategories: ReadonlyMap<string, Category> = new Map(
  (
    ['execution', 'principle', 'collaboration', 'deliverables', 'ownership', 'monitoring', 'preference'] as const
  ).flatMap((category) => (verbsByCategory[category] ?? []).map((verb) => [verb, category] as const)),
)

/** Verbs that are as often nouns or adjectives; they open a rule only where the next words say so. */
export const nounLike: ReadonlySet<string> = new Set(
  words(`
    access account act address aim alert approach archive audit backup balance base batch benchmark branch break brief build bump
    bundle cache call care catch change check clean clear code commit complete contact copy correct cover cut default demand
    deploy design diff document draft drive drop escape estimate exercise export filter fix focus force format group guard
    guide go handle hash help highlight hold import index inline integration label launch lead limit lint list live load log
    look map mark master match mean measure mentor merge message mind mirror mock model monitor mount move name number open
    order outline output own package pair partition partner pass patch pin place plan present print process profile prototype pull
    push query question quote rank reason record release report request research reset return review roll rotate route run
    sample scan schedule scope search seed separate serve set setup share ship show sort split stage stand start state
    step stop store stream structure stub style supply support surface switch sync tag target test time trace track train
    trigger trim trust try type unit update upgrade value version view walk warm watch wire work wrap secure
  `),
)

/** Third persons that are no plural nouns, although their base is noun-like. */
export const verbalThirdPersons: ReadonlySet<string> = new Set(
  words(
    'balances builds covers designs documents drives handles helps holds leads monitors returns serves supports tracks uses',
  ),
)

/** Verbs that are none without their particle: "default to", but "default exports". */
export const particles: ReadonlyMap<string, string> = new Map([
  ['default', 'to'],
  ['opt', 'for'],
])

/** Words that follow a verb rather than a noun, so that a noun-like word before them is an imperative. */
export const afterVerb: ReadonlySet<string> = new Set(
  words(`
    a about above across after again against ahead all along always an and any anything around as aside at away back based before behind
    below between both by carefully conservatively critically directly down each early either enough every everything exactly
    existing explicit explicitly fast first for from full fully how if immediately in independent instead into it its itself
    late less like more most multiple my new no not nothing off on once one only onto or other our out over per proactively
    public real relevant safely short small so some specific step straight such sure than that the their them then these they things this those
    through to together toward towards two under until unless up upon us user users via what whatever when where whether which
    while who why with within without your yourself yours clear concise deep
  `),
)

/** Words that never open an imperative, although a determiner may follow: they keep unknown openers honest. */
export const neverVerbs: ReadonlySet<string> = new Set(
  words(`
    a about above across after all also although an and another any as at because before behind below beneath beside besides
    between beyond both but by despite down during each either else even every except few for from he hence her here his how however
    i if in inside instead into it its just less like many maybe me more most much my near neither no none nor not now of off on
    once one only onto or other our out outside over own part per perhaps plus rather same several she since so some such than that
    the their them then there these they this those though through thus to too toward towards under unlike until up upon us
    versus via we what whatever when whenever where wherever whether which while who whom whose why with within without yes yet you your
    today currently usually often sometimes generally typically unfortunately
  `),
)

/** Verbs and auxiliaries that make a sentence of what stands before them. */
export const finiteVerbs: ReadonlySet<string> = new Set(
  words(`
    is are was were be has have had do does did will would can could may might must should shall isn't aren't wasn't won't
    doesn't don't didn't can't cannot couldn't shouldn't mustn't belongs belong comes come needs need requires require
    goes go lives live means mean contains contain exists exist consists follows follow supports uses depends depend
    applies apply beats trumps matters matter equals counts becomes become remains remain knows know wants want benefits
    crowds extends extend gets get gives give
  `),
)

/** Clauses that say when a rule applies. */
export const conditionOpener =
  /^(?:if|when|whenever|where|wherever|before|after|once|while|during|until|unless|upon|on (?:each|every|any|failure|success|error|completion)|in case|as soon as|every time|each time|for (?:each|every|any|all|new|bug|regression|\w+ (?:changes|tasks|claims|fixes|features|issues))|at the (?:start|end|beginning)|given|prior to|as you|for|in|with|within|at|by|to|as|because|since)\b/i

/** The condition openers after which a label is an event: "Before removing code", "When adding an agent". */
export const eventOpener =
  /^(?:if|when|whenever|before|after|once|while|during|unless|until|upon|prior to|on|for|in case|every time|each time|at the|as soon as)\b/i

/** A title that names an occasion: "Creating new agents", "Adding a plugin". */
export const occasionTitle =
  /^(?:adding|changing|committing|creating|deleting|deploying|fixing|handling|making|merging|modifying|opening|publishing|refactoring|releasing|removing|renaming|reviewing|shipping|updating|working (?:on|with)|writing)\s+\S/i

/** What stands in front of a rule without changing it. */
export const emphasisOpener =
  /^(?:(?:(?:very )?important|critical|mandatory|note|nb|notice|warning|caution|attention|remember|reminder|rule|required|tip|crucial|essential|must|key)(?: (?:note|rule|reminder))?\s*(?:!+|:|\s[-\u2013\u2014])\s*)+/i
export const adverbOpener =
  /^(?:(?:always|please|only|also|just|first|firstly|second|then|next|finally|lastly|instead|carefully|explicitly|generally|typically|ideally|usually|normally|where possible|when possible|proactively|actively|consistently|continuously|regularly|strictly|clearly|thoroughly|systematically|automatically|immediately|directly|quickly|simply|gracefully|otherwise|therefore|additionally|furthermore|still|(?:you|we|i|agents?|the agent|claude|developers|contributors|everyone|all agents) (?:must|should|shall|will|need to|have to|ought to|are (?:expected|required|supposed) to|always|can and should)|you['\u2019]ll|must|should|shall|make sure (?:to|you)|be sure to|try to|remember to|do|take care to|take time to|let's|don't (?:forget|hesitate) to|do not (?:forget|hesitate) to|never (?:forget|hesitate) to)[,:]?\s+)+/i
export const prohibitionOpener =
  /^(?:(?:you|we|i|agents?) )?(?:never|do not|don['\u2019]?t|must not|must never|mustn['\u2019]t|should not|should never|shouldn['\u2019]t|may not|will not|won['\u2019]t|cannot|can['\u2019]t|can not|shall not|shall never|refuse to|under no circumstances|no(?! need)(?! longer)(?=\s+[a-z`"'-])|not allowed|forbidden|prohibited|strict(?:ly)? prohibit(?:ion|ed)|nothing (?:may|should|must))\b/i
export const innerProhibition =
  /(?:[;:,.]|\s-|\band|\bbut)\s+(?:(?:please|you|we) )?(?:never|do not|don['\u2019]t|must not|must never)\s+\S/i
export const prohibitionClause =
  /\b(?:must never|must not|mustn['\u2019]t|should never|should not|shouldn['\u2019]t|shall not|may not|is (?:not allowed|not permitted|forbidden|prohibited)|are (?:not allowed|not permitted|forbidden|prohibited)|never)\b/i
export const modalClause =
  /\b(?:must|should|shall|has to|have to|needs? to(?! know)|ought to|is required|are required|(?:is|are) mandatory|(?:is|are) expected to|required\b(?! by)|is recommended|are recommended|recommended(?=\))|mandatory)\b/i
export const harmlessNegative = /^(?:do not|don['\u2019]?t|never) (?:forget|hesitate|be afraid)/i

/** A sentence with one of these first words leans on the sentence before it. */
export const leaningOpener =
  /^(?:it|its|they|them|their|this|that|these|those|such|instead|otherwise|then|also|so|thus|therefore|hence|however|but|and|or|example|e\.g\.|i\.e\.|for example|for instance|additionally|furthermore|moreover|both|either|neither|the (?:former|latter|same|above)|if (?:so|not|it|they|that|this)|when (?:it|they|that)|not doing so|doing so|same|no exceptions?|see|one )\b/i
/** An imperative whose object stands in the sentence before: "Keep it lean". */
export const leaningObject = /^[\p{L}-]+\s+(?:it|them|this|that|these|those|its|one)\b(?!\s+\p{L}+s?\b\s+(?:is|are))/iu
/** A sentence about the document itself says nothing about the agent that reads it. */
export const selfReference =
  /\b(?:this|the current) (?:file|document|guide|page|readme|section|directory|folder|table|list|map|prompt|template)\b|\bthese (?:rules|instructions|guidelines)\b|\bclaude\.md\b.*\bsymlink/i
/** Behaviour of machines and history of the project, described rather than demanded. */
export const machineryClause =
  /\bauto(?:matic(?:ally)?|-generated)\b|\bcurrently\b|\b(?:will|would)\b|\bgenerated (?:by|from)\b|\bfor more (?:information|details)\b|^see\b|\ball (?:four|three|five) (?:on|of)\b/i

/** Words about how something is said. */
export const toneWords =
  /\b(?:concise(?:ly)?|terse|brief(?:ly)?|verbos\w*|wordy|succinct\w*|tone|emojis?|jargon|hedg(?:e|es|ing)|preambles?|greetings?|flattery|filler|fluff|pleasantr\w+|apologi[sz]e|apologies|sarcas\w*|humou?r|polite\w*|friendly|warm(?:th|ly)?|casual|formal(?:ly)? (?:tone|language|register)|plain (?:language|english|words)|plainly|conversational|empath\w+|sycophan\w*|speak|sound like|answer first|one-liners?|bullet points?|to the point|straightforward|direct and|be direct|chatty|exclamation|buzzwords?|voice|answers? short|short answers?|in (?:english|german|french|spanish|japanese|chinese)|constructive\w*)\b/i
/** Adjectives that describe how someone speaks, for "You are direct". */
export const toneTraits =
  /^you(?:['\u2019]re| are)(?: (?:always|very|also))? (?:a |an )?(?:direct|concise|friendly|terse|polite|warm|calm|formal|informal|casual|witty|funny|playful|professional and|blunt|brief|succinct|humble|empathetic|encouraging|patient|kind|upbeat|cheerful|serious|sarcastic|conversational|plain-spoken|articulate|honest and direct)\b/i
/** Words about working with others. */
export const togetherWords =
  /\b(?:[Pp]ull [Rr]equests?|PRs?|merge requests?|MRs|[Cc]ommit [Mm]essages?|[Cc]onventional [Cc]ommits?|co-authored-by|signed-off-by|assisted-by|sign-off|reviewers?|code owners?|teammates?|team members?|colleagues?|maintainers?|stakeholders?|[Hh]andoffs?|[Hh]and-offs?|hand over|hand off|escalat\w+|(?:other|next|another|sub-?)[ -]?(?:agents?|specialists?)|approval from|ask (?:the user|first|for)|(?:the|your) (?:user|human|team) (?:for|before|whether|if)|github issues?|an issue|open issues)\b/
/** Judgements: a plain "X is Y" with one of these is a conviction, not a description. */
export const valueWords =
  /\b(?:dishonest|honest|sacred|essential|paramount|non-negotiable|not negotiable|not optional|never optional|unacceptable|priceless|precious|matters?|beats?|trumps?|wins?|worth|better than|worse than|the enemy|everything|a liability|an asset|a gift|a bug|a feature|comes? (?:first|last)|above all|is key|is king|are communication|is communication|is trust|builds? trust|deserves?)\b/i
/** Headings under which sentences without a subject tell how the agent is: "Prioritizes security". */
export const traitHeading =
  /\b(?:traits?|personality|behaviou?r\w*|principles?|philosophy|values|mindset|voice|tone|character|style)\b/i
/** Headings that say what kind of prose follows but not what it is about. */
export const topiclessHeading =
  /^(?:(?:important|key|core|general|critical|basic|main|other|project|common|development|additional|agent|behaviou?ral) )*(?:rules?|guidelines?|conventions?|standards?|principles?|practices|best practices|notes?|reminders?|gotchas?|pitfalls?|requirements?|instructions?|tips|approach|personality|traits|values|philosophy|constraints|boundaries|important|behaviou?r|style|constitution(?:al)?|overview|development notes|execution|workflow|process|procedure)$/i
/** Commands that need to be told about what: "Include learnings" is about commit messages if its heading says so. */
export const subjectless = /^(?:include|exclude|avoid|omit|mention|contain|list)\b/i
/** What is handed over. */
export const outputWords =
  /\b(?:reports?|findings|summar(?:y|ies)|results?|recommendations?|outputs?|diffs?|diagrams?|analys[ei]s|feedback|plan|json|table|list|documentation|deliverables?|artifacts?|checklist|estimates?|solutions?|examples?|snippets?|responses?|answers?|code|files?|format|evidence|roadmap|guide|runbooks?)\b/i
export const watchWords =
  /\b(?:keep an eye on|watch (?:for|out)|on the lookout|alert (?:on|when|the)|metrics for|error rates?)\b/i
/** The plainest marks of a rule in other languages; what has none of them is left alone. */
export const otherLanguages: readonly [RegExp, Category][] = [
  [
    /^(?:du bist|sie sind|tu es|vous \u00EAtes|eres|usted es|voc\u00EA \u00E9|tu sei|jeste\u015B|\u0442\u044B |\u0432\u044B |\u4F60\u662F|\u60A8\u662F|\u3042\u306A\u305F\u306F|\uB2F9\uC2E0\uC740)/iu,
    'axiom',
  ],
  [
    /\b(?:niemals|nicht|keine?[nr]?|jamais|nunca|nigdy)\b|n\u00E3o\b|\u043D\u0438\u043A\u043E\u0433\u0434\u0430|\u043D\u0435\u043B\u044C\u0437\u044F|\u4E0D\u8981|\u4E0D\u5F97|\u7981\u6B62|\u5207\u52FF|\u3057\u306A\u3044|\uD558\uC9C0 \uB9C8/iu,
    'boundary',
  ],
  [
    /\b(?:immer|stets|toujours|siempre|sempre|zawsze)\b|\u0432\u0441\u0435\u0433\u0434\u0430|\u603B\u662F|\u59CB\u7EC8|\u5FC5\u987B|\u5FC5\u305A|\uD56D\uC0C1/iu,
    'principle',
  ],
]

/** A choice between two ways. */
export const choiceWords =
  /\b(?:instead of|rather than|prefer(?:red|ably|s)?|favou?rs?|by default|defaults? to|default is|the default|over (?:inheritance|custom|new|raw|manual)|where possible|when possible|whenever possible|if possible|ideally|no need to|optional|avoid)\b/i
export const ownershipClause =
  /\b(?:(?:you are|you're|is|are) (?:responsible|accountable|in charge)|responsible for|accountable for|in charge of|you own|your (?:job|role|task|mission|responsibilit(?:y|ies)|goal|purpose|duty|duties|main task|primary (?:task|goal|role|job|responsibility)|core (?:task|mission|responsibility)|focus|expertise|scope)[^.]{0,30}? (?:is|are|spans|covers|includes?))\b/i
export const profileClause =
  /^(?:you(?:['\u2019]re| are| act as| serve as| operate as| work as)|your name is|i am|i'm|act as|as an? [^,]{3,60} (?:agent|expert|engineer|assistant|developer|architect|specialist),? you|we are)\b/i

/** What "You …" says of the agent besides conduct: duties, tendencies, and what it is and can. */
export const youOwn = /^you\s+(?:own|maintain|lead|manage|oversee)\b/i
export const youPrefer = /\bprefer\b|\bdefault to\b|\bfavou?r\b/i
export const youAre = /^you\s+(?:\w+ly\s+)?(?:live|exist|have|can|know|specialize|excel|interact|combine|understand)\b/i
export const youAlways = /^you (?:\S+ )?always\b/i
/** What work is about: "Features must include tests" is a duty, "Plugins should be independent" a principle. */
export const workProducts = /\b(?:tests?|docs|documentation|changelog|coverage|fix(?:es)?|features?|commits?)\b/i
export const handsOver = /\b(?:returns?|delivers?|produces?) (?:structured|findings|a report)/i
/** Verbs of sentences that state how things are. */
export const factVerbs = /\b(?:is|are|needs?|requires?|has|have|cannot|can|lives?)\b/i

/** What headings say about the prose under them; the deepest heading that says anything decides. */
export type Stance = 'skip' | 'reference' | 'normative'
export const headingStances: readonly [RegExp, Stance][] = [
  [
    /^(?:\W*)(?:examples?\b|sample\b|complete .*example|.*\bexamples?(?: [a-z]+)?$|.*\bexample interactions|changelog|licen[sc]e|table of contents|acknowledg|credits|sponsors|commentary|here is an example)/i,
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
/** An announcement of what stands below it and is left out: "Follow this template:". */
export const announcement = /\b(?:these|this|following|below|as|as follows|like so|example|here)\b[^.:]*:$/i

/** Headings under which everything is named as wrong. */
export const negativeHeading =
  /^(?:(?:the |common )?(?:don['\u2019]?ts?|never|avoid|what (?:not to do|to avoid|you (?:must )?(?:never|don['\u2019]t) do)|things (?:to avoid|not to do|you (?:never|don['\u2019]t|must not|must never) do)|do(?:es)? not|must not|anti-?patterns?|forbidden|prohibited|not allowed|bad practices?|mistakes(?: to avoid)?))(?:$|\b(?! .*\b(?:and|or|&) do))/i

/** The category that a heading speaks for, first match wins. */
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

/** How a noun phrase under such a heading becomes a sentence. */
export const completions: Partial<Record<Category, string>> = {
  deliverables: 'Deliver',
  ownership: 'Responsible for',
  monitoring: 'Monitor',
}
export const checklistHeading = /\bcheck-?lists?\b/i

/** Labels that say nothing without their heading: "Commit Messages" + "Format" is the "Commit message format". */
export const genericLabels: ReadonlySet<string> = new Set(
  words(
    'body case casing content contents conventions convention examples format formatting header length location name names naming order pattern prefix scope shape size structure style subject suffix syntax title tone type types',
  ),
)
