/** Words for working with people and for ways of talking; a family a line (`families.ts`). */
export const people = `
  ~customer* client clients clientele kunde kunden kundin kundinnen kundschaft auftraggeber* mandant* cliente* clientela 客户 顾客
  ~patient patients patientin* patienten* bedside krankenbett paciente* 病人 患者
  ~nurse nurses nursing ward wards pflege* pfleg* station stationen schwester* enfermer* infirm* 护士 病房
  ~doctor* physician* arzt ärzt* médic* médecin* 医生
  ~dose doses dosing dosage medication* medicine* meds pill pills tablett* medikament* dosis dosier* arznei* medicamento* dosage médicament* 剂量 药
  ~wound wounds bandage* dressing verband verbände wunde* herida* vendaje* plaie* pansement* 伤口
  hygiene glove gloves desinf* disinf* handschuh* händewasch* wash-hands higiene guante* gant gants 洗手 手套 消毒
  handover* handoff* hand-over* übergabe* übergeb* shift-change schichtwechsel* relevo* traspas* relève* transmission* 交接 交班
  ~shift shifts schicht schichten frühschicht* spätschicht* nachtschicht* turno* garde 班次 值班
  ~student students pupil* schüler* kid kids child children kind kinder kindern learner* lernende* studierende* alumn* niñ* élève* enfant* étudiant* 学生 孩子
  ~class classes classroom* lesson* course courses unterricht* stunde-geben klasse klassen klassenzimmer schule school schools aula clase* cours salle-de-classe 课堂 上课 班级
  homework hausaufgabe* deberes devoirs 作业
  ~exam exams examination* grade graded grades grading prüfung* klausur* note-geben zensur* schulnote* examen* calific* notes-scolaires 考试 成绩 分数
  teach teaches teaching taught lehre lehren unterrichte* beibring* beigebracht enseñ* enseign* 教 教学
  ~parent parents eltern* elternabend* padres famil* famili* relatives relative angehörig* verwandt* familiar* family families familie* parents 家长 家人 家庭
  ~colleague* coworker* co-worker* teammate* team teams kolleg* mitarbeit* teammitglied* mannschaft compañer* equipo* collègue* équipe* equipe 同事 团队
  ~boss bosses manager* chef chefs chefin vorgesetzt* leadership lead-of jefe jefa jefes patron* 老板 上司 领导
  junior juniors newcomer* newbie* beginner* anfänger* neuling* neue-leute einsteiger* trainee* apprentice* azubi* lehrling* auszubildend* praktikant* intern interns novato* principiante* aprendiz* débutant* apprenti* stagiaire* newbies rookie* new-starter* new-hire* young-ones youngster* lad lads lass 新人 实习生 学徒 徒弟
  onboard* einarbeit* eingearbeit* einweis* ramp-up mentor* incorporaci* intégrer 入职 带新人
  hire hires hired hiring recruit* candidate* applicant* interview interviews interviewing job-interview bewerb* einstell* vorstellungsgespräch* contrat* candidat* entretien* embauch* reclut* recrut* 招聘 面试 候选人
  cv resume résumé lebenslauf* zeugnis* currículum* 简历
  ~meeting* meetings meet meets appointment* besprech* termin termine terminen sitzung* konferenz* jour-fixe standup* stand-up* reunión reuniones junta juntas cita citas réunion* rendez-vous visio* 会议 开会 会
  agenda agendas tagesordnung* themenliste orden-del-día ordre-du-jour 议程
  minutes protokoll* protocol-of acta actas compte-rendu* comptes-rendus procès-verbal 会议纪要 纪要
  calendar* schedule* scheduled scheduling kalender* blocker* block-of blocked calendario* agenda-personal calendrier* planning 日历 日程
  ~email* e-mail* mail mails inbox mailbox* emails posteingang* postfach* correo* courriel* boîte-mail 邮件 邮箱 收件箱
  phone phones phoned calling-them calls telephone* telefon* anruf* anruft rufe-an angeruf* call-them handy* smartphone* hörer ring-up ringing llam* teléfono* móvil* téléphon* appel* appell* 电话 打电话 手机
  ~chat chats slack message messages messaging messenger* dm dms nachricht* direktnachricht* mensaje* whatsapp* teams-chat 消息 微信 群
  notification* benachrichtig* push-nachricht* notifica* ping pings pinged stumm* lautlos silent mute* muted 通知 静音
  ~reply replies replied replying answer* answering respond* response* antwort* beantwort* zurückschreib* zurückruf* rückmeld* respuesta* respond* contest* répons* répondre réponds répond 回复 答复 回答
  ~question* questions ask asks asked asking frag frage fragen fragt gefragt nachfrag* rückfrage* hinterfrag* pregunt* demand* poser-la-question 问 提问 问题
  listen listens listened listening zuhör* zugehört hör-zu hinhör* hör anhör* ausred* ausreden-lassen escuch* oír écout* listen-first talk-first let-them-finish ausreden hear-them-out hear-people-out hears-them-out let-people-finish let-them-talk finish-their-sentence talk-over 倾听 听 先听
  interrupt* unterbrech* ins-wort-fallen interrump* interromp* coup-la-parole disturb* stör* distract* ablenk* abgelenkt distra* molest* dérang* 打断 打扰
  ~talk talks talked talking speak* spoken conversation* discuss* gespräch* reden redet rede sprech* spricht gesprochen besprech* unterhalt* diskut* diskussion* habl* convers* discut* parl* 谈 聊 说话 沟通
  in-person face-to-face persönlich* von-angesicht angesicht en-persona cara-a-cara en-personne en-face-à-face 面对面 当面
  argue argues argument* arguing quarrel* streit* gestritten diskutier* discut* disput* debate* 争论 吵
  ~explain* explanation* explaining erklär* erläuter* explic* expliqu* walk-through walk-them-through talk-through what-i'm-doing what-i'm-going-to-do what-i'll-do what-i-am-doing what-is-going-to-happen what-happens-next 解释 说明
  ~feedback feedbacks criticism critici* critique* kritik* kritisier* rückmeldung* crítica* retroalimentación retour critiquer 反馈 批评
  praise* praising compliment* lob* gelobt anerkenn* elogi* alab* félicit* compliment* 表扬 夸
  private privately unter-vier-augen vier-augen-gespräch one-on-one 1:1 privado privadas en-privé privé* tête-à-tête 私下 单独
  public publicly in-front-of-everyone öffentlich* vor-allen vor-versammelter en-público public publique* 公开
  credit credits credited anerkennung verdienst mérito* mérite* credit-for credit-sources ehre lorbeeren federn recogni* their-name by-name acknowledg* shout-out 功劳
  thank* thanks gratitude grateful dank* bedank* agradec* gracias remerci* merci 感谢 谢谢
  apolog* sorry entschuldig* disculp* perdón excus* pardon* 道歉 对不起
  blame* blaming blameless schuld schuldig* schuldzuweis* culpa* culpar faute* coupable* fault faults finger-pointing point-fingers pointing-fingers 责怪 指责
  mistake* mistakes fehler fehlern irrtum* irren versag* fail failed failure* scheiter* error-propio equivoc* fallar fracas* erreur* tromper échec* 错误 失败 犯错
  admit* admitting own-up zugeb* zugegeb* zugebe eingesteh* einräum* reconozc* reconoc* admit* admet* avou* 承认
  honest* honesty truth* truthful* straight-up candid* frank ehrlich* wahrheit* aufrichtig* offen* transparent* transparenz* sugarcoat* beschönig* schönred* lüg* lie lies lying honest* sincer* verdad* mentir* franqu* honnêt* vérité* mens mentir 诚实 老实 实话 坦白 撒谎
  promise* promised promising versprech* verspricht versprochen zusag* zugesagt commitment* promet* promes* promis* 承诺 答应
  trust* trusting vertrau* misstrau* confianza confi* confiance 信任
  respect* respectful* respekt* dignity dignidad respet* 尊重
  polite* courteous* höflich* freundlich* friendly kindness nett netter netten amable* cortés* poli polie* gentil* 礼貌 友好
  patience patient-with geduld* geduldig* paciencia patience 耐心
  humor humou* joke* jokes witz* witzig* spaß* scherz* broma* blague* 玩笑 幽默
  tone tones tonfall tonalität tono 语气
  no-saying say-no nein-sagen decline* declining ablehn* lehne-ab abgelehnt absag* rechaz* refus* 拒绝
  ~help helps helped helping helf* hilf* geholfen unterstütz* support* ayud* aid* aider soutien* soutenir 帮助 帮忙 支持
  favor-of share* sharing shared teile teilen geteilt weitergeb* compart* partag* 分享 共享
  decide* decision* decided deciding entscheid* entschied* entschluss* beschluss* beschließ* decid* decisi* décid* décision* 决定 决策
  agree* agreement* consensus konsens* einig* einigung* abstimm* abgestimmt acuerd* consenso d'accord accord 同意 共识
  own owns owner* ownership responsib* accountab* verantwort* zuständig* haft* responsab* 负责 责任
  delegate* delegating delegier* abgeben abgebe abgegeben deleg* délégu* 委托 授权
  pair pairs paired pairing pair-programming zu-zweit gemeinsam* together zusammen* collaborat* zusammenarbeit* juntos juntas colabor* ensemble collabor* alone solo allein* selber-machen selbst-machen einzeln* seul seule second-opinion second-person colleague-check vier-augen-prinzip zweitmeinung* zweite-meinung zweiter-blick segunda-opinión deuxième-avis two-people two-pairs second-pair-of-eyes four-eyes pair-of-eyes on-my-own on-own by-myself on-your-own on-their-own single-handed* 独自 一个人 一起 合作 结对
  culture kultur* mindset haltung* cultura 文化
  stranger neighbo* nachbar* vecin* voisin* 邻居
  guest guests host hosting gast gäste gästen besuch* visitor* huésped* invitad* invité* 客人
  volunteer* ehrenamt* voluntari* bénévol* 志愿
  ~animal* dog dogs cat cats pet pets hund hunde katze katzen tier tiere tieren horse* pferd* animales perro* gato* animaux chien* chat-domestique 动物 狗 猫
  kids-names first-name vorname* siezen duzen sie-zen namen-merken prénom* tutoy* vouvoy* tutear nombre-de-pila
  smile* smiling lächel* lach* sonrisa* sonre* souri* 微笑
  greet* greeting* hello grüß* begrüß* guten-morgen good-morning salud* bonjour saluer salu* 打招呼 问候
  eye-contact augenkontakt* blickkontakt* blick ojos regard 眼神
  gossip* läster* tratsch* hinter-dem-rücken behind-someone cotille* chism* commérage* ragot* 八卦
  conflict* konflikt* conflicto* conflit* 冲突
  complain* complaint* beschwer* reklam* meckern quej* queja* plaint* réclamation* 投诉 抱怨
  advice advise* ratschlag* ratschläge* rat tipp tipps consejo* aconsej* conseil* 建议
  ~need-of-people bedürf* bedarf* needs necesidad* besoin* 需要
`
