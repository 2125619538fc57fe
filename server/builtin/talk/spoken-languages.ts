import type { KnownLanguage } from '../language-of.ts'

/** Patterns of a speaker's beliefs in Spanish, French and Chinese, for text in small letters. */

export interface SpokenLanguage {
  /** Between clauses, each of which may state a belief. */
  clauses: RegExp
  /** How a clause begins that tells what its speaker does in general, or holds. */
  states: RegExp
  /** A sentence that leaves out whose rule it is: "nunca sin plan". */
  bare: RegExp
  prefers: RegExp
  denies: RegExp
  /** What asks, supposes, reports or tells what once was. */
  excludes: readonly RegExp[]
  /** What may stand in front of a belief. */
  leadIn: RegExp
  /** Where a belief ends and its reason begins. */
  tail: RegExp
  /** That the speaker gives up what they did before. */
  ends: RegExp
}

const words = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'u')

/** Words in front of a belief that say nothing of it. */
const spanishOpening =
  '(?:y|pero|porque|así que|por eso|sí|bueno|pues|vale|claro|la verdad|a ver|mira|personalmente|como siempre|como digo|a partir de ahora|desde ahora|aun así|espera),? '
const spanishPronouns = '(?:(?:me|nos|lo|la|le|los|las|les|se) )*'
/** A verb of the first person in the present, without those that say what one thinks, has or is about to do. */
const spanishI =
  '(?!(?:creo|pienso|digo|veo|sé|tengo|quiero|puedo|voy|estoy|he|espero|supongo|imagino|recuerdo|llamo|entiendo|siento|agradezco|soy|debo|acuerdo|refiero|pregunto|hablo|cuando|como|todo|pero|solo|sólo|cada|primero|luego|tampoco|mucho|poco|algo|nuevo|mismo|cierto|claro|bueno|dicho|hecho|caso|ejemplo|tiempo|yo|no|hay|muy|hoy|menos|sino|eso|esto|uso|aquello|proceso|acceso|sólido|tipo|primero|segundo|último|desarrollo|punto|grupo|nuestro|cuánto|cuanto|tanto|otro|alto|bajo|acuerdo|tuvo|hubo|hizo|dijo|pudo|quiso|vino|puso|fondo|modo|medio)(?!\\p{L}))\\p{L}{2,}(?:o|oy)(?!\\p{L})'

const es: SpokenLanguage = {
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
  prefers: words('prefiero|preferimos|me gusta|me gustan|no me gusta|no me gustan|intento que'),
  denies: words('no|nunca|jamás|nada|nadie|ningún|ninguna|sin'),
  excludes: [
    /[?¿]/u,
    words('imagina|imaginad|supongamos|sería|haría|podría|quizás|quizá|tal vez|y si|ojalá'),
    words('ayer|hoy|mañana|antes solía|solía|entonces|aquella vez|esta vez|ahora mismo|hace (?:un|dos|tres|años)'),
    /(?<!\p{L})(?:dice|dicen|decía|dijo|dijeron|cuenta|opina|asegura)n?(?!\p{L})/u,
    /(?<!\p{L})(?:he|hemos|ha|han) \p{L}+(?:ado|ido|to|cho)(?!\p{L})/u,
  ],
  leadIn:
    /^(?:(?:sí|no(?=[,:])|bueno|pues|vale|claro|la verdad|a ver|mira|y|pero|porque|como siempre|como digo|a partir de ahora|desde ahora|por favor)[,:]?\s+)+(?=\p{L}+ )/u,
  tail: /,\s+(?:porque|ya que|así|sobre todo|aunque|los|las|el|la|nadie|jaja|es que|que)(?!\p{L}).*$|\s+(?:porque|aunque|ya que)(?!\p{L}).*$|\s+[-–—]\s.*$|;.*$/u,
  ends: words('a partir de ahora|desde ahora|ya no|he cambiado de (?:idea|opinión)|cambié de (?:idea|opinión)'),
}

const frenchOpening =
  '(?:et|mais|donc|alors|oui|non|bon|ben|moi|nous|car|parce que|franchement|honnêtement|personnellement|perso|comme toujours|à partir de maintenant|désormais|dorénavant|par contre),? '
/** As in Spanish. */
const frenchI =
  "(?:je |j['’])(?:ne |n['’])?(?:(?:me |m['’]|le |la |l['’]|les |lui |leur |en |y |te |vous |se )*)(?!(?:suis|ai|vais|peux|veux|pense|crois|dis|sais|vois|dois|viens|trouve|suppose|imagine|souviens|comprends|parle|voulais|pourrais|voudrais|dirais|avais|étais|espère|rappelle|connais)(?!\\p{L}))\\p{L}+(?:e|s|x|ds|ts)(?!\\p{L})"

