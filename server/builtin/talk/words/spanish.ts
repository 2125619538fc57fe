import { type BriefWordsWithActs, type LanguageWords, type StatedBeliefs, word } from './language-words.ts'

export const spanish: LanguageWords & { brief: BriefWordsWithActs } = {
  brief: {
    self: word('yo|me|mi|mis|mío|mía|míos|mías|nos|nosotros|conmigo|nuestr[oa]s?|\\p{L}{2,}(?:oy|amos|emos|imos)'),
    acts: /(?:^|[,.;:–—-]\s*|(?<!\p{L})(?:yo|no|nunca|siempre|lo|la|los|las|le|les|me|y|que|si|prefiero|primero|antes|también|solo|sólo|ya|así|cuando|aun así)\s)(?!(?:no|lo|poco|mucho|trabajo|cuando|dato|texto|tiempo|solo|sólo|pero|como|todo|primero|luego|cliente|párrafo|plazo|fallo|equipo|caso|último|nuevo|mismo|ejemplo|mundo|correo|año|lunes|desarrollo|paso a)(?!\p{L}))\p{L}{3,}(?:o|oy)(?!\p{L})/u,
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
  },
  work: {
    leads: 'vale|ahora|bueno|bien',
    asks: '(?:necesito|quiero|pod[eé]s|podr[ií]as|puedes|agrega|elimina|haz|crea|arregla|corrige|planea|lanza|pon|cambia|saca|implementa|tenemos que)(?!\\p{L})',
    opens: '(?:tienes razón|perfecto|excelente|entiendo)[!.,] ',
    announces: '(?:ahora )?(?:voy a|déjame|dejame|permíteme|he (?:creado|corregido|actualizado)) ',
    refuses: /^(?:lo siento|no puedo)/iu,
    asksForDeed: word('puedes|podr[ií]as|podés', 'iu'),
    holds: word('siempre|nunca|prefiero', 'iu'),
    standing:
      /^(?:(?:y|pero|importante|recuerda|ojo|por favor)[,:]? )*(?:siempre|nunca|jamás|a partir de ahora|de ahora en (?:más|adelante)|la próxima vez)(?!\p{L}).{8}/u,
  },
  smallTalk: {
    thanks: /^(?:(?:muchas|muchísimas|mil) )?gracias(?!\p{L}|\s*[,.;:!\u2014-])/iu,
    ownClause: word('yo|pero|prefiero', 'iu'),
    courtesies: [
      /(?:nunca|no) dud(?:es|e|en|éis) en(?!\p{L})|siempre (?:es )?un (?:placer|gusto)(?!\p{L})|a (?:tu|su|vuestra) disposición/iu,
      /(?:eso|esto) es todo(?!\p{L})|(?:por|de) (?:mi|nuestra) parte,? (?:eso|nada|no hay|todo)(?!\p{L})|(?:nada|todo|más)(?: más)? (?:por|de) (?:mi|nuestra) parte(?!\p{L})|^con esto termino|^(?:yo )?(?:te|le|les|os) (?:paso|dejo|mando) (?:el|la|este|esta) (?:caso|ticket|tema|turno|expediente)(?!\p{L})/iu,
    ],
  },
}

/** Words before a belief that are not part of it. */
const spanishOpening =
  '(?:y|pero|porque|así que|por eso|sí|bueno|pues|vale|claro|la verdad|a ver|mira|personalmente|como siempre|como digo|a partir de ahora|desde ahora|aun así|espera),? '
const spanishPronouns = '(?:(?:me|nos|lo|la|le|los|las|les|se) )*'
/** A present-tense verb in the first person, except verbs of thinking, of having, and of being about to do something. */
const spanishI =
  '(?!(?:creo|pienso|digo|veo|sé|tengo|quiero|puedo|voy|estoy|he|espero|supongo|imagino|recuerdo|llamo|entiendo|siento|agradezco|soy|debo|acuerdo|refiero|pregunto|hablo|cuando|como|todo|pero|solo|sólo|cada|primero|luego|tampoco|mucho|poco|algo|nuevo|mismo|cierto|claro|bueno|dicho|hecho|caso|ejemplo|tiempo|yo|no|hay|muy|hoy|menos|sino|eso|esto|uso|aquello|proceso|acceso|sólido|tipo|primero|segundo|último|desarrollo|punto|grupo|nuestro|cuánto|cuanto|tanto|otro|alto|bajo|acuerdo|tuvo|hubo|hizo|dijo|pudo|quiso|vino|puso|fondo|modo|medio)(?!\\p{L}))\\p{L}{2,}(?:o|oy)(?!\\p{L})'

