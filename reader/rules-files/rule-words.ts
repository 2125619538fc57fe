import type { Category } from '#core/domain/kinds.ts'

/**
 * The words by which rules are recognized, as data; the tables that use them are in `mood.ts`
 * and, for `classify.ts`, in `*-rules.ts`.
 */
const words = (list: string) => list.trim().split(/\s+/)

/** Verbs that open a rule, by their category if nothing else decides. */
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
    maintain manage fold forward fast-forward hoist debounce prefetch flatten unwrap rethrow sandbox quarantine deduplicate consolidate
    demonstrate link hide conform comply abide paraphrase proofread spellcheck attribute credit reassure listen speak talk sign
    sterilize disinfect administer prescribe discharge transfer carry wear refrigerate heat cook harvest refund reimburse
    reconcile tally forecast invest procure purchase buy sell advertise teach tutor tighten loosen harden shrink capitalize
    lowercase uppercase pluralize abbreviate block ban allowlist denylist collapse interview rehearse translate
    hardcode hard-code force-push copy-paste monkey-patch leak disclose reveal mutate swallow suppress bypass
    duplicate fabricate invent transform translate traverse triage trigger trim trust try tune type understand undo unify unit update upgrade
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
  ownership: words('drive lead oversee own steward supervise'),
  monitoring: words('alert monitor observe track watch'),
}

/** A verb's category: the most specific one wins, since the tables overlap on purpose. */
export const verbCategories: ReadonlyMap<string, Category> = new Map(
  (
    ['execution', 'principle', 'collaboration', 'deliverables', 'ownership', 'monitoring', 'preference'] as const
  ).flatMap((category) => (verbsByCategory[category] ?? []).map((verb) => [verb, category] as const)),
)

/** Verbs that are as often nouns or adjectives; they open a rule only if the next words show it. */
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

/** Third persons that are not plural nouns, although their base form is noun-like. */
export const verbalThirdPersons: ReadonlySet<string> = new Set(
  words(
    'balances builds covers designs documents drives handles helps holds leads monitors returns serves supports tracks uses',
  ),
)

/** Words that are verbs only with their particle: "default to", but "default exports". */
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

/** Words that never open an imperative, although a determiner may follow: they keep unknown openers from matching. */
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

/** Verbs and auxiliaries that complete the words before them to a sentence. */
export const finiteVerbs: ReadonlySet<string> = new Set(
  words(`
    is are was were be has have had do does did will would can could may might must should shall isn't aren't wasn't won't
    doesn't don't didn't can't cannot couldn't shouldn't mustn't belongs belong comes come needs need requires require
    goes go lives live means mean contains contain exists exist consists follows follow supports uses depends depend
    applies apply beats trumps matters matter equals counts becomes become remains remain knows know wants want benefits
    crowds extends extend gets get gives give fails succeeds passes works breaks takes
  `),
)

/** Clauses that say when a rule applies. */
export const conditionOpener =
  /^(?:if|when|whenever|where|wherever|before|after|once|while|during|until|unless|upon|on (?:each|every|any|failure|success|error|completion)|in case|as soon as|every time|each time|for (?:each|every|any|all|new|bug|regression|\w+ (?:changes|tasks|claims|fixes|features|issues))|at the (?:start|end|beginning)|given|prior to|as you|for|in|with|within|at|by|to|as|because|since)\b/i

/** The condition openers that make a label an event: "Before removing code", "When adding an agent". */
export const eventOpener =
  /^(?:if|when|whenever|before|after|once|while|during|unless|until|upon|prior to|on|for|in case|every time|each time|at the|as soon as)\b/i

/** Words before a rule that do not change it. */
export const emphasisOpener =
  /^(?:(?:(?:very )?important|critical|mandatory|note|nb|notice|warning|caution|attention|remember|reminder|rule|required|tip|crucial|essential|must|key)(?: (?:note|rule|reminder))?\s*(?:!+|:|\s[-\u2013\u2014])\s*)+/i
