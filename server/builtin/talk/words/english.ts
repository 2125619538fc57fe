import { type LanguageWords, word, wordSet } from './language-words.ts'

export const english: LanguageWords = {
  brief: {
    self: word("i|i'm|im|i'd|i'll|i've|we|we're|our|ours|my|mine|me|us|myself"),
    standing: [
      word('always|never|ever'),
      word('every|each|any|anything|anyone|anybody|everything|everyone|whatever|whichever|whoever|all'),
      word('no|none|nothing|nobody|not even|neither'),
      word('before|after|until|till|once|first|afterwards|then(?= )'),
      word('when|whenever|if|as long as|while|where'),
      word('without|unless|except|only|instead|rather than|sooner|than|other than'),
      word("don't|dont|won't|doesn't|do not|will not|can't|isn't|aren't|not"),
      word(
        "(?:i|we) (?:don't|dont|won't|do not|will not|refuse to) (?!know|think|want|get|remember|understand|have|see|like|need|feel)\\w+",
      ),
      /^no \w+(?: \w+)? (?:with|in|on|for|at|before|after|without)\b|^nothing (?:out of|from|without)\b/,
      word(
        'by default|as a rule|in general|regardless|no matter|even at|even when|even if|exactly|end to end|by hand|myself|because|so that|mostly|mainly|most of (?:what|my|the)|altogether',
      ),
    ],
    obliges: word(
      "should|must|has to|have to|needs? to|ought to|gets? \\w+(?:ed|en|t)|(?:is|are) (?:not )?(?:left|kept|done|written|checked|read only)|stays?|comes? (?:first|before|last)|goes? (?:first|before)|isn't worth|is not worth|does(?:n't| not) (?:go|belong|count|leave)|counts?|belongs?|beats|matters more|is (?:just |only )?noise|(?:an?|any|every|each|no) (?:\\w+ ){1,4}(?:should|must|has to)|isn't (?:finished|done)",
    ),
    owns: word(
      "for me|with me|from me|to me|if you ask me|(?:in|on|into|from) my \\w+|that's how (?:i|we)|that is how (?:i|we)|that's my|my (?:one |own |golden |only )?(?:rule|thing|job|responsibility|principle|habit|way)|as ever|as always|as i do|the way i|as far as i'm concerned|i believe|in my book|(?:is|are) (?:mine|on me|my \\w+)|answers? for|look after|line i|something i|thing i|have always|never have|i'd say|call me|i'm (?:big|strict|picky|fussy|particular|old|a stickler|religious|the one)|not a fan|can't stand|(?:i )?swear by|i refuse|i insist|i stick to|i trust|i believe|i think|drives me",
    ),
    endorses:
      /^(?:and )?(?:that's|thats|that is|this is|it's|its) (?:just )?(?:how (?:i|we)\b|the way (?:i|we)\b|what (?:i|we) (?:always )?(?:do|believe|stand)|my (?:\w+ )?(?:rule|thing|way|principle|policy|habit|approach)|where i draw)/,
    excludes: [
      /\?\s*$/,
      word('i think you|i believe you|talk about it|not against|i always like to (?:learn|hear|see)'),
      // Denied: "I never said I prefer tabs".
      word(
        "(?:don't|dont|do not|never|didn't|did not) (?:agree|feel like|think|said|say|mean|meant) (?:that )?(?:i|we|you|they)",
      ),
      word(
        "today|tonight|tomorrow|yesterday|this (?:time|morning|afternoon|evening|week|weekend|month|once)|last (?:time|week|night|year|month)(?!'s)|next (?:time|week|month)|for now|right now|at the moment|just now|ago|used to|back then|in a (?:minute|second|moment)|for this \\w+ only|one off|one-off",
      ),
      word(
        "what if|imagine|suppose|if i (?:ran|were|was|had(?! to)|could|won)|(?<!as )if we (?:ran|were|was|had|could)|would be|i could|i might|maybe i|perhaps|wish|oh sure|certainly, and|let's just|i'm kidding|kidding",
      ),
      /^(?:(?:and|but|oh|well|so|yeah|no|nah|yes),? )*(?:(?:my|our|the|his|her|your|their)(?! own) (?:[\w']+ ){1,4}?(?:says?|said|thinks?|thought|reckons?|swears?|keeps?|kept|always|never|used|wants?|told)|(?:he|she|they|you) )(?!.*\b(?:i|we) (?:always|never|only|don't|dont|won't|read|try)\b)/,
      /(?<!what )\bi (?:was|had|did|went|took|got|saw|made|told|gave|said|thought|came|found|sat|did|spent|forgot)\b(?!.*\b(?:i|we) (?:don't|won't|never|always|only)\b)/,
      /["\u201c\u201e\u00ab].{16,}["\u201d\u00bb]/,
      /(?:^|\s)\/s\s*$|\blol\b|\b(?:(?:ha){2,}h?|jk|just (?:for (?:this|today)|this once))\b/,
    ],
    givesUp: word(
      "changed my mind|come (?:a)?round|came (?:a)?round|(?:gave|given|giving) up (?:on|my|the|with)?|talked me out|i was wrong about|i(?:'ve)? (?:quit|ditched|abandoned|dropped) (?:my|the|that)|(?:i|we) \\w+ .{1,60} now like|i take (?:it|that) back|i'm done with|converted me|i'm over my|scrap my|(?:i|we)(?:'ve| have)? (?:moved (?:off|away from|on from)|come off|gone off|let go of|grown out of|caved|softened|relented|switched (?:away|over))|was (?:just )?(?:daft|silly|stupid|nonsense|overkill|a mistake)",
    ),
    leadIn:
      /^(?:(?:no(?=[,.:;!\u2014-])|yeah|yes|yep|nope|nah|ok|okay|well|so|and|but|cause|because|also|look|oof|ugh|sure|right|honestly|seriously|tbh|sorry|thanks|thank you|pls no|please|ha|hm+|oh|ah|still|then|not tomorrow|understood|fair enough|exactly|true|me too)\b[,.:;!\u2014-]*\s+)+/i,
  },
  work: {
    leads: 'ok(?:ay)?|yes|yep|no|nah|great|now|and|also|good|awesome|perfect|alright|so|next|then|but|cool|sure',
    asks: "(?:please|can (?:you|we)|could (?:you|we)|let'?s|lets|go ahead|i(?:'d| would)? (?:want|like|need)|add|fix|make|create|update|remove|change|use|run|write|commit|push|implement|continue|start|try|delete|move|rename|build|install|merge|generate|refactor)\\b",
    opens:
      "i (?:see the|understand|apologi[sz]e|need to|should (?:check|look|find|read|create|update|add|also check|first))|we need to|the user |(?:checking|looking|updating|adding|fixing|reading|searching|running|creating|reviewing|inspecting|removing|implementing|starting|let's) |you(?:'re| are) (?:absolutely |completely )?right|(?:perfect|excellent|great|done)[!.,] |(?:looking at|here(?:'s| is| are)|based on) (?:the|your|my|how|what|a) |the (?:issue|problem|error|bug) |to (?:fix|resolve|solve) ",
    announces:
      "(?:now |first,? |then )?(?:let me|i(?:'ll| will|'m going to| am going to)) (?!always|never)|i(?:'ve| have) (?:now |successfully )?(?:updated|created|added|fixed|made|removed|changed(?! my)|implemented)\\b",
    refuses:
      /^(?:(?:i'm |i am )?sorry,? (?:but )?(?:i|that)|i (?:can't|cannot|can not|won't|will not)|no[,.]|unfortunately)/i,
    asksForDeed: /\b(?:can|could|would|will|did|do) you\b|\bplease\b|\blet's\b/i,
    holds: /\bi (?:always|never|usually|prefer|believe|refuse|insist)\b/i,
    standing:
      /^(?:(?:and|but|so|also|ok(?:ay)?|yes|no|please|important|note|remember|again),?:? )*(?:(?:you|we|it) (?:should|must|have to|need to) |i (?:want|need|would like|'d like) you to |make sure (?:to |that you |you )?|(?:be sure|remember|try) to )?(?<what>(?:always|never) .+)$/i,
  },
  smallTalk: {
    thanks: /^(?:(?:so|many|very|a thousand|big|huge) )*(?:thanks|thank you|thx|cheers)(?!\s*[,.;:!\u2014-])\s/i,
    ownClause: word('i|we|but', 'iu'),
    courtesies: [
      /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|welcome|bye)\b(?: (?:all|everyone|everybody|folks|team|there))?,? (?:i(?:'m|\u2019m| am| hope)|we are|hope|nice|this is|see you)\b/i,
      /\bappreciate (?:your|you|(?:all|everything) (?:that )?you)\b|\bfeel free to\b|\b(?:never|don't|don\u2019t|do not) hesitate to\b|\bhappy to (?:help|assist)\b.*\b(?:if|when\w*|you)\b|\b(?:here|available|there) (?:for you|if you|when(?:ever)? you)\b|\blook(?:ing)? forward to (?:\w+ ){0,5}(?:you|your|hearing|seeing)\b|\balways a pleasure\b/i,
      /^(?:please )?(?:call|ping|text|message|let) (?:me|us)(?: know)? (?:if|when|whenever) (?:you|any\w*|there)\b|\bjust (?:(?:call|ping|ask|message|tell)|(?:write|talk) to) (?:me|us)\b|^(?:i|we) (?:always )?wish (?:you|everyone|everybody|all)\b/i,
      /^(?:have|enjoy) (?:an?|your|the) (?:\w+ ){0,2}(?:day|night|week|weekend|evening|one|time|trip|holidays?|break)\b/i,
    ],
    status: {
      marks: [
        /\b(?:from|on|at|for) (?:my|our) (?:side|end|part|list)\b|\bmy (?:part|points|shift)\b|\bfrom (?:me|us)\b|\b(?:all|everything|nothing) (?:\w+ ){0,4}(?:for|with) (?:me|us)\b|^(?:over to|all) (?:you|yours)\b|\b(?:hand|pass|leav|send)\w* (?:this|that|it|the rest|everything(?: else)?)\b.*\b(?:over|on|to)\b/i,
        /\b(?:case|ticket|order|issue|request|claim|incident|matter|task) (?:no\.? |number )?#?[\w-]*\d|\b(?:this|that) (?:case|ticket|one|order|issue|request|claim|incident|matter)\b|^(?:the|my|our) (?:case|ticket|order|request|claim|incident) (?:is|was|has|stays|remains)\b/i,
        /^(?:(?:and|so|ok|okay|well|right|then|i think|i guess),? )*(?:that(?:'s|\u2019s|s| is| was)|this (?:is|was)|that wraps up|we (?:have|'ve) covered) (?:all|it|everything|about it)\b/i,
        /\b(?:nothing|anything) (?:more |else |further )?(?:to add|is left)\b|\b(?:still )?waiting for\b|\b(?:never|not|n't|n\u2019t) (?:got|gotten|received|heard)\b/i,
      ],
      words: wordSet(`
  about add again all already also always and answer answers any anything are as at be before been bye can case cases
  clear close closed closing come comes cover covered covering day done else end ends enough escalated ever every everybody everyone everything
  fine finished fixed for friday from further give giving go going gone good guess had hand handed handing handle happy has have he her him hold
  i if in is issue it just know last leave leaving left let list lunch matter me mine monday more morning move moving my need needed needs
  never news next no nobody noon not nothing now number of off on once one open order other our over part pass passed
  passing pending pick picks point points progress question questions ready received reply reporting request rest resolved right say see send
  sent settled she shift side since so solved stay stays step steps still take taken takes task than that the their them then there they
  thing things think this ticket till to today told tomorrow too touch until up update updates us wait waiting was we weekend were what when which will
  with won work working works wrap wraps yet you your yours t s ll ve re d m colleague colleagues team claim incident night evening afternoon
`),
    },
  },
}

/** States of mind, perceptions and involuntary acts: "I always forget" and "I never know" are small talk, not norms. */
export const mentalVerbs = wordSet(`
  admire assume believe care cherish cry die dream drink eat enjoy expect fall fear feel find forget get guess happen hate have hear hope imagine
  know laugh like live look lose love matter mean mind miss need notice obey prefer realize regret remain remember say seem see sleep sing smile sound stare struggle
  suppose suspect tell think understand wake want wish wonder worry sit stand stay walk travel tend end arrive crash struggle seek
`)
/** Past forms without a past ending, after which "never" reports something that did not happen. */
export const pastForms = wordSet(`
  had did got went was were came said thought saw knew felt heard forgot lost met paid meant kept sent wrote ran made gave took found told bought
  brought caught began grew chose drew spoke broke left held led built been gone slept ate drank drove flew sat stood won
`)
/** Base forms that are also past forms: "I read the chapter", "we put it aside". */
export const ambiguousVerbs = wordSet('read put set cut let hit shut cost quit split spread hurt bet')
/** Verbs that usually report one event; in the present tense they need a word that means "always". */
export const weakVerbs = wordSet('take go come make give have call ask start show move bring leave turn open sign')
/** Verbs of habit that are not in the rules' table. */
export const moreVerbs = wordSet(
  `insist ensure answer reply thank apologize teach bring sell treat pay buy clean cook turn repeat rehearse round sign paint measure promise blame interrupt discuss recommend water rotate spend speak talk listen
  wash sharpen bake season taste weigh pack seal sweep dust iron fold lock unlock feed groom train coach grade return lend borrow file stamp
  rehearse practise practice perform record proofread credit donate invoice bill charge refund greet welcome invite host serve drive park repair
  oil grease rinse disinfect sterilize prescribe vaccinate plant prune harvest compost count restock price bargain haggle carry`,
)

/** Words that make a sentence general. */
export const general =
  /\b(?:always|never|every|each|all|any|only|whenever|everywhere|everything|anything|daily|weekly|monthly|quarterly|without|until|unless|by default|as a rule|no matter)\b|\b(?:before|after|when|if|while|once)\s+(?:i|we|a|an|any|the|it|they|you|anyone|someone|\w+ing)\b|\b(?:on|at)\s+(?:\w+days|weekends|night)\b/i

/** Words about tone, in addition to those of the rules. */
export const toneAdjectives =
  'warm|honest|kind|friendly|polite|short|brief|concise|plain|clear|calm|formal|informal|direct|respectful|patient|constructive|specific|empathetic|transparent|precise|factual|neutral|light|playful|humble|blunt|simple'
export const toneNouns =
  'tone|voice|wording|style|language|replies|reply|answers?|messages?|e-?mails?|feedback|writing|sentences?|words|comments?|texts?|posts?|explanations?|critiques?|criticism|copy'
/** The author's tone: a tone noun with a tone adjective on either side, or words that are only about tone. */
export const aboutTone = new RegExp(
  `\\b(?:${toneAdjectives})\\b(?:,? (?:and )?\\w+)? (?:${toneNouns})\\b|\\b(?:${toneNouns})\\b (?:is |are |be |should be |must be |stay |to be |(?:as )?)?(?:always |very |both )?(?:${toneAdjectives})\\b|\\bjargon\\b|\\bbuzzwords?\\b|\\bemojis?\\b|\\bhumou?r\\b|\\bsarcasm\\b|\\bexclamation\\b|\\bpassive voice\\b|\\bactive voice\\b|\\bplain (?:language|english|words)\\b|\\bglossary\\b|\\btone of\\b`,
  'i',
)

/** Things that people monitor. */
export const watched =
  /\b(?:dashboards?|queues?|metrics?|logs?|alerts?|inbox|backlog|uptime|budgets?|latency|error rates?|status|sla|slos?|health|pipelines?|monitoring|costs?|spend|usage|capacity|trends?|graphs?|kpis?)\b/i
/** Things that people deliver at intervals. */
export const delivered =
  /\b(?:reports?|summar(?:y|ies)|digests?|newsletters?|minutes|notes|updates?|overviews?|changelog|bulletins?|statements?|invoices?|figures|forecasts?|briefings?|articles?|release notes)\b/i
/** Things that people do together. */
export const shared =
  /\b(?:pull requests?|prs?|merge requests?|code reviews?|reviewers|hand-?overs?|escalat\w+|pair(?:s|ed|ing)? (?:with|on|program)|mentor\w*|onboard\w*|coordinat\w+|collaborat\w+)\b/i
/** Repetition or a deadline: "every morning", not "every screen". */
export const cadence =
  /\b(?:(?:every|each|per) (?:\w+ )?(?:hour|day|morning|evening|night|week|month|quarter|year|sprint|release|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|daily|nightly|weekly|monthly|quarterly|yearly|(?:once|twice|three times) an?|whenever|after (?:every|each)|same day|at the end of|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i

/** Words between a speaker and the verb that do not change the meaning. */
export const fillers =
  'basically|obviously|honestly|actually|definitely|certainly|essentially|literally|frankly|clearly|kind of|sort of|kinda|sorta|purposefully|intentionally|deliberately|consciously|personally|pretty much|of course'

/** Words before a position that the speaker takes anyway: "I guess I would say that …". */
export const hedge = new RegExp(
  `^(?:(?:i|we) (?:(?:${fillers}|just|do|also|still|really|would|might|could|will|have to|want to|would like to|should|must|can|certainly|strongly|really do) )*(?:think|guess|believe|feel like|feel|say|mean|suppose|agree|argue|state|reiterate|restate|emphasize|stress|admit|note|add|mention|clarify|point out|suspect|find)(?: (?:again|here|also|is|just))*(?: that| like)?,?|(?:to be (?:honest|clear|fair|frank|perfectly honest|completely honest)|to (?:restate|reiterate|clarify|add to that)|(?:this|that|which|it) is (?:also |exactly |partly |really )?why|the (?:thing|point|problem|reality|truth|other thing|reason) is(?: that)?|in my (?:\\w+ )?(?:opinion|view|mind|experience|case)|from (?:my|our) (?:point of view|perspective|side|experience)|for (?:me|us|my part)(?: personally)?|as (?:i|we)(?:'ve| have)? (?:said|mentioned|say)(?: before| earlier)?|as (?:a|an) (?:\\w+ ){1,3}?|at the end of the day|at least|maybe|perhaps|again|like|so|and|but|also|yeah|well|i'm saying(?: that)?|what i'm saying is(?: that)?|that said|having said that|that being said|on the other hand|overall|in general|generally(?: speaking)?|personally|especially|of course|right now|at the moment|first(?: of all)?|second(?:ly)?|third|finally|you know|i guess|i mean|process-wise|then|now|honestly|because),?) (?=\\S)`,
  'i',
)

/** Reports about others, regrets, single events and complaints, which are not norms of the author. */
export const disowned: readonly RegExp[] = [
  // Denied: "It's not that I hate meetings", "not because we like it".
  /\b(?:it's|it is|that's|this is|it isn't|isn't) (?:not )?(?:just |only |so much )?(?<=not (?:just |only |so much )?|isn't (?:just |only |so much )?)(?:that|because|like) (?:i|we)\b/i,
  // Reported: "Greg always says …", "\"always smile\" they told us".
  /^(?:(?!(?:i|we|should|must|whatever|anything|everything)\b)[\w'-]+ ){1,4}(?:always |never |often |usually |sometimes |just |once )*(?:says?|said|tells?|told|claims?|claimed|insists?|insisted|thinks?|thought|believes?|reckon(?:s|ed)?|swears?|swore|suggests?|suggested|preach(?:es|ed)?|keeps? saying|used to say|likes? to say)\b/i,
  /(?<!\b(?:whatever|anything|everything) )\b(?:he|she|they) (?:always |once |just )?(?:told|said|says?|tells?)\b/i,
  // Not meant seriously, or only supposed.
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
/** A refusal to break rules, which is a norm of the author after all. */
export const refusal =
  /\b(?:never|don't|do not|won't|refuse to|avoid) (?:ever )?(?:ignore|bypass|circumvent|evade|break|violate|disregard|override)\b/i

/** Words that tie a sentence to one moment or one matter, so that it is not a habit. */
export const momentary =
  /\b(?:today|tonight|tomorrow|yesterday|right now|just now|for now|at the moment|currently|so far|yet(?! another)|anymore|ago|soon|in a (?:minute|moment|second)|later|this (?:time|one|morning|afternoon|evening|week|weekend|month|quarter|year|sprint|ticket|case|bug|issue|pr|commit|patch|change|branch|release|file|test|function)|that (?:one|time)|last (?:time|night|week|weekend|month|quarter|year|sprint|monday|tuesday|wednesday|thursday|friday)|next (?:time|week|weekend|month|quarter|year|sprint|monday|tuesday|wednesday|thursday|friday)|in (?:19|20)\d\d)\b/i

/** Openings of a question without a question mark. */
export const questionOpening =
  /^(?:(?:so|and|but|or|ok|okay|well|hm+),? )?(?!what (?:i|we) )(?:who|whom|whose|what|which|why|how|where|do|does|did|is|are|was|were|can|could|would|will|shall|have|has|may|might|should|shall|must|am|don't|isn't|aren't|won't|shouldn't|wouldn't) (?:i|we|you|he|she|it|they|this|that|there|the|your|our|my|anyone|somebody|someone)\b/i

/** Markers of a reviewer's general beliefs. */
export const reviewGeneral =
  /^(?:nit: ?)?(?:always|never|prefer|avoid)\b|\b(?:should|must) (?:always|never)\b|\b(?:in general|generally|as a (?:general )?rule|rule of thumb|good practice|i (?:always|never|usually|generally|typically|tend to|try (?:not )?to|like to|prefer|hate|don['\u2019]t (?:really )?like|dislike)|i['\u2019]?d (?:always|never|usually|generally)|i(?: am|['\u2019]m) (?:(?:usually|generally|always|also|really|just|not) )*(?:a )?(?:big )?fan of|we (?:always|never|usually|generally|typically|tend to|try (?:not )?to|don['\u2019]t (?:usually|generally|normally))|please (?:always|never|avoid|don['\u2019]t)|(?:always|never) \w+ (?:your|a|an|any|one|all)\b)\b/i

/** References to the change or the matter at hand, or judgments of a proposal. */
export const reviewBound =
  /\b(?:this|these|those|that(?= (?:is|was|would|one|way|part)\b|\W*$)|here|above|below|following|it|them|they|the (?:first|second|third|former|latter|last)|options?|proposals?|(?:your|the) (?:change|suggestion|text|wording|approach|idea|name|term)|pr|section|#\d+|agree|now|in (?:my|the|your) (?:case|pr|draft))\b|#\d+|@\w/i

/** Requests to do something differently, from now on. */
export const requests: readonly RegExp[] = [
  /^(?:(?:hey|ok|also|and|but|please|pls|so),? )*(?:can|could|would) you (?:please |pls )?(?<what>(?:stop|not|never|always|only|try to|keep|use|write|avoid) .+)$/i,
  /^(?:(?:hey|ok|also|and|but|so),? )*(?:please|pls) (?<what>(?:stop|don't|dont|do not|never|always|only|keep|use|write|avoid|no) .+)$/i,
  /^(?:(?:hey|ok|also|and|but|so),? )*(?<what>(?:stop|don't|dont|do not|never|no|avoid) .+?),? (?:please|pls)$/i,
]

/** Openings of an answer that agrees. */
export const accepts =
  /^(?:sure|ok|okay|okey|k|will do|got it|gotcha|understood|noted|done|right|you're right|youre right|of course|fair|fair enough|sorry|absolutely|yes|yep|yeah|thanks|good (?:point|idea)|makes sense|no problem|np|alright)\b(?!.{0,40}\b(?:but|no|not|can't|cannot|won't|rather)\b)/i

/** Words that tie a request to the moment. */
export const requestOfTheMoment = /\b(?:this|that|now|today|tomorrow|it|here|again|him|her|them|me a|for me|for a)\b/i

/** "You edited the old page, not the new one." */
export const chosenOver =
  /^(?:no,? )?(?:i think )?you(?:'re| are|'ve)? ?(?:made|changed|changing|modified|modifying|updated|updating|edited|editing|working|committed|using|used|created|did|put)(?: [^,]{0,40}? (?:in|to|on|with|from|using))? (?<wrong>[^,]{3,50}), (?:not|instead of) (?:in |to |on |with |from )?(?<right>.{3,40})$/i

/** A verb next to "I" or "we". */
export const ownVerb =
  /\b(?:i|we)(?: (?:\w+ly|also|just|still|only|then|rather|always|never|usually|try(?: to)?|like to|want to|have to|need to|make sure to))*(?: (?:do not|don't|dont|won't|will not|never|cannot|can't|refuse to))?(?: \w+ly| ever)? ([a-z'-]+)/g
/** Sentences in a short message that describe the author's habits without such a verb. */
export const ownWay =
  /\b(?:i|we)(?:'d| would)(?: much| always)? (?:rather|sooner|prefer)\b|\b(?:i|we) (?:do|go|work) without\b|\b(?:is|are|it's|that's) (?:my|our) (?:job|responsibility|duty)\b|\bi'm (?:(?:still |always )?the one|not (?:making|doing|building|having))\b|\bi (?:want|need) (?!to (?:go|leave|see)\b)/
/** Verbs of the mind and the senses that indicate a habit in a short message. */
export const mindfulVerbs =
  /^(?:look|sit|stay|feel|see|hear|tell|say|care|want|need|expect|trust|prefer|believe|hate|love)$/
/** Words next to "I" that are not actions. */
export const notDeeds =
  /^(?:can|will|am|are|is|was|should|could|would|might|may|guess|know|hope|think|mean|kid|bet|wonder)$/