export const spanishBeliefs: StatedBeliefs = {
  clauses: /[,;:.]\s+|\s(?:y|pero|porque|así que|por eso|que)\s(?=(?:yo|nunca|siempre|jamás|prefiero|no|intento)\s)/gu,
  states: new RegExp(
    `^(?:${spanishOpening})*(?:${[
      '(?:siempre )?(?:prefiero|preferimos|(?:no )?me gustan?(?!\\p{L})|me encantan?(?!\\p{L})|odio|detesto|no soporto|intento que|intento (?:no|siempre)|procuro|insisto en|soy (?:muy |gran |un gran |una gran )?(?:fan|partidari[oa]|defensor[a]?) de|no soy (?:muy )?(?:fan|partidari[oa]) de|estoy (?:siempre )?(?:a favor|en contra) de)',
      `(?:(?:con|cuando|si|antes de|cada|en|para|por|después de) .{2,60}? )?(?:yo )?(?:siempre|nunca|jamás|por norma|normalmente) (?:no )?${spanishPronouns}(?:\\p{L}{3,}o(?!\\p{L})|doy|voy|(?!\\p{L}+remos(?!\\p{L}))\\p{L}+[aei]mos)`,
      `(?:yo |primero )?${spanishPronouns}${spanishI} .{0,60}(?:siempre|nunca|jamás|sin|antes de|primero|cada|a la vez|desde cero)(?!\\p{L})`,
      `(?:antes de|sin (?!embargo|duda)) ?[^,;]{4,60}? (?:no )?${spanishPronouns}${spanishI}`,
      `(?:primero|solo|sólo) ${spanishPronouns}${spanishI}`,
      `(?:por eso )?yo no ${spanishPronouns}${spanishI}`,
      `no ${spanishPronouns}${spanishI} .{0,60}(?:hasta que|sin|nunca|jamás|ningún|ninguna|nada|antes de)(?!\\p{L})`,
    ].join('|')})`,
    'u',
  ),
  bare: /^(?:nunca|siempre|jamás|nada de) (?:sin|con|por|en|antes|después|a|más|menos|un|una|textos|primero)(?!\p{L})(?!.{60})/u,
  prefers: word('prefiero|preferimos|me gusta|me gustan|no me gusta|no me gustan|intento que'),
  denies: word('no|nunca|jamás|nada|nadie|ningún|ninguna|sin'),
  excludes: [
    /[?¿]/u,
    word('imagina|imaginad|supongamos|sería|haría|podría|quizás|quizá|tal vez|y si|ojalá'),
    word('ayer|hoy|mañana|antes solía|solía|entonces|aquella vez|esta vez|ahora mismo|hace (?:un|dos|tres|años)'),
    /(?<!\p{L})(?:dice|dicen|decía|dijo|dijeron|cuenta|opina|asegura)n?(?!\p{L})/u,
    /(?<!\p{L})(?:he|hemos|ha|han) \p{L}+(?:ado|ido|to|cho)(?!\p{L})/u,
  ],
  leadIn:
    /^(?:(?:sí|no(?=[,:])|bueno|pues|vale|claro|la verdad|a ver|mira|y|pero|porque|como siempre|como digo|a partir de ahora|desde ahora|por favor)[,:]?\s+)+(?=\p{L}+ )/u,
  tail: /,\s+(?:porque|ya que|así|sobre todo|aunque|los|las|el|la|nadie|jaja|es que|que)(?!\p{L}).*$|\s+(?:porque|aunque|ya que)(?!\p{L}).*$|\s+[-–—]\s.*$|;.*$/u,
  ends: word('a partir de ahora|desde ahora|ya no|he cambiado de (?:idea|opinión)|cambié de (?:idea|opinión)'),
}
