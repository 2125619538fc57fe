/**
 * The words by which statements are compared, as data: general English and German, and common
 * words of Spanish, French and Chinese.
 */
const words = (list: string): string[] => list.trim().split(/\s+/)
/** The words of each group of a list, whose groups end with semicolons. */
export const groups = (list: string): string[][] =>
  list
    .split(';')
    .map(words)
    .filter(([first]) => first)

const setOf = (list: string): ReadonlySet<string> => new Set(words(list))

/** Each negates the rest of its clause; two of them cancel out. */
export const denials = setOf(`
  not no never neither none nobody hardly avoid avoids avoided avoiding skip skips skipped skipping omit omits omitted omitting
  forget forgets forgetting neglect neglects hesitate ignore ignores ignored ignoring unacceptable
  nie niemals nicht kein keine keinen keinem keiner keines niemand keinesfalls vermeide vermeiden vermeidet nunca jamás evita jamais pas aucun aucune évite ignoriere ignorieren vergiss vergessen
`)
/** Negating verbs that are actions themselves, which may come before or after another. */
const refusals = setOf(`
  refuse refuses refused refusing reject rejects rejected rejecting decline declines declined deny denies denied forbid forbids forbidden ban bans
  banned prohibit prohibits prohibited disallow disallows disallowed disable disables disabled disabling deactivate deactivates deactivated
  stop stops stopped stopping cease refrain abstain verbiete verbieten verboten deaktiviere deaktivieren deaktiviert
`)
export const negationWords = denials.union(refusals)

/** Verbs for doing what another statement refuses or skips: "skip the tests", "run the tests". */
export const actionWords = setOf(
  'run execute start begin approve accept answer fix check read review schedule hold perform activate',
)

/** Words that relate the parts of a clause. */
export const relations = {
  /** Introduces what the sentence excludes; after a negator, what it demands: "never merge without a test". */
  without: setOf('without ohne sin sans'),
  /** After a negator these make an exception, and the rest is a demand. */
  exception: setOf('unless except außer'),
  /** Introduces the option that is not chosen. */
  instead: setOf('insteadof'),
  preference: setOf('prefer prefers favour favours favor favors rather bevorzuge bevorzugen'),
  before: setOf('before prior bevor vor antes avant'),
  after: setOf('after once nachdem nach después tras après'),
  /** "Not A until B" puts B first. */
  until: setOf('until till bis'),
}

/** Grammar, the markers of rules, and verbs with little meaning of their own. */
const grammar = setOf(`
  a an the this that these those there here it its i me my we us our ours you your he his she her they them their
  who whose which what someone anyone everyone somebody anybody everybody whoever one ones anything everything
  something itself themselves is are was were be been being am do does did doing done has have had having will
  would shall should may might must can could ought need needs always usually generally normally typically often
  just only also still even really very quite too so then than as well ever yet already please every each all any
  both some such own same other another and or nor but if when whenever while where because since though although
  of in on at to from by for with into onto about within upon toward towards ensure insist make makes sure use
  uses used using take takes taken taking give gives keep keeps kept keeping put puts hold try get gets go let
  lets allow allows allowed allowing permit permits permitted enable enables enabled enabling way things thing
  rule first over under out up off down der die das den dem des ein eine einen einem einer eines und oder im auf
  aus mit von zu zum zur für bei ist sind wird werden wurde immer stets jede jeder jedes jeden jedem alle allen
  alles ich wir sie er es sich man mir mich uns mein meine meinen meiner meinem unser unsere soll da dann wie wo
  mal ja eigentlich einfach sehr ganz schon noch vom beim ins um als ob hab habe haben hat bin kann können würde
  würden wollen halte viel nichts davon darauf dafür lieber wichtig überzeugt mag mache mach machen macht nutze
  nutzen verwende verwenden nehme nehmen sollen sollte muss müssen darf dürfen nur auch dass wenn el la los las
  una uno un del de en se con para por que le les du au aux dans sur pour par qui est sont ne l d qu s siempre
  toujours cada todos todas chaque tous toutes lo su sus ce cette ces il elle erlaube erlauben erlaubt aktiviere
  aktivieren aktiviert al mi mis tu tus te nos mismo misma mismos mismas este esta esto estos estas ese esa eso
  esos esas muy ya hay mine him whom whatever nothing myself ourselves cannot simply more most less few many much
  between through during per via across around among like got getting goes come comes habit stuff lot certain
  above below et y o ou dir aber grundsätzlich prinzipiell generell normalerweise meistens sobald erst dort
  etwas weg ihm ihn ihnen yo unos unas son más mas pero como cuando si todo primero nada nadie prefiero intento
  sea sean ha je j moi mon ma mes nous notre une n fois 我 我们 们 都 会 总 是 的 之 前 从 来 不 每 次 先 一 定 也 就 要 在 了 着 很 最 这 那 和
  与 把 被 给 让 没 有 个 以 为 所 还 abord avec plus très quand préfère plutôt fais fait
`)
/** Words without a topic. */
export const emptyWords = Object.values(relations).reduce((all, some) => all.union(some), grammar.union(negationWords))

/** The two poles of a scale. */
export const scales: readonly (readonly string[][])[] = `
  above over exceed exceeds exceeding minimum mindestens oberhalb über / below under beneath maximum höchstens unterhalb unter;
  up upward upwards aufwärts / down downward downwards abwärts; aufrunden aufgerundet / abrunden abgerundet;
  atrest / intransit; increase raise grow / decrease reduce lower shrink;
  start begin beginning anfang beginne / end finish complete ende beende;
  add insert introduce create keep keeps keeping retain / remove delete drop erase discard; include / exclude;
  pass succeed success green / fail failure failed red;
  public publicly external externally / private privately internal internally; online / offline;
  long longer lengthy lang lange länger / short shorter kürzer brief concise kurz kurze; large big / small tiny;
  early earlier früh / late later spät; fast quick quickly rapid / slow slowly; more mehr / fewer less weniger;
  maximize maximise / minimize minimise; synchronous synchronously / asynchronous asynchronously;
  formal formally / informal informally casual; manual manually / automatic automatically automated automate;
  optional / mandatory required; uppercase / lowercase; import / export; upload / download; lock / unlock;
  encrypt encrypted / decrypt decrypted unencrypted; install / uninstall; mutable / immutable;
  inbound incoming / outbound outgoing; open / close closed; buy / sell; top / bottom; first / last latest;
  inside / outside; input / output; heavy / light; hot / cold; largest biggest / smallest tiniest;
  highest / lowest; sync / async; old older / new newer; accept accepted / decline reject rejected;
  morning / evening; prepay prepaid / postpay; ascending aufsteigend / descending absteigend;
  grant permit allow erlaube erlauben / revoke block blocks blocked blocking; show shows shown display / hide hides hidden;
  rise rises rising rose / fall falls falling fell; full / empty; same gleiche gleichen / different andere anderen; win / lose;
  activate activates activated / deactivate deactivates deactivated; oldest / newest; fastest / slowest; cheapest / dearest;
  stdout / stderr;
  anmelden angemeldet / abmelden abgemeldet; einschalten / ausschalten; einschließlich inklusive / exklusive;
  optin / optout; login logins / logout logouts; fadein / fadeout; checkin / checkout; zoomin / zoomout; phasein / phaseout; scalein / scaleout;
`
  .split(';')
  .filter((scale) => scale.includes('/'))
  .map((scale) => scale.split('/').map(words))
