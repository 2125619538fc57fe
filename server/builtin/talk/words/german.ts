import { type LanguageWords, word, wordSet } from './language-words.ts'

/** Words that may be inserted into a form without changing it. */
export const particles =
  'ja|auch|immer|halt|eigentlich|persönlich|eher|einfach|ganz|generell|grundsätzlich|prinzipiell|erst|erst mal|erstmal|mal|so|sehr|schon|wirklich|absolut|total|jetzt|noch|unglaublich|aber|ehrlich gesagt|nach wie vor|definitiv|tatsächlich|enorm|besonders|extrem|echt|voll|leider|natürlich|recht|besonders|schon immer|nämlich|fest|stark|selbst|gar'

/** Verbs of suffering, feeling, perceiving or merely being, by the form next to "ich". */
export const involuntary =
  /^(?:hab\p{L}*|hat|hatte\p{L}*|bin|bist|ist|sind|seid|war\p{L}*|wäre\p{L}*|hätte\p{L}*|wurde\p{L}*|werde\p{L}*|könnte\p{L}*|kann|können|konnte\p{L}*|muss|müssen|musste\p{L}*|will|wollen|wollte\p{L}*|möchte\p{L}*|darf|dürfen|durfte\p{L}*|soll|sollen|sollte\p{L}*|freu\p{L}*|denk\p{L}*|dachte\p{L}*|glaub\p{L}*|weiß|wissen|wusste\p{L}*|seh\p{L}*|sah|hör\p{L}*|krieg\p{L}*|bekomm\p{L}*|vergess\p{L}*|merk\p{L}*|find\p{L}*|fand\p{L}*|fühl\p{L}*|hoff\p{L}*|wünsch\p{L}*|erinner\p{L}*|komm\p{L}*|kam|kenn\p{L}*|versteh\p{L}*|verstand|lach\p{L}*|wunder\p{L}*|ärger\p{L}*|nenn\p{L}*|bezeichn\p{L}*|reden|vergleich\p{L}*|mein\p{L}*|brauch\p{L}*|fall\p{L}*|gefall\p{L}*|lieb\p{L}*|mag|mögen|hass\p{L}*|sagte\p{L}*|geht|gab|rechne\p{L}*|steh\p{L}*|sitz\p{L}*|wohn\p{L}*|leb\p{L}*|verlier\p{L}*|scheiter\p{L}*|genieß\p{L}*|zweifl\p{L}*|spür\p{L}*|lande\p{L}*|verwechsl\p{L}*|vertausch\p{L}*|überseh\p{L}*|schaff\p{L}*)$/u

/** Involuntary forms of verbs that are also voluntary: "I ask myself", "I admit". */
export const involuntaryForm =
  /(?<!\p{L})(?:frage? (?:ich )?mich|lasse? (?:ich )?mich|rede (?:ich )?mir|gebe? (?:ich )?zu|ich gebe? .* zu|muss zugeben)(?!\p{L})/iu

/** Words about the past, or about the present moment. */
export const retold =
  /(?<!\p{L})(?:früher|damals|gestern|vorhin|neulich|heute|morgen früh|diesmal|gerade|aktuell|letzte[nsmr]?|bisher|bis jetzt|anfangs|am anfang|irgendwann|war|waren|hatte|hatten|wurde|wurden|habe? ich|ich habe?|haben wir|wir haben|bin ich|ich bin|wir sind|sind wir|gesagt|gedacht|noch nie)(?!\p{L})/iu

/** Words of questions, suppositions or hopes. */
export const supposed = word(
  'stell dir vor|stellt euch vor|angenommen|hätte|hätten|wäre|wären|könnte|könnten|würdest|vielleicht|theoretisch|was wäre|falls|soll ich|sollen wir|sollte ich|kann ich|können wir|wieso|warum ich|keine ahnung|angst|gefühl|spaß gemacht|sagt|sagte|meint|meinte|behauptet|predigt|heißt es|ob',
  'iu',
)

