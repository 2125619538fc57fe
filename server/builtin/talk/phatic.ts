/**
 * Sentences that keep a conversation going: openings, thanks, offers, closings, hand-overs, and reports of where a case stands. In a short
 * message their "all", "always" and "my side" look like the cues of a belief (`brief-words.ts`).
 */

/** A comma after thanks begins a sentence of its own: "thanks, I never do that". */
const thanks: readonly RegExp[] = [
  /^(?:(?:so|many|very|a thousand|big|huge) )*(?:thanks|thank you|thx|cheers)(?!\s*[,.;:!\u2014-])\s/i,
  /^(?:(?:vielen|herzlichen|besten|lieben|tausend) )?danke?(?!\p{L}|\s*[.;:!\u2014-]|,(?! dass\b))/iu,
  /^(?:(?:muchas|muchísimas|mil) )?gracias(?!\p{L}|\s*[,.;:!\u2014-])/iu,
  /^(?:(?:un grand|mille) )?merci(?!\p{L}|\s*[,.;:!\u2014-])/iu,
  /^(?:非常|十分|太|多)?(?:谢谢|感谢)(?![，。！,.!])/u,
]
/** A clause of the speaker's own behind the thanks: "thanks to my checklist I never forget a step". */
const ownClause =
  /(?<!\p{L})(?:i|we|but|ich|wir|aber|bei mir|yo|pero|prefiero|je|j['\u2019](?=\p{L})|mais|我)(?!\p{L})/iu

/** Openings, wishes and offers of help. */
const courtesies: readonly RegExp[] = [
  /大家都?(?:早上好|辛苦了)|随时(?:都可以)?(?:联系|找|问|来找)我|祝(?:你|您|大家)/u,
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|welcome|bye)\b(?: (?:all|everyone|everybody|folks|team|there))?,? (?:i(?:'m|\u2019m| am| hope)|we are|hope|nice|this is|see you)\b/i,
  /\bappreciate (?:your|you|(?:all|everything) (?:that )?you)\b|\bfeel free to\b|\b(?:never|don't|don\u2019t|do not) hesitate to\b|\bhappy to (?:help|assist)\b.*\b(?:if|when\w*|you)\b|\b(?:here|available|there) (?:for you|if you|when(?:ever)? you)\b|\blook(?:ing)? forward to (?:\w+ ){0,5}(?:you|your|hearing|seeing)\b|\balways a pleasure\b/i,
  /^(?:please )?(?:call|ping|text|message|let) (?:me|us)(?: know)? (?:if|when|whenever) (?:you|any\w*|there)\b|\bjust (?:(?:call|ping|ask|message|tell)|(?:write|talk) to) (?:me|us)\b|^(?:i|we) (?:always )?wish (?:you|everyone|everybody|all)\b/i,
  /^(?:have|enjoy) (?:an?|your|the) (?:\w+ ){0,2}(?:day|night|week|weekend|evening|one|time|trip|holidays?|break)\b/i,
  /^meld(?:e|et|en sie)? (?:dich|euch|sich)(?!\p{L})|wünsche? (?:dir|euch|ihnen|allen)(?!\p{L})|(?:bin|sind) (?:\p{L}+ )?für (?:dich|euch|sie) da(?!\p{L})/iu,
  /(?:nunca|no) dud(?:es|e|en|éis) en(?!\p{L})|siempre (?:es )?un (?:placer|gusto)(?!\p{L})|a (?:tu|su|vuestra) disposición/iu,
  /n['\u2019]hésite[sz]?(?: surtout)? (?:pas|jamais)(?!\p{L})|toujours un plaisir(?!\p{L})|à (?:ta|votre) disposition(?!\p{L})|je (?:te|vous) souhaite(?!\p{L})/iu,
]

/** Reports where one case stands, closes a conversation or hands something over. */
const statusMarks: readonly RegExp[] = [
  /\b(?:from|on|at|for) (?:my|our) (?:side|end|part|list)\b|\bmy (?:part|points|shift)\b|\bfrom (?:me|us)\b|\b(?:all|everything|nothing) (?:\w+ ){0,4}(?:for|with) (?:me|us)\b|^(?:over to|all) (?:you|yours)\b|\b(?:hand|pass|leav|send)\w* (?:this|that|it|the rest|everything(?: else)?)\b.*\b(?:over|on|to)\b/i,
  /\b(?:case|ticket|order|issue|request|claim|incident|matter|task) (?:no\.? |number )?#?[\w-]*\d|\b(?:this|that) (?:case|ticket|one|order|issue|request|claim|incident|matter)\b|^(?:the|my|our) (?:case|ticket|order|request|claim|incident) (?:is|was|has|stays|remains)\b/i,
  /^(?:(?:and|so|ok|okay|well|right|then|i think|i guess),? )*(?:that(?:'s|\u2019s|s| is| was)|this (?:is|was)|that wraps up|we (?:have|'ve) covered) (?:all|it|everything|about it)\b/i,
  /\b(?:nothing|anything) (?:more |else |further )?(?:to add|is left)\b|\b(?:still )?waiting for\b|\b(?:never|not|n't|n\u2019t) (?:got|gotten|received|heard)\b/i,
  /(?<!\p{L})(?:von|auf) (?:meiner|unserer) seite(?!\p{L})|(?<!\p{L})(?:(?:alles|das) (?:von|bei) (?:mir|uns)|(?:von|bei) (?:mir|uns) (?:ist|war|wäre) (?:\p{L}+ )?(?:alles|nichts|das))(?!\p{L})|^(?:soweit|so weit) (?:alles|von)|^(?:damit|hiermit) (?:bin|sind)(?!\p{L})|(?<!\p{L})(?:fall|ticket|vorgang|auftrag|anfrage) (?:nr\.? |nummer )?#?[\p{L}-]*\d|^(?:der|das|die|mein|unser)(?:e)? (?:fall|ticket|vorgang|auftrag|anfrage) (?:ist|bleibt|war)(?!\p{L})|^das (?:ist|war|wäre) (?:dann |jetzt )?alles(?!\p{L})|^(?:ich|wir) (?:übergeben?|geben?|leiten?|reichen?) .{0,30}(?<!\p{L})(?:jetzt|nun|gleich)(?!\p{L})|^(?:ich|wir) warten?(?!\p{L})/iu,
]
/** Words that reports and closings consist of. A sentence that names anything else has a subject of its own. */
const statusWords = new Set(
  `about add again all already also always and answer answers any anything are as at be before been bye can case cases
  clear close closed closing come comes cover covered covering day done else end ends enough escalated ever every everybody everyone everything
  fine finished fixed for friday from further give giving go going gone good guess had hand handed handing handle happy has have he her him hold
  i if in is issue it just know last leave leaving left let list lunch matter me mine monday more morning move moving my need needed needs
  never news next no nobody noon not nothing now number of off on once one open order other our over part pass passed
  passing pending pick picks point points progress question questions ready received reply reporting request rest resolved right say see send
  sent settled she shift side since so solved stay stays step steps still take taken takes task than that the their them then there they
  thing things think this ticket till to today told tomorrow too touch until up update updates us wait waiting was we weekend were what when which will
  with won work working works wrap wraps yet you your yours t s ll ve re d m colleague colleagues team claim incident night evening afternoon
  aber alle allem allen alles als am an auf auftrag auch bei bin bis damit danach dann das dass dem den der des die dir dran du durch
  ein eine einen einer er erledigt es euch fall fertig für gebe geben gehe gibt gleich habe haben heute hier hiermit ich ihm ihr ihn im immer
  in ist ja jetzt keine kollege kollegen leite mehr meine meinem meiner meinerseits mich mir mit morgen nach nicht nichts nie niemand nix noch nun
  nur offen offene oder punkte punkten schicht schon seite sich sie sind so soweit team ticket übergebe um uns unserer und von vor vorgang wäre war warte
  warten wartet weiß wer wie wir wird zu zum zur abgeschlossen geschlossen anfrage gelöst antwort antworten`.split(
    /\s+/,
  ),
)
/** A person to whom something is handed over. */
const receiver = /(?<=\b(?:to|an|with) )\p{Lu}\p{L}+/gu
/** The same in languages whose words are not listed: whole phrases. */
const foreignStatus: readonly RegExp[] = [
  /(?:eso|esto) es todo(?!\p{L})|(?:por|de) (?:mi|nuestra) parte,? (?:eso|nada|no hay|todo)(?!\p{L})|(?:nada|todo|más)(?: más)? (?:por|de) (?:mi|nuestra) parte(?!\p{L})|^con esto termino|^(?:yo )?(?:te|le|les|os) (?:paso|dejo|mando) (?:el|la|este|esta) (?:caso|ticket|tema|turno|expediente)(?!\p{L})/iu,
  /c['\u2019]est tout(?= (?:de|pour|chez))|de (?:mon|notre) côté,? (?:tout est|c['\u2019]est|rien|il n['\u2019]y a)(?!\p{L})|(?:rien|tout)(?: de plus| dit)? (?:de|pour) (?:mon|notre) côté(?!\p{L})|^je (?:te |vous |lui )?(?:transmets|passe|laisse|confie) (?:le|la|ce|cette) (?:dossier|cas|ticket|relais|main|suite)(?!\p{L})/iu,
  /我(?:们)?(?:这边|的部分).*(?:就(?:是)?这些|没有?(?:其他|别的|什么)|完(?:了|成)|结束)/u,
]

/** Characters; a longer sentence says something. */
const maxLength = 300

/** Whether a sentence opens, closes or hands over a conversation, thanks somebody, or reports where a case stands. */
export function isPhatic(sentence: string): boolean {
  if (sentence.length > maxLength) return false
  if ([...courtesies, ...foreignStatus].some((pattern) => pattern.test(sentence))) return true
  if (thanks.some((pattern) => pattern.test(sentence))) return !ownClause.test(sentence)
  if (!statusMarks.some((pattern) => pattern.test(sentence))) return false
  const words =
    sentence
      .replace(receiver, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return words.every((word) => statusWords.has(word))
}
