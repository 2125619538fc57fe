/**
 * The words by which `opposites.ts` recognizes opposites, as data: closed lists of general English and German, and the
 * most common words of Spanish, French and Chinese; no vocabulary of one trade.
 */
const words = (list: string): string[] => list.trim().split(/\s+/)

/** Chinese has no spaces: its words of negation and demand are separated, and each other character counts as a word. */
export const hanRewritings: readonly (readonly [RegExp, string])[] = [
  [/绝不能?|从不|不要|禁止|切勿|不得|不能|不可|别/g, ' never '],
  [/必须|总是|始终|一定|都要|全部|所有|每次|先|都|的|要/g, ' '],
  [/(?<=\p{Script=Han})(?=\p{Script=Han})/gu, ' '],
]

const separablePrefixes =
  'ab|an|auf|aus|bei|durch|ein|fest|her|heraus|hin|hinaus|los|mit|nach|nieder|um|vor|weg|weiter|zurück|zusammen'

/** Rewritten before words are examined, in this order, in lower case. */
export const rewritings: readonly (readonly [RegExp, string])[] = [
  ...hanRewritings,
  [/[\u2018\u2019]/g, "'"],
  [/\b(?:can't|cannot|can not)\b/g, 'not'],
  [/\bwon't\b|n't\b/g, ' not'],
  [/\b(?:if not|why not|or not|whether or not|not only|not just|not at all|no matter|no doubt|no later than)\b/g, ' '],
  [/\b(?:nothing|anything) but\b|\bvor allem\b/g, ' '],
  [/\bno one\b/g, 'nobody'],
  [/\bkeep(?:s|ing)? an eye on\b/g, 'monitor'],
  [/\b(?:no|not|never) (?:more|longer|larger|greater|higher) than\b|\bat (?:the )?most\b|\bup to\b/g, 'atmost'],
  [/\b(?:no|not|never) (?:less|fewer|shorter|smaller|lower) than\b|\bat (?:the very )?least\b/g, 'atleast'],
  [/\b(?:more|longer|larger|greater|higher|mehr|länger|größer) (?:than|als)\b/g, 'morethan'],
  [/\b(?:less|fewer|shorter|smaller|lower|weniger|kürzer|kleiner) (?:than|als)\b/g, 'lessthan'],
  // Elsewhere "over" and "under" are parts of other words' meanings: "hand over", "under review".
  [/\b(?:over|über)(?= (?:an? |the )?(?:\d|limit|budget|threshold|hundred|thousand))/g, 'morethan'],
  [/\b(?:under|unter)(?= (?:an? |the )?(?:\d|limit|budget|threshold|hundred|thousand))/g, 'lessthan'],
  [/\bat rest\b/g, 'atrest'],
  [/\bin (?:transit|flight)\b/g, 'intransit'],
  [/\b(turn|switch)(?:s|es|ed|ing)? (?:(\w+(?: \w+)?) )?off\b/g, 'disable $2'],
  [/\b(turn|switch)(?:s|es|ed|ing)? (?:(\w+(?: \w+)?) )?on\b/g, '$2'],
  [/\b(scal|ramp)(?:e|es|ing)? up\b/g, 'increase'],
  [/\b(scal|ramp)(?:e|es|ing)? down\b/g, 'decrease'],
  [/\b(?:fail|failing|fails) to\b/g, 'neglect'],
  [/\b(?:rather than|instead of|as opposed to|in place of|anstatt|anstelle von|statt)\b/g, 'insteadof'],
  [/\b(?:free|clear) (?:of|from)\b/g, 'without'],
  // "Keep secrets out of the logs" forbids what "put secrets into the logs" demands.
  [/\b(?:keep|keeping|kept|stay|leave) ((?:[\w-]+ ){0,4})(?:out of|away from|off)\b/g, 'never $1'],
  // German verbs in two pieces: "aufzuschreiben", "ich lehne Termine immer ab".
  [new RegExp(`(?<!\\p{L})(${separablePrefixes})zu(?=\\p{L}{4,}en(?!\\p{L}))`, 'gu'), '$1'],
  [
    new RegExp(
      `(?<=(?<!\\p{L})(?:ich|wir) )(\\p{L}{3,}) ((?:[\\p{L}\\d-]+ ){1,8}?)(${separablePrefixes})(?=$|[.,;:!?])`,
      'gu',
    ),
    '$3$1 $2',
  ],
  [
    new RegExp(
      `(?<!\\p{L})(\\p{L}{3,}) (ich|wir) ((?:[\\p{L}\\d-]+ ){0,8}?)(${separablePrefixes})(?=$|[.,;:!?])`,
      'gu',
    ),
    '$4$1 $2 $3',
  ],
  // The first clause of a sentence need not come first in time: it is moved to the end, its usual position.
  [/^(before|after|bevor|nachdem) ([^,]+), (.+)$/, '$3 $1 $2'],
]

/** Each negates the rest of its clause; two of them cancel out. */
export const denials: ReadonlySet<string> = new Set(
  words(`
    not no never neither none nobody hardly avoid avoids avoided avoiding skip skips skipped skipping omit omits omitted omitting
    forget forgets forgetting neglect neglects hesitate ignore ignores ignored ignoring unacceptable
    nie niemals nicht kein keine keinen keinem keiner keines niemand keinesfalls vermeide vermeiden vermeidet nunca jamás evita jamais pas aucun aucune évite ignoriere ignorieren vergiss vergessen
  `),
)
/** Negating verbs that are actions themselves, which may come before or after another. */
const refusals = words(`
  refuse refuses refused refusing reject rejects rejected rejecting decline declines declined deny denies denied forbid forbids forbidden ban bans
  banned prohibit prohibits prohibited disallow disallows disallowed disable disables disabled disabling deactivate deactivates deactivated
  stop stops stopped stopping cease refrain abstain verbiete verbieten verboten deaktiviere deaktivieren deaktiviert
`)
export const negationWords: ReadonlySet<string> = new Set([...denials, ...refusals])

/** Verbs for doing what another statement refuses or skips: "skip the tests", "run the tests". */
export const actionWords: ReadonlySet<string> = new Set(
  words('run execute start begin approve accept answer fix check read review schedule hold perform activate'),
)

/** Introduces what the sentence excludes; after a negator, what it demands: "never merge without a test". */
export const withoutWords: ReadonlySet<string> = new Set(words('without ohne sin sans'))
/** After a negator these make an exception, and the rest is a demand. */
export const exceptionWords: ReadonlySet<string> = new Set(words('unless except außer'))
/** Introduces the option that is not chosen. */
export const insteadWords: ReadonlySet<string> = new Set(words('insteadof'))
export const preferenceWords: ReadonlySet<string> = new Set(
  words('prefer prefers favour favours favor favors rather bevorzuge bevorzugen'),
)

export const beforeWords: ReadonlySet<string> = new Set(words('before prior bevor vor antes avant'))
export const afterWords: ReadonlySet<string> = new Set(words('after once nachdem nach después tras après'))
/** "Not A until B" puts B first. */
export const untilWords: ReadonlySet<string> = new Set(words('until till bis'))

/** Words without a topic: grammar, the markers of rules, and verbs with little meaning of their own. */
export const stopWords: ReadonlySet<string> = new Set(
  words(`
    a an the this that these those there here it its i me my we us our ours you your he his she her they them their who whose which what
    someone anyone everyone somebody anybody everybody whoever one ones anything everything something itself themselves
    is are was were be been being am do does did doing done has have had having will would shall should may might must can could ought need needs
    always usually generally normally typically often just only also still even really very quite too so then than as well ever yet already please
    every each all any both some such own same other another
    and or nor but if when whenever while where because since though although of in on at to from by for with into onto about within upon toward towards
    ensure insist make makes sure use uses used using take takes taken taking give gives have keep keeps kept keeping put puts hold try get gets go let lets
    allow allows allowed allowing permit permits permitted enable enables enabled enabling way things thing rule prefer favour favor rather first
    over under out up off down
    der die das den dem des ein eine einen einem einer eines und oder in im am an auf aus mit von zu zum zur für bei ist sind wird werden wurde
    immer stets jede jeder jedes jeden jedem alle allen alles ich wir sie er es sich man mir mich uns mein meine meinen meiner meinem unser unsere soll
    da dann was wie wo mal ja eigentlich einfach sehr ganz schon noch nach vom beim ins im zum zur um als ob hab habe haben hat bin kann können würde würden will wollen
    halte viel nichts davon darauf dafür lieber wichtig überzeugt mag mache mach machen macht nutze nutzen verwende verwenden nehme nehmen sollen sollte muss müssen darf dürfen nur auch so dass wenn
    el la los las una uno un del de en se con para por que le les des du au aux dans sur pour par qui est sont ne l d qu s
    siempre toujours cada todos todas chaque tous toutes lo su sus ce cette ces il elle on
    erlaube erlauben erlaubt aktiviere aktivieren aktiviert
    al mi mis tu tus te nos les mismo misma mismos mismas este esta esto estos estas ese esa eso esos esas muy ya hay
  `),
)

/** The two poles of a scale, one scale a line. */
export const scales: readonly (readonly [string[], string[]])[] = `
  above atleast morethan exceed exceeds exceeding minimum mindestens oberhalb / below atmost lessthan maximum höchstens unterhalb
  atrest / intransit
  increase raise grow / decrease reduce lower shrink
  start begin beginning anfang beginne / end finish complete ende beende
  add insert introduce create / remove delete drop erase discard
  include / exclude
  pass succeed success green / fail failure failed red
  public publicly external externally / private privately internal internally
  online / offline
  long lengthy lang lange / short brief concise kurz kurze
  large big / small tiny
  early earlier früh / late later spät
  fast quick quickly rapid / slow slowly
  more mehr / fewer less weniger
  maximize maximise / minimize minimise
  synchronous synchronously / asynchronous asynchronously
  formal formally / informal informally casual
  manual manually / automatic automatically automated automate
  optional / mandatory required
  uppercase / lowercase
  import / export
  upload / download
  lock / unlock
  encrypt encrypted / decrypt decrypted unencrypted
  install / uninstall
  mutable / immutable
  inbound incoming / outbound outgoing
  open / close closed
  buy / sell
  top / bottom
  first / last
  inside / outside
  input / output
  heavy / light
  hot / cold
  largest biggest / smallest tiniest
  highest / lowest
  sync / async
  old older / new newer
  accept accepted / decline reject rejected
  morning / evening
  prepay prepaid / postpay
`
  .trim()
  .split('\n')
  .map((line) => line.split('/').map(words) as [string[], string[]])

/** A word that negates by itself; its effect on a sentence is unknown here. */
export const privative = /^(?:un|dis|mis|non|in|im|ir)|less$|^(?:missing|absent|broken|wrong|bad|stale)$/
