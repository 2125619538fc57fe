/**
 * German words of many trades, in forms that people type: participles, plurals with an umlaut, nouns made of verbs.
 * They apply only to German statements, before all others; a line that begins like one in another file adds to that
 * family (`families.ts`).
 */
export const german = `
  leftover reste rest restes resten reststück* verschnitt abfall abfälle abfällen holzabf* wegwerf* weggeworfen wegschmeiß* weggeschmissen werf verwerte verwert* verschwend* resteküche übrig übriggebl* resteessen übriggeblieb* neukauf*
  ~price listenpreis* preise preisen
  discount rabatt* feilsch* runterhandel* nachverhandel* verhandl* verhandel* schnäppchen nachlässe prozente skonti
  wood brett bretter brettern holz* bretterstück* hölzer hölzern* balken eiche fichte kiefer nussbaum massivholz spanplatt* sperrholz* furnier* multiplex leimholz mdf pressspan* vollholz maserung
  ~cook topf töpfe töpfen pfanne* fond soße* suppe suppen küche küchen kochlöffel menü zubereit* köch* braten gebraten brate dünst* schmor* geschmort
  freeze-food tüte tüten tütenzeug fertigfond pulver brühwürfel dosen convenience fertig-zeug fertigzeug fertigkram tiefkühl* eingefroren einfrier* gefroren tütensuppe*
  own-words selbstgemacht* selbergemacht* hausgemacht* eigenherst* selber-gekocht selbst-gekocht selbst-gezogen selber-gezogen
  ~text textstelle* formulier* wortlaut schriftstück*
  ~colleague firma betrieb betriebs kollegin kollege kollegen truppe
  weekend wochenende wochenenden samstag* sonntag*
  interrupt unterbrech* unterbrochen ins-wort dazwischenred* reinred* dazwischenquatsch*
  listen zuhören zuhör* zugehört ausreden ausgeredet hinhören hinhör* unterbroch* ausreden-lassen ohr ohren hingehört angehört lausch*
  log logs logzeile* logeintrag* logdatei* logmeldung* korrelations* request-id trace-id
  salary gehalt gehälter* gehaltszahl* lohn löhne verdient verdienen verdienst
  private vier-augen unter-vier-augen privat* vor-dem-team in-der-runde vor-der-runde vor-allen vor-leuten vorm-team vor-anderen öffentlich* publikum bloßstell* bloßgestellt vor-der-gruppe vor-der-klasse vor-publikum
  ~reply antwort antworten antworte antwortet lebenszeichen zwischenstand rückmeld* rückmeldung* liegenbleib* liegen-bleiben unbeantwortet* beantwort* geantwortet zurückgeschrieb* rückantwort*
  soon selben-tag am-selben gleichen-tag binnen-stunden innerhalb-stunden vor-feierabend über-nacht zeitnah* umgehend* prompt* 24-stunden heute-noch
  ~review drübergelesen drüberlesen drüber-geschaut draufschau* draufgeschaut drüberschau* gegenlesen gegengelesen vier-augen-prinzip querlesen gegengecheckt zweiter-blick vieraugen* codereview* review reviewen reviewer* durchsicht begutacht* abnahme* reviewt
  confirm-by vieraugenprinzip zweitem-paar gegencheck* viervieraugen* zweites-paar gegenzeichnung zweite-person
  investigat rausfind* herausfind* rausbekomm* herausbekomm* rausgefunden nachforsch* ursach* ergründ* dahinter-steckt auf-den-grund grund-gehen wozu
  root-cause ursache*
  delete lösch* gelöscht rausschmeiß* rausgeschmissen rauswerf* rausgeworfen rausnehm* entfern* wegmach* tonne wegkommt weggelöscht papierkorb unwiderruflich*
  ~understand versteh* verstanden kapier* begreif* durchblick* nachvollzieh* durchdring*
  morning früh-am morgens vormittag* in-der-früh aller-früh frühmorgens früh-morgens
  ~food mittagessen frühstück* abendessen kantine snack* mittag mittags mittagspause gegessen isst speise* lebensmittel* nahrung* verpfleg* kost
  ~soil beet beete beeten hochbeet* acker erde böden kompost* humus gemulcht säen gesät aussaat* keim* setzling* jungpflanz* umtopf* vorziehen sämling*
  hot hitze hitz* mittagssonne sonne sonnig*
  ~student kind kinder kindern kindes kids kleine-leute schüler schülern schülerin* studi studis kursteilnehm* teilnehmer* kita* kindergarten* krippe* erzieher* betreu*
  measure nachmess* messen messe gemessen misst vermess* abmess* abgemess* aufmess* aufmaß maß maße maßen messung* zollstock* nachgemessen ausgemessen miss meterstab* maßband* wasserwaage* millimeter* zentimeter* lasermess*
  double-check nachprüf* doppelt-prüf* kontrollier* nachkontroll* überprüf* prüf* gegenprüf* nachrechn* nachgerechnet zweimal zweimal-messen gegengeprüft nachgeprüft nachgeschaut nachgesehen abgleich* abgeglichen vergewisser*
  ~test test tests teste testet testen getestet testabdeckung testfall* durchgetestet testlauf* testsuite* getestete* testläufe durchtest* durchlaufen
  ~pullrequest pull-request* merge-request* pr prs
  ~deploy deploy* deployment* release* releas* ausroll* live-geh* livegang* produktion-bringen rausgeh* rausbring* ausgerollt ausgeliefert livestell* deploymen* hochlad* hochgeladen
  friday freitag* vorm-wochenende vor-dem-wochenende
  script automatisier* automatisch* automatik automatismus skripte skript skript* script* ansible* terraform* als-code playbook* iac pipeline* cronjob*
  step schritt schritte schritten schrittchen häppchen häppchenweise stück-für-stück schritt-für-schritt nach-und-nach peu-à-peu portion portionen schrittweise* scheibchen* inkrement* etappe*
  ~small klein kleine kleinen kleiner kleines kleinteilig* mini minimal* klitzeklein* winzig*
  simple einfach-halten simpel simple simplen einfachste* einfacher einfachere* einfachheit schlicht* unkompliziert* überkomplizier* verkomplizier* schnickschnack schnörkel* firlefanz
  ~old altes alter
  boring-tech altbewährt* bewährt* langweilig* ausgereift* erprobt* etabliert* stabil* solide* neumodisch* trend* hype* modeersch* hippe
  ~new-thing neues modern moderne*
  note aufschreib* aufgeschrieb* dokumentier* dokumentation* doku festhalt* festgehalten niederschreib* protokoll* mitschreib* notier* notizen notiz schriftlich* wiki
  proof-paper schwarz-auf-weiß zuruf mündlich* handschlag* beleg* quittung* unterschrift* schriftform* beurkund* aktenkundig* aktennotiz*
  promise zusage* zusag* zugesagt versprech* versproch* verspricht wort-halten mein-wort ehrenwort zugesichert zusicher*
  honest ehrlich* wahrheit* klartext offen offenheit schönred* beschönig* lüge lügen lüg belüg* anlüg* angelogen gelogen vormach* verschweig* verschwiegen verheimlich* reinen-wein ungeschminkt* unverblümt* geradeheraus direktheit ohne-umschweife schönfärb* schöngeredet flunker* geflunkert schwindel* geschwindelt beschwichtig*
  mistake fehler fehlers fehlern panne* patzer* missgeschick* irrtum* irr verbock* vergeigt versemmelt fehlerkultur* falschgemacht danebengehen vermasselt schiefgeh* schiefgegangen verhau*
  admit zugeb* zugegeb* gebe-zu geb-zu steh-dazu stehe-dazu eingesteh* eingestand* einräum* beicht*
  blame schuld schuldig* schuldzuweis* schuldfrage sündenbock* fingerzeig* schuldfrage*
  secret geheim* vertraulich* schweigepflicht* verschwiegen* weitererzähl* weitersag* unter-uns bleibt-unter diskret* anvertraut anvertrau* ausplauder* privatsphär* stillschweigen ausgeplaudert schweige schweigen intim*
  force zwing* zwang gezwungen nötigen überred* aufdräng* drängen bedräng* gedrängt freiwillig* entscheidet-selbst erzwing* erzwungen überrumpel* aufzwing*
  choose-for selbst-entscheiden selber-entscheiden mitentscheid* mitbestimm* selbstbestimm* selbstständig* selbständig* eigenständig* bevormund*
  patience geduld* geduldig* zeit-nehmen zeit-lassen zeit-geben in-ruhe eigenes-tempo eigenen-tempo ihr-tempo
  hurry hetz* gehetzt eile eilen eilig* hektik* hektisch* stress stressen zeitdruck tempo-machen schnell-schnell husch* pfusch* gepfuscht schludr* schludern überstürz*
  quality qualität* pfusche sauber-arbeiten saubere-arbeit gute-arbeit schlampig* schluder* hinpfusch* murks* vermurks* ordentlich-machen
  punctuality pünktlich* unpünktlich* verspät* zu-spät zuspät uhrzeit-einhalten
  due frist* deadline* abgabetermin* abgabe* liefertermin* puffer* pufferzeit* vorlauf* zeitreserve* luft-einplan* fristgerecht* fristablauf* fristenkalender* stichtag* termintreu* termingerecht*
  early rechtzeitig* frühzeitig* vorzeitig* auf-den-letzten letzten-drücker in-letzter last-minute
  cut schneid* geschnitten zuschneid* zugeschnitt* säg* gesägt abschneid* abgeschnitten anschneid* rückschnitt* schere
  blade messer messern klinge* wetz* schärf* geschärft
  hygiene hände-wasch* händewasch* desinfizier* desinfektion* handschuh* steril* keim keime saubere-hände sauberkeit* hygien*
  refactor aufräum* aufgeräumt räum räume-auf räum-auf ordnung* ordentlich* saubermach* putz* geputzt wisch* gewischt fege* gefegt kehr* gekehrt chaos durcheinander besenrein* saustall umgebaut entrümpel* altlast* technische-schulden
  place-back zurückleg* zurückgelegt zurückhäng* an-seinen-platz seinen-platz zurückstell* zurückräum* wegräum*
  helmet helm helme helmpflicht schutzbrill* gehörschutz* handschuhe-tragen schutzausrüst* sicherheitsschuh* schutzkleid* angegurtet warnweste* absturzsicher*
  danger gefahr* gefährl* unfall* unfälle verletz* sicherheit* arbeitssicher* risiko riskier* lebensgefahr* unfallgefahr* leichtsinn*
  ~need-of-people bedarf* bedürf* braucht-der-kunde nicht-braucht
  pressure-on aufschwatz* aufgeschwatz* andreh* angedreht aufquatsch* verkaufsdruck aufgedrängt
  fair fair faire fairness gerecht* ungerecht* gleichbehand* alle-gleich bevorzug* extrawurst extrawürste sonderbehand* vorzugsbehand* benachteil* lieblingskind
  source quell* erstquelle primärquell* sekundärquell* herkunft quelle* quellenangab* fundstelle* fußnote* literatur* literaturverzeichn*
  certain gewissheit* unsicher* sicher-bin
  know-not weiß-nicht weiß-ich-nicht keine-ahnung ahnungslos* nicht-weiß wissenslück* ratlos* nichtwissen unwissen*
  guesses rat-ins-blaue rate raten geraten herumrat* rumrat* spekulier* vermut* mutmaß* annahm* pi-mal ins-blaue rätselraten spekulation*
  ~number zahl zahlen kennzahl* ziffer* messwert* zahlenwert*
  ~data daten datenlage datensatz* datensätze datenbestand* messdaten
  personal-data kundendaten patientendaten personenbezog* echtdaten datenschutz* dsgvo anonymisier* klarnamen kundendat* personendat* sozialdaten adressdat* echtdat* klarnam* pseudonym*
  backup backup backups datensicher* zurückspiel* wiederherstell* rücksicher* restore* rückgesichert wiederhergestellt zurückgespielt einspielen snapshot*
  monitor überwach* monitoring beobacht* messbar* grafana* prometheus*
  alert alarm* alarmier* fehlalarm* pager* warnmeld* benachrichtig* rufbereitschaft bereitschaft* weckruf*
  ~customer kunde kunden kundin* kundschaft mandant* klient* auftraggeb* besteller* mandat* abnehmer* käufer*
  guest gast gäste gästen gastes besucher* tischgast* ausstellung*
  ~patient patient* bewohner* bewohnerin* pflegebedürft* kranken behandelte*
  dignified würde würdevoll* würdelos* entwürdig* menschenwürd* privatsphäre intimsphär* scham schamgefühl* respekt*
  touch-patient anklopf* angeklopft klopf* geklopft
  ~parent eltern elternabend* mama mamas papa papas mutter mütter vater väter familie familien angehörig* mutti vati sorgeberecht*
  praise lob loben gelobt lobe wertschätz* anerkenn* anerkannt
  ~feedback kritik* kritisier* feedback* beurteil* anmerk*
  ~meeting meeting* besprech* termin terminen termine sitzung* telko* videocall* runde konferenz* daily jour-fixe agenda* dailys kundentermin*
  agenda tagesordn* themenplan* themenliste*
  focus konzentrier* konzentration* fokus* fokuszeit* ungestört* ablenk* abgelenkt stör störe stören gestört benachrichtigungen stumm* am-stück
  break pause* mittagspause* durchschnauf* durchatm* erhol* auszeit* pausenzeit* verschnauf* erholung*
  free-time freizeit* feierabend* dienstschluss* diensthandy* freie-tage freien-tag* freier-tag frei-ist freihab* erreichbar* nicht-erreichbar laptop-zu laptop-aus handy-aus rechner-aus abschalt* einspring* eingesprung* springe-ein spring-ein
  overtime überstund* mehrarbeit* länger-bleiben
  phone telefon* anruf* angerufen telefonier* handy handys rangeh* klingel* ruf-an
  ~email mail mails mailen postfach* posteingang* e-mail* emails betreff* gemailt rundmail*
  short-sentence kurz kurze kurzen kurzer kürzer* knapp* kurzfass* kurz-fassen kurz-halten bündig* prägnant* auf-den-punkt dreizeil* zweizeil* romane roman ellenlang* schachtels* bandwurms* drumherum* gelaber* geschwafel* schwafel* labern kurzgefasst fasse-mich-kurz fass-mich-kurz kompakt* einzeiler* zweizeiler* dreizeiler* bandwurm* kurzum
  jargon fachbegriff* fachwort fachwörter fachchinesisch* fremdwort fremdwörter* juristendeutsch* beamtendeutsch* amtsdeutsch* latein kauderwelsch* verständlich* einfache-sprache einfachen-worten normales-deutsch klares-deutsch schnörkellos* überkomplex* übertechnis* verkünstel* fachjargon behördendeutsch* denglisch anglizism* floskel* worthülse* verschwurbel* geschwollen*
  ~explain erklär* erläuter* veranschaul* beibring* verklicker* veranschaulich*
  ~example beispiel* musterfall*
  reason-why begründ* begründung* warum wieso weshalb beweggr* hintergrund* das-warum
  comment kommentar* kommentier*
  ~question frag* gefragt nachfrag* rückfrag* nachgefragt anfragt rückversicher*
  ask-before vorher-fragen erst-fragen lieber-fragen fragt-vorher frag-vorher
  ~plan plan plane planen planung* geplant einplan* verplan* zeitplan*
  sketch skizz* zeichn* gezeichn* bleistift* stift stifte kritzel* scribbl* scribble*
  prototype prototyp* klickdummy* rohversion* rohling*
  ~user nutzer* user usern benutzer* anwender* nutzerin* userinnen endnutzer* umfrage* befrag* zielgruppe*
  accessible barrierefrei* screenreader* blinde blinden sehbehind* kontrast* vorlesbar* alt-text* schriftgröß* lesbar* alternativtext*
  color farbe farben farbig* farblich* bunt*
  paint streich* gestrichen lackier* lack anstrich* grundier* pinsel* farbschicht* walze lasier* lasur*
  sand schleif* geschliffen schliff abschleif* zwischenschliff* abgeschliffen
  wet trockn* getrocknet trocken* trocknungszeit* aushärt*
  glue leim* verleim* geleimt kleb* geklebt verklebt ankleb*
  ~repair reparier* reparatur* flick* geflickt instandsetz* heilmach* wieder-hinkrieg* neu-kaufen instandhalt* ausbesser* ausgebessert wartung* gewartet
  spare-key ersatzteil* originalteil* nachbau* nachbauteil* billigteil* gebrauchtteil*
  cheap billig* schrott ramsch günstig*
  animal tier tiere tieren hund hunde katze katzen pferd pferde* katze* vieh herde kühe kuh stall ställe schwein* huhn hühner weide*
  pesticide gift giftig* giftfrei spritz* gespritzt pestizid* chemie chemisch* spritzmittel* glyphosat* unkrautvernicht* schneckenkorn* jäten gejätet jäte schädling* blattlaus blattläuse schnecke* kunstdünger* dünge* gedüngt dünger*
  water gieß* gegossen wasser bewässer* regenwasser* gießkanne* leitungswasser wässern staunässe
  tree baum bäume bäumen ast äste hecke hecken strauch sträucher obstbaum* obstbäum* schnittzeit stamm krone
  insect biene bienen insekt* nützling* schmetterling* igel vögel vogel brutzeit nester nest
  ingredient zutat* regional* saisonal* saison jahreszeit* vom-hof bauern* markt wochenmarkt* frisch frische frisches region bauer bauernhof* hofladen*
  salt salz* gesalzen würz* gewürzt abschmeck* abgeschmeckt probier* nachwürz*
  dough teig* hefe* sauerteig* gehzeit* knet* geknetet back backen backt gebacken brot brote ofen bäck* brötchen
  tax steuer* finanzamt* umsatzsteu* voranmeld* vorsteuer*
  booking buchen bucht gebucht buchung* verbuch*
  money geld* euro konto konten kontostand* cash bargeld* euros cent
  debt schulden* kredit* ratenkauf* ratenzahl* pump dispo* verschuld* darlehen*
  save-money spar sparen spare spart gespart ersparn* rücklage* notgroschen* beiseite auf-die-seite zur-seite sparschwein*
  invest etf* aktie* fonds anlege* geldanlage* rendite* depot* zinsen etf etfs zins
  budget ausgabe ausgaben ausgeb* ausgegeben budget* haushaltsbuch*
  pay bezahl* zahlung* zahle zahlt gezahlt anzahlung* vorkasse* überweis* vorauszahl* angezahlt überwiesen
  ~invoice rechnung* mahn* mahnung* abrechn* fakturier* gemahnt abgerechnet zahlungsziel* skonto
  quote-price angebot* kostenvoranschlag* festpreis* kalkul* kostenschätz*
  estimate schätz* geschätzt schätzung* aufwand* aufwände aufwandsschätz* zeitschätz* storypoint* zeitaufwand
  own zuständig* verantwort* verantwortung* kümmer* meine-aufgabe mein-job mein-bereich meine-sache meine-baustelle mein-revier auf-meine-kappe kappe federführ* hauptverantwort* gekümmert mein-bier
  delegate abgeben abgebe delegier* übergeb* weitergereicht überlass* übertrag*
  settle vergleich vergleichen vergleiche einigung* außergericht* prozess* prozessier* klage klagen klag* gütlich* vergleichs* mediation* schlichtung* schlichten mediator* vor-gericht verklag*
  ~law gesetz gesetze rechtlich* paragraph* urteil* vorschrift* paragraf* verordnung* bgb
  contract vertrag* verträge verträgen klausel* vereinbar* kleingedruckt* abmachung* abkommen absprache* abgesprochen
  consent freigab* freigeb* freigegeb* zustimm* einwillig* genehmig* erlaub* absegn* abgesegn* abnicken abgenickt ja-wort freigibt einverstand* grünes-licht bewillig*
  irreversible unumkehr* nicht-rückgängig unwiderruf* endgültig*
  rollback rückgängig* rollback* zurückroll* zurückdreh* zurücksetz* rückweg* rückfahrkarte
  ~bug bug bugs fehlerbericht* defekt* macke macken fehlverhalten
  reproduc reproduz* nachstell* nachgestellt
  ~function funktion* methode methoden modul module komponente* funktional*
  ~name name namen benenn* benannt benennung* variablenname* bezeichn* umbenenn* umbenannt benamst*
  dependency abhängigkeit* paket pakete bibliothek* library libraries fremdcode fremdpaket* drittanbieter* npm fremdcode*
  security passwort* passwörter* zugangsdat* verschlüssel* absicher* abgesichert angreif* angriff* hacker* phishing
  access zugriff* rechte berechtig* adminrecht* root zugang zugänge lesend* rechtevergab*
  ~server server* kiste kisten rechner rechenzentrum vm vms container docker kubernetes
  handwritten von-hand per-hand händisch* manuell* handarbeit* handgestrickt
  rehearse üb übe üben übt geübt übung* prob probe proben geprobt tonleiter*
  music musik* lied lieder liedern instrument* klavier* gitarre* chor orchester* geige*
  sport training* trainier* aufwärm* aufgewärmt dehn* gedehnt joggen joggt jogg* yoga schwimm* turnen klettern
  health krank kranke kranker krankmeld* gesund* erkält* fieber* auskurier* ansteck*
  exam klausur* prüfung prüfungen note noten benot* zensur* zeugnis* klassenarbeit*
  ~class unterricht* klasse klassen klassenzimmer* lektion* kurs
  homework hausaufgab* hausis arbeitsblatt arbeitsblätter heft hefte vokabeltest*
  teach lehr* ausbild* lehrer* pädagog* vermittel* dozent* ausbilder* anleiten angeleitet einlern*
  junior azubi* lehrling* praktikant* neuling* neue-kollegen anfänger* einsteig* auszubildend* lehrbub lehrmädchen ausgebildete werkstudent*
  learn lern* gelernt lerneffekt* dazulern* dazugelernt
  ~nurse pfleg* pflegekraft* pflegekräfte* schwester* altenpfleg*
  dose medikament* medis tablett* dosis dosier* tropfen wirkstoff* spritze spritzen
  ~shift schicht* dienst dienste dienstplan* frühdienst* spätdienst* nachtdienst*
  handover übergab*
  load geladen ladung* beladen verlad* palette* ladefläche* gabelstapler* beladung*
  drive fahr* gefahren fahrt* fährt lenk* lenkrad* lenkzeit* ruhezeit* tempolimit*
  silence ruhe leise still stille lärm* krach lautlos*
  sleep schlaf* geschlafen drüber-schlafen nacht-drüber drüberschlaf* ausgeschlafen müde übermüdet schläft ausschlaf* übernacht müdigkeit ausgeruht
  decide entscheid* entschied* entscheidung* beschluss* beschlüsse beschlossen bestimmen
  environment plastik* müll mülltrenn* recycl* umwelt* nachhaltig* mehrweg* unverpackt* müllvermeid* wiederverwend* ökologisch* bio biologisch*
  light licht* tageslicht* naturlicht* blitz* beleucht* blitzlicht* geblitzt gegenlicht
  ~image foto* bild bilder fotografier* retusch* bildbearbeit* photoshop*
  interview interview* autorisier*
  publish veröffentlich* gedruckt publizier* redaktion* schlagzeile* überschrift* reißerisch* clickbait*
  quote-words zitat* zitier* wörtlich* o-ton o-töne
  translate übersetz* übersetzung* ausgangstext* zieltext* dolmetsch*
  kids-names duz* duzen siez* per-du per-sie beim-sie beim-du vorname* duze duzt geduzt gesiezt
  apolog entschuldig*
  thank dank danke bedank* gedankt dankbar*
  complain beschwer* beschwerde* reklam* reklamation* meckert nörgel* unzufried*
  refund erstatt* erstattung* rückerstatt* rückzahl* geld-zurück kulan* gutschein* umtausch* retour* zurückerstatt* zurückzahl* zurückgezahlt storno* stornier* retoure* kulant*
  stock lager* bestand bestände nachbestell* vorrat vorräte eingelagert mindestbestand*
  count zähl* gezählt nachzähl* inventur* kassensturz* stückzahl* abzähl* abgezählt nachgezählt kassenabschluss* kasse
  label beschrift* etikett* einsortier* aufgeräumter
  archive ablag* ablage* abheft* abgeheft* ordner* aktenordn* wiedervorlage*
  ~file datei dateien dateiname*
  spreadsheet excel* tabelle* exceltabelle* exceldatei* pivot*
  ~chart diagramm* grafik* kuchendiagramm* achse achsen schaubild* kurve kurven balkendiagramm* kreisdiagramm* tortendiagramm* visualisier*
  ~code quelltext* gecodet coden implementier* entwickle entwickelt entwicklung
  ~boss leitung vorstand geschäftsführ* abteilungsleit* teamleit*
  ~chat gruppenchat*
  ~help beistand beisteh*
  ~talk geredet sprich aussprache
  ~word worten begriff begriffe vokabel* fachausdr*
  ~sign gegenzeichn*
  ~material rohstoff*
  ~machine anlage anlagen apparat*
  ~tool gerätschaft* handwerkszeug*
  ~build aufbauen montier* montage* errichte*
  ~doctor hausarzt* oberarzt* fachärzt*
  ~wound verbandswechsel pflaster
  ~doc wissensdatenbank* confluence
  ~detail kleinigkeit* feinheit*
  ~experiment versuch versuche testweise probelauf pilot piloten
  ~error fehlercode* fehlerfall timeout timeouts
  ~commit commite commited
  hope aussicht* chancen
  wall wänden mauer* gemauert verputz* ziegel* fuge fugen estrich
  tile fliese* gefliest kacheln
  roof dachstuhl* dachziegel* dachdeck* gerüst* dachrinne*
  pipe rohren wasserleit* abfluss abflüsse dichtung* abdicht* heizung* heizkörper* therme kessel
  wire sicherungskasten* kabel* steckdose* verdraht* leitungsschutz phasenprüf*
  weld schweiß* geschweißt schweißnaht* löt* gelötet
  drill verschraub* dübel* gewinde* drehmoment*
  workshop-floor werkstatt* werkstätte* werkhalle* bauleit*
  taste schmeck* geschmeckt
  plate kellner* bedienung bedien* theke gastronom* wirt wirtin gasthaus* stammgast* stammgäste
  vacation verreis* brückentag*
  care-person wäscht dusch* geduscht baden badet umlager* gelagert mobilisier* rollstuhl* rollator* bett betten windel*
  dying sterb* gestorben verstorb* tod tote toten trauer* beerdig* bestatt* palliativ* hospiz*
  cry trost getröstet
  grade benotung* notengebung
  branch hauptzweig trunk*
  ~big groß
  average median*
  sample-size fallzahl* datenmenge* repräsentativ*
  sell verkäufer* akquise* akquirier* kaltakquise* neukund* stammkund* laufkundschaft
  deliver lieferzeit* zustell* versand*
  ~start begonnen losgeh* starten startet gestartet
  ~finish abgeschlossen abschließe zu-ende erledigt erledige abgehakt
  multitask nebenher eine-sache
  walk gassi
  travel dienstreise* verreisen fliegen flug flüge flieger bahnfahr*
  clothes klamotte* hemd hemden jacke nähen näht stoffrest* schneiderin schneider
  hair friseur* frisier* färben gefärbt färbe strähn* föhn*
  game freispiel* spielzeug* spielplatz*
  long-text ausschweif* langatmig* geschwafel laber* gelaber seitenlang*
  polite umgangston anständig* anstand manieren
  tone angeschrien lautwerden ausrasten ausrast* anraunz* anpflaum* beherrsch*
  gossip gelästert getratscht gerede hinterrücks
  absent abgesagt
  invent halluzinier* fantasier* zusammenreim* zusammengereimt dazudicht*
  version-number historie versionsverwalt* git
  overwrite überschrieben
  config parameter umgebungsvariable* yaml
  performance performant* geschwindigkeit* ladezeit* optimier* profiler* flaschenhals*
  ~design weißraum weissraum abstände raster typografie
  draft rohentwurf* erstentwurf* vorentwurf*
  story-tell geschicht* spannungsbogen* kapitel*
  advert sponsor* gesponsert
  gift-bribe bestech* bestechung* schmiergeld* gefälligkeit*
  conflict-interest interessenkonflikt* befangen*
  second-hand flohmarkt*
  calendar terminvergab* terminabsprach* terminkalender*
  ticket ticketsystem* jira
  retro fehleranalys*
  calm besonnen*
  plants-native heimisch* wildblume* wildbiene* insektenfreund* blühwiese* naturnah*
  bike bremsbelag* lenker felge* schaltung* gangschalt*
  engine ölwechsel inspektion* tüv vergaser*
  vet tierärzt* einschläfer* impf* geimpft impfung*
  borrow bücherei* regal regale
  emergency notruf* notarzt* rettungsdienst* sanitäter* reanim* erste-hilfe feuerwehr* löschzug*
  court-clerk beglaubig* notar* notariell*
  apartment wohnung* mieter* vermieter* miete mieten hausverwalt* nebenkosten* hausordnung*
  scope zusatzwunsch zusatzwünsche sonderwunsch sonderwünsche extrawünsche
  priorit dringlich* vorrang* eisenhower
  ai sprachmodell* chatbot*
  keyboard tastatur* maus mäuse
`
