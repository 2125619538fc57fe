/** Words that any belief may depend on: qualities, relations and everyday verbs; a family a line (`families.ts`). */
export const abstract = `
  accept* akzeptier* annehm* angenommen hinnehm* zulass* dulde* tolerat* acept* accept* toler* 接受
  allow-nobody verbiet* verboten forbid* untersag* prohib* interd* defend* tabu no-go 禁止
  force* forcing zwing* gezwungen zwang nötig* obligat* oblig* pflicht* duty mandatory freiwillig* voluntary forzar forc* 强制 自愿
  choose-for bevormund* patroni* autonom* self-determin* selbstbestimm* mitbestimm* mitreden have-a-say autonomía
  fair fairness unfair gerecht* ungerecht* gleich-behandelt equal* gleichbehandl* justo justicia juste équit* 公平
  rich-poor arm reich pobre rico pauvre riche
  free gratis kostenlos umsonst geschenk* gift gifts gratuit* regal* cadeau* 免费
  promise-less versprech* halte-wort wort-halten keep-my-word word-is palabra-dada parole 说到做到 守信
  punctuality pünktlich* unpünktlich* on-the-dot minute-genau
  reliable* zuverlässig* unzuverlässig* dependable verlass* verlassen count-on rely* fiable* confiable
  clean-slate neu-anfangen von-vorn vorn-anfangen start-over start-fresh rewrite* neu-schreiben neuschreib* reescrib* réécri* 重写 重来
  copy copies copied copying abschreib* kopier* kopie kopien copiar copia copi* 复制 抄
  original-idea plagiat* plagiar* stehlen klau* steal* stolen robar voler 抄袭
  compromise* kompromiss* compromiso* 妥协
  strict* streng* konsequen* stur firm estrict* strict* 严格
  loose locker lässig* relaxed entspannt* relajad* détendu* 放松
  modest* humble bescheiden* demut arrogan* überheblich* humild* 谦虚
  proud pride stolz* angeber* orgull* fier fière* 骄傲
  brave* courage* mut mutig* trau* getraut valent* valor coraje 勇敢 敢
  lazy laziness faul* bequem* fleiß* fleißig* diligent* perez* paress* 懒 勤
  strong strength stark* stärke* schwach* schwäche* weak* fuert* fuerza débil* fort forte faible* 强 弱
  easy easier leicht* mühelos* schwer schwierig* difficult* hard-task fácil* difícil* facile* difficile* 容易 难
  safe-side sicherheitshalber vorsichtshalber vorsicht* vorsichtig* caution* cautious precaut* precauci* prudence précaution* 谨慎 小心
  sudden* plötzlich* unexpect* unerwartet* 突然
  whole ganzes gesamt* entire* überblick big-picture gesamtbild* overview* visión-general vue-ensemble 整体 全局
  middle mitte zentr* center central* centro 中间
  edge rand ränder kante* kanten border* borde bord 边
  front-back vorderseite rückseite
  top bottom oben-unten
  inside outside innen außen intern* extern*
  high higher highest hoch hohe hoher höher* low lower niedrig* alto baja bajo haut bas 高 低
  deep depth tief tiefe* shallow flach* profund* profond* 深
  wide breadth breit* breite narrow schmal* eng 宽
  full empty leer leere leeren voll-machen vací* llen* vide* plein* 空 满
  open-close öffn* geöffnet schließ* geschlossen closed closing cerrad* fermé* 关
  wet dry nass trocken* feucht* moist* seco húmed* sec humid* 干 湿
  hot cold warm warmes heiß* kalt kalte* caliente* frío fría chaud* froid* 热 冷
  dark dunkel* bright hell helle* oscur* sombre* 暗 亮
  dirty dreck* schmutz* verschmutz* dirt suci* sale-propre 脏
  heavy gewicht* schwere-last lift lifting heben* hebe gehoben anheb* levantar soulev* 重 抬
  soft gentle gently sanft* weich* behutsam* suave* doux douce* 轻 温柔
  rough grob-machen coarse
  smell* riech* geruch* duft* oler olor odeur* sentir-nez 闻 气味
  see-with-eyes augen auge augenschein* with-my-own-eyes mit-eigenen-augen propios-ojos propres-yeux 亲眼
  hand-touch fingers finger händen hände manos mains 手
  feel-of gefühl* fühl* gespür* sentim* sentir ressent* 感觉
  think-first nachdenk* nachgedacht überleg* überlegt bedenk* durchdenk* think-through reflect* ponder* pens* réfléch* 思考 想清楚
  doubt* zweifel* bezweifel* skept* skeptisch* duda* dudar dout* 怀疑
  believe-only glauben* gläubig* faith* creer fe-en croire
  hope* hoff* hoffnung* espoir esperanza
  wish-list wunsch* wünsche* wünsch* desire* deseo* souhait* 愿望
  plan-ahead vorausplan* vorausschau* vorbereit* prepare* preparation prepping prep vorarbeit* prepar* prépar* 准备
  improvis* spontan* aus-dem-stegreif 即兴
  organi* organis* strukturier* struktur* structure* gliedern gliederung* outline* estructur* 结构 提纲
  group-by sortier* sortiert sort-out order-by geordnet kategor* categor* ordenar-por trier tri classer 分类
  collect* sammel* gesammelt samml* gather* recopil* rassembl* recoge* recogi* 收集
  search-for such* gesucht suche find-them buscar busca chercher cherche* 找
  lose losing lost verlier* verlor* verloren perder perd* 丢
  find-again wiederfind* auffind* auffindbar* findable discover* encontr* retrouv* trouv* 找到
  hide* hidden versteck* verstecken verberg* verheimlich* verschweig* conceal* esconder ocult* cach* 隐瞒 藏
  reveal* aufdeck* offenleg* offengelegt disclose* revel* dévoil* 公开说
  save-it speicher* gespeichert abspeicher* guardar guard* enregistr* 保存
  carry carries trag* getragen llevar porter 带
  move moves moved moving beweg* umzieh* verschieb* umzug* mover mudar déplac* bouger 搬 移动
  turn-off ausschalt* abschalt* ausmach* ausgeschaltet abgeschaltet switch-off switched-off turn-it-off unplug* apagar éteind* débranch* 关掉 拔
  turn-on einschalt* anschalt* switch-on encender allum* 打开
  press-button drück* knopf knöpfe button* taste botón bouton* 按
  connect* verbind* verbunden anschließ* angeschlossen conect* connecter* branch-on 连接
  separate* separat* trenn* getrennt auseinander* apart-from separ* sépar* 分开 分离
  join-in teilnehm* teilgenommen teilnahme participat* beteilig* particip* 参加 参与
  attend* anwesend* anwesenheit presence present-at asist* présence 出席
  absent* abwesend* fehlend* ausfall* ausfallen cancel* absag* abgesagt stornier* cancel-at annul* 取消
  replace* ersetz* austausch* ausgetauscht swap* vertret* reemplaz* sustitu* rempla* 替换
  improve* verbesser* besser-machen better-each mejor* amélior* 改进
  worse* verschlimmer* verschlechter* schlimm* peor* empeor*
  damage* schad* schäden beschädig* kaputt* zerstör* destroy* break-things daño* dañ* abîm* cass* 损坏 弄坏
  protect* schutz schütz* geschützt beschütz* proteg* protec* protég* 保护
  control* kontroll* steuer* steuern control contrôle 控制
  supervise* aufsicht* beaufsicht* supervis* surveil* 监督
  win winning gewinn* gewonnen sieg* victor* ganar gagn* 赢
  lose-game niederlage* defeat* derrot* défait* 输
  compet* konkurrenz* wettbewerb* mitbewerb* rival* compet* concurr* 竞争
  success* erfolg* erfolgreich* éxito* succès réussi* 成功
  effort mühe* anstreng* aufwänd* aufwendig* esfuerz* effort* 努力
  experience* erfahr* routine-in erfahren experienc* expérience* 经验
  profession* beruf* beruflich* professionell* job jobs karrier* career* profesi* métier* 职业
  train-staff fortbild* weiterbild* schulung* geschult kurse seminar* workshop* capacit* formation* formaci* 培训
  degree diplom* abschluss-papier universi* studium* studier* carrera diplôme* 学历
  age-of jung junge jungen young* jünger* älter* joven* jeune* 年轻
  woman women frau frauen mann männer man-men men gender* geschlecht* mujer* hombre* femme* homme*
  foreign* ausland* ausländ* language languages sprache sprachen spracheng idioma* lengua* langue* 语言
  german deutsch* english englisch* spanish spanisch* français french französisch* inglés alemán anglais allemand* 英文 中文
  city stadt städte dorf village ciudad* pueblo ville village* 城市
  nature natur wald wälder forest* wood-land bosque* forêt* naturaleza 自然
  river fluss see meer sea beach strand mar río mer plage* 海
  mountain* berg* gipfel* hike* hiking wander* montaña* montagne* randonn* 山
  map maps karte karten landkarte* mapa* carte-route 地图
  news nachrichten zeitung* newspaper* presse press noticia* prensa journal-presse 新闻
  opinion* meinung* ansicht* standpunkt* opini* avis-mien 意见 看法
  politic* politik* polític*
  religi* kirche* church* gebet* pray*
  neutral* unpartei* impartial* parteilich* bias* voreingenommen* vorurteil* prejudice* sesgo* préjug* 中立 偏见
  label-people schublade* stereotyp* klischee* cliché*
  background hintergrund* context-of vorgeschichte* antecedent*
  instruction* anleitung* gebrauchsanweisung* manual-of beipackzettel leaflet* instrucci* notice-mode 说明书
  form-fill formular* formulare antrag* anträge application-form forms formulario* formulaire* 表格
  deadline-law verjähr* einspruch* widerspruch-recht
  stamp* stempel* sello tampon 章
  copy-for-me durchschlag* zweitschrift* duplicate-copy
  original-document urkunde* original-papier
  list-price fixpreis* festpreis* fixed-price pauschal* stundensatz* hourly-rate hourly tarif* tarifa* 时薪 定价
  tip-money trinkgeld* propina* pourboire* 小费
  percent* prozent* anteil* quote-share porcent* pourcent*
  profit* gewinn-geld umsatz* revenue marge-geld benefici* bénéfice* 利润
  cost costs kosten koste* unkosten coste* costo* coût* coûte* expensive pricey teuer* caro caros cher chère* cheap cheaper billig* günstig* barato* bon-marché pas-cher price-per what-it-costs burning-money burn-money 便宜 贵 成本 费用
  free-time freizeit* hobby* hobbies frei freie freien freier day-off days-off time-off off-day off-days free-day free-days arbeitsfrei* erreichbar* reachable available* verfügbar* tiempo-libre días-libres temps-libre jours-de-repos i'm-off off-is-off not-working not-at-work overtime überstunde* horas-extra heures-sup* late-night nachtarbeit off-hours after-hours after-work finish-work clock-off clock-out knock-off feierabend home-time private-life privatleben* privat* family-time familienzeit work-life vida-privada vie-privée 私人 下班 加班 下班后 休息日
  answer-phone rangehen drangehen abheben pick-up-the-phone ruf-zurück rufe-zurück zurückrufen ring-back call-back coger-el-teléfono décrocher
  voicemail anrufbeantwort* mailbox-tel voice-message sprachnachricht* nota-de-voz vocal* 语音
  emoji* smiley* ausrufezeichen* exclamation* 表情
  capital-letters caps großbuchstab* mayúscul* majuscul*
  salutation anrede* anreden liebe-grüße schlussformel* closing-line saludo-final
  subject-line betreff* betreffzeile* asunto* objet-mail 标题栏
  cc-line verteiler* reply-all allen-antworten 抄送
  attach* anhang* anhänge angehängt adjunt* pièce-jointe* 附件
  link links verlink* url enlace* lien* 链接
  screenshot* bildschirmfoto* captura* capture* 截图
  scan* scanner eingescannt escane* numéris* 扫描
  print-out hardcopy
  font-size lesbar* readable readab* legib* lisib* 可读
  bullet* aufzähl* stichpunkt* stichwort* viñeta* puces 要点
  heading* zwischenüberschrift* subtítulo* intertitre* 小标题
  first-line einleitung* einstieg* intro introduction anfangssatz teaser* introducci* introduct* 开头
  last-line schlusssatz* fazit* conclusion-line 结尾
  number-first conclusion-first bottom-line kernaussage* hauptaussage* main-point key-message wichtigste-zuerst result-first ergebnis-zuerst lo-importante-primero essentiel* 结论先行 重点
  metaphor* bildlich* analog* vergleich-bild anschaulich* vivid* concret* konkret* concrete* 比喻 具体
`
