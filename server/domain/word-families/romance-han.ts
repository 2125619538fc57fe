/** Spanish, French and Chinese words of work and life, beside those that stand with the English ones (`families.ts`). */
export const romanceHan = `
  secret confidencialidad historial secreto-profesional secret-médical secret-professionnel confidentialité discrétion dossier-médical 隐私 泄露 外传 病历 名字不说
  hygiene lavarse lavarme lavo-las-manos lavado desinfec* jabón mascarilla* guantes lave-les-mains lavage savon désinfect* stérile* microbe* gérmenes 洗手液 消毒液 口罩 卫生
  handover cambio-de-turno entrega-de-turno parte-de-turno changement-d'équipe passation* passe-le-relais 交班 换班 交接班 移交
  dose pastilla* dosis comprimido* receta-médica ordonnance* comprimé* posologie 药量 吃药 处方 发药
  pain dolores duele duelen adolor* analgésic* souffr* soulag* 止痛
  dignified pudor desnud* dignité pudeur 尊严 体面
  wound heridas cicatri* pansements plaies 伤口 包扎
  punctuality llegar-tarde llego-tarde impuntual* ponctualité en-retard en-avance à-l'avance con-antelación antes-de-la-hora 准点 守时 迟到
  due plazos vencimiento* fecha-de-entrega fecha-tope entregas-a-tiempo échéancier* livrer-à-temps dans-les-temps date-butoir 交稿 交货 到期
  estimate estimación estimaciones presupuestar cálculo-de-tiempo estimations chiffrage* chiffrer 估时 工期 工时
  note apuntes libreta* cuadern* bloc-de-notas por-escrito dejar-por-escrito lo-escribo carnet-de-notes calepin* noir-sur-blanc mettre-par-écrit je-note 记下来 写下来 本子 笔记本 白纸黑字 书面
  proof-paper firmado firmada firmas comprobante* resguardo* justificatifs traces-écrites trace-écrite 签字 盖章 收据 留底
  checklist lista-de-verificación listado* lista-de-tareas cocher liste-de-tâches liste-de-contrôle 清单 打勾 待办
  double-check revisar-dos reviso-dos repasar repaso doble-revisión comprobar compruebo relis-deux vérification* contrôler deux-fois-plutôt contre-vérif contre-vérifs 再检查 检查两遍 核实 复核
  confirm-by segunda-opinión otro-par-de-ojos cuatro-ojos quatre-yeux double-regard regard-extérieur contre-avis 两个人核对 双人 第二个人
  meeting* reuniones reunirme convocatoria* réunions réunionite point-hebdo 例会 晨会 开会 会议
  focus distracción distracciones sin-interrupciones interrupciones sans-interruption me-concentrer 分心 打断 专心
  phone llamada llamadas telefonead* telefonazo coup-de-fil décroche* passer-un-coup 打电话 电话 手机
  ~reply respuestas contestar contesto respondo responder réponses je-réponds laisser-sans-réponse dejar-en-visto 回信 回消息 已读不回
  email* correos bandeja-de-entrada courriers boîte-de-réception 邮件
  honest honestidad sinceridad mentiras mentira miento franqueza transparencia-total sin-rodeos a-la-cara honnêteté franchise sincérité mensonge* sans-détour cartes-sur-table 实话实说 说真话 直说 直接说 不骗 欺骗 隐瞒
  promise prometo prometer cumplir cumplo cumplir-lo faltar-a-mi-palabra tenir-parole tiens-parole tenir-mes engagements 说话算话 兑现 承诺
  mistake metí-la-pata meter-la-pata equivocarse me-equivoco équivocaci* gaffe* me-trompe se-tromper planté 出错 弄错 犯错 过失
  admit reconocer reconozco asumir asumo dar-la-cara reconnaître reconnais 承认 认错
  blame culpables echar-la-culpa buscar-culpables rejeter-la-faute coupables bouc-émissaire bouc-émissaires 甩锅 推卸 怪别人
  praise elogios felicitar felicito reconocimiento félicitations encourager valoris* 鼓励 表扬 夸奖
  private en-privado a-solas delante-de-todos delante-de-los delante-de-otros devant-tout-le-monde devant-les-autres entre-quatre-yeux 当众 私下里 单独谈
  conflict conflictos hablar-las-cosas discusiones conflits désaccord* crever-l'abcès 矛盾 冲突
  listen escuchar escucho escucha écouter j'écoute écoute couper-la-parole 听完 听别人 耐心听
  shout gritos alzar-la-voz levantar-la-voz gritarle hausser-le-ton élever-la-voix cris 吼叫 发脾气 发火
  patience paciente-soy pacientemente impacien* patienter patiemment 慢慢来 不着急 耐心
  hurry con-prisas con-prisa sin-prisa deprisa apresur* sans-se-presser dans-la-précipitation se-dépêcher 匆忙 慌 赶工
  overtime horas-extras horas-extra hacer-horas trabajar-de-más heures-supplémentaires faire-des-heures 加班
  free-time fines-de-semana tiempo-con-mi desconectar desconecto desconexión après-le-travail droit-à-la-déconnexion je-déconnecte 下班不 休假 假期不 私人时间
  break pausas almuerzo-tranquilo pauses pause-déjeuner pause-café 午休 歇一会 休息一下
  sleep dormir duermo dormirlo descanso-nocturno dormir-dessus nuit-blanche 早睡 熬夜 睡一觉
  morning por-la-mañana mañanas madrugar madrugo a-primera-hora le-matin lève-tôt 清晨 一大早 早起
  refactor orden-y limpieza recojo desorden* rangement ranger désordre 整洁 乱 收拾
  refactor cleaning limpiar limpio-mi fregar friego barrer trapear nettoyer nettoyage balayer ménage 擦 打扫 清洁
  tool herramientas buenas-herramientas outillage outils 工具
  helmet cascos chaleco* arnés epi casques gilet* harnais équipement-de-protection 安全帽 安全带 防护
  power-off cortar-la-corriente cortar-la-luz sin-tensión couper-le-courant hors-tension disjoncteur* 断电 拉闸
  danger accidentes prevención-de-riesgos accidents dangereu* 事故 出事 安全第一
  quality chapuza* chapucer* bien-hecho bâcl* travail-bien-fait finitions 质量 做工 糊弄 凑合
  price-fair precio-justo precios-justos prix-juste juste-prix 公道 良心价
  discount* descuentos rebajas regatear regateo marchander marchandage soldes 还价 讲价 打折
  quote-price presupuesto-cerrado devis-signé devis 报价 预算
  invoice* facturas facturar factures facturer facturation 开票 发票
  pay señal-por-adelantado por-adelantado cobrar cobro acomptes arrhes se-faire-payer 定金 预付 结款
  save-money ahorros ahorrar ahorro hucha économies épargner mettre-de-côté 存钱 攒钱 省钱
  debt endeud* deudas tarjeta-de-crédito crédito à-crédit endett* dettes 贷款 欠债 信用卡 借钱
  receipt tickets-de-compra recibos tickets-de-caisse reçus 小票 凭证
  tax impuestos hacienda iva impôts tva fisc 报税 税务
  ingredient producto-fresco mercado temporada-y marché producteur* circuits-courts produits-frais 当季 新鲜 菜市场
  throw-out tirar-comida tiro-comida aprovech* sobras-de déchets anti-gaspi gaspillage jeter jette 剩菜 浪费 扔掉
  taste probar-antes pruebo-todo probar-la goûter-avant je-goûte 尝一口 试味
  salt sal-al-final sazonar saler assaisonnement* 盐 调味
  blade cuchillos afilados afilar couteaux aiguiser affût* 磨刀 刀具
  dough masas fermentación amasar levado fermentation pétrir pousse-lente 发面 揉面 发酵
  allergen alergias intoleranc* celíac* intolérance* 过敏 忌口
  soil huerta compostaje rotación-de-cultivos potager* paillage compostage terre 土壤 堆肥 轮作
  pesticide* plaguicida* pesticidas fitosanitari* pesticides désherbant* 打药 除草剂 农药
  animal-welfare bienestar-animal ganado bien-être-animal élevage* 动物
  homework tareas-para-casa deberes-en-casa devoirs-maison 作业 家庭作业
  exam exámenes nota-final contrôle-de-notes examens interro* 考试 测验
  lesson-prep preparar-la-clase préparer-mes-cours 备课 教案
  quiet-kid callados tímidos callado élèves-timides 内向 不爱说话 害羞
  game juegan jugar-libre jeu-libre jouer-dehors 玩具 游戏 玩耍
  screen-time tele tablette* télé 电视 平板 看手机
  read-aloud cuentos leer-un-cuento lire-une-histoire 讲故事 绘本
  parenting crianza castigar castigos educar éducation punir punition* 惩罚 管孩子 打孩子
  family-meal cenar-juntos comer-juntos dîner-ensemble repas-en-famille 一起吃饭 全家
  translate traducir traducción traductor* literal traduire traducteur* traductrice* littéral* mot-à-mot 翻译 直译 意译
  source fuentes contrastar contrasto dos-fuentes sources 出处 信源 来源
  jargon tecnicismos palabras-sencillas lenguaje-claro lenguaje-sencillo mots-simples langage-clair vulgaris* 大白话 术语 行话 说人话
  short-sentence al-grano ir-al-grano frases-largas aller-droit-au-but droit-au-but phrases-longues 简短 简洁 啰嗦 长话短说
  edit correcciones corrector* tachar acortar relecteur* correctrice* couper-le-texte 删改 改稿 校对
  rehearse ensayar ensayo ensayos répétitions gammes métronome 练琴 排练 慢练
  sketch boceto bocetos esbozo* dibujar esquisse* croquis crayonn* 草图 画稿
  light luz-natural luz-del lumière-naturelle lumière-du-jour 自然光 光线
  ~user usuarios usuarias utilisateurs tests-utilisateurs 用户
  ~test pruebas-unitarias tests-unitaires cobertura couverture 测试 单测
  backup copias-de-seguridad copia-de-respaldo respaldos sauvegarder 备份
  deploy desplegar despliegue* en-viernes mise-en-production mise-en-prod le-vendredi 上线 发版 周五
  root-cause causa-raíz origen-del-problema cause-racine cause-profonde 根本原因 根源
  step pasito* poco-a-poco paso-a-paso petit-à-petit pas-à-pas petits-pas 一点一点 分步 小步
  simple simplific* lo-simple simplicité simplifi* 简单化 从简
  delegate delegar delego microgesti* déléguer microgestion 放手 授权 交给
  onboard recién-llegad recién-llegads nuevos-compañeros primeros-días nouveaux-arrivants premiers-jours accueillir 新同事 带新人
  hire candidatura* selección-de-personal recruter recrutement 面试 招人
  feedback* retroalimentaci* críticas-constructivas retours remarque* 意见 反馈
  credit crédito-a-quien atribuirse-el s'attribuer-le reconnaître-le-mérite 抢功 署名
  gossip chismes chismear cotilleo* commérer ragots médire* médisan* 背后说 闲话 八卦
  no-saying decir-que-no digo-que-no dire-non je-dis-non savoir-dire-non 说不 拒绝
  early-warn avisar-antes aviso-antes aviso-con con-tiempo prévenir-à-l'avance prévenir-tôt prévenir 提前说 提前告诉 早说
  ask-help pedir-ayuda pido-ayuda demander-de-l'aide appeler-à-l'aide 求助 请教
  fair justicia-para favoritism* trato-igual sin-favoritos favorit* équitable* même-traitement chouchou* 一视同仁 偏心 公平
  refund devolver-el-dinero devolución devoluciones remboursement* rembourser 退款 退货 退钱
  pressure-on vender-por-vender forzar-la-venta vente-forcée forcer-la-main 强卖 推销
  drive conducir conduzco volante al-volante conduire conduis 开车 驾驶 疲劳驾驶
  load sujetar-la-carga carga-bien-sujeta amarrar arrimer arrimage sangle* 捆绑 固定货物
  measure medir-dos mido-dos mesurer mesure-deux 量两遍 量尺寸
  quality artesan* bien-rematado artisan* belle-ouvrage fait-main 手艺 工匠 匠心
  environment* reutiliz* reciclaje plástico* réutilis* recyclage plastique* 环保 塑料袋 垃圾分类
  walk dar-un-paseo andar caminar marcher promenade balade* 散步 走走
  health enfermo malade arrêt-maladie baja-médica de-baja 生病 请病假 带病
  gift offrir-un 礼物 送礼 红包
  gift-bribe bribe soborn* mordida pot-de-vin pots-de-vin 贿赂 回扣 收红包
  small-talk charlita papot* 闲聊 寒暄
  apolog disculparse pido-perdón pedir-perdón m'excuser présenter-des-excuses 道歉 赔不是
  thank agradecer agradezco dar-las-gracias dire-merci 感恩 道谢
  polite educación-y buenos-modales por-favor s'il-te-plaît s'il-vous-plaît politesse 礼貌 客气
  modest humildad presumir presumo vantard* se-vanter 谦虚 炫耀
  dying morir muerte duelo mourir deuil décès fin-de-vie 去世 临终
  religi dios rezar misa dieu prier 祷告 信仰
  silence silencio en-silencio ruidos silence sans-bruit bruyant* 安静 吵
`