export const adverbOpener =
  /^(?:(?:always|please|only|also|just|first|firstly|second|then|next|finally|lastly|instead|carefully|explicitly|generally|typically|ideally|usually|normally|where possible|when possible|proactively|actively|consistently|continuously|regularly|strictly|clearly|thoroughly|systematically|automatically|immediately|directly|quickly|simply|gracefully|otherwise|therefore|additionally|furthermore|still|(?:you|we|i|agents?|the agent|claude|developers|contributors|everyone|all agents) (?:must|should|shall|will|need to|have to|ought to|are (?:expected|required|supposed) to|always|can and should)(?! not\b)|you['\u2019]ll|must|should|shall|make sure (?:to|you)|be sure to|try to|remember to|do|take care to|take time to|let's|don't (?:forget|hesitate) to|do not (?:forget|hesitate) to|never (?:forget|hesitate) to)[,:]?\s+)+/i
export const prohibitionOpener =
  /^(?:(?:you|we|i|(?:the |all )?agents?|the (?:assistant|bot)) )?(?:never|do not|don['\u2019]?t|must not|must never|mustn['\u2019]t|should not|should never|shouldn['\u2019]t|may not(?! (?:need|require|have to|be (?:needed|required|necessary)|exist|apply|work)\b)|will not|won['\u2019]t|cannot|can['\u2019]t|can not|shall not|shall never|refuse to|under no circumstances|no(?! need)(?! longer)(?=\s+[a-z`"'-])|not allowed|forbidden|prohibited|strict(?:ly)? prohibit(?:ion|ed)|nothing (?:may|should|must))\b/i
export const innerProhibition =
  /(?:[;:,.]|\s-|\band|\bbut)\s+(?:(?:please|you|we) )?(?:never|do not|don['\u2019]t|must not|must never)\s+\S/i
export const prohibitionClause =
  /\b(?:must never|must not|mustn['\u2019]t|should never|should not|shouldn['\u2019]t|shall not|may not(?! (?:need|require|have to|be (?:needed|required|necessary)|exist|apply|work)\b)|is (?:not allowed|not permitted|forbidden|prohibited)|are (?:not allowed|not permitted|forbidden|prohibited)|never)\b/i
export const modalClause =
  /\b(?:must|should|shall|has to|have to|needs? to(?! know)|ought to|is required|are required|(?:is|are) mandatory|(?:is|are) expected to|required\b(?! by)|is recommended|are recommended|recommended(?=\))|mandatory)\b/i
/** "No tests needed": leaves something open. */
export const notNeeded =
  /^no (?:(?:[^\s,;:]+ ){1,8}?(?:is |are )?(?:needed|required|necessary)|(?:manual|extra|additional|further|special|separate) (?:setup|steps?|configuration|work|actions?|installation|intervention))\b/i
const harmless = /^(?:do not|don['\u2019]?t|never) (?:forget|hesitate|be afraid)/i
/** Negative words that forbid nothing. */
export const isHarmlessNegative = (text: string) => harmless.test(text) || notNeeded.test(text)

/** A sentence that starts with one of these words depends on the sentence before it. */
export const leaningOpener =
  /^(?!it(?:'s| is) (?:your|the agent's|strictly|forbidden|prohibited|not (?:allowed|permitted)|mandatory|required)\b)(?:it|its|they|them|their|this|that|these|those|such|instead|otherwise|then|also|so|thus|therefore|hence|however|but|and|or|example|e\.g\.|i\.e\.|for example|for instance|additionally|furthermore|moreover|both|either|neither|the (?:former|latter|same|above)|if (?:so|not|it|they|that|this)|when (?:it|they|that)|not doing so|doing so|same|no exceptions?|see|one )\b/i
/** An imperative whose object is in the sentence before: "Keep it lean". */
export const leaningObject = /^[\p{L}-]+\s+(?:it|them|this|that|these|those|its|one)\b(?!\s+\p{L}+s?\b\s+(?:is|are))/iu
/** A sentence about the document itself is not about the agent that reads it. */
export const selfReference =
  /\b(?:this|the current) (?:file|document|guide|page|readme|section|directory|folder|table|list|map|prompt|template)\b|\bthese (?:rules|instructions|guidelines)\b|\bclaude\.md\b.*\bsymlink/i
/** Descriptions of machines' behavior and of the project's history, which demand nothing. */
export const machineryClause =
  /\bauto(?:matic(?:ally)?|-generated)\b|\bcurrently\b|\b(?:will|would)\b|\bgenerated (?:by|from)\b|\bfor more (?:information|details)\b|^see\b|\ball (?:four|three|five) (?:on|of)\b/i

/** Words about tone. */
export const toneWords =
  /\b(?:concise(?:ly)?|terse|brief(?:ly)?|verbos\w*|wordy|succinct\w*|tone|emojis?|jargon|hedg(?:e|es|ing)|preambles?|greetings?|flattery|filler|fluff|pleasantr\w+|apologi[sz]e|apologies|sarcas\w*|humou?r|polite\w*|(?<!-)friendly|warm(?:th|ly)?|casual|formal(?:ly)? (?:tone|language|register)|plain (?:language|english|words)|plainly|conversational|empath\w+|sycophan\w*|speak|sound like|answer first|one-liners?|bullet points?|to the point|straightforward|direct and|be direct|chatty|exclamation|buzzwords?|voice|answers? short|short answers?|in (?:english|german|french|spanish|japanese|chinese)|constructive\w*)\b/i
/** Things that are made rather than said: "Write concise code" is about the code. */
export const madeThings =
  /\b(?:code|functions?|tests?|components?|modules?|classes|scripts?|queries|apis?|error (?:messages?|logging|handling))\b/i
/** Adjectives that describe how someone speaks, for "You are direct". */
export const toneTraits =
  /^you(?:['\u2019]re| are)(?: (?:always|very|also))? (?:a |an )?(?:direct|concise|friendly|terse|polite|warm|calm|formal|informal|casual|witty|funny|playful|professional and|blunt|brief|succinct|humble|empathetic|encouraging|patient|kind|upbeat|cheerful|serious|sarcastic|conversational|plain-spoken|articulate|honest and direct)\b/i
/** Words about working with others. */
export const togetherWords =
  /\b(?:[Pp]ull [Rr]equests?|PRs?|merge requests?|MRs|[Cc]ommit [Mm]essages?|[Cc]onventional [Cc]ommits?|co-authored-by|signed-off-by|assisted-by|sign-off|reviewers?|code owners?|teammates?|team members?|colleagues?|maintainers?|stakeholders?|[Hh]andoffs?|[Hh]and-offs?|hand over|hand off|escalat\w+|(?:other|next|another|sub-?)[ -]?(?:agents?|specialists?)|approval from|ask (?:the user|first|for)|(?:the|your) (?:user|human|team) (?:for|before|whether|if)|github issues?|an issue|open issues)\b/
/** Judgments: a simple "X is Y" with one of these is a conviction, not a description. */
export const valueWords =
  /\b(?:dishonest|honest|sacred|essential|paramount|non-negotiable|not negotiable|not optional|never optional|unacceptable|priceless|precious|matters?|beats?|trumps?|wins?|worth|better than|worse than|the enemy|everything|a liability|an asset|a gift|a bug|a feature|comes? (?:first|last)|above all|is key|is king|are communication|is communication|is trust|builds? trust|deserves?|at all times|(?:is|are) frozen|off-limits)\b/i
/** People to work with. */
export const personWords =
  /\b(?:users?|teams?|humans?|people|person|maintainers?|reviewers?|authors?|clients?|customers?|colleagues?|teammates?|stakeholders?|everyone|anyone|others|agents?|owners?|managers?|them|me|us)\b/i
/** "Deletions require approval". */
export const needsApproval =
  /\b(?:requires?|needs?) (?:\S+ ){0,3}(?:approval|permission|consent|confirmation|sign-?off)\b/i
/** "Skipping hooks is a build failure". */
export const isFault =
  /^\p{L}+ing\b.{1,200}? is (?:an? )?(?:\S+ ){0,2}(?:bug|failure(?! mode)|error|mistake|anti-?pattern|violation|smell)\b/iu
/**
 * Describes what something is, where it is or what it says: "`docs/api.md` documents the API", "Tests live in `test`".
 */
export const isDescription =
  /^`[^`]{1,100}` \p{L}+s\b|^(?:this|it) (?:is|was)\b|\b(?:lives?|resides?|(?:is|are) located|can be found) (?:in|under|at|next to|inside|alongside)\b|(?:^|:\s+)see\b/iu
/** Words that turn a description into a rule: "All logic lives in `core`". */
export const binding = /\b(?:all|every|each|only|always|never|must|should|not|no|one|single|own|at all times)\b/i
/** Commands that lack a subject: "Include learnings" is about commit messages if its heading says so. */
export const subjectless = /^(?:include|exclude|avoid|omit|mention|contain|list)\b/i
/** Things that are handed over. */
export const outputWords =
  /\b(?:reports?|findings|summar(?:y|ies)|results?|recommendations?|outputs?|diffs?|diagrams?|analys[ei]s|feedback|plan|json|table|list|documentation|deliverables?|artifacts?|checklist|estimates?|solutions?|examples?|snippets?|responses?|answers?|code|files?|format|evidence|roadmap|guide|runbooks?)\b/i
export const watchWords =
  /\b(?:keep an eye on|watch (?:for|out)|on the lookout|alert (?:on|when|the)|metrics for|error rates?)\b/i
/**
 * Noun phrases that restrict ("DB access only through the store", "English only") or set a limit ("max 3 sentences").
 */
export const onlyPhrase =
  /\bonly (?:through|via|by|with|in|inside|within|from|after|before|over|at|on|for|to|when|if|as)\b|^(?:\S+ ){1,4}only[.!]?$/i
export const limitPhrase =
  /\b(?:max(?:imum)?\.?(?: of)?|min(?:imum)?\.?(?: of)?|at (?:most|least)|no (?:more|less|fewer) than|up to|under|below) \d/i
/** Clauses that keep something where it is: "Customer data stays in the EU". */
export const stayingClause =
  /^(?:\S+ ){1,5}(?:stays?|remains?|never leaves?) (?:in|inside|within|on|out of|behind|off|under|with|private|confidential|secret|internal|local|encrypted|anonymous)\b/i
/** Units of an agent's speech: limits on them are about its voice. */
export const spokenWords =
  /\b(?:responses?|repl(?:y|ies)|answers?|sentences?|messages?|(?:english|german|french|spanish|italian|portuguese|dutch|polish|japanese|chinese|korean) only)\b/i

/** A choice between two ways. */
export const choiceWords =
  /\b(?:instead of|rather than|prefer(?:red|ably|s)?|favou?rs?|by default|defaults? to|default is|the default|over (?:inheritance|custom|new|raw|manual)|where possible|when possible|whenever possible|if possible|ideally|no need to|optional|avoid)\b/i
export const ownershipClause =
  /\b(?:(?:you are|you're|is|are) (?:responsible|accountable|in charge)|responsible for|accountable for|in charge of|you own|it(?:'s| is) (?:your|the agent's) (?:job|role|task|mission|responsibility|duty|goal) to|your (?:job|role|task|mission|responsibilit(?:y|ies)|goal|purpose|duty|duties|main task|primary (?:task|goal|role|job|responsibility)|core (?:task|mission|responsibility)|focus|expertise|scope)[^.]{0,30}? (?:is|are|spans|covers|includes?))\b/i
export const profileClause =
  /^(?:you(?:['\u2019]re| are| act as| serve as| operate as| work as)|your name is|i am|i'm|act as|as an? [^,]{3,60} (?:agent|expert|engineer|assistant|developer|architect|specialist),? you|we are)\b/i

/** Kinds of "You …" sentences about the agent other than conduct: duties, tendencies, and what it is and can do. */
export const youOwn = /^you\s+(?:own|maintain|lead|manage|oversee)\b/i
export const youPrefer = /\bprefer\b|\bdefault to\b|\bfavou?r\b/i
export const youAre = /^you\s+(?:\w+ly\s+)?(?:live|exist|have|can|know|specialize|excel|interact|combine|understand)\b/i
export const youAlways = /^you (?:\S+ )?always\b/i
/** Results of work: "Features must include tests" is a duty, "Plugins should be independent" a principle. */
export const workProducts = /\b(?:tests?|docs|documentation|changelog|coverage|fix(?:es)?|features?|commits?)\b/i
export const handsOver = /\b(?:returns?|delivers?|produces?) (?:structured|findings|a report)/i
/** Verbs of statements of fact. */
export const factVerbs = /\b(?:is|are|needs?|requires?|has|have|cannot|can|lives?)\b/i
/**
 * Announces text below it, and is left out: "Follow this template:". Looks back from the colon at the end, which takes
 * a linear time however often the words stand before it.
 */
export const announcement = /:$(?<=\b(?:these|this|following|below|as|like so|example|here)\b[^.:]*:)/i
/** "\u4F8B\u5982\uFF1A": the same in Chinese and Japanese, of which a short line with a colon is a title. */
export const announcedElsewhere =
  /^[^\uFF1A\u3002]{0,7}\uFF1A$|(?:\u4F8B\u5982|\u5982\u4E0B|\u4EE5\u4E0B|\u4E4B\u4E00|\u4F8B\u3048\u3070|\u6B21\u306E\u901A\u308A|\u4E0D\u9650\u4E8E)\uFF1A$/u
