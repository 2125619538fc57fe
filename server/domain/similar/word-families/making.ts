/** Words of making things, at a desk or with one's hands; a family a line (`families.ts`). */
export const making = `
  ~deploy deploys deployed deploying deployment* redeploy* rollout* release* releasing ship ships shipped shipping deploye deployen deployt deploys ausroll* ausliefer* auslieferung* livegang livegehen livegeh* releasen desplieg* desplegar déploi* déploy* 部署 发布 上线
  rollback* revert* undo undone rückgängig zurückroll* zurückdreh* zurücksetz* revertir deshacer annul* 回滚 撤销
  ~test tests tested testing testen teste testet getestet testfall testfälle unittest* testsuite* prueba pruebas probar probado tester testé* tdd spec specs coverage red-green 测试
  ~bug bugs bugfix* defect* debug* fehlersuche fehlerbehebung debuggen errores defecto* bogue*
  ~code codes coding codebase codezeile* quellcode código* programm* programar programmation function functions funktion funktionen función funciones fonction fonctions method methods methode methoden 函数 module modules repo repos repository 代码 程序
  refactor* refaktor* umbauen aufräum* cleanup tidy tidies tidying tidied neat neatly clean cleans cleaned cleaning sauber* ordentlich* ordnung ordnen putz* wisch* limpi* orden ordenad* ordonn* rang* nettoy* propre* sweep* wipe* wiping spotless messy mess chaos unordnung 收拾 整理 打扫 干净
  ~commit commits committed committing commiten committe commitmessage* 提交
  branch branches branching zweig feature-branch rama ramas branche 分支
  merge merges merged merging mergen merge-request* fusion* 合并
  ~pullrequest pullrequests pull-request pull-requests pr prs diff diffs mr mrs changeset* 拉取请求
  ~review reviews reviewed reviewing reviewer* reviewe reviewen codereview* gegenles* gegengeles* durchsehen revis* revue relecture relire relis relu* vier-augen* proofread* korrekturles* 评审 审查 审核
  comment comments commented commenting kommentar* kommentier* comentario* comentar commentaire* 注释 评论
  ~name names named naming rename* benenn* benannt* bezeichn* variablenname* nombre nombres nombrar nomm* nommer nom noms 命名 名字 名称
  ~doc docs document documents documented documenting documentation doku* dokument* wiki readme runbook* handbuch handbook manual manuals documenta* document* guide guides 文档 文件
  log logs logging logfile* logfiles logdatei* protokolldatei* registros journaux 日志
  ~error errors exception* fehlermeldung* stacktrace* crash* absturz* abstürz* falla fallo fallos erreur* 报错 错误
  ~alert alerts alerting pager paged alarm* alarme alerta* alerte* 警报 告警
  monitor monitors monitoring dashboard* metric metrics metrik* überwach* kennzahl* kpi kpis indicador* indicateur* 监控 指标
  ~incident* outage* störung* ausfall* ausfäll* postmortem* incidente* incidencia* panne* 故障 事故
  backup backups backed-up sicherung* sicherungskopie* datensicherung* copia-de-seguridad respald* sauvegard* restore restores restored restoring recover recovers recovery 备份
  database databases db datenbank* sql query queries schema schemas migration* migrier* base-de-datos 数据库
  ~data dataset* daten datensatz* datos données datenlage record records row rows 数据
  security secure secured secret secrets password* credential* encrypt* passwort* passwörter verschlüssel* sicherheit* sicher seguridad contraseñ* sécurité mot-de-passe api-key api-keys vault hardcoded hard-coded 安全 密码
  dependency dependencies library libraries package packages framework* abhängigkeit* bibliothek* paket pakete librería* dependencia* dépendance* bibliothèque* 依赖 库
  script scripts automat* scripting skript* skripte guion 自动化 自动 脚本
  ~server servers servern cluster* infrastructure infrastruktur hosting servidor* serveur* 服务器
  api apis endpoint* interface* schnittstelle* interfaz interfaces 接口
  ~feature features funktionalität* funcionalidad* fonctionnalité* 功能
  prototype* prototyping prototyp* mockup* wireframe* mock-up* maquette* prototipo* 原型
  draft drafts drafted drafting entwurf entwürfe entwerf* entworfen borrador* brouillon* rohfassung* erstfassung* 草稿 初稿
  sketch sketches sketched sketching skizz* doodle* whiteboard* zeichn* gezeichnet drawing drawings draw draws pencil* bleistift* stift stifte kuli lápiz dibuj* boceto* croquis crayon* dessin* 草图 画 铅笔 手绘
  paper papers papier* zettel* notizbuch* notebook notebooks notepad sheet sheets blatt blätter print prints printed printing printout* ausdruck* ausdrucke ausgedruckt* ausdrucken druck* gedruckt papel imprim* impreso impresa cuaderno* carnet* 纸 打印 笔记本
  handwritten handwrit* handschrift* von-hand händisch longhand a-mano à-la-main 手写
  note notes noted noting notiz* notier* aufschreib* aufgeschrieb* aufschrieb mitschreib* mitschrift* niederschreib* jot* anotar anot* apunt* notas noter notons journal* tagebuch* diario 记录 笔记 记下
  ~design designs designed designing designer* gestalt* entwurf* layout* diseñ* conception 设计
  ~user users nutzer* benutzer* anwender* usuario* usuaria* utilisateur* utilisatrice* 用户
  usability accessib* barrierefrei* zugänglich* accesib* contrast kontrast* alttext* screenreader* 无障碍
  color colors colou* farbe farben farblich* colores couleur* 颜色 色彩
  font fonts typography schrift schriften schriftart* schriftgröße* tipografía* police typograph* 字体
  ~image images picture pictures photo photos photograph* foto* bild bilder bildern imagen imágenes fotografía* 照片 图片 拍照
  camera* kamera* lens lenses objektiv* cámara* webcam* caméra* 摄像头 相机
  light lights lighting licht* beleuchtung* daylight tageslicht* luz lumière* 光线 灯
  shoot shoots shooting aufnahme* aufnehm* aufgenommen record recording recordings grab* enregistr* 录音
  ~music musik* song songs melody melodie* tune tunes rhythm rhythmus metronom* instrument* guitar* gitarre* piano* klavier* scale scales tonleiter* música* musique* 音乐 节拍器
  rehearse* rehearsal* probe proben practic* practis* üben übe übt geübt übung* ensay* répét* entraîn* 练习 排练
  ~tool tools tooling werkzeug* herramienta* outil outils technology technologies tech stack 工具
  ~machine machines maschine* gerät geräte geräten equipment device devices máquina* equipo-técnico appareil* 设备 机器
  blade blades knife knives sharpen* sharp messer* klinge* schärf* scharf* cuchillo* afil* couteau* aiguis* 刀 磨刀
  ~wood wooden timber lumber plank* board boards holz* brett bretter madera* bois 木头 木材
  measure* measuring tape-measure messe messen misst nachmess* gemessen ausmess* maß maße vermess* aufmaß* medir mido mide medidas mesur* 测量 量
  cut cuts cutting schneid* geschnitten schnitt schnitte säg* gesägt saw sawing zuschneid* zuschnitt* cortar corto cortes couper coupe coupé découp* 切 剪
  drill drills drilling bohr* gebohrt schraub* screw screws screwdriver* taladr* tornillo* vis perceuse* 螺丝
  paint paints painted painting primer streich* gestrichen anstrich* pinsel* brush brushes pintar pintura* peint* pinceau* 油漆
  roof roofs roofing dach dächer dachs tejado* toit* 屋顶
  wall walls wand wände pared paredes mur murs 墙
  pipe pipes plumbing leak leaks rohr rohre leitung leitungen undicht* tubería* tuyau* 水管
  wire wires wiring cable cables electric* power fuse fuses voltage* kabel strom* spannung* spannungsfrei* sicherung elektr* cableado électri* 电线 电源
  engine engines motor* brake brakes bremse* oil-change reifen* tyre* tire tires drehmoment* torque freno* pneu* moteur* 发动机 刹车
  ~build builds building builders bauen baue baut gebaut baustelle* bau construction construir obra obras chantier* 施工 工地
  ~material materials werkstoff* materialien matériau* 材料
  spare spares ersatzteil* spare-part repuesto* pièce-détachée 备件
  ~repair repairs repaired repairing reparier* reparatur* flick* mend mends mending reparar* réparer répar* 修理 修复
  second-hand used-part gebraucht* secondhand old-fashioned altmodisch*
  ~soil compost* garden* bed-of plant plants planted planting pflanz* gepflanzt beet beete gärtn* garten boden erde mulch* seed seeds seedling* saat* sä* sow sows sowing aussä* tierra jardín* sembr* huerto* jardin* semer sème* terreau 种 土 花园
  water waters watered watering gieß* gegossen bewässer* wasser regar riego agua arros* eau 浇水 水
  weed weeds weeding unkraut* jät* malas-hierbas mauvaises-herbes 除草
  harvest* ernt* geernt* cosech* récolt* 收获
  pesticide* spray sprays spraying spritz* gespritzt gifte pestizid* chemical* chemie* chemisch* químic* chimique* poison* weedkiller* herbicide* toxic* roundup 农药 化学
  prune pruned pruning prunes rückschnitt* zurückschneid* zurückgeschnitten poda podar taill* élag* 修剪
  ~dough doughs bread breads loaf loaves bake* baking baker* teig* brot brote gebacken sourdough sauerteig* masa pan panes hornear horno pâte* pain pains cuisson levain 面团 面包 烤
  flour yeast mehl* hefe harina levadura farine levure 面粉 酵母
  proof proofing rest rests rested resting ruhen ruhe ruht rast* gehen-lassen repos* reposar 醒发 休息
  ~cook cooks cooked cooking kochen koche kocht gekocht küche* kitchen* recipe* rezept* cocin* receta* cuisin* recette* 做饭 厨房 菜谱 炒
  salt salted salting season seasons seasoned seasoning spice* würz* gewürz* salz* gesalzen salzen pepper* pfeffer* sal salar sazon* sel saler épic* assaisonn* 盐 调味
  taste tastes tasted tasting abschmeck* probier* kost* geschmack* gusto-culinario prob* sabor* goût* goûter goûte mouth spoon spoons spoonful palate 尝 味道
  ingredient* fresh freshly frozen canned frisch* tiefkühl* dosen* zutat* regional* seasonal saisonal* fresc* ingrediente* temporada frais fraîche* ingrédient* saison local locally farm farms farmer* in-season 新鲜 食材
  butter oil oils öl öle olive* aceite mantequilla beurre huile 黄油
  sugar sweet* zucker* süß* azúcar dulce* sucre* 糖
  ~coffee espresso* kaffee* café* beans grind* grinder* mahlen mahl* gemahlen bohne* milk milch* 咖啡
  tea teas tee thé té 茶
  ~food foods meal meals lunch* dinner* breakfast* essen mahlzeit* mittag* mittagessen frühstück* abendessen snack* comida* desayun* cena* almuerzo repas déjeuner* dîner* 饭 午饭 早饭
  plate plates serve serves served serving teller servier* anricht* plato* servir assiette* 上菜
  fabric fabrics sew sews sewing stitch* seam* needle* näh* genäht naht nähte stoff stoffe faden thread threads iron ironing bügel* coser costura* tela coudre couture* tissu* 缝 布
  hair haircut* haar* frisur* scissors schere* pelo corte-de-pelo cheveu* ciseaux 头发
  ~text texts texte texten textes article* artikel* copy paragraph* absatz absätze chapter* kapitel* story stories párrafo* capítulo* paragraphe* chapitre* 文章 段落
  ~sentence sentences satz sätze sätzen phrase phrases frase frases 句子
  ~word words wording wort worte wörter palabra* mots mot 词
  jargon buzzword* fachchinesisch fachbegriff* fachwort* fachsprache fremdwort* fremdwörter latin latein* technical-term terminology acronym* abkürzung* abbreviation* jerga tecnicismo* jargons 术语 行话 plain plainly simple simply einfache* einfach* verständlich* schlicht* unkompliziert* klartext simpel* sencill* claro clara* claridad claramente simples simplement 简单 通俗 大白话 清楚
  aloud out-loud laut vorles* vorgeles* loud loudly en-voz-alta à-haute-voix à-voix-haute 朗读 大声
  translate* translat* übersetz* traduc* tradui* 翻译
  source sources quelle quellen fuente fuentes primärquelle* citation* cite* citing quote-from beleg* zitat* zitier* cita citar 来源 出处
  headline* title titles überschrift* titel título* titular* titre* 标题
  deadline* abgabe* abgabetermin* frist fristen due-date liefertermin* plazo* entreg* échéance* délai* date-limite 截止 期限 交付
  estimate* estimating estimation* schätz* geschätzt aufwand* estimar estimaci* presupuesto* estimer estimation 估算 估计
  ~plan plans planned planning plane planen plant geplant planung* planif* 计划 规划
  buffer* slack puffer* zeitpuffer* luft spielraum* margen* marge* 缓冲
  scope scopes umfang* requirement* anforderung* brief briefs briefing* alcance requisito* exigence* cahier-des-charges 需求 范围
  goal goals target targets objective* ziel ziele zielen objetivo* meta-objetivo objectif* 目标
  priorit* wichtigste* prioris* 优先 优先级
  checklist* check-list* checkliste* abhak* listas lista liste listen list lists haken 清单 列表
  step steps step-by-step schritt schritte schrittweise stepwise schritt-für-schritt increment* iterat* paso pasos étape* 一步一步 步骤
  ~small tiny little smaller smallest klein* kleinteilig* mini pequeñ* chiquit* petit petits petite petites 小 一小
  ~big large huge giant gross große* riesig* monster* grande grandes gros grosse enorme* énorme* 大
  split splits splitting chunk chunks slice* slicing aufteil* aufgeteilt zerleg* zerteil* stück* stückchen* häppchen* portion* dividir divid* trozo* découper morceau* 拆 拆分
  batch* bulk sammel* gebündelt bündel* stapel* lote lotes lots 批量
`
