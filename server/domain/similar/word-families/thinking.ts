/** Words for ways of thinking, judging and acting, in any trade; a family a line (`families.ts`). */
export const thinking = `
  certain certainty confident confidence unsure uncertain* likelihood probability probable percent prozent gewiss* ungewiss* unsicher* sicher-bin sicher-ich-mir belastbar* verlässlich* reliable reliability einschätzung wahrscheinlich* vage seguridad-de incert* fiable* certitude probabilité not-sure not-certain don't-know i-don't-know weiß-ich-nicht weiß-nicht keine-ahnung no-sé no-lo-sé je-ne-sais guesswork how-sure confidence-interval error-bar error-bars 不知道 把握 可靠 概率
  verified unverified untested unchecked confirm* bestätig* ungeprüft* ungetestet* nachgewiesen confirmad* confirmé* non-vérifié not-been-run have-not-run has-not-run not-run not-seen not-tested not-tried 验证 未验证
  proof-paper nachweis* beleg belege belegen quittung* schriftlich* in-writing on-paper receipt* evidencia-escrita justificatif* write-down write-it-down write-them-down write-that-down written-down wrote-down writes-down paper-trail black-and-white 凭证 书面
  booking bookings buchung* buchen buche bucht gebucht verbuch* ins-buch bookkeep* ledger accounts-book contabil* asiento* comptab* 记账
  due fällig* frist fristen abgabetermin* abgabe deadline* drücker on-the-day ahead-of-time vorsprung luft-vor zeitig puffer* buffer* head-start spare-time plazo* échéance* fecha fechas fechas-límite
  opposite contrary counter* counterexample* gegenteil* gegenseite gegenbeweis* gegenargument* gegenbeleg* gegenposition widerleg* widerspr* widerspruch einwand einwände einwänden disprove* refut* contradict* objection* disagree* contrari* réfut* contredi* contraire 反对 反驳 反例
  ~claim claims thesis hypothes* these thesen behaupt* aussage* befund* ergebnis* result results finding findings conclusion* schlussfolger* resultado* conclus* résultat* affirm* 结论 结果 论点
  original* originally primary first-hand erste-hand zweite-hand zweiter-hand secondhand second-hand hearsay hörensagen urspr* unaltered unedited unchanged untouched raw rohdaten roh rohe unbearbeitet* unverändert* crudo brut brute originales original-file 原始 原文 一手
  quote-words quote quoted quoting cite cites zitat* zitier* anführ* angeführt wörtlich* verbatim word-for-word citar cita citas citer 引用
  repeat repeats repeated repeating read-back say-back say-it-back read-it-back repeated-back wiederhol* zurückles* vorles* repet* repit* répét* répèt* 复述 重复
  spoken verbal* oral* aloud out-loud mündlich* laut-aussprechen oralement verbalmente oral 口头
  instruct* order-from orders-from anweisung* anordnung* auftrag* aufträge vorgabe* instrucc* consigne* ordre 指示 医嘱
  shout* yell yells yelling yelled scream* voice raised-voice brüll* schrei* geschrien anschrei* laut-werden gebrüllt herumschrei* grit* gritar crier* crie hurl* calm calmly ruhig* gelassen* cool-head calma tranquil* calme* 冷静 raise-my-voice raising-my-voice lose-my-temper temper snap-at 吼 骂 大声骂
  insult* humiliat* embarrass* anprang* angeprang* bloßstell* blamier* shame* shaming beleidig* pranger wand-gestellt insult* humill* humili* 羞辱
  danger* dangerous hazard* hurt hurts injur* verletz* gefähr* gefahr* unfall unfälle accident* heil harm* safety safe safely sicherheit* unsafe peligr* lesion* segur* blessé* blessure* sécurité sûr 受伤 危险 安全
  hurry* haste rush* rushed tempo eile eilig hetze* zeitplan zeitdruck zeitdrucks pressure schneller speed-up quickly stunde-später prisa* pressé* précipit* slow slowly hurry hurried rushing hetz* eilig* langsam* stress* despacio lent lente lentement vite 慢 赶 takes-time take-time take-the-time take-your-time take-my-time needs-time need-time give-it-time no-time its-time their-time patiently 赶时间 着急
  count counts counted counting zähl* gezählt nachzähl* durchzähl* inventur* inventory* stocktak* bestand bestände fehlbestand* contar conteo inventario compter inventaire 盘点 清点
  keyboard* tastatur* mouse mice maus mäuse tab-key tastaturbedien* shortcut* hotkey* tastenkürzel teclado* ratón clavier* souris 键盘 鼠标
  accessible accessibility barrierefrei* screenreader* screen-reader focus-ring
  previous-version old-version last-version last-good vorherige-version alte-version rollback* roll-back roll-it-back rolled-back roll-things-back revert* zurückroll* zurück-auf
  ~outage* prod production down-time downtime incident* broken-prod produktion live-system störung* ausfall* caída producción caer panne*
  investigat* figure-out figuring-out find-out finding-out debug* root-cause dig-into hunting hunt track-down untersuch* herausfind* rausfind* nachforsch* ursache* investig* enquêt* averigu* 调查 排查
  reproduc* reproduz* nachstell* nachvollzieh* reproduir* reproduzc* reproduje repro 重现 复现
  escalat* eskalier* hochgeb* weiterleit* weitergeleitet escal* paso-a subir remont* 上报 升级
  template* canned boilerplate copy-paste copied pasted paste vorlage* textbaustein* baustein bausteine schablone* plantilla* prefabricad* copiad* pegar pegado modèle* copier-coller gabarit* 模板 套话
  own-words from-scratch own-wording eigene-worte eigenen-worten von-grund-auf selbst-formulier* propias-palabras desde-cero redact* mis-propias propres-mots 自己写
  decision-needed choice* choose* chose chosen decide* decision* deciding act-on acts-upon actionable do-differently entscheid* wähl* gewählt auswahl* auswählen elegir elijo elecc* choisi* choix decid* décid* décision*
  scope-creep unrequested unasked asked-for task tasks assignment aufgabe* auftrag auftrags nebenbei beiläufig ungefragt* tarea* tâche* 任务 范围
  ~mention mentions report reports reporting erwähn* meld* gemeldet hinweis* hinweisen berichten bericht* mencion* avis* signal* 提到 汇报 报告
  leave-alone left-alone leave-it untouched hands-off finger-weg in-ruhe unangetastet no-tocar laisser-tranquille 不碰 不动
  noise useless pointless worthless nutzlos* sinnlos* überflüssig* wertlos* inútil* inutile* 没用
  ~useful helpful value-of nützlich* sinnvoll* útil* utile* 有用
  ~understand* understood understandable clarity verständ* versteh* verstanden begreif* kapier* entend* entiend* comprend* compris* 理解 懂 明白
  confus* verwirr* durcheinander confund* confusi* embrouill* 混乱
  forget* forgot* vergess* vergiss* olvid* oubli* 忘
  remember* erinner* merken merke gemerkt acuerdo recuerd* souvien* recordar recordatorio* 记住
  curious* neugier* curios* 好奇
  compare* comparison* vergleich* verglichen compar* 比较
  alternative* option options auswahlmöglichkeit* opción opciones variante* 方案 选项
  backup-plan plan-b fallback* notlösung* ausweich* alternativa* solution-de-repli 备用 备选
  worst-case pessimis* optimis* schlimmste* peor-caso pire 最坏
  expect* erwart* expectativ* esper-que attente* 期望
  reason-why rationale begründ* begründung* warum-das wieso justif* raison razón razones motivo* 理由
  context* zusammenhang* kontext* contexto* contexte* 背景 上下文
  consistent* consistency einheitlich* konsistent* coherent* cohérent* 一致
  duplicate* doppelt-vorhanden dopplung* redundan* kopie kopien duplicad* doublon* 重复的
  complex* complicat* kompliziert* komplex* complej* complicad* compliqué* 复杂
  abstract* abstrakt* generic over-engineer* overengineer* abstrac*
  default* standardmäßig voreingestell* vorausgewählt pre-tick* pre-check* por-defecto par-défaut 默认 勾选
  trick* tricks dark-pattern* deceiv* decept* manipul* mislead* irreführ* täusch* hinters-licht engañ* tromp* trompeu* 诱导 套路 骗 坑人 吓唬
  consent* permission* erlaubnis* einwillig* zustimm* genehmig* freigabe* freigeb* permiso* consentimiento autoris* consentement* go-ahead green-light say-so sign-off signs-off signed-off approv* a-yes say-yes says-yes said-yes your-ok an-ok ok-from okay-from thumbs-up nod 许可 允许 同意书
  delete* deleting deletion erase* lösch* gelöscht entfern* vernicht* borr* elimin* supprim* effac* remove removes removed removing erasing purge* wipe-out get-rid-of 删除 删
  irreversible unumkehrbar* endgültig* destructive 不可逆
  overwrite* überschreib* sobrescrib* écras* 覆盖
  edit edits edited editing correct corrects corrected korrigier* korrektur* corrig* corrige* 修改 改
  invent* made-up make-up fabricat* erfind* erfund* ausdenk* inventar inventad* inventer hallucinat* make-things-up makes-things-up making-things-up make-stuff-up making-stuff-up make-something-up 编造 编
  secret* confidential* vertraulich* verschwiegen* geheim* anonym* discret* diskret* schweigepflicht* datenschutz* privacy privatsphäre* confidencial* confidentiel* anonimat* personal-data sensitive customer-data kundendaten patientendaten personenbezogen* datos-personales données-personnelles pii personal-details personal-information personal-info private-details client-data nda 个人信息 保密 隐私
  publish* publication* veröffentlich* publizier* print-it public* gedruckt-wird imprimer sortie parution 发表 刊登
  interview* interviewt* interviewpartner* entrevist* interviewe* 采访
  confirm-by second-source two-sources zwei-quellen zweite-quelle dos-fuentes deux-sources autre-source deuxième-source deuxième-personne recoup* corroborat* independent* unabhängig* independiente* indépendant* confirmation* 交叉
  proofreading-by authorization relecture relire fait-relire faire-valider valid* freigeben-lassen gegenlesen-lassen avant-sa-sortie
  short-sentence short-sentences kurze-sätze kurzer-satz phrases-courtes phrase-courte phrases-brèves frases-cortas écris-court une-idée deux-lignes knapp* brev* bref brève* brèves concis* concise* terse court courte courtes couper short shorter shortly brief kurz kurze kurzen kurzer kürz* corto corta cortos cortas breve breves long-text longer lang-text länge ausführlich* weitschweif* largo larga largos largas longs longue longues to-the-point waffl* rambl* wordy verbos* long-winded tldr padding 长 短 简短 简洁
  real-content real-text actual-text real-copy echte-inhalte echter-text echte-texte placeholder* lorem* dummy-text blindtext* platzhalter* texto-real 真实 实际 正式 假字 文案 文字 原话
  real-device actual-device echtes-gerät echten-geräten emulator* simulator* dispositivo-real 真机
  mock mocks mocked mocking stub stubs fake fakes faked attrapp* simulier* simulad* 
  constraint* restriction* einschränk* restricc* contrainte* 限制
  ~alter alters change changes changed changing ändern ändere ändert geändert änderung* cambio cambios cambiar cambi* modif* changer changement* 变 换
  ~fix fixes fixed fixing behoben beheb* arregl*
  ~add adds added adding hinzufüg* ergänz* añad* ajout* extra extras surcharge* on-top add-on add-ons 加
  ~file files datei dateien fichero* fichier* archivo archivos
  ~make-sure sicherstell* sorge-dafür asegur* assur*
  ~tell-them bescheid* informier* inform* inform notif* 通知他
  ~look-up nachschlag* look-it-up buscar chercher such* gesucht search* searching 查 搜
  ~try-it try-out ausprob* prob*
  ~send sends sent sending schick* geschickt send* versend* abschick* enviar envío envi* envoy* 发 寄
  ~bring-in holen reinhol*
  ~order orders ordered reihenfolge bestell* pedido* commande* 订单
  ~buy-it besorg*
  ~work-on arbeit* trabaj* travail* 工作
  boring-tech boring dull proven battle-tested tried-and-tested tried-and-true unexciting bewährt* altbewährt* langweilig* aburrid* probad* éprouvé* ennuyeu* shiny fancy hype hyped hypes cutting-edge bleeding-edge trendy buzz 成熟
  baseline* simple-model simplest simplest-thing simplest-version benchmark-against naive heuristic*
`
