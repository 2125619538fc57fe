import { any, han, type Wish } from './wish.ts'

/** What people ask for in how an agent deals with them and with a task. */
export const wishesForDealings: readonly Wish[] = [
  {
    statement: {
      en: 'Write no code until told to',
      de: 'Keinen Code schreiben, bevor darum gebeten wird',
      es: 'No escribir código hasta que se pida',
      fr: 'Ne pas écrire de code avant que ce soit demandé',
      zh: '先不写代码，等待指示',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`\b(?:don'?t|do not|without|not) (?:writ\w+|run|chang\w+|generat\w+|touch\w*|mak\w+) (?:out )?(?:any |the )?(?:actual )?code\b`,
        String.raw`\b(?:don'?t|do not) (?:start )?cod(?:e|ing)\b`,
        String.raw`\bno (?:code|coding)(?: yet| changes?| now| please|,|$)`,
        String.raw`\b(?:don'?t|do not) take any action\b|\bnot? want any code\b`,
      ),
      de: /\b(?:kein(?:en)? code|noch nicht (?:programmieren|implementieren)|nichts (?:programmieren|implementieren))\b/u,
      es: /\bno (?:escribas|toques|cambies|generes|modifiques) (?:el |nada de )?código|\bsin (?:tocar|cambiar|escribir) (?:el )?código/u,
      fr: /\bn'(?:écris|écrivez) pas (?:de |le )?code|\bne (?:touche|modifie|change)\w* pas (?:au |le )?code|\bsans (?:toucher|modifier) (?:au |le )?code/u,
      zh: /(?:不要|别|先不|不用|不许)(?:去)?(?:写|改|动|修改)代码/u,
    },
  },
  {
    statement: {
      en: 'Propose a plan and wait for approval',
      de: 'Erst einen Plan zeigen und die Freigabe abwarten',
      es: 'Primero presentar un plan antes de implementar',
      fr: "D'abord proposer un plan et attendre l'accord",
      zh: '先给出方案，确认后再动手',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\b(?:don'?t|do not|no|not) implement\w*\b.{0,20}\b(?:yet|right away|now|until)\b`,
        String.raw`\b(?:before|prior to) (?:you |we |any )?(?:writ|cod|implement|chang|start|mak|commit|edit|proceed|getting)\w*\b.{0,60}\b(?:plans?|proposal|explain|tell me|discuss|show me|confirm|approv)\w*`,
        String.raw`\b(?:plans?|proposals?|explanation|theories|approach|proposed|ideas?|options?)\b.{0,60}\bbefore (?:we |you |i |any )?(?:implement|cod|writ|commit|start|mak|proceed|get|do|chang)\w*`,
        String.raw`\b(?:discuss|talk (?:about|through)|explain|tell me|walk me through)\b.{0,60}\b(?:first(?=[\s.!]*$|,| (?:and|then|before|so)\b)|(?:before (?:we|you|i|any)|then (?:i|we))\b)`,
        String.raw`\bfirst\b.{0,40}\b(?:discuss|propose|proposal|talk about|want to discuss|approv)\w*`,
        String.raw`\b(?:wait for|need|with(?:out)?|once) (?:my|i) (?:explicit )?(?:approv|go[- ]ahead|confirm|ok\b|review)\w*|\bi(?:'| wi)ll approve\b|\bapprove before\b|\bfor me to review\b.{0,40}\bapprove\b`,
      ),
      de: /\b(?:erst|zuerst|bevor du)\b.{0,50}\b(?:plan|vorschlag|erklär\w*|besprech\w*|abstimm\w*|zeig\w*)|\bwarte?\b.{0,20}\b(?:freigabe|bestätigung|ok)\b/u,
      es: /(?<!\p{L})plan(?:ea|ear|ifica|ificar|eemos|ifiquemos|ees|ifiques)(?!\p{L})|(?<!\p{L})(?:antes de|primero)\b.{0,50}\b(?:plan|propuesta|explica\w*|propon\w*|consulta\w*|preg[uú]nta\w*)/u,
      fr: /\b(?:avant de|d'abord)\b.{0,50}\b(?:plan|propos\w*|expliqu\w*|valid\w*)|\bpropose[- ]moi\b.{0,60}\bavant\b|\battends?\b.{0,20}\b(?:accord|validation|feu vert)/u,
      zh: new RegExp(`先${han}{0,12}(?:方案|计划|规划|讨论|确认|分析)|(?:确认|同意|批准)(?:后|之后)再`, 'u'),
    },
  },
  {
    statement: {
      en: 'Clarify open questions at the beginning',
      de: 'Vor dem Anfangen Fragen zu allem stellen, was unklar ist',
      es: 'Preguntar lo que haga falta antes de empezar',
      fr: 'Poser des questions avant de commencer',
      zh: '遇到不清楚的地方先提问',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\bask (?:me )?(?:any |additional |more |follow[- ]?up |clarifying |some |the |your |further )*questions\b`,
        String.raw`\blet me know if you have (?:any )?(?:more )?questions\b`,
        String.raw`\bif (?:you(?:'re| are)? |anything (?:is )?)?(?:unclear|not (?:sure|clear)|unsure|in doubt|lacking)\b.{0,40}\bask\b`,
        String.raw`\bask me (?:if|when|before|for)\b|(?:^|[,;] |\b(?:please|always|then|just) )ask (?:if|when|before|for (?:clarification|guidance|help))\b`,
      ),
      de: /\b(?:stell|frag)\w*\b.{0,25}\b(?:fragen|nach|mich|rück)|\bwenn (?:etwas|was|dir etwas) unklar\b/u,
      es: /(?<!\p{L})preg[uú]nta(?:me|r|nos)?(?!\p{L})(?!.{0,3}[:(])|(?<!\p{L})me preguntas(?!\p{L})/u,
      fr: /\bpose[rz]?(?:[- ]moi)? (?:moi )?(?:des |tes |toutes |les |vos )*questions|\bdemande[- ]moi (?:si|avant|en cas)/u,
      zh: /(?:问我|向我提问|(?:先|请|可以).{0,6}提出问题|有(?:疑问|问题)(?:就|请|可以)问)/u,
    },
  },
  {
    statement: {
      en: 'Create no documentation or Markdown files on your own',
      de: 'Keine Dokumentation und keine Markdown-Dateien ungefragt anlegen',
      es: 'No crear documentación ni archivos Markdown si no se pide',
      fr: 'Ne pas créer de documentation ni de fichiers Markdown sans demande',
      zh: '不要主动新建 Markdown 文档',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`\b(?:don'?t|do not|never|stop|without|didn'?t ask (?:you )?(?:to|for)) (?:(?:ever |you )?(?:want|need|creat\w*|writ\w*|mak\w*|generat\w*|add\w*|produc\w*)\b)?(?<!\b(?:don'?t|do not|never|stop|without) )[^,.;:!?]{0,20}\b(?:mds?|markdowns?|readmes?|documentation|(?:summary|report)s? (?:mds?|files?|docs?|documents?))\b`,
        String.raw`\bno (?:more |new |extra )?(?:mds?|markdowns?|readmes?|documentation|(?:summary|report)s? (?:mds?|files?|docs?|documents?))\b`,
      ),
      de: /\b(?:keine?n?|nie|ohne)\b.{0,15}(?<!\p{L})(?:mds?|markdown\S*|dokumentation\p{L}*|readmes?|doku)(?!\p{L})/u,
      es: /(?<!\p{L})(?:no (?:quiero|necesito|crees|hagas|generes|escribas|agregues)|nunca te pedí|nunca te pedi|ni|deja de (?:crear|hacer))(?!\p{L}).{0,25}(?<!\p{L})(?:mds?|markdown|documentaci[oó]n|readmes?)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:ne|n'|pas|plus|sans|arrête) ?.{0,25}(?<!\p{L})(?:mds?|markdown|documentation|readmes?)(?!\p{L})/u,
      zh: new RegExp(`(?:不要|别|不用|无需|不需要|而不是)${han}{0,8}(?:md|markdown|readme|说明文档|总结文档)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Leave everything else as it is',
      de: 'Nur das ändern, worum gebeten wurde',
      es: 'Cambiar solo lo pedido, sin romper lo demás',
      fr: 'Ne modifier que ce qui est demandé',
      zh: '除指定文件外保持原样',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`\b(?:don'?t|do not|never|without) (?:chang|modify|touch|edit|break|alter|delet|remov|refactor|do|add)\w*\b.{0,20}\b(?:anything|other|else|the rest|unrelated|existing)\b`,
        String.raw`\bonly (?:change|changing|modify(?:ing)?|edit(?:ing)?|touch(?:ing)?)\b|\bnothing else\b(?=[\s.!]*$|,| (?:should|please|and|than)\b)`,
        String.raw`\bi (?:didn'?t|did not|never|haven'?t) ask(?:ed)? (?:you )?(?:for|to)\b|\bi (?:only|just) (?:asked|wanted) you to\b`,
        String.raw`\blimit (?:the )?scope\b|\bstay (?:\w+ )?focused\b|\bout of scope\b|\bdon'?t (?:move|go) (?:past|beyond)\b`,
      ),
      de: /\bsonst nichts\b|\bnur (?:das|diese\w*|dort|hier) (?:änder|anpass)\w*|(?<!\p{L})(?:änder|fass|lösch)\w*\b.{0,25}\bsonst\b|\bnichts anderes\b|\bdarum habe ich nicht gebeten\b/u,
      es: /(?<!\p{L})(?:sin|no|nada de) (?:romp\p{L}+|dañ\p{L}+|modifi\p{L}+ nada|toques nada|cambies nada)(?!\p{L})|(?<!\p{L})(?:que )?no te (?:he )?ped[ií](?:do)?(?!\p{L})|(?<!\p{L})nunca te ped[ií](?!\p{L})|(?<!\p{L})solo (?:modifica|cambia|toca)(?!\p{L})/u,
      fr: /\bsans (?:rien |tout )?(?:casser|toucher)|\bne (?:modifie|touche|change|casse)\w* (?:rien|pas (?:le reste|autre))|\bje n'ai (?:pas|rien|jamais) demandé|\bje ne t'ai (?:pas|rien) demandé/u,
      zh: new RegExp(
        `(?:不要|不需要|不用|不能|别|请勿)(?:去)?(?:修改|改动|更改|动)(?!代码)${han}{0,6}(?:其他|别的|其它)|只(?:需要|能|去)(?:修改|改动|改|动)${han}`,
        'u',
      ),
    },
  },
  {
    statement: {
      en: 'Add tests that cover each edit',
      de: 'Änderungen mit Tests abdecken',
      es: 'Cubrir los cambios con tests',
      fr: 'Couvrir les changements par des tests',
      zh: '为改动编写测试',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\b(?:write|add) (?:a |an |some |the |unit |regression |new |more )*tests?\b(?: (?:for|to cover|that covers?) (?:this|that|it)|[.!?]?$| to verify| and)`,
        String.raw`\bcover(?:ed)?\b.{0,30}\bwith (?:a |an |some )?(?:unit |regression )?tests?\b|\btests? to cover\b`,
        String.raw`\b(?:test[- ]driven|tdd)\b`,
      ),
      de: /\b(?:schreib|ergänz|füg)\w*\b.{0,20}\btests?\b|\bmit tests? abdeck\w*/u,
      es: /(?<!\p{L})(?:escribe|agrega|añade|crea)\p{L}* (?:un |unos |los )?(?:tests?|pruebas)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:écris|ajoute|couvre)\p{L}* .{0,15}(?<!\p{L})tests?(?!\p{L})/u,
      zh: new RegExp(`(?:编写|补充|加上|补上)${han}{0,6}(?:单元测试|测试用例)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Reproduce a bug before mending it',
      de: 'Vor jeder Korrektur einen fehlschlagenden Test schreiben',
      es: 'Escribir un test que falle antes de corregir un error',
      fr: 'Écrire un test qui échoue avant de corriger un bug',
      zh: '修复缺陷前先写一个失败的测试',
    },
    category: 'principle',
    said: {
      en: /\btests? that fails?\b|\bfailing tests?\b.{0,60}\b(?:before|prior to|first)\b|\bbefore\b.{0,40}\bfailing tests?\b/u,
    },
  },
  {
    statement: {
      en: 'Prove that it is finished',
      de: 'Zeigen, dass die Arbeit wirklich fertig ist',
      es: 'Demostrar que el trabajo está hecho',
      fr: 'Prouver que le travail est fait',
      zh: '证明工作确实完成',
    },
    category: 'principle',
    said: {
      en: /\b(?:prove|demonstrate)\b.{0,20}\b(?:to me|for me|that|this|it|they)|\bshow me (?:that )?(?:it|this|they|the \w+)(?: is| are)? (?:really |actually )?(?:work|done|pass|correct)\w*/u,
      de: /\b(?:beweis|zeig mir, dass)\w*/u,
      es: /(?<!\p{L})(?:demu[eé]stra|pru[eé]ba)me(?!\p{L})/u,
      fr: /\b(?:prouve|démontre)[- ]moi\b/u,
    },
  },
  {
    statement: {
      en: 'Check the result with a screenshot',
      de: 'Das Ergebnis mit einem Screenshot prüfen',
      es: 'Comprobar el resultado con una captura de pantalla',
      fr: "Vérifier le résultat par une capture d'écran",
      zh: '用截图检查结果',
    },
    category: 'principle',
    said: {
      en: /\b(?:take|grab|make|get)(?: an?| the)?(?: adb)? screen ?shots?\b/u,
      de: /\b(?:mach|erstell|nimm)\w*\b.{0,12}\bscreenshots?\b/u,
    },
  },
  {
    statement: {
      en: 'Be concise',
      de: 'Kurz fassen',
      es: 'Ser conciso',
      fr: 'Être concis',
      zh: '尽量简短',
    },
    category: 'principle',
    said: {
      en: /\b(?:concise(?:ly)?|terse|succinct(?:ly)?|condense|token[- ](?:efficient|optimi[sz]ed)|(?:keep|make) (?:it|this|your (?:answers?|responses?|replies)) (?:very )?(?:brief|short)|be (?:very )?brief|no (?:fluff|filler)|short answers?)\b/u,
      de: /\b(?:fass dich kurz|halte? (?:es|dich) kurz|kurz und knapp|knapper|kürzer)\b/u,
      es: /(?<!\p{L})(?:s[eé] (?:breve|conciso)|m[aá]s (?:breve|corto|conciso)|respuestas cortas)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:sois (?:bref|concis)|plus (?:court|concis|bref)|réponses courtes)(?!\p{L})/u,
      zh: /(?:简洁|精简|简短)(?:一点|一些|点|回答)/u,
    },
  },
  {
    statement: {
      en: 'Keep solutions simple',
      de: 'Lösungen einfach halten',
      es: 'Mantener las soluciones simples',
      fr: 'Garder les solutions simples',
      zh: '避免过度设计',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\bkeep (?:it|things|this|that|them|changes|everything|the \w+)\b.{0,20}\b(?:simple|small|minimal|lightweight)\b`,
        String.raw`\b(?:drastically|let'?s|like to|want to) simplify\b|\bsimplify (?:it|this|that|things|everything|the (?:code|approach|solution|setup|work))\b|\bprioriti[sz]e simplicity\b|\bembrace\b.{0,20}\bsimplicity\b|\bsimple and easy\b`,
        String.raw`\b(?:over-?engineer|over-?complicat|too complicated)\w*|\b(?:smallest|minimum) (?:possible|number of) \w+|\b(?:smallest|minimal) (?:change|fix|diff|edit|solution)s?\b`,
      ),
      de: /\b(?:halte?|mach) (?:es|das|alles)\b.{0,12}\beinfach\b|\bvereinfach\w*|\bso einfach wie möglich\b/u,
      es: /(?<!\p{L})(?:no te compliques|simplific\p{L}+|lo m[aá]s simple)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:simplifi\p{L}+|le plus simple possible|reste simple)(?!\p{L})/u,
      zh: /(?:简单(?:一点|一些|点)|简化|不要(?:过度设计|搞(?:那么)?复杂))/u,
    },
  },
  {
    statement: {
      en: 'Explain in plain words',
      de: 'In einfachen Worten erklären',
      es: 'Explicar con palabras sencillas',
      fr: 'Expliquer en mots simples',
      zh: '用简单的话解释',
    },
    category: 'principle',
    said: {
      en: /\bexplain\b.{0,40}\b(?:simply|basic|plain|layman|beginner|like i'?m)\b|\b(?:plain|simple|basic|layman'?s?) (?:english|language|terms|words|answer|explanations?)\b|\bkeep your responses (?:straightforward|simple)/u,
      de: /\berklär\w*\b.{0,30}\beinfach/u,
      es: /(?<!\p{L})explica\p{L}* .{0,30}(?<!\p{L})(?:simple|sencill\p{L}+|f[aá]cil)/u,
      fr: /(?<!\p{L})expliqu\p{L}* .{0,30}(?<!\p{L})(?:simple\p{L}*|débutant|facile\p{L}*)/u,
      zh: /(?:简单|通俗)(?:地)?(?:解释|说明|讲)/u,
    },
  },
  {
    statement: {
      en: 'Speak English with people',
      de: 'Auf Deutsch antworten',
      es: 'Responder en español',
      fr: 'Répondre en français',
      zh: '用中文回答',
    },
    category: 'principle',
    said: {
      en: /\b(?:answer|respond|reply|speak|talk)\b.{0,20}\bin english\b/u,
      de: /\b(?:antwort|sprich|red|schreib)\w*\b.{0,20}\bdeutsch\b/u,
      es: /(?<!\p{L})(?:responde|respondeme|respóndeme|habla|háblame|hablame|contesta|escribe)\p{L}* .{0,20}(?<!\p{L})(?:español|castellano)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:parl|répond|repond|écri)\p{L}*(?:[- ]moi)? .{0,12}(?<!\p{L})fran[cç]ais(?!\p{L})/u,
      zh: /(?:用|使用|说|讲)中文(?:回答|回复|交流|沟通|解释)?/u,
    },
  },
  {
    statement: {
      en: 'Comments, labels and messages in English',
      de: 'Kommentare und Texte auf Englisch schreiben',
      es: 'Escribir los comentarios en inglés',
      fr: 'Écrire les commentaires en anglais',
      zh: '注释和文案写成英文',
    },
    category: 'principle',
    said: {
      en: /\b(?:comments?|texts?|commit messages?|docs|documentation)\b.{0,25}\bin english\b/u,
      de: /\b(?:kommentare?|texte?|code)\b.{0,25}\benglisch\b/u,
      es: /(?<!\p{L})(?:comentarios?|textos?|código)(?!\p{L}).{0,25}(?<!\p{L})inglés(?!\p{L})/u,
      fr: /(?<!\p{L})commentaires?(?!\p{L}).{0,25}(?<!\p{L})anglais(?!\p{L})/u,
      zh: new RegExp(`(?:改成|使用|用|需要|希望是|写成)${han}{0,4}英文`, 'u'),
    },
  },
]