const fr: SpokenLanguage = {
  clauses: /[,;:.]\s+|\s(?:et|mais|parce que|car|donc|alors)\s(?=(?:je|j|on|nous|moi|jamais|toujours)[\s'’])/gu,
  states: new RegExp(
    `^(?:${frenchOpening})*(?:${[
      '(?:je préfère|nous préférons|on préfère|j.aime (?:pas|mieux)|je n.aime pas|je déteste|je tiens à|je suis (?:plutôt |très |un grand |une grande )?(?:fan|partisane?|adepte|contre|favorable|opposée?)|je refuse|j.évite|j.essaie (?:toujours|de ne|d.)|on évite)',
      `(?:(?:avant|quand|pour|avec|dans|après|chaque|à chaque) .{2,60}? )?${frenchI}.{0,60}(?:(?:toujours|jamais|systématiquement|par principe|chaque|d.abord|sans|rien)(?!\\p{L})|avant d)`,
      '(?:on|nous) (?:ne |n.)?\\p{L}+.{0,60}(?:toujours|jamais|systématiquement|par principe)(?!\\p{L})',
    ].join('|')})`,
    'u',
  ),
  bare: /^(?:toujours|jamais) (?:de|d.|sans|un|une|avant|après|plus|deux)(?!\p{L})(?!.{60})/u,
  prefers: words('préfère|préférons|j.aime|aime mieux|aime pas|déteste'),
  denies: words('jamais|pas|aucune?|sans|rien|personne'),
  excludes: [
    /\?\s*$/u,
    words(
      'imagine|imaginez|imaginons|supposons|serait|ferait|pourrait|peut-être|si on (?:ne )?\\p{L}+ait|et si|si j.étais|aurait',
    ),
    words(
      'hier|aujourd.hui|demain|avant on|à l.époque|autrefois|cette fois|tout à l.heure|en ce moment|étais|était|avais|avait',
    ),
    /(?<!\p{L})(?:dit|dis(?:ait|ent)|disait|prétend|pense|pensait|répète)(?!\p{L})(?<!(?:^|\s)j[e'’] ?(?:\p{L}+ )?\p{L}+)/u,
    /(?<!\p{L})(?:j.ai|on a|nous avons|il a|elle a) (?:\p{L}+ )?\p{L}+(?:é|i|u|it|is)(?!\p{L})/u,
  ],
  leadIn:
    /^(?:(?:oui|non|bon|ben|alors|ok|moi|donc|et|mais|car|parce que|comme toujours|franchement|honnêtement|à partir de maintenant|désormais|dorénavant|s.il te plaît)[,:]?\s+)+/u,
  tail: /,\s+(?:parce que|car|sinon|puisque|même si|c.est|surtout|haha|mdr)(?!\p{L}).*$|\s+(?:parce que|car|puisque|même si)(?!\p{L}).*$|\s+[-–—]\s.*$|;.*$/u,
  ends: words('à partir de maintenant|désormais|dorénavant|ne .{1,40} plus|changé d.avis'),
}

const zh: SpokenLanguage = {
  clauses: /[，,；;：:。！!]\s*/gu,
  states:
    /^(?:其实|所以|因为|但是|而且|老实说|说实话|不过|从现在起|从今以后|以后)?(?:我(?:自己|个人|本人)?(?![们的]|以前|可以|不知道|应该|應該|想|希望|猜|要先|没|沒|花了|先做|必须对|指|老板|妈|爸|朋友|同事)[^我"“「]{0,14}?(?:每次|总是|總是|从来不|從來不|从不|從不|一向|一直都|都会|都會|一定要|一定会|一定會|永远|永遠|绝不|絕不|坚持|堅持|尽量|儘量|习惯|習慣|宁可|宁愿|寧願|更喜欢|更愿意|更倾向|不喜欢|喜欢|喜歡|都是先|只用|从来没|不会[^我]{2,12}的|每个|每個|每天|每周|必须|必須|当天|之前(?:都|先|会|一定)|先(?!介绍|说|讲|来|看|问|简|谈|回|声)|只(?!是|有|能|要|想|需|不|讲|说|好|会)|都(?!是|有|能|可以|在|很|不知|没))|(?:我们|咱们)(?:总是|總是|从来不|從來不|从不|從不|一向|绝不|絕不|永远|永遠|宁可|宁愿|坚持|堅持)|(?:每次|每天|每个|每個|[^我]{1,16}之前|当天)[^我]{0,14}我(?:们)?(?:都|就|总|總|一定|会|會|先|从不|從不|绝不|絕不|要))/u,
  bare: /^(?:从不|從不|绝不|絕不)(?!.{30})/u,
  prefers: /喜欢|喜歡|宁愿|寧願|更愿意|更倾向|不喜欢/u,
  denies: /从来不|從來不|从不|從不|不会|不會|绝不|絕不|不喜欢|不要|没有|不/u,
  excludes: [
    /[?？]|吗|嗎|怎么|怎麼|什么|什麼|为什么|是不是|要不要|难道/u,
    /如果|假如|假设|要是|万一|也许|可能|想象/u,
    /昨天|今天|明天|刚才|剛才|现在|上次|这次|那时|曾经|以前总/u,
    /(?<!我)(?:说|說|认为|觉得)(?!明)/u,
    /了[。！!]?\s*$/u,
  ],
  leadIn: /^(?:嗯|好的|是的|对|其实|所以|因为|但是|而且|老实说|说实话|从现在起|从今以后|以后)[，,]?\s*/u,
  tail: /[，,](?:因为|所以|不然|否则|从不拖|没人|這樣|这样|哈).*$/u,
  ends: /从现在起|從現在起|从今以后|不再|改主意|改变主意/u,
}

export const spokenLanguages: Readonly<Record<Exclude<KnownLanguage, 'en' | 'de'>, SpokenLanguage>> = { es, fr, zh }
