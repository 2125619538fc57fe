import { any, han, type Wish } from './wish.ts'

/** What people ask for in what an agent makes and uses. */
export const wishesForResults: readonly Wish[] = [
  {
    statement: {
      en: 'Reuse the existing approach',
      de: 'Dem bestehenden Vorgehen folgen',
      es: 'Seguir el mismo enfoque que ya existe',
      fr: "Suivre l'approche qui existe déjà",
      zh: '沿用现有的做法',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\b(?:follow|stick (?:to|with)|use|keep|match|adhere to)\b.{0,30}\b(?:existing|same|established|consistent)\b.{0,25}\b(?:approach|patterns?|interfaces?|styles?|formats?|conventions?|components?|structures?|mechanisms?|methods?)\b`,
        String.raw`\bstick to the (?:interface|pattern|style|convention|approach)s?\b|\breuse (?:the|that|this|existing|what)\b|\balready have (?:an? )?established\b`,
      ),
      de: /\b(?:gleiche\w*|selbe\w*|bestehende\w*|vorhandene\w*)\b.{0,20}\b(?:ansatz|stil|muster|komponenten?|struktur|vorgehen)/u,
      es: /(?<!\p{L})(?:mismo|mismos|misma|existente|consistente|similar)(?!\p{L}).{0,20}(?<!\p{L})(?:approach|enfoque|patr[oó]n|estilo|formato)(?!\p{L})|(?<!\p{L})(?:approach|enfoque|patr[oó]n|estilo) (?:existente|consistente)(?!\p{L})|(?<!\p{L})(?:todos?|todas?)(?!\p{L}).{0,25}(?<!\p{L})iguales(?!\p{L})|(?<!\p{L})unific\p{L}+|(?<!\p{L})siguiendo los est[aá]ndares/u,
      fr: /\b(?:même|existante?)\b.{0,15}\b(?:approche|style|format|logique|structure)|\bfactoris\w*/u,
      zh: new RegExp(`(?:保持|延续|沿用)${han}{0,12}(?:一致|方案|风格|做法)|统一(?:风格|写法|格式)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Use real data and services, no mocks',
      de: 'Echte Daten und Dienste verwenden, keine Mocks',
      es: 'Usar datos y servicios reales, sin mocks',
      fr: 'Utiliser de vraies données, sans mocks',
      zh: '采用真实数据而非模拟数据',
    },
    category: 'boundary',
    said: {
      en: /\b(?:avoid|no|never|don'?t|do not|without|nor|stop)\b[^,.;:!?]{0,45}\b(?:mock(?:s|ed|ing)?|stub(?:s|bed|bing)?|fake data|dummy data|placeholder data|simulated data)\b/u,
      de: /\b(?:keine?n?|ohne|nie)\b.{0,20}\b(?:mocks?|testdaten|fake\w*|dummy\w*)/u,
      es: /(?<!\p{L})(?:no|sin|nunca|evita\p{L}*)(?!\p{L}).{0,30}(?<!\p{L})(?:mocks?|datos (?:falsos|ficticios|simulados))(?!\p{L})/u,
      fr: /(?<!\p{L})(?:pas|sans|jamais|évite\p{L}*)(?!\p{L}).{0,30}(?<!\p{L})(?:mocks?|fausses données|données (?:fictives|factices))(?!\p{L})/u,
      zh: new RegExp(`(?:不要|不用|别|禁止)${han}{0,6}(?:mock|模拟数据|假数据|测试数据)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Hard-code nothing',
      de: 'Nichts fest in den Code schreiben',
      es: 'No dejar nada hardcodeado',
      fr: 'Ne rien coder en dur',
      zh: '不要硬编码',
    },
    category: 'boundary',
    said: {
      en: /\b(?:no|not|avoid|remove|don'?t|do not|without|never|get rid of)\b[^,.;:!?]{0,40}\bhard-? ?cod(?:ed?|es|ing)\b/u,
      de: /\b(?:nicht|nichts|keine?n?)\b.{0,20}\bhart? ?(?:codier|kodier|gecodet)\w*|\bhardcod\w*/u,
      es: /(?<!\p{L})(?:no|sin|nada|evita\p{L}*)(?!\p{L}).{0,25}(?<!\p{L})(?:hardcod\p{L}+|harcod\p{L}+)/u,
      fr: /(?<!\p{L})(?:pas|rien|sans|ne)(?!\p{L}).{0,25}(?<!\p{L})en dur(?!\p{L})/u,
      zh: new RegExp(`(?:不要|避免|禁止|别)${han}{0,6}(?:硬编码|写死)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Push to the repository on request only',
      de: 'Nur auf Anweisung committen und pushen',
      es: 'Hacer commit y push solo cuando se pida',
      fr: 'Ne faire de commit que sur demande',
      zh: '没有要求不要提交或推送',
    },
    category: 'boundary',
    said: {
      en: /\b(?:don'?t|do not|never|stop) (?:ever )?(?:git )?(?:commit|push)\w*\b|\b(?:don'?t|do not) (?:need to )?(?:do|make) (?:any )?(?:git )?commit\w*/u,
      de: /\b(?:nicht|kein\w*|nie)\b.{0,15}\b(?:commit|push)\w*/u,
      es: /(?<!\p{L})no (?:hagas|subas|hacer)(?!\p{L}).{0,15}(?<!\p{L})(?:commits?|push)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:ne (?:fais|fait|faire|faites) pas|arrête de faire)(?!\p{L}).{0,10}(?<!\p{L})commits?(?!\p{L})/u,
      zh: new RegExp(`(?:不要|先不|别|不用)${han}{0,4}(?:提交|推送|commit|push)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Act yourself without inquiring again',
      de: 'Selbst erledigen, ohne zurückzufragen',
      es: 'Hacerlo sin volver a preguntar',
      fr: 'Le faire soi-même sans redemander',
      zh: '直接动手，不用再问',
    },
    category: 'principle',
    said: {
      en: /\b(?:don'?t|do not|never|stop) (?:just )?(?:tell(?:ing)? me what to do|ask(?:ing)? me)\b|\bdo (?:it|this|that) yourself\b.{0,20}\b(?:without|always|and)\b|\bapply the changes yourself\b|\bwithout asking(?: me)?\b|\bdo it,? (?:and )?don'?t\b/u,
      de: /\bmach es selbst\b|\bfrag (?:mich )?nicht\b|\bohne (?:nach|zurück)zufragen\b/u,
      es: /(?<!\p{L})(?:no me preguntes|sin preguntar(?:me)?|hazlo (?:t[uú]|vos))(?!\p{L})/u,
      fr: /(?<!\p{L})(?:ne me demande pas|sans (?:me )?demander|fais[- ]le toi[- ]même)(?!\p{L})/u,
      zh: /(?:不要|不用|别)(?:再)?问我|你(?:自己|直接)(?:去)?(?:做|执行|改|处理)/u,
    },
  },
  {
    statement: {
      en: 'Consult the official manuals first',
      de: 'Vor dem Umsetzen in die Dokumentation schauen',
      es: 'Consultar la documentación antes de implementar',
      fr: "Consulter la documentation avant d'implémenter",
      zh: '实现之前先查看官方文档',
    },
    category: 'principle',
    said: {
      en: /\b(?:check|read|consult|look (?:at|up)|refer to) (?:the )?(?:official|latest|library) (?:docs|documentation)\b|\b(?:docs|documentation) first\b/u,
      zh: new RegExp(
        `(?:先|根据|依照|@)${han}{0,8}(?:官方)?(?:文档|doc)${han}{0,3}(?:查看|来|寻找|，|$)|先查看文档|查看文档`,
        'u',
      ),
    },
  },
  {
    statement: {
      en: 'Use the MCP servers',
      de: 'Die MCP-Server benutzen',
      es: 'Usar los servidores MCP',
      fr: 'Utiliser les serveurs MCP',
      zh: '通过 MCP 操作',
    },
    category: 'principle',
    said: {
      en: /\b(?:use|using|via|through) (?:the )?(?:[\w-]+ )?mcp\b/u,
      de: /\b(?:über|mit|per|nutze?|verwende?) (?:den |dem )?(?:[\w-]+ )?mcp\b/u,
      es: /(?<!\p{L})(?:usa|usando|por|con|v[ií]a) (?:el )?(?:[\w-]+ )?mcp\b/u,
      fr: /(?<!\p{L})(?:utilise|via|avec|par) (?:le )?(?:[\w-]+ )?mcp\b/u,
      zh: /(?:通过|使用|用) ?mcp/u,
    },
  },
  {
    statement: {
      en: 'Follow best practices',
      de: 'Bewährten Vorgehensweisen folgen',
      es: 'Seguir las buenas prácticas',
      fr: 'Suivre les bonnes pratiques',
      zh: '遵循最佳实践',
    },
    category: 'principle',
    said: {
      en: /\b(?:follow|mirror|use|using|apply|adher|accord|stick)\w*\b.{0,30}\bbest[- ](?:practices?|in[- ]class)\b|\b(?:as|like|how) (?:an? |the |per )?best[- ](?:practices?|in[- ]class)\b(?!.{0,40}\?)/u,
      de: /\b(?:nach|folg\w*|halt\w*|gemäß|nutz\w*|verwend\w*|beacht\w*)\b.{0,20}\b(?:best practices?|bewährte\w*)/u,
      es: /(?<!\p{L})buenas pr[aá]cticas(?!\p{L})/u,
      fr: /(?<!\p{L})(?:aux|les|des) bonnes pratiques(?!\p{L})/u,
      zh: /(?:遵循|按照|根据|采用|符合|使用).{0,6}最佳实践/u,
    },
  },
  {
    statement: {
      en: 'Record progress in the task list',
      de: 'Fortschritt in der Aufgabenliste festhalten',
      es: 'Registrar el avance en la lista de tareas',
      fr: "Noter l'avancement dans la liste des tâches",
      zh: '在任务列表中记录进度',
    },
    category: 'principle',
    said: {
      en: /\bcheck (?:off|things off|them off|it off)\b|\bmark (?:everything|whatever|all|them|it|off)\b.{0,30}\b(?:off|done|complete\w*)\b|\bupdate our progress\b|\btick\b.{0,12}\boff\b|\b(?:update|record)\b.{0,40}\bwork ?log\b|\bwork ?log\b.{0,30}\b(?:to record|as they|with what)\b/u,
      de: /\bhak\w*\b.{0,25}\bab\b/u,
      es: /(?<!\p{L})marca(?:r|lo|los)?(?!\p{L}).{0,25}(?<!\p{L})(?:hech|complet)\p{L}+/u,
    },
  },
  {
    statement: {
      en: 'Never read or print secrets',
      de: 'Geheimnisse nie lesen oder ausgeben',
      es: 'No leer ni mostrar secretos',
      fr: 'Ne jamais lire ni afficher de secrets',
      zh: '不要读取或输出密钥',
    },
    category: 'boundary',
    said: {
      en: /\b(?:never|don'?t|do not|blocks?|not)\b.{0,20}\b(?:access|read|open|print|show|log|echo|cat|write|put|commit|push|expos|leak|shar|stor|touch|edit|chang|hard-?cod|includ|doing)\w*\b.{0,40}(?:\bsecrets?\b|\.env\b|\benv(?:ironment)? files?\b|\bapi[- ]keys?\b|\bcredentials\b)/u,
      de: /\b(?:nie|nicht|keine?)\b.{0,40}(?:\b(?:geheimnisse|passwörter|zugangsdaten)\b|\.env\b)/u,
      es: /(?<!\p{L})(?:no|nunca)(?!\p{L}).{0,40}(?:(?<!\p{L})(?:secretos|credenciales)(?!\p{L})|\.env\b)/u,
      fr: /(?<!\p{L})(?:ne|jamais|pas)(?!\p{L}).{0,40}(?:(?<!\p{L})secrets(?!\p{L})|\.env\b)/u,
    },
  },
  {
    statement: {
      en: 'Proceed step by step',
      de: 'Schritt für Schritt vorgehen',
      es: 'Trabajar paso a paso',
      fr: 'Avancer étape par étape',
      zh: '一步一步来',
    },
    category: 'principle',
    said: {
      en: /\b(?:go|proceed|work|do (?:it|this|them)|fix \w+|lets?) (?:\w+ )?(?:step by step|one (?:at a time|by one))\b/u,
      de: /\bschritt für schritt\b/u,
      es: /(?<!\p{L})paso a paso(?!\p{L})/u,
      fr: /(?<!\p{L})(?:étape par étape|graduellement|de mani[eè]re tr[eè]s progressive)(?!\p{L})/u,
      zh: /一步一步|一步步|逐步/u,
    },
  },
  {
    statement: {
      en: 'Use no emojis',
      de: 'Keine Emojis verwenden',
      es: 'No usar emojis',
      fr: "Ne pas utiliser d'emojis",
      zh: '去掉表情符号',
    },
    category: 'boundary',
    said: {
      en: /\b(?:no|without|remove|don'?t|do not|stop|avoid|never)\b[^,.;:!?]{0,20}\bemojis?\b/u,
      de: /\b(?:keine?|ohne|entfern\w*)\b.{0,12}\bemojis?\b/u,
      es: /(?<!\p{L})(?:no|sin|quita|elimina)(?!\p{L}).{0,15}(?<!\p{L})emojis?(?!\p{L})/u,
      fr: /(?<!\p{L})(?:pas|sans|enlève|retire)(?!\p{L}).{0,15}(?<!\p{L})[ée]mojis?(?!\p{L})/u,
      zh: new RegExp(`(?:不|去除|去掉|别)${han}{0,5}(?:emoji|表情)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Remove debug output when done',
      de: 'Debug-Ausgaben am Ende entfernen',
      es: 'Quitar la salida de depuración al terminar',
      fr: 'Retirer les traces de débogage à la fin',
      zh: '完成后删除调试输出',
    },
    category: 'principle',
    said: {
      en: /\b(?:remove|get rid of|clean up|strip|delete)\b.{0,45}\b(?:debug(?:ging)?|logging|console\.logs?|print statements?|investigative)\b/u,
      de: /\b(?:entfern|lösch)\w*\b.{0,30}\b(?:debug|log)\w*/u,
      es: /(?<!\p{L})(?:elimina|quita|saca)\p{L}* .{0,25}(?<!\p{L})(?:logs?|debug)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:enlève|supprime|retire)\p{L}* .{0,25}(?<!\p{L})(?:logs?|debug|console\.log)(?!\p{L})/u,
      zh: new RegExp(`(?:删除|去掉|清理)${han}{0,8}(?:调试|日志|log)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Pull from upstream before starting',
      de: 'Vor dem Anfangen den neuesten Stand holen',
      es: 'Traer los últimos cambios antes de empezar',
      fr: 'Récupérer les derniers changements avant de commencer',
      zh: '动手前拉取最新代码',
    },
    category: 'principle',
    said: {
      en: /\b(?:make sure|making sure|be sure|always|first)\b.{0,20}\bpull\b.{0,30}\b(?:latest|origin|main|master)\b|\bpull\b.{0,30}\b(?:latest|origin|main|master)\b.{0,30}\b(?:first|before)\b/u,
      de: /\b(?:erst|zuerst|immer)\b.{0,20}\bpull\w*/u,
      zh: new RegExp(`先${han}{0,4}(?:拉取|pull)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Conventional commits as titles',
      de: 'Conventional Commits für Titel verwenden',
      es: 'Usar conventional commits en los títulos',
      fr: 'Utiliser les conventional commits pour les titres',
      zh: '标题使用 conventional commits 格式',
    },
    category: 'principle',
    said: {
      en: /\bconventional[- ]commits?\b/u,
      de: /\bconventional[- ]commits?\b/u,
      es: /\bconventional[- ]commits?\b/u,
      fr: /\bconventional[- ]commits?\b/u,
      zh: /conventional[- ]commits?/u,
    },
  },
  {
    statement: {
      en: 'Add no dependencies',
      de: 'Keine weiteren Abhängigkeiten hinzufügen',
      es: 'No añadir dependencias',
      fr: 'Ne pas ajouter de dépendances',
      zh: '不要引入其他依赖',
    },
    category: 'boundary',
    said: {
      en: /\b(?:no|without|don'?t (?:add|use|install)|do not (?:add|use|install)|avoid)\b.{0,12}\b(?:new|extra|external|other|additional|third[- ]party) (?:dependenc(?:y|ies)|librar(?:y|ies)|packages?)\b/u,
      de: /\b(?:keine|ohne) (?:neuen |weiteren |externen )?(?:abhängigkeiten|bibliotheken|pakete)\b/u,
      es: /(?<!\p{L})(?:sin|no (?:agregues|añadas|uses|instales)).{0,15}(?<!\p{L})(?:dependencias|librer[ií]as)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:sans|pas de) (?:nouvelles? )?(?:dépendances?|librairies?|bibliothèques?)(?!\p{L})/u,
      zh: new RegExp(`(?:不要|别|不用)${han}{0,5}(?:其他|额外|新的?|第三方)依赖`, 'u'),
    },
  },
]
