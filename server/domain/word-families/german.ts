/**
 * German words of many trades, in forms that people type: participles, plurals with an umlaut, nouns made of verbs. A line that
 * begins as one in another file adds to that family (`families.ts`).
 */
export const german = `
  ~test getestete* testlauf testläufe durchtest* durchlaufen
  ~deploy ausgerollt ausgeliefert livestell* deploymen* hochlad* hochgeladen
  ~bug fehlerbericht* macke macken fehlverhalten
  ~code quelltext* gecodet coden implementier* entwickle entwickelt entwicklung
  ~alert benachrichtig* fehlalarm* rufbereitschaft bereitschaft* pagerduty weckruf*
  ~server rechner rechenzentrum serverraum vm vms container docker kubernetes
  ~customer klient klientin klienten klientel mandant* mandat* abnehmer* käufer*
  ~patient kranke kranken behandelte*
  ~colleague truppe
  ~boss leitung vorstand geschäftsführ* abteilungsleit* teamleit*
  ~student studi studis kursteilnehm* teilnehmer* kita* kindergarten* krippe* erzieher* betreu*
  junior lehrbub lehrmädchen ausgebildete werkstudent*
  ~parent mama papa mutti vati sorgeberecht*
  ~meeting dailys runde telko telkos videocall* kundentermin*
  ~email mailen gemailt rundmail*
  ~chat gruppenchat*
  ~reply geantwortet zurückgeschrieb* rückantwort*
  ~question nachgefragt anfragt rückversicher*
  ~explain verklicker* veranschaulich*
  ~feedback beurteil* anmerk*
  ~help beistand beisteh*
  ~talk geredet sprich aussprache
  ~text formulier* wortlaut schriftstück*
  ~word worten begriff begriffe vokabel* fachausdr*
  ~plan verplan* einplan* zeitplan*
  ~invoice fakturier* mahnung* mahnen gemahnt abgerechnet zahlungsziel* skonto
  ~contract vereinbar* abmachung* abkommen absprache* abgesprochen handschlag*
  ~sign gegenzeichn*
  ~law vorschrift* paragraf* verordnung* bgb dsgvo
  ~wood hölzer hölzern* balken eiche fichte kiefer nussbaum massivholz spanplatt* sperrholz* furnier* furnieren multiplex leimholz mdf pressspan* vollholz maserung
  ~material rohstoff*
  ~machine anlage anlagen apparat*
  ~tool gerätschaft* handwerkszeug*
  ~repair instandsetz* instandhalt* geflickt ausbesser* ausgebessert wartung* gewartet
  ~build aufbauen montier* montage* errichte*
  ~soil böden kompost* humus gemulcht säen gesät aussaat* keim* setzling* jungpflanz* umtopf* vorziehen sämling*
  ~food gegessen isst speise* speisen lebensmittel* nahrung* verpfleg* kost
  ~cook zubereit* köch* braten gebraten brate dünst* schmor* geschmort
  ~dough kneten knete geknetet bäck* brötchen
  ~nurse altenpfleg*
  ~doctor hausarzt* oberarzt* fachärzt*
  ~dose medis tropfen wirkstoff* spritze spritzen
  ~wound verbandswechsel pflaster
  ~shift schicht* frühdienst* spätdienst* nachtdienst* dienstplan* dienst dienste dienstübergab*
  ~exam klassenarbeit* noten benot*
  ~class lektion* klassenzimmer* kurs
  ~user userinnen endnutzer* umfrage* befrag* zielgruppe*
  ~name namen umbenenn* umbenannt benamst*
  ~doc wissensdatenbank* confluence
  ~number zahlenwert* messwert*
  ~data datensätze datenbestand* messdaten
  ~detail kleinigkeit* feinheit*
  ~example musterfall*
  ~experiment versuch versuche testweise probelauf pilot piloten
  ~error fehlercode* fehlerfall timeout timeouts
  ~function modul module komponente* funktional*
  ~review durchsicht gegencheck* begutacht* abnahme* reviewt
  ~commit commite commited
  refund zurückerstatt* rückzahl* zurückzahl* zurückgezahlt geld-zurück storno* stornier* umtausch* retoure* kulant*
  consent freigegeben freigibt erlauben erlaubt einverstand* absegn* abgesegnet grünes-licht bewillig*
  promise zugesichert zusicher* ehrenwort
  proof-paper schriftform* beurkund* aktenkundig* aktennotiz*
  honest reinen-wein ungeschminkt* unverblümt* geradeheraus direktheit ohne-umschweife schönfärb* schöngeredet flunker* geflunkert schwindel* geschwindelt beschwichtig*
  hope aussicht* chancen
  settle gütlich* schlichtung* schlichten mediation* mediator* prozessier* vor-gericht verklag* klagen klage
  measure maßen abmess* nachgemessen abgemessen ausgemessen miss zollstock* meterstab* maßband* wasserwaage* millimeter* zentimeter* lasermess*
  cut zugeschnitten abschneid* abgeschnitten anschneid* rückschnitt* schere
  sand abschleif* abgeschliffen schliff
  glue verleim* verklebt ankleb*
  paint farbschicht* grundier* walze lasier* lasur*
  wall wänden mauer* gemauert mauern verputz* ziegel* fuge fugen estrich
  tile fliese* fliesen gefliest kacheln
  roof dachstuhl* dachziegel* dachdeck* gerüst* dachrinne*
  pipe rohren wasserleit* abfluss abflüsse dichtung* abdicht* heizung* heizkörper* therme kessel
  wire sicherungskasten* kabel* steckdose* verdraht* leitungsschutz phasenprüf*
  weld schweiß* geschweißt schweißnaht* löt* gelötet
  drill verschraub* verschraubt dübel* gewinde* drehmoment*
  workshop-floor werkstatt* werkstätte* werkhalle* bauleit*
  water wässern staunässe
  pesticide glyphosat jäten gejätet jäte schädling* blattlaus blattläuse schnecke* schneckenkorn kunstdünger* dünge* gedüngt dünger*
  ingredient region bauer bauern bauernhof* hofladen* wochenmarkt markt
  taste schmeck* geschmeckt abgeschmeckt würz* salz*
  blade wetz* geschärft
  freeze-food eingefroren einfrier* gefroren aufgewärmt tütensuppe* convenience
  hygiene steril* keime hygien*
  leftover resteessen übriggeblieb* verwert* verwerte neukauf*
  plate kellner* bedienung bedien* bedient theke gastronom* wirt wirtin gasthaus* stammgast* stammgäste
  force erzwing* erzwungen überrumpel* aufzwing*
  touch-patient geklopft
  free-time freie-tage freier-tag freihab* einspring* eingesprungen springe-ein spring-ein diensthandy*
  vacation verreis* brückentag*
  overtime mehrarbeit
  care-person wäscht dusch* geduscht baden badet umlager* gelagert mobilisier* rollstuhl* rollator* bett betten windel*
  dying sterb* gestorben verstorb* tod tote toten trauer* beerdig* bestatt* palliativ* hospiz*
  cry trost getröstet
  listen zuhör* hingehört angehört lausch*
  praise wertschätz* anerkannt
  mistake fehlers fehlerkultur* falschgemacht danebengehen vermurks* vermasselt patzer* missgeschick* schiefgeh* schiefgegangen verhau*
  learn lernst dazugelernt
  teach lehrer* lehrkraft lehrkräfte pädagog* vermittel* dozent* ausbilder* anleiten angeleitet einlern*
  homework hausis arbeitsblatt arbeitsblätter heft hefte vokabeltest*
  grade benotung* notengebung
  own meine-baustelle federführ* hauptverantwort* kümmer* gekümmert mein-bier
  delegate weitergereicht überlass* überlassen übertrag*
  decide beschlossen bestimmen
  source quelle* quellenangab* herkunft fundstelle* fußnote* literatur* literaturverzeichn*
  backup rücksicher* rückgesichert restore* restored wiederherstell* wiederhergestellt zurückspiel* zurückgespielt einspielen snapshot* datensicher*
  script ansible* terraform* playbook* iac pipeline* cronjob*
  handwritten händisch* per-hand manuell* handarbeit* handgestrickt
  branch hauptzweig trunk*
  dependency fremdpaket* npm drittanbieter* fremdcode*
  security absicher* abgesichert angreif* angriff* hacker* phishing
  access zugänge root lesend* rechtevergab*
  personal-data kundendat* personendat* sozialdaten adressdat* echtdat* klarnam* pseudonym*
  secret stillschweigen weitererzähl* weitersagen ausplauder* ausgeplaudert schweige schweigen intim*
  refactor umgebaut entrümpel* altlast* technische-schulden
  jargon schnörkellos* überkomplex* übertechnis* verkünstel* fachjargon amtsdeutsch* behördendeutsch* beamtendeutsch denglisch anglizism* floskel* worthülse* verschwurbel* geschwollen*
  step schrittweise* scheibchen* inkrement* etappe*
  ~small klitzeklein* winzig*
  ~big groß
  ~old alter erprobt* etabliert* ausgereift* stabil* solide* langweil*
  ~new-thing hippe modern moderne*
  monitor beobacht* beobachte grafana* prometheus* messbar*
  spreadsheet exceltabelle* exceldatei* pivot*
  ~chart schaubild* kurve kurven balkendiagramm* kreisdiagramm* tortendiagramm* visualisier* grafik grafiken
  average median*
  sample-size fallzahl* datenmenge* repräsentativ*
  double-check gegengeprüft nachgeprüft nachgeschaut nachgesehen nachkontroll* abgleich* abgeglichen vergewisser*
  confirm-by viervieraugen* zweites-paar gegenzeichnung zweite-person vieraugen*
  count abzähl* abgezählt nachgezählt kassensturz kassenabschluss* kasse
  money euro euros cent konto konten kontostand*
  pay gezahlt vorauszahl* angezahlt überwiesen ratenzahl*
  debt verschuld* darlehen* ratenkauf*
  save-money gespart rücklage* notgroschen*
  invest aktie aktien etf etfs fonds depot depots rendite* zins zinsen
  tax steuern finanzamt* vorsteuer*
  discount nachlässe prozente skonti runterhandeln
  sell verkäufer* akquise* akquirier* kaltakquise* neukund* stammkund* laufkundschaft
  pressure-on aufgeschwatzt andrehen angedreht aufgedrängt
  complain meckert nörgel* unzufried*
  deliver lieferzeit* zustell* versand*
  stock eingelagert mindestbestand* nachbestell*
  label einsortier* einsortiert aufgeräumter
  archive abgeheftet wiedervorlage* aktenordn*
  due fristgerecht* fristablauf* fristenkalender* stichtag* termintreu* termingerecht*
  ~start begonnen losgeh* starten startet gestartet
  ~finish abgeschlossen abschließe zu-ende erledigt erledige abgehakt
  multitask nebenher eine-sache
  silence ruhe lautlos* krach
  break pausenzeit* verschnauf* durchatm* auszeit* erhol* erholung*
  sleep schläft ausgeschlafen ausschlaf* übernacht müde müdigkeit übermüdet ausgeruht
  sport joggen joggt jogg* training* yoga schwimm* turnen klettern
  health auskurier* ansteck*
  walk gassi
  travel dienstreise* verreisen fliegen flug flüge flieger bahnfahr*
  environment müllvermeid* wiederverwend* mehrweg* ökologisch* bio biologisch* unverpackt*
  clothes klamotte* hemd hemden jacke nähen näht stoffrest* schneiderin schneider
  hair friseur* frisier* färben gefärbt färbe strähn* föhn*
  game freispiel* spielzeug* spielplatz*
  ~animal katze* vieh herde kühe kuh stall ställe schwein* huhn hühner weide*
  drive fährt lenkrad* lenkzeit* ruhezeit* tempolimit*
  load verladen ladefläche* gabelstapler* beladung*
  helmet schutzausrüst* sicherheitsschuh* angegurtet warnweste* absturzsicher*
  danger lebensgefahr* unfallgefahr* riskier* leichtsinn*
  hurry gehetzt hektik* hektisch* husch überstürz*
  translate dolmetsch*
  short-sentence kurzfass* kurzgefasst fasse-mich-kurz fass-mich-kurz prägnant* kompakt* bündig* auf-den-punkt einzeiler* zweizeiler* dreizeiler* bandwurm* romane kurzum
  long-text ausschweif* langatmig* geschwafel schwafel* laber* gelaber ellenlang* seitenlang*
  polite umgangston anständig* anstand manieren
  kids-names duze duzt geduzt sieze siezt gesiezt per-du per-sie
  tone angeschrien lautwerden ausrasten ausrast* anraunz* anpflaum* beherrsch*
  private bloßgestellt vor-der-gruppe vor-der-klasse vor-publikum
  thank gedankt
  gossip gelästert getratscht gerede hinterrücks
  fair gleichbehand* bevorzug* benachteil* extrawurst extrawürste lieblingskind
  absent abgesagt
  know-not ratlos* nichtwissen unwissen* wissenslück*
  guesses geraten rätselraten spekulier* spekulation* mutmaß*
  invent halluzinier* fantasier* zusammenreim* zusammengereimt dazudicht*
  delete weggelöscht papierkorb unwiderruflich*
  version-number historie versionsverwalt* git
  overwrite überschrieben
  config parameter umgebungsvariable* yaml
  performance performant* geschwindigkeit* ladezeit* optimier* profiler* flaschenhals*
  ~design weißraum weissraum abstände raster typografie
  accessible alternativtext*
  draft rohentwurf* erstentwurf* vorentwurf*
  sketch scribble*
  ~image bildbearbeit* retusch* photoshop*
  light naturlicht* blitz* blitzlicht* geblitzt gegenlicht
  ~music lieder chor orchester* geige*
  rehearse geprobt
  story-tell geschicht* spannungsbogen* kapitel*
  publish redaktion* redaktionsschluss schlagzeile* überschrift* reißerisch* clickbait*
  advert sponsor* gesponsert
  gift-bribe bestech* bestechung* schmiergeld* gefälligkeit*
  conflict-interest interessenkonflikt* befangen*
  second-hand flohmarkt*
  calendar terminvergab* terminabsprach* terminkalender*
  ticket ticketsystem* jira
  estimate zeitschätz* storypoint* zeitaufwand
  retro fehleranalys*
  blame schuldfrage* sündenbock* fingerzeig*
  calm besonnen*
  plants-native heimisch* wildblume* wildbiene* insektenfreund* blühwiese* naturnah*
  tree obstbaum* obstbäume stamm krone
  bike bremsbelag* lenker felge* schaltung* gangschalt*
  engine ölwechsel inspektion* tüv vergaser*
  vet tierärzt* einschläfer* impf* geimpft impfung*
  borrow bücherei* regal regale einräum*
  guest ausstellung*
  emergency notruf* notarzt* rettungsdienst* sanitäter* reanim* erste-hilfe feuerwehr* löschzug*
  court-clerk beglaubig* notar* notariell*
  apartment wohnung* mieter* vermieter* miete mieten hausverwalt* nebenkosten* hausordnung*
  phone ruf-an
  prototype klickdummy*
  scope zusatzwunsch zusatzwünsche sonderwunsch sonderwünsche extrawünsche
  priorit dringlich* vorrang* eisenhower
  agenda themenliste*
  ai sprachmodell* chatbot*
`