/** Words to one other person: advice for the moment, not a belief. */
export const addressed = word('du|dir|dich|dein|deine|deinen|deinem|deiner|ihr|euch|euer|eure|euren|eurem', 'iu')

/** End of a belief, where its reason or comment begins. */
export const tail =
  /,\s+(?:weil|denn|da|sonst|damit|das ist|das sind|so dass|sodass|obwohl|auch wenn|auch|egal|aber|doch|jedoch|sondern|versus|und zwar|nie erst|so mach|ist (?:mir|so)|haha|lol|oder|also|von daher|deswegen|deshalb|ich|wir|und (?:ich|wir|das|da|deswegen|dann|jetzt))(?!\p{L}).*$|\s+und (?:ich|wir)(?!\p{L}).*$|\s+(?:weil|denn|obwohl|sonst|versus|aber)(?!\p{L}).*$|\s+[-–—]\s.*$|;.*$|:\s.*$/iu

/** Beginnings or ends of sentences that are not meant literally. */
export const jest =
  /^(?:na (?:super|klar|toll|prima|bravo|logo)|(?:ja )?klar,? (?:und|wir|dann)|aber (?:klar|sicher|natürlich) doch|natürlich,? und|(?:super|toll|prima|bravo),? dann)(?!\p{L})|(?:^|\s)\/s\s*$|(?<!\p{L})(?:ironie|scherz|spaß beiseite)(?!\p{L})/iu

/** "Ich hab ihn gefragt", and not "das hab ich immer so gehalten". */
const perfect =
  /(?<!\p{L})(?:(?:ich|wir) (?:hab|habe|haben|bin|sind)|(?:hab|habe|haben|bin|sind) (?:ich|wir))(?!\p{L})(?!.*(?<!\p{L})(?:immer|stets|noch nie|jedes mal|gern|lieber|angewöhnt)(?!\p{L}))(?:.*(?<!\p{L})(?:(?:ab|an|auf|aus|ein|mit|nach|vor|weg|zu|zurück|durch|hin|her|los|um|fest|dran|drauf|rein|raus|kaputt)?ge\p{L}{2,}(?:t|en|n)|(?:ver|be|er|ent|zer|über|unter)\p{L}{3,}(?:t|en)|\p{L}{3,}iert)(?!\p{L})|$)/u

/** A verb next to "ich" or "wir". */
export const ownVerb =
  /(?<!\p{L})(?:(?:ich|wir) (?:(?:persönlich|selbst|selber|grundsätzlich|da|immer|nie) )?(\p{L}+)|(\p{L}+) (?:ich|wir)(?!\p{L}))/gu
/** Verbs of wishing and suffering that express an intention in a short message. */
export const meant =
  /^(?:brauch\p{L}*|will|wollen|mag|möchte|hass\p{L}*|lieb\p{L}*|rechne\p{L}*|schaff\p{L}*|kann|steh\p{L}*|geh\p{L}*)$/u
/** Words next to "ich" that are not verbs. */
export const notVerbs =
  /^(?:und|oder|aber|dass|ob|wenn|wie|was|wo|wer|wann|warum|weil|da|das|die|der|den|dem|es|so|sich|mich|mir|auch|nicht|nur|noch|schon|ja|denn|als|bis|dann|hier|jetzt|doch|hat|bin|ist|von|mit|für|bei|an|auf|zu|vor|nach|daran|deshalb|deswegen|nun|immer|nie|sonst|erst|wollen|leute|jahr|mal|mehr)$/u

