/** Words for everyday actions, possessions and care; a family a line (`families.ts`). */
export const doing = `
  visit visits visited on-site onsite vor-ort besichtig* angeschaut angesehen anschau* ansehen selbst-gesehen seen-it look-at-it-first visitar sur-place 现场 实地
  drawing-plan blueprint* bauplan* grundriss* plano planos maqueta* 图纸
  tidy-bench workplace* arbeitsplatz* werkbank aufräum* aufgeräumt räum* ordnung* ordentlich* besenrein fege* gefegt kehre* sweep* swept
  wash-up dishes dishwash* spül* gespült abwasch* abgewaschen geschirr platos-sucios vaisselle 洗碗
  throw-out discard* entsorg* weggeschmissen müll abfall* garbage trash rubbish basura* poubelle* déchet* leftover* waste wasted wasting reste resten rest verschwend* wegwerf* wegschmeiß* weggeworf* throw-away thrown sobras desperdici* gaspill* gâch* 浪费 剩 bin bins binned binning throws throwing throw thrown-away toss tossed tossing chuck chucked scraps unsold use-up used-up 垃圾 扔
  borrow* lend* lent verleih* ausleih* geliehen verliehen prest* prêt* 借
  charge-up battery* batteries akku* lade* aufgeladen batería* 电池 充电
  spare-key reserve ersatz* reserve* vorrat* on-hand vorrätig reserva 备
  label-it label* labell* datum* dated date-it beschrift* beschriftet etikett* 标
  weigh weighs weighed scales waage wiege* gewogen abwieg* abgewogen gramm grams pesar báscula balance-cuisine peser 称 克
  mix mixes mixed mixing misch* gemischt vermisch* rühr* umrühr* stir* mezcl* mélang* 搅 混
  heat heats heated oven* ofen öfen erhitz* vorheiz* vorgeheizt herd pan-on grill* horno* four chauff* calentar 烤箱 火
  cool cooled cooling fridge* kühl* gekühlt kühlschrank* kühlkette* abkühl* nevera frigo* refroid* enfriar 冰箱 冷
  glue glues glued leim* kleb* geleimt geklebt pegamento colle colles 胶
  sand sanding sandpaper schleif* geschliffen lija* ponc* 打磨
  hammer* nail nails nagel nägel clavo* clou clous marteau* 钉
  oil-it lubricat* schmier* geschmiert fett fetten grease* engras* graiss* 润滑
  tighten* bolt bolts anzieh* angezogen schraube schrauben mutter-fest apret* serr* 拧
  wheel wheels chain chains rad räder kette ketten reifen* speiche* rueda* cadena* roue* chaîne* 轮 链条
  load loads loaded loading truck* lorry lade* beladen lkw ladung* fracht* fahrzeug* vehicle* stapler* forklift* palette* pallet* cargar camion* charger chargement 装车 货
  load secure-load strap straps gurt* zurren spanngurt* 绑
  route routes driver drivers fahrer* tour touren route* ruta* itinéraire* 路线 司机
  park parks parked parking parkplatz* einpark* geparkt aparcar garer 停车
  ticket tickets anfrage* anfragen request requests case cases vorgang vorgänge fall-akte solicitud* petición* demande* 工单 请求
  refund* refunding erstatt* rückerstatt* gutschrift* kulanz* goodwill reembols* rembours* 退款
  deliver* lieferung* geliefert liefern lieferant* supplier* zulieferer* entrega* proveedor* livr* fournisseur* 供应商 送货
  warrant* guarantee* garantie* gewährleist* garant* 保修
  review-rating rating* stars bewertung* reseña* avis 评价
  advert* advertis* marketing werb* anzeige* kampagne* campaign* publicidad* publicité* 广告
  brand brands logo logos marke marken marca* marque* 品牌
  event events veranstalt* festival* evento* événement* 活动
  guest-list seat seats seating sitzplatz* plätze tischordnung asiento* place-assise 座位
  wedding* hochzeit* boda* mariage* 婚礼
  ~room rooms raum räume zimmer* hall halle saal venue* sala salas salle* 房间
  table-set tables tisch tische gedeck* 桌
  flower* blume* strauß blüte* flor flores fleur* 花
  tree trees baum bäume äste ast hecke* hedge* árbol* arbre* 树
  lawn grass mow* rasen mäh* gemäht césped pelouse* tond* 草坪
  insect* bee bees biene* wurm würmer käfer nützling* abeja* abeille* 虫 蜜蜂
  animal-care feed feeds fed feeding füttern futter* gefüttert leash leine tierarzt* vet aliment* nourr* 喂
  baby babies säugling* newborn* neugeboren* birth* geburt* bebé* bébé* parto accouch* 宝宝 婴儿
  mother mothers mutter mütter mum mums mom dad father vater madre padre mère père 妈妈 爸爸
  ~elderly old-people senior* ältere* bewohner* resident* heim heimbewohner ancian* personnes-âgées 老人
  pain pains painful schmerz* weh dolor* douleur* 疼 痛
  blood pulse vital* blutdruck* puls blut* fieber* fever* sangre sang 血压
  allergy-list unverträglich* allergie*
  touch-patient knock knocks knocking anklopf* klopf* llamar-a-la-puerta frapper tap tapping barge walk-in burst-in 敲门
  dignified privacy würdevoll* intimsphäre curtain* vorhang* intimidad intimité
  pressure-on pushy push pushing dräng* gedrängt aufdräng* aufschwatz* upsell* persua* überred* presionar insist-sale forcer 推销 强迫
  nickname* smalltalk small-talk plauder* chitchat charla* bavard* 闲聊
  cry cries crying tears wein* tränen tröst* comfort* console* llor* consol* pleur* 哭 安慰
  fear* afraid scared anxious angst* furcht* nervös* nervous* miedo* peur* 害怕 紧张
  angry anger annoyed mad wütend* wut zorn* ärger* sauer enfad* enojad* colère fâché* énerv* 生气 火
  laugh* funny fun spaß lustig* freude joy reír divert* rire amus* 好玩 开心
  quiet-kid shy schüchtern* stille-schüler zurückhalt* tímid* timide* 内向
  hand-raise raise-hand melden-finger aufzeig* wait-time denkpause bedenkzeit think-time
  mistake-learn wrong-answer falsche-antwort falsch falsche wrong
  board-class blackboard tafel whiteboard* pizarra* tableau-noir 黑板
  repeat-lesson exercise* übung* aufgaben* ejercicio* exercice* 练习题
  own-pace at-own-pace eigenes-tempo jeder-sein-tempo individuell* individual* ritmo-propio rythme
  game games spiel spiele spielen spielt gespielt play plays played playing juego* jugar juego juega* jugamos jeu jeux jouer joue jouent jouons 游戏 玩
  ball match matches coach coaches coaching trainer* mannschaft* goal-ball entrenador* entraîneur* 教练 比赛
  breath* atem* atmen puste respir* souffl* 呼吸
  knee knees back-straight shoulder* schulter* knie gelenk* joint joints rodilla* hombro* genou* épaule* 膝 肩
  drink drinks drank trink* getrunken wasserflasche beber boire bu 喝
  smoke* rauch* zigarett* fumar fume* 烟
  camera-off camera-on kamera-aus kamera-an video* cámara-apagada
  headset microphone* mikro* mikrofon* ton tonprobe soundcheck* sound klang* sonido* son-du 声音 麦克风
  take-shot take-again wiederholung*
  lyric* chord* akkord* takt beat* tempo-musik notenblatt sheet-music tono-musical accord-musique 和弦
  tuning-fork stimm* gestimmt tuned
  stage* audience* bühne* publikum* zuschauer* público* scène public 舞台 观众
  film films movie* scene* szene* schnitt* footage escena*
  story-tell narrat* erzähl* handlung* plot plots figur figuren character characters personaje* personnage* récit* histoire* 故事 人物
  adjective* adverb* füllwort füllwörter filler fillers superlativ* adjektiv* adverbio* adjectif* 形容词
  passive-voice passiv* active-voice aktivform verb verbs verben nominalstil verbo verbos verbe*
  comma* spelling typo typos rechtschreib* tippfehler* grammatik* grammar* ortograf* gramátic* orthographe* coquille* 错别字
  translation-machine machine-translat* deepl wörterbuch* dictionary* glossar* glossary* diccionario* dictionnaire* 词典 术语表
  native-speaker muttersprach* zielsprache* target-language original-text ausgangstext* source-text lengua-materna langue-maternelle 母语
  library-books ausleihe* leser* reader readers lector* lecteur* 读者
  archive-box akte akten aktenzeichen file-number mappe mappen expediente* 档案
  hearing judge* richter* verhandlung* anwalt* anwält* lawyer* attorney* gericht* klage* klagen abogad* juez avocat* juge juges 律师 法官
  settle* settlement* vergleich-gericht einigung* außergerichtlich* acuerdo-extrajudicial
  worst-first unpleasant* unangenehm* schwierigste* hardest hardest-first frog ugly-first lo-más-difícil
  small-win quick-win erfolgserleb* feier* celebrate* celebr* fête* 庆祝
  retro retros retrospective* rückblick* lessons-learned nachbesprech* debrief* retrospectiva* rétrospective* bilan* 复盘
  status status-update progress fortschritt* stand-der zwischenstand* update updates avance estado-del avancement* 进度 进展
  early-warn warn warns warned warning* warn* vorwarn* bescheid bescheid-sagen give-notice heads-up avisar* prévenir* préviens let-people-know let-them-know let-you-know let-everyone-know let-anyone-know flag flags flagged tell-them-early speak-up silent-about surprise surprised surprises überrasch* sorpresa* surpris* bad-news hiobsbotschaft* schlechte-nachricht* malas-noticias mauvaise-nouvelle 坏消息 惊喜 意外 提醒 预警
  ask-help hilfe um-hilfe stuck feststeck* festhäng* atascad* bloqué* 卡住 求助
  guess-time rough* grob* ungefähr* ballpark pi-mal-daumen aproximad* à-peu-près 大概
  range ranges spanne* bandbreite* intervall* interval* unsicherheit* error-bar* konfidenz* rango* fourchette* 区间
  round-number rounded runden gerundet rundung* 四舍五入
  unit-of units einheit* einheiten unidad* unité* 单位
  outlier* ausreißer* atípico* aberrant* 异常值
  cherry-pick* rosinen* negative-results gegenprobe sanity-check plausib* plausibilis* stichproben* spot-check* spotcheck* 抽查
  rerun re-run nachrechn* nachgerechnet recalculat* rechne* gerechnet rechnen calculat* calcul* 算 计算
  version-number versioned versionier* version versions versionen versión* 版本
  staging sandbox testumgebung* test-environment testsystem* dev-environment entorno-de-pruebas environnement-de-test 测试环境
  feature-flag* flags toggle* schalter* 开关
  canary gradual* stufenweise schrittweise step-wise phased 灰度
  access accesses zugriff* zugang* admin* root-rights rechte berechtigung* permission* privileg* least-privilege acceso* accès 权限 访问
  two-factor 2fa mfa zwei-faktor autenticación
  update-system patch patches patched patchen aktualisier* updaten actualiz* 更新 补丁 升级系统
  reboot* restart* neustart* neu-starten reinici* redémarr* 重启
  cause-first symptom-fix workaround* provisor* notbehelf* quick-fix hack hacks parche apaño bricolage 临时 凑合
  todo todos fixme offene-punkte pendiente* 待办
  dead-code unused commented-out auskommentier* toter-code ungenutzt* code-muerto code-mort 死代码
  line-length long-function screenful zeilen-lang eine-bildschirmseite
  type types typed typing typescript typ typen typisier* tipo tipos 类型
  null-check null undefined nil edge-case* grenzfall* grenzfälle randfall* randfälle sonderfall* sonderfälle caso-límite cas-limite 边界情况
  performance slow-query laufzeit* latency latenz* rendimiento performances 性能
  cache caches caching zwischenspeicher* caché 缓存
  config configs configuration* konfigur* einstellung* settings configurac* 配置
  command commands befehl* kommandozeile* terminal shell comando* commande-shell 命令
  ask-before ask-first vorher-frag* vorher-fragen erst-frag* rückfrag* nachfrag* check-with clarif* klär* geklärt abklär* aclar* clarifi* 澄清 先问
  plain-no no-way ausrede* excuse excuses excusa* 借口
  follow-up follow-ups followup* nachfass* nachhak* dranbleib* hinterher seguimiento* relanc* 跟进
  confirm-written confirm-in-writing bestätigung* schriftlich* zusammenfass* summar* recap* resum* résum* 总结 书面确认
  one-owner single-owner einer-verantwortlich ein-verantwortlicher name-next-to assignee*
  rotate rotation* reihum abwechs* rotier* turnarse à-tour-de-rôle 轮流
  lead-example vorbild* vormach* vorgemacht example-set ejemplo-dar montrer-l'exemple 以身作则 示范
  show shows showing showed vorführ* vorgeführt zeig* gezeigt demo demos demonstrat* mostr* montr* 演示 展示
  hands-on selbst-machen selber-machen ausprobieren-lassen let-them-try do-it-themselves hacerlo-ellos faire-soi-même 动手
  wildlife bird birds hedgehog* butterfl* habitat* vögel vogel pájaro* oiseau*
  tracking track-users tracker* cookies analytics surveillance spy spying telemetry profiling tracken
`
