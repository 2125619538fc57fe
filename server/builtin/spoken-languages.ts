/** What tells a belief of the speaker in Spanish, French and Chinese, as patterns for text in small letters. */

export type Spoken = 'en' | 'de' | 'es' | 'fr' | 'zh'

export interface SpokenLanguage {
  /** Its commonest words, by which it is known. */
  common: RegExp
  /** The speaker, alone or with others. */
  self: RegExp
  /** That something is so in general: always, never, each, before each. */
  general: RegExp
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

const words = (list: string, flags = 'u') => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, flags)

const german = words(
  'ich|und|der|das|nicht|ist|mit|wir|auf|ein|eine|einen|immer|nie|dann|den|die|zu|es|bei|für|kein|keine|wenn|vor|sie|mir|mich|auch|aber|noch|schon|mal|ja|war|hast|du|soll|wie|puh|heute|wo|im|endlich|ganz',
  'gu',
)

const es: SpokenLanguage = {
  common: words(
    'el|la|los|las|un|una|que|de|en|y|no|es|por|con|para|siempre|nunca|yo|lo|se|mi|mis|del|al|muy|pero|antes|todo|una|si|qué|hay|está',
    'gu',
  ),
  self: /(?<!\p{L})(?:yo|me|mi|mis|nos|nosotros|conmigo|nuestr[oa]s?)(?!\p{L})|(?<!\p{L})(?!(?:no|lo|poco|mucho|trabajo|cuando|siempre|dato|texto|tiempo|solo|sólo|pero|como|todo|primero|luego|cliente|párrafo|plazo)(?!\p{L}))\p{L}{2,}(?:o|oy|amos|emos|imos)(?!\p{L})/u,
  general: words(
    'siempre|nunca|jamás|cada|todos los|todas las|antes de|cuando|si|primero|sin|solo|sólo|cada vez|por norma|normalmente|nada|nadie|ningún|ninguna|intento|procuro',
  ),
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
    /^(?:(?:sí|no|bueno|pues|vale|claro|la verdad|a ver|mira|y|pero|porque|como siempre|como digo|a partir de ahora|desde ahora|por favor)[,:]?\s+)+(?=\p{L}+ )/u,
  tail: /,\s+(?:porque|ya que|así|sobre todo|aunque|los|las|el|la|nadie|jaja|es que|que)(?!\p{L}).*$|\s+(?:porque|aunque|ya que)(?!\p{L}).*$|\s+[-–—]\s.*$|;.*$/u,
  ends: words('a partir de ahora|desde ahora|ya no|he cambiado de (?:idea|opinión)|cambié de (?:idea|opinión)'),
}

const fr: SpokenLanguage = {
  common: words(
    'le|la|les|un|une|des|je|j|et|est|pas|de|du|que|qui|on|nous|toujours|jamais|pour|avec|dans|ne|n|mes|mon|ma|sur|d|l|c|au|ce|tu|ai|plus|moi|trop|presque',
    'gu',
  ),
  self: words('je|j|nous|moi|mon|ma|mes|notre|nos|on'),
  general: words(
    'toujours|jamais|chaque|tous les|toutes les|avant|systématiquement|d’abord|d.abord|sans|quand|dès que|si|seulement|à chaque fois|par principe|en général|aucune?|plutôt',
  ),
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
  common: /\p{Script=Han}/gu,
  self: /我|咱/u,
  general:
    /每次|每个|每天|总是|總是|从来不|從來不|从不|從不|一向|一直|都会|都會|一定|永远|永遠|绝不|絕不|必须|必須|尽量|儘量|坚持|堅持|之前|以前都|先|不会|不會|习惯|習慣|只|从来没|当天/u,
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

export const spokenLanguages: Readonly<Record<Exclude<Spoken, 'en' | 'de'>, SpokenLanguage>> = { es, fr, zh }

/** The commonest words of the languages that are written with spaces, by which each is known. */
export const commonWords: Readonly<Record<Exclude<Spoken, 'en' | 'zh'>, RegExp>> = {
  de: german,
  es: es.common,
  fr: fr.common,
}
