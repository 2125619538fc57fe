/** Word lists of the built-in embedding and the built-in discovery, as data: general English of work, no jargon of one profession. */
const words = (list: string): string[] => list.trim().split(/\s+/)

const amount =
  '(?=(?: an?| the)? (?:\\d|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|sixty|hundred|limit|budget))'

/** Rewritten before words are counted, in this order: different phrases for one thing become one word. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019]/g, "'"],
  [/\bcan't\b|\bcan not\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'(?:m|re|ve|ll|d|s)\b/g, ''],
  [/\b(?:make|making|made) (?:sure|certain)(?: that)?\b|\bsee to it that\b|\btake care (?:that|to)\b/g, 'ensure'],
  [/\b(?:keep|keeping) (?:an eye on|track of|tabs on)\b|\bwatch over\b|\blook(?:ing)? after\b/g, 'monitor'],
  [/\blook(?:s|ing|ed)? (?:for|at|through|over)\b/g, 'check'],
  [/\b(?:merge|pull)[ -]requests?\b|\bprs?\b|\bmrs\b/g, 'pullrequest'],
  [/\broll(?:s|ed|ing)? (?:(\w+(?: \w+)?) )?out\b/g, 'rollout $1'],
  [/\bhand(?:s|ed|ing)? (?:(\w+(?: \w+)?) )?(?:over|off)\b/g, 'handover $1'],
  [/\bset(?:s|ting)? up\b/g, 'setup'],
  [/\bback(?:s|ed|ing)? up\b/g, 'backup'],
  [/\broll(?:s|ed|ing)? back\b/g, 'rollback'],
  [/\bwrit(?:e|es|ing|ten) down\b|\bwrote down\b/g, 'document'],
  [/\bsteps? (?:to reproduce|for reproducing|of reproduction)\b/g, 'reproduction'],
  [/\brelease notes?\b|\bchange logs?\b/g, 'changelog'],
  [/\b(?:alternative|alt)[ -]texts?\b/g, 'alttext'],
  [/\bhard[ -]?cod(?:e|es|ed|ing)\b/g, 'hardcode'],
  [/\b(?:every|each|per|once a) (day|morning|week|month|quarter|year|sprint)\b/g, '$1ly'],
  [/\bdayly\b|\bmorningly\b/g, 'daily'],
  [/\bor not at all\b/g, ''],
  [/\b(?:no|not|never) (?:more|longer|larger) than\b|\bat most\b/g, 'below'],
  [/\b(?:no|not|never) (?:less|fewer|shorter) than\b|\bat least\b/g, 'above'],
  [new RegExp(`\\b(?:over|more than|longer than|larger than|exceed(?:s|ing)?)${amount}`, 'g'), 'above'],
  [new RegExp(`\\b(?:under|less than|fewer than|shorter than|smaller than)${amount}`, 'g'), 'below'],
  [/\b(?:turn|switch)(?:s|es|ed|ing)? (?:(\w+(?: \w+)?) )?off\b/g, 'disable $1'],
  [/\b(?:turn|switch)(?:s|es|ed|ing)? (?:(\w+(?: \w+)?) )?on\b/g, 'enable $1'],
  [/\b(?:niemals|nie|nicht|kein(?:e[nmrs]?)?)\b/g, 'never'],
  [/\bohne\b/g, 'without'],
  [/\b(?:instead of|rather than|as opposed to|in place of)\b/g, 'insteadof'],
  [/\bas (?:it|they) (?:is|are|stands?|stand)(?: written)?\b/g, 'as written'],
]

/** Words without a topic: grammar, and the markers of rules themselves, which polarity and category carry. */
export const emptyWords: ReadonlySet<string> = new Set(
  words(`
    a an the this that these those there here it its i me my mine we us our ours you your he him his she her they them their who whom whose which what
    someone anyone everyone nobody whoever whatever one ones anything everything something nothing itself themselves myself ourselves
    is are was were be been being am do does did doing done has have had having will would shall should may might must can could cannot ought need needs
    always usually generally normally typically often just only also still even really very quite too so then than as well ever yet already please simply
    every each all any both some such own same other another more most less few many much
    and or but nor if when whenever while where because since though although
    of in on at to from by for with into onto about over under between through during per via within upon toward towards across around among
    before after first then once until till unless without except
    not no never ensure insist prefer favour favor rather like try get gets got getting go goes come comes let lets rule habit
    way thing things stuff lot sure certain up out off down
    above below allow allows allowed allowing permit permits permitted enable enables enabled enabling immer stets siempre toujours cada todos todas chaque tous toutes
    el la los las un una del de en se con para por que le les des du au aux et y o ou pour par est sont ne pas l d qu s lo su sus es
    disable disables disabled disabling disallow disallows disallowed
    ich wir mir mich uns mein meine meinen meiner meinem du dir er sie es sich man der die das den dem des ein eine einen einem einer eines kein keine
    keinen keinem keiner und oder aber in im auf aus mit von vom zu zum zur für bei beim ist sind bin wird werden wurde hat habe haben soll sollen muss
    müssen kann können darf nie niemals nicht nichts grundsätzlich prinzipiell generell normalerweise meistens jede jeder jedes jeden jedem mal alle
    allen bevor vor nach nachdem wenn sobald dann erst zuerst lieber nur auch noch schon so da dort etwas was dass ob wie weg ganz sehr mach mache machen
    halte viel davon darauf dafür wichtig überzeugt mag unser unsere ihm ihn ihnen hab würde würden will wollen als um ja eigentlich einfach noch nutze nutzen verwende verwenden nehme nehmen alles
    yo mi mis me nos lo la las el los un una unos unas de del al en con sin por para que y o se es son su sus muy más mas pero como cuando si ya siempre nunca
    jamás cada todo todos todas antes después primero nada nadie prefiero intento sea sean ha he
    je j moi mon ma mes nous notre nos le les l d un une des du au aux et ou qui que qu est sont ce cette ces n ne pas jamais toujours chaque fois avant
    我 我们 们 都 会 总 是 的 之 前 从 来 不 每 次 先 一 定 也 就 要 在 了 着 很 最 这 那 和 与 把 被 给 让 没 有 个 以 为 所 还
    après abord dans sur avec sans pour par plus très quand si préfère plutôt fais fait
  `),
)

/** Verbs and adjectives with little meaning; they count for a fraction. */
export const faintWords: ReadonlySet<string> = new Set(
  words(
    'use make keep take give have put hold work want new good right real important stay belong require change everywhere',
  ),
)

/** Words that negate a clause. */
export const negations: ReadonlySet<string> = new Set(
  words(
    'not no never neither nor avoid avoids avoiding refuse refuses cannot forbid forbidden ban banned prohibit nunca jamás jamais evita prohibited skip hardly unacceptable disable disables disabled disabling disallow disallows disallowed',
  ),
)
/** After a negation these make an affirmation of both halves: "never merge without a test". */
export const escapes: ReadonlySet<string> = new Set(words('without until till unless before except'))
