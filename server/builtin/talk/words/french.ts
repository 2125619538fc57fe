import { type BriefWordsWithActs, type LanguageWords, type StatedBeliefs, word } from './language-words.ts'

export const french: LanguageWords & { brief: BriefWordsWithActs } = {
  brief: {
    self: word('je|j|moi|mon|ma|mes|me|m|nous|notre|nos'),
    acts: /(?<!\p{L})(?:je (?:n[e'’] ?)?(?:l[ae'’]s? ?|les |leur |lui |me |m['’]|y |en )?(?!suis|ai|étais|avais|vais|peux|sais|crois|pense|viens|rappelle)\p{L}{3,}|j['’](?!ai|étais|avais|irai|aurais)\p{L}{3,}|il (?:me|m['’]en|nous) (?:en )?faut)(?!\p{L})/u,
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
  },
  work: {
    leads: 'oui|non|maintenant',
    asks: '(?:je (?:veux|voudrais|souhaite)|peux[- ]tu|est[- ]ce que tu peux|fais|ajoute|corrige|relance|mets|lance|enlève|crée|ouvre)(?!\\p{L})',
    opens: '(?:parfait|tu as (?:tout à fait )?raison)[!.,] ',
    announces: "(?:maintenant )?(?:je vais|laisse[zs]?[- ]moi|j'ai (?:ajouté|corrigé|mis|créé)) ",
    refuses: /^(?:désolé|je ne peux pas)/iu,
    asksForDeed: word('peux-tu|est-ce que tu peux|pourrais-tu', 'iu'),
    holds: word('toujours|jamais|préfère', 'iu'),
    standing: word("dorénavant|désormais|à partir de maintenant|de manière générale|à l'avenir|ne .{2,30} jamais"),
  },
  smallTalk: {
    thanks: /^(?:(?:un grand|mille) )?merci(?!\p{L}|\s*[,.;:!\u2014-])/iu,
    ownClause: word('je|mais', 'iu'),
    courtesies: [
      /n['\u2019]hésite[sz]?(?: surtout)? (?:pas|jamais)(?!\p{L})|toujours un plaisir(?!\p{L})|à (?:ta|votre) disposition(?!\p{L})|je (?:te|vous) souhaite(?!\p{L})/iu,
      /c['\u2019]est tout(?= (?:de|pour|chez))|de (?:mon|notre) côté,? (?:tout est|c['\u2019]est|rien|il n['\u2019]y a)(?!\p{L})|(?:rien|tout)(?: de plus| dit)? (?:de|pour) (?:mon|notre) côté(?!\p{L})|^je (?:te |vous |lui )?(?:transmets|passe|laisse|confie) (?:le|la|ce|cette) (?:dossier|cas|ticket|relais|main|suite)(?!\p{L})/iu,
    ],
  },
}

const frenchOpening =
  '(?:et|mais|donc|alors|oui|non|bon|ben|moi|nous|car|parce que|franchement|honnêtement|personnellement|perso|comme toujours|à partir de maintenant|désormais|dorénavant|par contre),? '
/** A present-tense verb in the first person, except verbs of thinking, of having, and of being about to do something. */
const frenchI =
  "(?:je |j['’])(?:ne |n['’])?(?:(?:me |m['’]|le |la |l['’]|les |lui |leur |en |y |te |vous |se )*)(?!(?:suis|ai|vais|peux|veux|pense|crois|dis|sais|vois|dois|viens|trouve|suppose|imagine|souviens|comprends|parle|voulais|pourrais|voudrais|dirais|avais|étais|espère|rappelle|connais)(?!\\p{L}))\\p{L}+(?:e|s|x|ds|ts)(?!\\p{L})"

export const frenchBeliefs: StatedBeliefs = {
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
  prefers: word('préfère|préférons|j.aime|aime mieux|aime pas|déteste'),
  denies: word('jamais|pas|aucune?|sans|rien|personne'),
  excludes: [
    /\?\s*$/u,
    word(
      'imagine|imaginez|imaginons|supposons|serait|ferait|pourrait|peut-être|si on (?:ne )?\\p{L}+ait|et si|si j.étais|aurait',
    ),
    word(
      'hier|aujourd.hui|demain|avant on|à l.époque|autrefois|cette fois|tout à l.heure|en ce moment|étais|était|avais|avait',
    ),
    /(?<!\p{L})(?:dit|dis(?:ait|ent)|disait|prétend|pense|pensait|répète)(?!\p{L})(?<!(?:^|\s)j[e'’] ?(?:\p{L}+ )?\p{L}+)/u,
    /(?<!\p{L})(?:j.ai|on a|nous avons|il a|elle a) (?:\p{L}+ )?\p{L}+(?:é|i|u|it|is)(?!\p{L})/u,
  ],
  leadIn:
    /^(?:(?:oui|non|bon|ben|alors|ok|moi|donc|et|mais|car|parce que|comme toujours|franchement|honnêtement|à partir de maintenant|désormais|dorénavant|s.il te plaît)[,:]?\s+)+/u,
  tail: /,\s+(?:parce que|car|sinon|puisque|même si|c.est|surtout|haha|mdr)(?!\p{L}).*$|\s+(?:parce que|car|puisque|même si)(?!\p{L}).*$|\s+[-–—]\s.*$|;.*$/u,
  ends: word('à partir de maintenant|désormais|dorénavant|ne .{1,40} plus|changé d.avis'),
}