export const german: LanguageWords = {
  brief: {
    self: word('ich|wir|mir|mich|uns|mein\\p{L}*|unser\\p{L}*|man'),
    standing: [
      word(
        'immer|nie|niemals|stets|jedes mal|jedesmal|seit (?:\\p{L}+ )?(?:jahren|jeher)|schon immer|von anfang an|nach wie vor|täglich|wöchentlich|regelmäßig',
      ),
      word('jede[nrsm]?|alle[nrsm]?|alles|irgend\\p{L}+|egal|beliebig\\p{L}*|sämtlich\\p{L}*'),
      word('kein\\p{L}*|nichts|nix|nich|niemand\\p{L}*|keiner|nicht|weder'),
      word(
        'erst|zuerst|vorher|bevor|ehe|danach|dann|nachdem|spätestens|sofort|gleich am|rechtzeitig|nachher|hinterher|vorab|im voraus|anschließend|bis(?! dahin| dann| gleich| bald| später| morgen)|vorm',
      ),
      word('wenn|sobald|solange|falls|wer|was|wo|sonst|weil|denn|damit|deshalb|deswegen|darum|dafür'),
      word('ohne|nur|ausschließlich|außer|statt|anstatt|lieber|als|mindestens|höchstens|selber|selbst|von hand'),
      word(
        'grundsätzlich|prinzipiell|generell|konsequent|normalerweise|meistens|in der regel|ausnahmslos|je .{3,60} desto|komplett|doppelt|zweimal|auch nicht|vor|mit absicht|bewusst|möglichst|am liebsten|aus prinzip|standardmäßig|auf (?:jeden|keinen) fall|unter keinen umständen|im zweifel|auch wenn|selbst wenn',
      ),
    ],
    obliges: word(
      'muss|müssen|braucht|brauchen|soll|sollen|sollte|darf|dürfen|gehört|gehören|kommt|kommen|geht vor|gehen|gibt es|gibt’s|gilt|zählt|bleibt|wird|werden|hat zu|pflicht|tabu|ist (?:\\p{L}+ )?fertig|gewinn|nichts (?:verloren|zu suchen)|lieber (?:\\p{L}+ ){1,8}als',
    ),
    owns: word(
      'bei (?:mir|uns)|für mich|von mir|mit mir|mir (?:ist )?(?:\\p{L}+ )?(?:wichtig|heilig|egal|zweitrangig|zuwider)|so (?:mach|mache|halte|arbeite|handhabe|läuft) (?:ich|es|das)|daran (?:rüttle|rüttel|halte|messe) ich|find(?:e)? ich|finde|meine (?:regel|sache|art|devise|aufgabe|meinung)|mein (?:bereich|grundsatz|prinzip|motto|ding|job)|verantwortlich|zuständig|halte? ich|ich (?:halte|achte|bestehe|schwöre|verzichte|weigere|stehe|bin (?:so|da|kein|ein))|gewöhnt|gehört für mich|kommt mir nicht|kopf hin|will ich|ich will|ich brauche|unterschreibe ich|ist mir|mir (?:ist|sind|geht es|gehts|liegt)|liegt mir|meiner (?:meinung|ansicht|erfahrung) nach|aus meiner sicht|wert auf|(?:verlass|trau|vertrau|bevorzug|vermeid|weiger|mag|hass|lieb|übernehm|kümmer|sorg|leist)e? ich|ich (?:verlass|trau|vertrau|bevorzug|vermeid|weiger|mag|hass|lieb|übernehm|kümmer|sorg|versuch|bemüh|leist)e?|bin ich (?:\\p{L}+ )?(?:eigen|streng|stur|pingelig|allergisch|raus)|mein(?:e|en)? (?:anspruch|teil|baustelle|verantwortung|maßstab|tisch)|liegt bei mir|läuft über mich|geb(?:e)? ich nichts|werd(?:e)? ich nie|mir reicht|reicht mir|nichts (?:verloren|zu suchen)|geht gar nicht|kommt nicht in frage|nicht verhandelbar|muss drin sein|ist (?:\\p{L}+ )?(?:tabu|pflicht|gesetz|heilig|ein muss|ein no-go)|lieber (?:\\p{L}+ ){1,8}als',
    ),
    endorses:
      /^(?:und )?(?:(?:genau )?so (?:mache?|halte|arbeite|handhabe|läuft)(?:'s| es| das| ich)|das (?:ist|gilt|bleibt|gehört) (?:für mich|bei mir|mir|mein|jeden)|daran (?:rüttle|rüttel|halte|messe)|da bin ich (?:eigen|streng|stur))/,
    excludes: [
      /\?\s*$/u,
      word(
        'leider|weiß ich|ich weiß|freue? (?:ich )?mich|denke? ich|ich denke?(?! (?:immer|nie|zuerst|erst|vorher))|denkt sich|verstehe? ich|das wort|nicht wichtig|nicht,? weil|nicht weil',
      ),
      word(
        'heute|gestern|morgen früh|(?<!(?:am|jeden|guten|jedem|nächsten) )morgen|gerade(?! (?:bei|weil|deshalb|deswegen|dann|wenn|am|im|in))|vorhin|neulich|damals|früher|diesmal|dieses eine mal|(?:letzte|nächste)[nsmr]? (?:woche|monat|jahr|mal|montag|dienstag|mittwoch|donnerstag|freitag)|bislang|ausnahmsweise|(?:ich|wir|es|das) war(?:en)?|war(?:en)? (?:ich|wir|es)|hatte|hatten|bin gespannt',
      ),
      word(
        'stell dir vor|angenommen|(?:hätte|hätten|hätt)(?! (?:ich )?(?:gern|lieber)(?!\\p{L}))|wäre|wären|könnte|könnten|würde?n?(?! (?:ich )?(?:\\p{L}+ )?(?:nie|niemals|immer|lieber|keine?[mnrs]?)(?!\\p{L}))|vielleicht|soll ich|sollen wir|kannst du|könntest du|könnt ihr|magst du|schick mir|bringst du|bring mir|treffen wir uns|gleich (?:fertig|los|da|zurück|weg)|brauche? noch|muss ich (?:noch|gleich|nachher|mal|los|weg)|ich muss (?:noch|gleich|nachher|mal|los|weg)|im lotto|millionär|nächsten leben|keine ahnung|scherz|ironie|im ernst',
      ),
      perfect,
      /^(?:(?:und|aber|ja|nein|klar),? )*(?:(?:der|die|das|mein|meine|unser|unsere|dein|ihr|er|sie) (?:\p{L}+ ){0,4}?(?:sagt|sagte|meint|meinte|schreibt|schrieb|findet|behauptet|liefert|zeigt|bringt|rundet|macht|will)(?!\p{L})(?! (?:\p{L}+ )?(?:ich|wir|man|mir|keiner)(?!\p{L})))/u,
      /^(?:(?:und|aber|ja|nein|klar),? )*(?!(?:ich|wir|man|wer|was|wenn|mir|uns|bei|für)(?!\p{L}))(?:\p{L}+ ){1,4}?(?:sagt|sagte|meint|meinte|behauptet|schwört|predigt|erzählt|glaubt|schreibt)(?!\p{L})(?! (?:ich|wir|man|mir)(?!\p{L}))/u,
      jest,
      word('lol|rofl|ha(?:ha)+\\p{L}*|hihi|lach'),
      /["\u201c\u201e\u00ab].{12,}["\u201d\u00bb]/u,
    ],
    givesUp: word(
      'aufgegeben|abgewöhnt|meinung geändert|umentschieden|eines besseren belehrt|davon abgekommen|abgerückt|umgestiegen|verabschiedet|nehm(?:e)? ich zurück|lass(?:e)? ich (?:jetzt|inzwischen|künftig)|(?:mach|mache|tu|brauch|brauche|bestehe|handhabe) ich (?:\\p{L}+ ){0,3}nicht mehr|(?:seh|sehe|halte|glaub|glaube|find|finde) ich (?:\\p{L}+ ){0,4}nicht mehr|ich (?:\\p{L}+ ){1,6}nicht mehr so|(?:ist|sind) (?:jetzt |inzwischen )?(?:nicht mehr|kein\\p{L}* .{1,30} mehr) (?:mein|bei mir|für mich)\\p{L}*|nicht länger|über den haufen|über bord|überzeugt worden|bekehrt|damit (?:ist|war) (?:jetzt )?schluss|gehört der vergangenheit',
    ),
    leadIn:
      /^(?:(?:ja|nein|nee|nö|ok|okay|gut|klar|also|na ja|naja|tja|und|aber|denn|weil|doch|ehrlich gesagt|sorry|danke|moin|genau|stimmt|hm+|ach|dass|lieber nicht direkt|mag sein)(?!\p{L})[,.:;!]*\s+)+/iu,
    turns:
      /(?:;|\s[–—-])\s+|,\s+(?=(?:aber )?(?:für mich|bei (?:mir|uns)|mir (?:ist|sind|geht|reicht)|deshalb|deswegen|darum|lieber)(?!\p{L}))/u,
  },
  work: {
    leads: 'gut|jetzt|und',
    asks: '(?:bitte|kannst du|ich (?:möchte|will|brauche)|mach|füge|ändere|erstelle)(?!\\p{L})',
    opens: '(?:perfekt|verstanden)[!.,] ',
    announces: '(?:ich werde|lass mich|ich schaue|ich habe .{3,60}(?:angepasst|geändert|erstellt)) ',
    refuses: /^(?:leider|das kann ich nicht)/iu,
    asksForDeed: word('kannst du|könntest du', 'iu'),
    holds: word('immer|niemals|grundsätzlich', 'iu'),
    standing: word('ab jetzt|ab sofort|künftig|in zukunft|von nun an|grundsätzlich|niemals'),
  },
  smallTalk: {
    thanks: /^(?:(?:vielen|herzlichen|besten|lieben|tausend) )?danke?(?!\p{L}|\s*[.;:!\u2014-]|,(?! dass\b))/iu,
    ownClause: word('ich|wir|aber|bei mir', 'iu'),
    courtesies: [
      /^meld(?:e|et|en sie)? (?:dich|euch|sich)(?!\p{L})|wünsche? (?:dir|euch|ihnen|allen)(?!\p{L})|(?:bin|sind) (?:\p{L}+ )?für (?:dich|euch|sie) da(?!\p{L})/iu,
    ],
    status: {
      marks: [
        /(?<!\p{L})(?:von|auf) (?:meiner|unserer) seite(?!\p{L})|(?<!\p{L})(?:(?:alles|das) (?:von|bei) (?:mir|uns)|(?:von|bei) (?:mir|uns) (?:ist|war|wäre) (?:\p{L}+ )?(?:alles|nichts|das))(?!\p{L})|^(?:soweit|so weit) (?:alles|von)|^(?:damit|hiermit) (?:bin|sind)(?!\p{L})|(?<!\p{L})(?:fall|ticket|vorgang|auftrag|anfrage) (?:nr\.? |nummer )?#?[\p{L}-]*\d|^(?:der|das|die|mein|unser)(?:e)? (?:fall|ticket|vorgang|auftrag|anfrage) (?:ist|bleibt|war)(?!\p{L})|^das (?:ist|war|wäre) (?:dann |jetzt )?alles(?!\p{L})|^(?:ich|wir) (?:übergeben?|geben?|leiten?|reichen?) .{0,30}(?<!\p{L})(?:jetzt|nun|gleich)(?!\p{L})|^(?:ich|wir) warten?(?!\p{L})/iu,
      ],
      words: wordSet(`
  aber alle allem allen alles als am an auf auftrag auch bei bin bis damit danach dann das dass dem den der des die dir dran du durch
  ein eine einen einer er erledigt es euch fall fertig für gebe geben gehe gibt gleich habe haben heute hier hiermit ich ihm ihr ihn im immer
  in ist ja jetzt keine kollege kollegen leite mehr meine meinem meiner meinerseits mich mir mit morgen nach nicht nichts nie niemand nix noch nun
  nur offen offene oder punkte punkten schicht schon seite sich sie sind so soweit team ticket übergebe um uns unserer und von vor vorgang wäre war warte
  warten wartet weiß wer wie wir wird zu zum zur abgeschlossen geschlossen anfrage gelöst antwort antworten
`),
    },
  },
}
