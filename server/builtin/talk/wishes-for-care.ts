import { any, han, type Wish } from './wish.ts'

const deny = String.raw`\b(?:don'?t|do not|never|stop|avoid|without)`

/** What people ask for so that nothing goes wrong. Written without a look at what the people of the evaluation say. */
export const wishesForCare: readonly Wish[] = [
  {
    statement: {
      en: 'Leave the visual design untouched',
      de: 'Das Aussehen der Oberfläche nicht anrühren',
      es: 'Respetar el diseño visual tal como está',
      fr: "Garder l'apparence telle quelle",
      zh: '保留现有界面样式',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`${deny} (?:ever )?(?:chang|modif|touch|alter|mess)\w*\b[^,.;:!?]{0,25}\b(?:designs?|ui|layouts?|styling|styles|css|look and feel)\b`,
      ),
      de: /\b(?:design|layout|aussehen)\b[^,.;:!?]{0,15}\bnicht (?:änder|anfass|anrühr)\w*/u,
      es: /(?<!\p{L})(?:no|sin) (?:cambi|modific|toc|alter)\p{L}+[^,.;:!?]{0,20}(?<!\p{L})(?:diseño|estilos?|interfaz)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:sans|ne) (?:change|modifie|touche)\p{L}*[^,.;:!?]{0,20}(?<!\p{L})(?:design|styles?|interface|apparence)(?!\p{L})/u,
      zh: new RegExp(`(?:不要|别|请勿|不能)(?:修改|改变|改动|改)${han}{0,6}(?:样式|布局|界面|设计)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Mend causes instead of symptoms',
      de: 'Ursachen beheben statt Symptome',
      es: 'Arreglar la causa raíz y no el síntoma',
      fr: 'Corriger la cause plutôt que le symptôme',
      zh: '解决根本原因而不是表面现象',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\b(?:fix|address|solve|resolve) the (?:actual |real |underlying |true )*root cause\b`,
        String.raw`\b(?:no|avoid|never|don'?t (?:want|use|add|do|make)|do not (?:want|use|add|do|make)|without|not) (?:an? |any |just |more )*(?:quick |hacky |temporary |dirty )*(?:workarounds?|band-?aids?|quick fix(?:es)?|hacks)\b`,
      ),
      de: /\bkeine (?:workarounds?|notlösung\w*)\b|\b(?:eigentliche )?ursache beheben\b/u,
      es: /(?<!\p{L})(?:sin|no quiero|nada de) (?:parches|soluciones temporales|workarounds?)(?!\p{L})|(?<!\p{L})(?:arregla|corrige|soluciona) la causa/u,
      fr: /\b(?:pas de|sans) (?:contournements?|rustines?|bricolages?|hacks?)\b|\bcorrige la cause\b/u,
      zh: /(?:从根本上|彻底)(?:解决|修复)|治本/u,
    },
  },
  {
    statement: {
      en: 'Fail loudly instead of falling back',
      de: 'Keine stillen Ersatzwege einbauen',
      es: 'No poner valores de reserva que oculten errores',
      fr: 'Ne pas masquer les erreurs par des replis',
      zh: '不要加兜底逻辑',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`(?:${deny}|\bno)\b(?: \w+){0,3} fall-?backs?\b(?! (?:is|are|does|work|trigger|happen|shows?))`,
        String.raw`\bfail loudly\b`,
      ),
      de: /\bkeine? fallbacks?\b|\bohne fallbacks?\b/u,
      es: /(?<!\p{L})(?:sin|no (?:quiero|uses|pongas|agregues)) (?:\p{L}+ )?fallbacks?(?!\p{L})/u,
      fr: /\b(?:sans|pas de) fallbacks?\b/u,
      zh: new RegExp(`(?:不要|不用|别|禁止)${han}{0,4}(?:兜底|降级|fallback)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Look up facts rather than guess',
      de: 'Nichts raten, sondern nachsehen',
      es: 'No suponer ni inventar nada',
      fr: 'Ne rien supposer ni inventer',
      zh: '不要猜测，以事实为准',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`(?:${deny}|\bno|\binstead of) (?:just |ever |more )*(?:guess|assum|hallucinat|speculat)\w*(?! (?:you|we|i) (?:can|know))\b`,
        String.raw`${deny} (?:just |ever )*mak(?:e|ing) (?:things|stuff|it|anything|this|that) up\b`,
      ),
      de: /\bnicht (?:raten|spekulieren|annehmen)\b|\brate nicht\b|\berfinde? nichts\b/u,
      es: /(?<!\p{L})(?:no|sin) (?:supong|adivin|invent|asum)\p{L}+/u,
      fr: /(?<!\p{L})(?:ne (?:devine|suppose|invente)\p{L}*|sans (?:deviner|supposer|inventer))(?!\p{L})/u,
      zh: /(?:不要|别|禁止|请勿)(?:凭空|随意|自己|胡乱)?(?:猜测|猜|臆测|编造|假设|瞎编)/u,
    },
  },
  {
    statement: {
      en: 'Leave the running server to its owner',
      de: 'Den Server nicht selbst starten',
      es: 'No arrancar el servidor por cuenta propia',
      fr: 'Laisser le serveur à son propriétaire',
      zh: '不要自行启动服务',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`${deny} (?:ever |try to |trying to )?(?:run|start|restart|launch|kill|spin)\w* (?:up )?(?:the |my |any |a )?(?:\w+ )?(?:servers?|npm run dev)\b`,
      ),
      de: /\bserver\b[^,.;:!?]{0,12}\bnicht (?:starten|neu ?starten)\b/u,
      es: /(?<!\p{L})no (?:inicies|arranques|levantes|ejecutes|corras)[^,.;:!?]{0,15}(?<!\p{L})servidor(?!\p{L})/u,
      fr: /(?<!\p{L})ne (?:lance|démarre|relance)\p{L}* (?:pas|jamais)[^,.;:!?]{0,12}(?<!\p{L})serveur(?!\p{L})/u,
      zh: /(?:不要|别|不用|请勿)(?:再)?(?:启动|重启|运行)(?:开发)?(?:服务|服务器|项目)/u,
    },
  },
  {
    statement: {
      en: 'Write no comments into code',
      de: 'Ohne Kommentare im Quelltext auskommen',
      es: 'No llenar el código de comentarios',
      fr: 'Ne pas commenter le code',
      zh: '代码里不要写注释',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`${deny} (?:ever )?(?:add|writ|put|includ|leav)\w* (?:\w+ ){0,2}comments\b`,
        String.raw`\bno (?:inline |code |unnecessary |more |useless |redundant )+comments\b|\bremove (?:all )?(?:the |your )?(?:\w+ )?comments (?:from|in) (?:the |your )?code\b`,
      ),
      de: /\bkeine (?:\w+ )?kommentare (?:im|in den) code\b/u,
      es: /(?<!\p{L})(?:sin|no (?:pongas|agregues|escribas|añadas)) (?:\p{L}+ )?comentarios (?:en el código|en el codigo|innecesarios)/u,
      fr: /(?<!\p{L})(?:pas de|sans) commentaires? (?:dans le code|inutiles?)/u,
      zh: new RegExp(`(?:不要|不用|别|无需)(?:写|加|添加)${han}{0,3}注释`, 'u'),
    },
  },
  {
    statement: {
      en: 'Edit what exists rather than adding files',
      de: 'Vorhandene Dateien bearbeiten statt neuer',
      es: 'Editar los archivos que hay en vez de crear otros',
      fr: 'Préférer les fichiers qui existent à de nouveaux',
      zh: '优先改动现有的文件',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`${deny} (?:ever |keep )?(?:creat|mak|add|generat)\w* (?:any |a |so many )?(?:more |new |extra |additional |separate |unnecessary )*(?:files?|scripts?)\b(?! (?:upload|input|name|picker|size|path|field)s?)`,
        String.raw`\bno (?:new|more|extra|additional) (?:files|scripts)\b`,
      ),
      de: /\bkeine (?:neuen|weiteren|zusätzlichen) (?:dateien|skripte)\b/u,
      es: /(?<!\p{L})no (?:crees|generes|hagas) (?:m[aá]s |nuevos |otros )*(?:archivos|scripts)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:ne crée pas|pas de|sans créer) (?:de )?(?:nouveaux? )(?:fichiers?|scripts?)/u,
      zh: /(?:不要|别|不用|请勿)(?:再)?(?:新建|创建|新增)(?:新的?|额外的?|其他)?(?:文件|脚本)/u,
    },
  },
  {
    statement: {
      en: 'Print whole files',
      de: 'Immer den vollständigen Quelltext ausgeben',
      es: 'Entregar el código completo',
      fr: 'Donner le code complet',
      zh: '给出完整代码',
    },
    category: 'principle',
    said: {
      en: /\b(?:give|provide|send|show|write|output|paste|return|share)(?: me| out)? (?:the |a |your )?(?:full|complete|entire|whole) (?:updated |new |final |modified )?(?:code|file|component|script|class|function)\b|\b(?:don'?t|do not|never) (?:truncate|abbreviate|shorten|omit) (?:any |the )?(?:code|output|file|anything)\b/u,
      de: /\b(?:gib|zeig|schreib|schick)\w* (?:mir )?(?:den |die )?(?:vollständige\w*|ganze\w*|komplette\w*) (?:code|datei|quelltext)\b/u,
      es: /(?<!\p{L})(?:dame|pásame|pasame|muéstrame|muestrame|entrega|escribe) (?:todo )?el (?:código|codigo|archivo) (?:completo|entero)/u,
      fr: /(?<!\p{L})(?:donne|envoie|montre)[- ]moi (?:tout )?le (?:code|fichier) (?:complet|entier)/u,
      zh: /(?:给|给我|给出|提供|输出|发我)(?:我)?(?:完整|全部)的?(?:代码|文件)/u,
    },
  },
  {
    statement: {
      en: 'See that it builds and passes before finishing',
      de: 'Am Ende muss alles bauen und grün sein',
      es: 'Comprobar que compila y pasa antes de terminar',
      fr: 'Vérifier que tout compile avant de finir',
      zh: '结束前确保编译和检查通过',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\b(?:make sure|ensure|be sure|verify|confirm)(?: that)? (?:it|everything|this|all|they|all tests|the (?:code|project|app|tests?|build|linter|lint)|tests?|there are no) ?(?:\w+ ){0,2}(?:compil\w*|builds?|pass(?:es|ing)?|succeeds?|lint(?:er|ing)?(?: errors)?|type-?checks?|type errors)\b`,
        String.raw`\b(?:run|running) (?:the )?(?:linter|type-?checks?|lint|build|tests?)\b.{0,25}\b(?:after (?:each|every|any)|before (?:you|finish\w*|commit\w*|saying|declaring)|when(?:ever)? you)\b`,
      ),
      de: /\b(?:stell|achte|prüf)\w*\b.{0,20}\b(?:kompiliert|baut|tests? (?:laufen|grün|durchlaufen))/u,
      es: /(?<!\p{L})(?:asegúrate|asegurate|verifica|comprueba|valida)(?: de)? que (?:todo )?(?:compile|compila|pasen|pase)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:assure[- ]toi|vérifie) que (?:ça |tout |le \p{L}+ )?(?:compile|passe)(?!\p{L})/u,
      zh: /(?:确保|保证|务必)(?:编译|构建|测试|代码能|可以)(?:通过|成功|编译)/u,
    },
  },
  {
    statement: {
      en: 'Stay compatible with earlier versions',
      de: 'Abwärtskompatibel bleiben',
      es: 'Mantener la compatibilidad hacia atrás',
      fr: 'Conserver la rétrocompatibilité',
      zh: '保持向后兼容',
    },
    category: 'principle',
    said: {
      en: /\b(?:keep|maintain|ensure|preserve|stay|remain|must be|should be|retain)\b.{0,20}\bbackwards?[- ]compatib\w*/u,
      de: /\babwärtskompatib\w*\b.{0,12}\b(?:bleib|halt)\w*/u,
      es: /(?<!\p{L})(?:mant[eé]n|mantener|conserva)\p{L}* .{0,12}(?:compatibilidad hacia atr[aá]s|retrocompatib\p{L}+)/u,
      fr: /(?<!\p{L})(?:garde|conserve|maint)\p{L}* .{0,12}rétrocompatib\p{L}+/u,
      zh: /(?:保持|确保|保证)向[后下]兼容/u,
    },
  },
  {
    statement: {
      en: 'Make small commits along the way',
      de: 'Oft und in kleinen Commits sichern',
      es: 'Guardar a menudo en commits pequeños',
      fr: 'Enregistrer souvent par petits commits',
      zh: '经常做小的提交',
    },
    category: 'principle',
    said: {
      en: /\bcommit\b.{0,15}\b(?:after|at|on) (?:each|every)\b|\b(?:after|at) (?:each|every)\b[^,.;:!?]{0,25},? (?:please |make a )?commit\b|\bcommit (?:often|as you go|regularly|frequently)\b/u,
      de: /\bnach jede[mr]\b.{0,20}\bcommit\w*/u,
      es: /(?<!\p{L})commits? (?:despu[eé]s de|tras|por|en) cada(?!\p{L})/u,
      fr: /(?<!\p{L})commits? (?:après|à) chaque(?!\p{L})/u,
      zh: /每(?:完成|做完|改完|次)?.{0,6}(?:就|都|后)(?:提交|commit)/u,
    },
  },
  {
    statement: {
      en: 'Read the code before changing it',
      de: 'Den Code lesen, bevor er geändert wird',
      es: 'Leer el código con cuidado antes de cambiarlo',
      fr: 'Lire le code avant de le modifier',
      zh: '先读懂代码再修改',
    },
    category: 'principle',
    said: {
      en: any(
        String.raw`\b(?:read|review|analy[sz]e|understand|study|look (?:at|through)|examine|explore|check)\b.{0,40}\b(?:code|codebase|files?|project|repo\w*|implementation)\b.{0,30}\b(?:first(?=[\s.!]*$|,| (?:and|then|before)\b)|before (?:you|making|writing|changing|doing|implement\w*|start\w*|editing|proceed\w*|coding))`,
        String.raw`\bfirst,? (?:carefully |please )?(?:read|review|analy[sz]e|understand|study|examine|explore) (?:\w+ ){0,3}(?:code|codebase|project|repo\w*|implementation)\b`,
      ),
      de: /\b(?:erst|zuerst)\b.{0,20}\b(?:code|projekt|dateien)\b.{0,20}\b(?:lies|lesen|ansehen|anschauen|verstehen)/u,
      es: /(?<!\p{L})(?:lee|leer|analiza|revisa|estudia)(?!\p{L}).{0,40}(?<!\p{L})(?:detenidamente|con cuidado|a fondo|primero|antes de)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:lis|analyse|étudie|regarde)(?!\p{L}).{0,40}(?<!\p{L})(?:code|projet)(?!\p{L}).{0,20}(?<!\p{L})(?:d'abord|avant de)(?!\p{L})/u,
      zh: new RegExp(`先(?:看|阅读|读|理解|熟悉|了解|通读|查看)${han}{0,10}(?:代码|项目|源码)`, 'u'),
    },
  },
  {
    statement: {
      en: 'Never claim success unverified',
      de: 'Nichts für fertig erklären, was nicht geprüft ist',
      es: 'No dar nada por resuelto sin haberlo verificado',
      fr: 'Ne rien déclarer terminé sans vérification',
      zh: '没有验证就不要说已完成',
    },
    category: 'boundary',
    said: {
      en: any(
        String.raw`${deny} (?:ever |keep )?(?:say|tell|claim|declar|report|mark)\w*\b[^.;!?]{0,40}\b(?:done|fixed|finished|works?|working|completed?|ready|solved)\b`,
        String.raw`\byou (?:said|told me|claimed|keep saying)\b[^.;!?]{0,30}\b(?:done|fixed|finished|works?|working|completed?|ready|solved)\b`,
      ),
      de: /\bsag nicht\b.{0,30}\b(?:fertig|behoben|funktioniert)\b|\bdu hast gesagt\b.{0,25}\b(?:fertig|behoben|funktioniert)\b/u,
      es: /(?<!\p{L})(?:no (?:me )?digas|dijiste|me dices) que .{0,25}(?<!\p{L})(?:listo|funciona|arreglado|resuelto|terminado)(?!\p{L})/u,
      fr: /(?<!\p{L})(?:ne (?:me )?dis pas|tu (?:m'as|as) dit) que .{0,25}(?<!\p{L})(?:marche|fonctionne|terminé|corrigé)(?!\p{L})/u,
      zh: /(?:不要|别)(?:说|告诉我).{0,8}(?:完成|修复|好了)|你说.{0,8}(?:已经)?(?:完成|修复|好了)/u,
    },
  },
]
