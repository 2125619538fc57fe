import type { KnownLanguage } from '../language-of.ts'
import { involuntary, jest, perfect } from './german-words.ts'
import { isLikelyVerb } from './norm-words.ts'

/**
 * What tells, in a short message, that its author says how they always go about something: as data, for text in small
 * letters. A cue alone says little; `brief-talk.ts` adds them up.
 */
export interface BriefLanguage {
  /** The author, alone or with others. */
  self: RegExp
  /** What the author does on purpose, as a habit: a verb of the present beside "I". */
  acts: (text: string) => boolean
  /** That it holds beyond the moment; each different one counts. */
  standing: readonly RegExp[]
  /** That something has to be or is not done, whoever does it. */
  obliges: RegExp
  /** That the author makes it their rule. */
  owns: RegExp
  /** A sentence that says only that what stands before it is the author's rule. */
  endorses: RegExp
  /** What asks, supposes, reports, tells of once or of now, or orders somebody about. */
  excludes: readonly RegExp[]
  /** That the author gave up what they held. */
  givesUp: RegExp
  /** What may stand in front; a bare "no" denies what follows. */
  leadIn: RegExp
  /** Where the author turns from what was, or what others say, to what they hold themselves. */
  turns?: RegExp
}

const word = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'u')

const englishActs =
  /\b(?:i|we)(?: (?:\w+ly|also|just|still|only|then|rather|always|never|usually|try(?: to)?|like to|want to|have to|need to|make sure to))*(?: (?:do not|don't|dont|won't|will not|never|cannot|can't|refuse to))?(?: \w+ly| ever)? ([a-z'-]+)/g

