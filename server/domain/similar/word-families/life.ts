/** Words of time, money, body and order; a family a line (`families.ts`). */
export const life = `
  morning* a.m. noon forenoon vormittag* morgens morgen früh-am mañana* madrugada matin matins matinée* avant-midi 上午 早上 早晨 中午
  ~evening* night nights nachts abend* abends feierabend* noche* tarde-noche soir soirs soirée* nuit* 晚上 夜里 深夜
  afternoon* nachmittag* tarde tardes après-midi 下午
  monday* montag* lunes lundi* 周一 星期一
  tuesday* dienstag* martes mardi* 周二 星期二
  wednesday* mittwoch* miércoles mercredi* 周三 星期三
  thursday* donnerstag* jueves jeudi* 周四 星期四
  friday* freitag* viernes vendredi* 周五 星期五
  weekend* saturday* sunday* wochenend* samstag* sonntag* sonnabend* domingo* sábado* fin-de-semana week-end* dimanche* samedi* 周末 周日 星期天 星期六 星期日 周六
  vacation* holiday* urlaub* ferien* feiertag* day-off vacaciones vacances congé* 假期 休假
  break breaks pause pausen pausier* mittagspause* lunch-break descans* pausa* repos 休息 午休
  walk walks walked walking stroll* spazier* spaziergang* runde-drehen lauf laufen fresh-air frische-luft draußen outside outdoors paseo* pasear camin* promen* march* 散步 走路
  sleep sleeps sleeping slept schlaf* geschlafen overnight über-nacht nacht-drüber drüber-schlafen sleep-on dorm* consultar-con-la-almohada sommeil nuit-porte-conseil 睡 睡觉 隔夜
  focus* focused concentrat* konzentr* fokus* deep-work uninterrupted ungestört* concentr* enfoc* 专注 集中
  multitask* one-thing one-task eins-nach-dem-anderen nebenbei gleichzeitig* parallel* one-at-a-time at-once multitarea una-cosa-a-la-vez une-chose-à-la-fois 一件事 同时 多任务
  early earlier ahead in-advance rechtzeitig* früh* vorher voraus pünktlich* punctual* on-time late lateness unpünktlich* verspät* zu-spät temprano puntual* tarde-llegar ponctuel* retard* à-l'heure tôt delay* slip slips slipped slipping overrun* running-late behind-schedule miss-a-date miss-the-date 提前 准时 迟到 早到
  soon immediate* immediately instantly right-away same-day straight-away sofort* umgehend* gleich am-selben-tag noch-am-selben zeitnah* prompt* inmediat* enseguida mismo-día tout-de-suite immédiat* le-jour-même as-soon-as the-minute the-moment the-second at-once the-same-day same-hour 马上 立刻 当天
  wait waits waiting wartet warte warten abwart* esperar espera* attendre attends 等
  ~minute minutes-time minuten minuto* 分钟
  ~hour hours stunde stunden hora horas heure heures 小时
  ~day days tag tage tagen daily täglich* día días jour jours quotidien* 每天 天
  ~week weeks weekly woche wochen wöchentlich* semana* semaine* hebdo* 每周 周
  ~month months monthly monat* mensual* mes meses mois mensuel* 每月 月
  ~year years yearly annual* jahr jahre jährlich* año años année* 每年 年
  deadline-day last-minute last-moment auf-den-letzten-drücker última-hora dernière-minute 最后一刻
  procrastinat* aufschieb* aufgeschoben verschieb* verschoben put-off postpone* posterg* procrastin* repouss* 拖延 推迟
  money cash geld* bargeld* dinero efectivo argent* espèces 钱 现金
  ~price prices pricing priced preis* precio* prix 价格 报价
  discount* rabatt* nachlass* haggle* bargain* feilsch* verhandel* negotiat* descuento* rebaj* negoci* remise* réduction* rabais négoci* 折扣 打折 讨价还价
  ~invoice* invoicing bill bills billed billing rechnung* abrechn* factur* 发票 账单
  pay pays paid paying payment* prepay* prepaid zahl* bezahl* überweis* anzahl* vorkasse* deposit* down-payment up-front upfront pago pagos pagar cobr* anticipo* paie* payer paye* acompte* 付款 定金 支付 付
  quote-price quotes offers offer kostenvoranschlag* angebot* kalkul* cotiz* oferta* devis offre* 报价单
  budget* etat haushalt* spend spends spending ausgab* ausgeb* ausgegeben gasto* gastar dépens* 预算 花钱
  save-money saving savings spar* erspart ahorr* économ* épargn* 省钱 存钱
  debt* loan loans credit-card schulden* kredit* deuda* préstamo* dette* emprunt* 借钱 债
  receipt* quittung* beleg belege kassenbon* bon bons recibo* ticket-de-caisse reçu* 收据 小票
  tax taxes taxation steuer* impuesto* impôt* 税
  buy buys buying bought purchase* kauf* gekauft einkauf* anschaff* comprar compro compra compras achat* achet* 买 购买
  sell sells selling sold sale sales verkauf* vertrieb* vend* venta* vente* vendr* 卖 销售
  stock stocks inventory lager* bestand* vorrat* vorräte almacén* existencias inventario stock* inventair* 库存
  ~contract* vertrag* verträge* written-agreement schriftlich* in-writing black-and-white schwarz-auf-weiß contrato* por-escrito contrat* par-écrit 合同 书面
  clause* paragraph-of-law klausel* kleingedruckt* fine-print cláusula* letra-pequeña 条款
  ~sign signs signed signature* signing unterschr* unterzeichn* firma firmar firmo signatur* sign* 签字 签名
  ~law laws legal* court gesetz* gericht* recht* juristisch* ley legal* loi juridique* 法律
  risk* risky risik* gefähr* danger* safe safety sicherheitsabstand riesgo* peligro* risque* danger* prudent* 风险 危险
  helmet* goggle* schutzbrille* helm helme harness protective schutzkleid* gehörschutz* mask* casco* gafas casque* lunettes 头盔 护目镜
  quality qualität* calidad qualité 质量
  quantity quantität menge* cantidad quantité 数量
  speed fast faster quick* schnell* zügig* velocidad rápid* vitesse rapide* rapidement 快 速度
  perfect* perfectionis* perfekt* good-enough gut-genug fertig* done finished 80/20 perfec* parfait* 完美
  thorough* gründlich* sorgfält* sorgsam* gewissenhaft* genau* careful* exact* precise* präzis* cuidad* minucios* soign* minutieu* précis* 仔细 认真 精确
  ~detail* details einzelheit* detalle* détail* 细节
  double-check double-checks double-checked double-checking verify* verif* recheck* doublecheck* doppelt zweimal twice gegenprüf* nachprüf* überprüf* prüf* geprüft kontroll* checken checke checkt gecheckt nachseh* nachschau* comprob* verific* comprueb* dos-veces vérifi* contrôl* deux-fois inspect* check checks checked checking 检查 核对 复查 确认 两遍
  guesses guessing guessed assume* assumption* guessing rate-mal raten vermut* annahm* annehm* adivin* supon* suposici* devin* supposer supposition* 猜 假设
  ~fact facts evidence proof-of beweis* tatsach* fakt* belegt hecho* prueba-de evidencia* fait faits preuve* 事实 证据
  gut-feeling instinct* intuition* bauchgefühl* bauch instinto* intuici* intuition* 直觉
  ~number numbers figures zahl zahlen zahlenmaterial ziffer* número* cifra* chiffre* 数字
  ~chart charts graph graphs diagram* diagramm* axis axes achse* gráfic* graphique* 图表
  spreadsheet* excel tabelle* tabell* hoja-de-cálculo tableur 表格
  average* mean-value median durchschnitt* mittelwert* promedio* moyenne* 平均
  sample-size samples stichprobe* muestra* échantillon* 样本
  root-cause cause causes ursache* warum grund gründe wurzel* causa* por-qué pourquoi 原因 根因 为什么
  symptom* symptome síntoma* symptôme* 症状
  ~problem* problems issue issues trouble* schwierig* problème* 问题
  ~solution* lösung* löse lösen gelöst solución* soluc* resolv* résou* 解决
  ~idea ideas idee ideen einfall* idée* 想法 主意
  learn* learns learning learned lerne* gelernt lernt dazulern* aprend* apprend* appris 学习 学
  ~book books buch bücher büchern libro* livre* 书
  ~read reads reading les lese lesen liest gelesen durchles* nachles* leer leo leído lire lis lu lecture* 读 看书 阅读
  ~write writes writing wrote written schreib* geschrieb* schrieb* escrib* escrit* écri* 写
  ~new-thing innovation* neu* trend* trends moda* mode-tech nouveaut* 新技术 潮流
  ~old legacy alt alte altes alten 老
  habit-of routine* ritual* gewohnheit* rutina* hábito* habitude* 习惯
  desk desks workspace* schreibtisch* arbeitsplatz* tisch* workbench* bench werkbank* escritorio* bureau* établi* 桌子 工位 工作台
  ~office offices büro* oficina* 办公室
  home homeoffice home-office remote* remotely zuhause zu-hause daheim casa maison télétravail teletrabajo 在家 远程
  travel* trip trips commute* reise* pendel* bahn zug zugfahr* train trains viaj* tren voyag* 出差 火车
  bike bikes bicycle* cycling fahrrad* rad radfahr* bici* vélo* 自行车
  car cars auto autos coche* voiture* 车
  drive drives driving fahr* gefahren conduc* manej* condui* 开车
  weather* rain* rainy wetter* regen* lluvia* pluie* météo 下雨 天气
  sport* gym workout* training trainier* exercise* fitness stretch* dehn* aufwärm* warm-up warmup calent* estir* échauff* étir* 运动 热身
  health* healthy gesund* ill sick krank* enferm* salud santé malad* 健康 生病
  body back-pain rücken* körper* posture haltung-körper cuerpo espalda corps dos-mal 身体
  alcohol* beer wine* alkohol* bier wein* vino cerveza vin bière* 酒
  meat vegetarian* vegan* fleisch* vegetar* carne viande* végét* 肉 素食
  screen screens bildschirm* monitore pantalla* écran* 屏幕
  social-media instagram* facebook* twitter* newsfeed* feed feeds redes-sociales réseaux-sociaux 社交媒体 朋友圈
  ai chatgpt copilot llm llms ki künstliche-intelligenz inteligencia-artificial ia 人工智能
  window windows fenster* lüft* gelüftet ventana* fenêtre* aér* 窗
  door doors tür türen puerta* porte* 门
  key-lock lock locks locked locking schloss schlüssel* abschließ* abgeschlossen absperr* llave* cerrar-con-llave clé* verrouill* 锁 钥匙
  label* labels labell* labeling beschrift* etikett* kennzeichn* etiquet* étiquet* 标签 标记
  archive* filing ordner* ablage* abheft* ablegen abgelegt folder* archivo* archiv* classeur* dossier* 归档 文件夹
  box boxes kiste* karton* schachtel* caja* boîte* carton* 箱子 盒子
  place-back put-back zurückleg* zurückgelegt zurückstell* wegräum* weggeräumt verräum* an-seinen-platz hingehör* in-its-place devolver-a-su-sitio remettre-à-sa-place 放回 归位
  temperature* thermometer* temperatur* kerntemperatur* temperatura* température* 温度
  date-expiry expir* haltbar* ablauf* caducidad caduc* péremption 过期 保质期
  allergen* allerg* alergi* 过敏
  test-kitchen tasting-panel verkost*
  environment* sustainab* umwelt* nachhaltig* klima* plastic* plastik* recycl* recicl* medio-ambiente durable* 环保 塑料
  silence quiet* still stille leise* noise* lärm* laut-umgebung silenci* ruido* bruit* 安静 噪音
  headphone* kopfhörer* earbud* auricular* casque-audio 耳机
  clothes dress dresses uniform* kleid* kleidung* ropa vêtement* 衣服
  shoe shoes schuh schuhe* zapato* chaussure* 鞋
  safety-net emergency* notfall* notfälle ernstfall* emergenc* urgenc* urgent* dringend* 紧急
  limit* boundary boundaries grenze* límite* limite* 界限 边界
  ~rule-of rules regel* regeln regla* règle* 规则
  standard* norm normen norma* norme* 标准
  ~example* examples beispiel* ejemplo* exemple* 例子
  ~experiment* experimente try-out ausprobier* ausprobiert experimento* expériment* essai* 实验 尝试
  ~start starts started starting beginn* begin* anfang* anfäng* fang-an angefang* loslegen losleg* empez* empiez* comienz* comenz* commenc* démarr* début* 开始 动手
  ~finish* complete* end-of ende beend* abschluss* abschließend* termin-ar acab* terminar termin-er fini* 结束 完成
`