const en: BriefLanguage = {
  self: word("i|i'm|im|i'd|i'll|i've|we|we're|our|ours|my|mine|me|us|myself"),
  acts: (text) =>
    /\b(?:i|we)(?:'d| would)(?: much| always)? (?:rather|sooner|prefer)\b|\b(?:i|we) (?:do|go|work) without\b|\b(?:is|are|it's|that's) (?:my|our) (?:job|responsibility|duty)\b|\bi'm (?:(?:still |always )?the one|not (?:making|doing|building|having))\b|\bi (?:want|need) (?!to (?:go|leave|see)\b)/.test(
      text,
    ) ||
    [...text.matchAll(englishActs)].some(
      ([whole, verb]) =>
        (isLikelyVerb(verb!) ||
          /^(?:look|sit|stay|feel|see|hear|tell|say|care|want|need|expect|trust|prefer|believe|hate|love)$/.test(
            verb!,
          )) &&
        !/^(?:can|will|am|are|is|was|should|could|would|might|may|guess|know|hope|think|mean|kid|bet|wonder)$/.test(
          verb!,
        ) &&
        !(/ (?:have|need) to /.test(whole) && !/always|never/.test(whole)),
    ),
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
}

const germanActs =
  /(?<!\p{L})(?:(?:ich|wir) (?:(?:persönlich|selbst|selber|grundsätzlich|da|immer|nie) )?(\p{L}+)|(\p{L}+) (?:ich|wir)(?!\p{L}))/gu
const meant =
  /^(?:brauch\p{L}*|will|wollen|mag|möchte|hass\p{L}*|lieb\p{L}*|rechne\p{L}*|schaff\p{L}*|kann|steh\p{L}*|geh\p{L}*)$/u

const de: BriefLanguage = {
  self: word('ich|wir|mir|mich|uns|mein\\p{L}*|unser\\p{L}*|man'),
  acts: (text) =>
    [...text.matchAll(germanActs)].some(([, after, before]) => {
      const verb = after ?? before ?? ''
      return (
        meant.test(verb) || (/(?:e|en|n|t|\p{L}{3,})$/u.test(verb) && !involuntary.test(verb) && !notVerbs.test(verb))
      )
    }),
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
}
const notVerbs =
  /^(?:und|oder|aber|dass|ob|wenn|wie|was|wo|wer|wann|warum|weil|da|das|die|der|den|dem|es|so|sich|mich|mir|auch|nicht|nur|noch|schon|ja|denn|als|bis|dann|hier|jetzt|doch|hat|bin|ist|von|mit|für|bei|an|auf|zu|vor|nach|daran|deshalb|deswegen|nun|immer|nie|sonst|erst|wollen|leute|jahr|mal|mehr)$/u

const romanceSmall =
  (present: RegExp) =>
  (text: string): boolean =>
    present.test(text)

const es: BriefLanguage = {
  self: word('yo|me|mi|mis|mío|mía|míos|mías|nos|nosotros|conmigo|nuestr[oa]s?|\\p{L}{2,}(?:oy|amos|emos|imos)'),
  acts: romanceSmall(
    /(?:^|[,.;:–—-]\s*|(?<!\p{L})(?:yo|no|nunca|siempre|lo|la|los|las|le|les|me|y|que|si|prefiero|primero|antes|también|solo|sólo|ya|así|cuando|aun así)\s)(?!(?:no|lo|poco|mucho|trabajo|cuando|dato|texto|tiempo|solo|sólo|pero|como|todo|primero|luego|cliente|párrafo|plazo|fallo|equipo|caso|último|nuevo|mismo|ejemplo|mundo|correo|año|lunes|desarrollo|paso a)(?!\p{L}))\p{L}{3,}(?:o|oy)(?!\p{L})/u,
  ),
  standing: [
    word('siempre|nunca|jamás'),
    word('cada|todos|todas|todo|cualquier\\p{L}*'),
    word('nada|nadie|ningún|ninguna|ni|tampoco|no'),
    word('antes|primero|hasta que|después|luego|en cuanto'),
    word('cuando|si|mientras|porque|por eso|para que|aunque'),
    word('sin|solo|sólo|salvo|en vez de|en lugar de|más que|yo mism[oa]|propias?|desde cero'),
    word('por norma|normalmente|en general|por principio|casi siempre'),
  ],
  obliges: word(
    'hay que|debe|deben|tiene que|tienen que|va primero|van primero|es obligatorio|no se (?:hace|toca|negocia)|es casi peor',
  ),
  owns: word(
    'para mí|conmigo|prefiero|me gusta|no me gusta|mi (?:regla|norma|trabajo|manera|forma)|es lo que pienso|así (?:lo hago|trabajo)|algo que no hago|me niego|soy (?:de|yo|muy)|intento|procuro|yo (?:escribo|hago|no|nunca|siempre|atiendo)|me encargo|a mi cargo|de los míos',
  ),
  endorses: /^(?:y )?(?:así (?:lo hago|trabajo|lo llevo)|es (?:mi (?:regla|norma|manera)|lo que pienso))/,
  excludes: [
    /[?¿]/u,
    word(
      'hoy|ayer|mañana|ahora mismo|esta vez|esta noche|antes (?:sí|solía)|solía|luego te|hace (?:un|dos|tres|años)|fui|fuimos|era|estaba',
    ),
    word('imagina|supongamos|sería|haría|podría|quizás?|tal vez|ojalá|si (?:tuviera|fuera|pudiera)\\p{L}*'),
    word('dice|dicen|decía|dijo|dijeron|repetía|opina'),
    word('jaja\\p{L}*|\\p{L}+(?:íamos|ábamos|ieron|aron)|estuvo|fue|sin embargo'),
    /["\u201c\u00ab].{12,}["\u201d\u00bb]/u,
  ],
  givesUp: word(
    'me rendí|cambi(?:é|ado) de (?:idea|opinión|parecer)|me he convencido|me convencieron|(?:he dejado|dejé) de|he abandonado|abandoné|lo de .{1,40} (?:se acabó|lo dejé)|ahora (?:uso|hago|escribo|prefiero|sí)|he cambiado',
  ),
  leadIn:
    /^(?:(?:sí|no(?=[,.:;!])|bueno|pues|vale|claro|ya|uf|mira|y|pero|porque|espera|aun así|la verdad|a ver)(?!\p{L})[,.:;!]*\s+)+(?=\p{L}+ )/iu,
}

const fr: BriefLanguage = {
  self: word('je|j|moi|mon|ma|mes|me|m|nous|notre|nos'),
  acts: romanceSmall(
    /(?<!\p{L})(?:je (?:n[e'’] ?)?(?:l[ae'’]s? ?|les |leur |lui |me |m['’]|y |en )?(?!suis|ai|étais|avais|vais|peux|sais|crois|pense|viens|rappelle)\p{L}{3,}|j['’](?!ai|étais|avais|irai|aurais)\p{L}{3,}|il (?:me|m['’]en|nous) (?:en )?faut)(?!\p{L})/u,
  ),
  standing: [
    word('toujours|jamais'),
    word('chaque|tous|toutes|tout|toute|n.importe'),
    word('rien|personne|aucune?|ni|non|ne|n|pas'),
    word('avant|d.abord|après|ensuite|tant qu.?\\p{L}*|jusqu.à|dès qu.?\\p{L}*'),
    word('quand|si|sinon|parce que|car|pour que|exprès|puisque'),
    word('sans|seulement|que|sauf|plutôt|au lieu|même|moi-même|avec une seule'),
    word('systématiquement|par principe|en général|normalement|indépendante'),
  ],
  obliges: word('faut|doit|doivent|devrait|c.est exclu|passe avant|passent avant|obligatoire|interdit'),
  owns: word(
    'pour moi|chez moi|de ma part|moi je|je préfère|j.aime|ma (?:règle|manie|façon|méthode)|mon (?:principe|truc|boulot)|j.y tiens|c.est comme ça que je|je refuse|je tiens à|je m.abstiens|il (?:me|m.en|nous) (?:en )?faut|je garde',
  ),
  endorses: /^(?:et )?(?:c['’]est (?:ma (?:règle|manie|façon)|mon (?:principe|truc)|comme ça que je)|j['’]y tiens)/,
  excludes: [
    /\?\s*$/u,
    word(
      'hier|aujourd.hui|demain|ce soir|ce matin|cette fois|avant oui|à l.époque|autrefois|en ce moment|tout à l.heure|étais|était|avais|avait',
    ),
    word('imagine\\p{L}*|supposons|serait|ferait|pourrait|peut-être|si je \\p{L}+ais|aurait|mdr|lol'),
    word('disait|dit toujours|prétend|répète|répétait'),
    /["\u201c\u00ab].{12,}["\u201d\u00bb]/u,
  ],
  givesUp: word(
    'changé d.avis|j.ai (?:abandonné|renoncé|laissé tomber|cédé)|j.ai arrêté (?:de|d)|désormais|dorénavant|maintenant je|(?:je|j) .{1,40} plus maintenant|on m.a convaincue?',
  ),
  leadIn:
    /^(?:(?:oui|non|bon|ben|alors|ok|donc|et|mais|car|merci|franchement|honnêtement|sorry|désolée?)(?!\p{L})[,.:;!]*\s+)+/iu,
}

const zh: BriefLanguage = {
  self: /我(?!们)|咱/u,
  acts: (text) => /我(?!们)/u.test(text),
  standing: [
    /总是|一直|都是|从来|从不|一向|永远|绝/u,
    /每|所有|全部|任何|凡是/u,
    /不(?!啊|太行|过|好意思)|没有|别|禁止/u,
    /先|之前|以前|再|才|等.{1,20}(?:再|来)|以后/u,
    /只|宁可|宁愿|除非|一定|必须|要/u,
    /习惯|原则|规矩|坚持|这么要求|尊重/u,
  ],
  obliges: /必须|一定要|应该|不能|不许|就别/u,
  owns: /我的习惯|我的原则|违背我的|我一向|我宁可|我都是|我带人|我觉得|我坚持|我的设计|我不(?:会|做|接|画|定)|我是不/u,
  endorses: /^(?:这是我的(?:习惯|原则)|我一向如此)/u,
  excludes: [
    /[?？]|吗|怎么|什么(?!都)|是不是|要不要/u,
    /今天|今晚|昨天|明天|刚才|上次|这次|以前(?:每天|的老板)|那时|曾经/u,
    /要是|如果|假如|也许|可能|哈哈|\/s/u,
    /(?<!我)(?:说|讲)"/u,
  ],
  givesUp: /放弃|改主意|改变主意|想通了|不再坚持|现在不|改用|以前那套/u,
  leadIn: /^(?:嗯|好的?|是的|对|不啊|没有啦|其实|所以|因为|但是|而且|就是|说真的|不太行|不凑合)[,，。.!！]?\s*/u,
}

export const briefLanguages: Readonly<Record<KnownLanguage, BriefLanguage>> = { en, de, es, fr, zh }
