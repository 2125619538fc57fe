/** German words of home, family, health, money and manners (`families.ts`, as `german.ts`). */
export const germanLife = `
  family-meal familientisch* gemeinsam-essen zusammen-essen abendbrot* abendbrottisch* esstisch* beim-essen am-esstisch tischgebet* sonntagsessen handy-am-tisch handys-am-tisch
  ~food essen-selbst lebensmitteln ernähr* ernährung* gemüsig rohkost obstsalat* frühstücke gefrühstück* naschen genascht süßkram knabber* schokolade* kantinenessen* brotdos* lieferdienst* pizza fastfood fast-food burger nudeln kartoffel* kartoffeln reis salat salate eintopf*
  sugar süßigkeit* süßes zucker* zuckerfrei* limo limonad* cola naschkram schoki
  coffee kaffee* kaffeetasse* espresso* koffein* entkoffeiniert* cappuccino* kaffeemaschin*
  drink wasserglas* trinken trinke trinkt getrunken trinkflasch* wasserflasch* durst* durstig*
  alcohol alkohol* alkoholfrei* bier biere wein weine schnaps rausch besoffen* betrunken* nüchtern* promille* kater-nach saufen gesoffen
  smoke rauchen raucht raucher* zigarette* kippe kippen-rauch nikotin* rauchfrei* qualm* qualmt
  sleep schlafmangel* schlafrhythm* ausgeschlafen* schlummer* nickerchen* powernap* bettruh* durchschlaf* durchgemacht* nachtruhe* unausgeschlafen* übernächtigt* früh-ins-bett vor-mitternacht acht-stunden-schlaf bettzeit* drüberschlaf* eine-nacht-drüber
  health arztbesuch* vorsorge* vorsorgeuntersuch* krankheit* krank-zur-arbeit krank-ins krankmeld* krankschreib* erkältung* schnupfen husten hustet grippe* anstecken ansteckend* bazille* kranker-kollege bettlägerig* kurier* auskurieren immunsystem* hausmittel*
  walk spaziergäng* spazieren spazier* zu-fuß fußweg* frischluft* frische-luft an-die-luft um-den-block waldspazier* gassirund* schrittzähler treppe treppen statt-aufzug statt-fahrstuhl fahrstuhl* aufzug
  bike radweg* radfahren rad fahrradhelm* radler* radtour* radl drahtesel* pedelec* e-bike ebike*
  car-free autofrei* ohne-auto autoverzicht* carsharing* öffis öpnv straßenbahn* s-bahn u-bahn monatskarte* bahncard*
  travel-flight flugreis* flugscham* flugverzicht* fliege-nicht nachtzug* nachtzüge urlaubsflug*
  environment müllvermeid* plastikfrei* plastiktüt* stoffbeutel* mülltrennung* pfandflasch* wiederverwert* wiederverwendbar* kreislaufwirt* ökostrom* stromspar* energiespar* klima* klimaschutz* umweltschutz* nachhaltigkeit* einwegbecher* mehrwegbecher* einweg* verpackungsmüll* umweltfreundlich* ressourcenschon* co2
  leftover resteessen* lebensmittelverschwend* foodsharing* biotonne* weiterverwend* verbrauch-erst aufbrauch* aufgebraucht* aufessen aufgegess* wegkipp* weggekippt* altbrot* croutons verwertung* verkochen verkocht-sich knochen-brüh knochen-brühe knochen-brühen gemüseschal* schalen abschnitte abfälle
  ~repair reparieren reparaturcafé* repaircafé* wegwerfgesellschaft* selbst-reparier selbst-repariere selbst-reparieren kaputte-sachen ausgetauscht-statt nähkästchen*
  second-hand gebraucht* gebrauchtkauf* gebrauchte gebrauchtes secondhand second-hand kleinanzeigen* trödel* flohmärkt* aus-zweiter-hand aus-zweiter
  consumerism ausmist* ausgemist* minimalismus konsum* konsumverzicht* kaufrausch* krempel plunder zeug-an besitz besitzt zu-viel-zeug impulskauf* impulskäuf* spontankauf* spontankäuf* nacht-warten-vor-kauf einkaufsliste kaufentscheid* brauche-ich-das angeschafft* kaufe-nichts neukäufe
  save-money sparen sparsam* sparsamkeit* notgroschen rücklagen zurückgelegt-geld geld-beiseite geld-zurückleg geld-zurücklege geld-zurücklegen sparkonto* sparkonten tagesgeld* dauerauftrag* sparrate* geizig* geiz sparbuch polster finanzpolst* puffer-auf-dem-konto gehalt-sparen
  debt schulden schuldenfrei* kreditkarte* kreditkarten dispokredit* ratenkäuf* auf-pump null-prozent-finanz null-prozent-finanze null-prozent-finanzen finanzier* finanzierung* überzieh* überzogen* minus-auf-dem leih* verleih-geld geld-leih geld-leihe geld-leihen geld-verleih geld-verleihe geld-verleihen
  budget haushaltsbuch* haushaltsplan* ausgaben ausgabenlist* umschlagmethod* bargeldumschl* monatsbudget* finanzplan*
  gift geschenk* geschenke schenken geschenkt* schenke schenk-lieber selbstgemachte-gesch selbstgemachte-gesche selbstgemachte-geschen mitbringsel* mitbring*
  household-share haushalt* hausarbeit-teil hausarbeit-teile hausarbeit-teilen haushaltsaufgab* wäsche-mach wäsche-mache wäsche-machen aufgabenteilung* mental-load putzdienst* spüldienst* mithelf* mitgeholf* mitmachen-im-haushalt kinder-helfen-mit müll-rausbring müll-rausbringe müll-rausbringen geschirrspül* abspül*
  refactor aufräumen ordentlichkeit kinderzimmer* wohnzimmer* sofort-wegräum sofort-wegräume sofort-wegräumen jedes-ding alles-hat-seinen-platz fester-platz festen-platz seinen-festen unordnung* unordentlich* sauhaufen krümel gerümpel* zumüll* vollgestell*
  parenting erziehung* erzieh* erzogen grenzen-setzen trotzphas* trotz trotzanfall* wutanfall* wutanfälle konsequent-bleib konsequent-bleibe konsequent-bleiben inkonsequen* verwöhn* verwöhnt* helikopterelt* überbehüt* klaps ohrfeig* schlag-nie schlagen-nie gewaltfrei* gewalt regel-gilt
  choose-for kinder-entscheiden mitsprache* mitreden* mitredet kinderrat* wahlmöglich* entscheiden-lass entscheiden-lasse entscheiden-lassen selbst-ausprob selbst-ausprobe selbst-ausproben selber-ausprob selber-ausprobe selber-ausproben ausprobieren-lass ausprobieren-lasse ausprobieren-lassen selber-machen selbst-machen lass-ihn-mach lass-ihn-mache lass-ihn-machen lass-sie-mach lass-sie-mache lass-sie-machen zutrau* zutraut zugetraut* zutrauen selbstwirksam*
  read-aloud vorlesen vorgeles* vorlese vorlesestund* bilderbuch* bilderbücher gutenachtgeschicht* buch-vorm-schlaf
  time-with-kids zeit-mit-den-kindern papazeit* mamazeit* kinderzeit* wochenende-gehört nachmittag-gehört dabei-sein präsent-sein abholen-kita
  relationship beziehung* beziehungen partner partnerin partnerschaft* ehe ehefrau* ehemann* liebespaar* eifersucht* eifersüchtig* paarabend* versöhn* versöhnt* im-streit-ins-bett unversöhnt* streit-ins-bett treue treu untreu*
  friends freund freunde freundin freundinnen freundschaft* kumpel* freundeskreis* nachbarschaft* nachbarschaftshilf* verabred* verabredung* treff-mich
  listen zuhörer* zuhört-statt hinhören* hingehört* ausreden-lasse lass-ausred lass-ausrede lass-ausreden lasse-ausred lasse-ausrede lasse-ausreden ungeteilte-aufmerk ungeteilte-aufmerke ungeteilte-aufmerken aufmerksamkeit* ungefragte-ratschl ungefragte-ratschle ungefragte-ratschlen ins-wort-fall ins-wort-falle ins-wort-fallen fall-ins-wort falle-ins-wort mitfühl* mitgefühl* empath* empathie einfühl* einfühlsam* hineinversetz* reinversetz*
  polite bitte-und-danke höflichkeit* gegrüßt verabschied* guten-morgen anstand unhöflich* rüpel* rüpelhaft* unfreundlich* freundlichkeit* lächle anlächel* umgangsform* zuvorkomm*
  kids-names siezen duzen gesiezt* geduzt* mit-namen-ansprech mit-namen-anspreche mit-namen-ansprechen beim-namen beim-nachnamen nachnamen nachname namen-merk namen-merke namen-merken merk-mir-namen namen-lern namen-lerne namen-lernen namensschild* spitznam*
  honest lügen gelogen notlüge* notlügen angelogen* anlügen belogen* unehrlich* aufrichtig* aufrichtigkeit* wahrhaftig* die-wahrheit wahrheitsgemäß* schonungslos* unbequeme-wahrheit unbequeme-wahrheite unbequeme-wahrheiten nackte-wahrheit ehrlichkeit* klare-worte klare-ansag klare-ansage klare-ansagen klare-kante raus-mit-der um-den-heißen-brei heißen-brei reden-drumherum drumrumred* verblüm* unverblümt* geradlinig* flunkern* verharmlos* schönfärberei* tacheles hinterm-berg
  promise wort-gehalten versprechen verspreche versprochen* verabredung-einhalt verabredung-einhalte verabredung-einhalten verlassen-könn verlassen-könne verlassen-können auf-mich-verlass auf-mich-verlasse auf-mich-verlassen ehrensach*
  patience geduldsfaden* ungeduld* ungeduldig* wart-ab warte-ab durchatmen-zähl bis-zehn alle-zeit-der-welt zeit-gelass zeit-gelasse zeit-gelassen gemächlich* in-seinem-tempo ihrem-tempo eigenem-tempo gut-ding
  garden-wild wildblum* insektenhotel* laubhaufen* naturgart* vogelhaus* vogelfutter* vogeltränk* igelhaus* nisthilf* nistkast* nistkäst* blühstreif* blumenwies* steingart* schottergart* hecke-schneid hecke-schneide hecke-schneiden bestäub* bienenfreund* wespe* wespen
  compost laub laubdeck* laubrech* terra-preta eierschalen
  seed samenfest* sorten alte-sorten alter-sorten hybrid* vorzieh* vorgezog* anzucht* samen
  social-media socialmedia social-media soziale-medien sozialen-medien posten gepostet scrollen scroll* gescrollt timeline tiktok kinderfotos fotos-von-kindern gesichter-im-netz facebook instagram
  ai roboter* selber-denk selber-denke selber-denken selbst-denk selbst-denke selbst-denken eigener-kopf
  news-diet nachrichtenkonsum* tagesschau* nachrichten-schau nachrichten-schaue nachrichten-schauen newsticker*
  lifelong-learn lernen-hört kurs-beleg kurs-belege kurs-belegen fachbuch* fachbücher fachzeitschrift* bildung auf-dem-laufenden wissbegier* jeden-tag-was
  modest demut* bescheiden* bescheidenheit* angeber* angeberei* prahl* geprahlt* großkotz* eingebildet* eitel* eitelkeit* arrogant* arroganz* besserwiss* klugscheiß* rechthaber* recht-haben-muss recht-behalt recht-behalte recht-behalten stolz-drauf ego
  change-mind meinung-änder meinung-ändere meinung-änderen meinung-geänd meinung-geände meinung-geänden umdenk* umgedacht* eines-besseren überzeugen-lass überzeugen-lasse überzeugen-lassen irren-darf mich-irr mich-irre mich-irren
  fair gleichbehandl* gleich-behandel gleich-behandele gleich-behandelen gleiches-recht dieselben-regeln gleiche-regeln für-alle-gleich vorzug* vorgezogen* vordrängel* liebling lieblinge lieblingsschül* ansehen-der-person parteiisch*
  gift-bribe geschenkannahm* gefälligkeit* gefälligkeiten vetternwirtschaft* vorteilsnahm* bestechlich* unbestechlich* korrupt* korruption* einladung-annehm einladung-annehme einladung-annehmen essenseinlad* pralinen lieferantengeschenk* unvoreingenommenheit*
  rules-for-all ausnahme* ausnahmen keine-ausnahm keine-ausnahme keine-ausnahmen ausnahmslos* regelbruch* regelkonform* schlupfloch* sonderregel* dienstanweis* dienstvorschrift* nach-vorschrift
  improvis improvis* improvisier* spontan* spontanität* flexibel* flexibilität* plan-über-den-haufen umgeworfen* stegreif* aus-dem-stegreif
  perfect perfekt* perfektion* perfektionis* perfektionismus gut-genug reicht-auch achtzig-prozent 80-prozent besser-fertig fertig-ist feinschliff* verschlimmbesser* verkopft*
  start-small anfangen-statt einfach-anfang einfach-anfange einfach-anfangen fang-einfach einfach-los losgelegt aufraff* in-die-gänge erster-schritt ersten-schritt der-erste-schritt
  evening-review tagesrückblick* tag-abschließ tag-abschließe tag-abschließen tagesabschluss* feierabendritual* plan-für-morgen morgigen* nächsten-tag-plan am-vorabend vorabend abends-vorher
  silence krach lärm* lärmpegel* lautstärk* radio dudel* dudelt hintergrundmusik* beschallung* ohrenschutz* stille mucksmäuschen* leise leiser totenstill* ruhiger-raum musik-beim-arbeit musik-beim-arbeite musik-beim-arbeiten musik-im-hintergrund
  weather wetter* wetterbericht* regenwetter* sturm stürm* gewitter* gewittert regen regnet hitzefrei* glatteis* schnee schneit wetterumschw*
  cash bar-zahl bar-zahle bar-zahlen karte-zahl karte-zahle karte-zahlen münzen scheine wechselgeld* kassendifferenz* kassenschubl* kassenlad*
  key-lock schlüsselbund* schlüssel* abgeschlossen-tür zusperr* zugesperrt* absperr* abgesperrt* verriegel* tresor* tür-abschließ tür-abschließe tür-abschließen abschließe-die-tür tür-zu-und alarmanlag*
  tenant wohnungsübergab* kaution* nachmieter* vormieter* schönheitsrepar* hausmeister* eigentümer* makler* maklerin* besichtigungen treppenhaus*
  dress-code krawatte* anzug anzüge sakko dresscode* kleiderordnung* arbeitskleid* dienstkleid* schuhwerk jogginghose* ordentlich-angezog ordentlich-angezoge ordentlich-angezogen
  guest-welcome willkommen* willkommenheiß* gastgeber* gastfreund* empfang empfangen stammplatz* kaffee-anbiet kaffee-anbiete kaffee-anbieten tür-steht-offen offene-tür offene-türe offene-türen tür-offen
  small-talk geplauder* geplaudert* schwätzchen* schwatz* klönschnack* teeküch*
  humor witz witze witzig* humor* humorvoll* scherz* scherze gescherzt ironie* ironisch* sarkas* sarkastisch* zynisch* zynismus auf-kosten-ander auf-kosten-andere auf-kosten-anderen gelacht*
  thank dankeschön* danksag* bedanken bedanke bedankt* dankbarkeit* dankeskart* selbstverständlich-nehm selbstverständlich-nehme selbstverständlich-nehmen
  stranger-help zivilcourag* hinschau* hingeschaut* wegschau* wegseh* weggeschaut* weggesehen* eingreifen nothilfe* erste-hilfe erste-hilfe-kurs erste-hilfe-kurse erste-hilfe-kursen helfen-statt
  trust vertrauen vertraue vertrauensvorsch* misstrau* misstrauisch* kontrolle-ist vertrauensbruch* vertrauenssach*
  convince überzeug*
  term kurzfristig* langfristig* mittelfristig*
  harmony harmonie* harmonisch* harmlos*
  mood stimmung* laune* launen gelaunt* launisch* miesepet*
  wonder wunder* verwunder* gewundert*
  vanish verschwind* verschwund*
  overcome überwind* überwund*
  dream traum träume* träumt geträumt*
  sad traurig* traurigkeit* betrübt*
  return zurückkehr* zurückgekehrt* rückkehr*
  allow-nobody verbot* verbiet* untersag*
  animal haustier* wildtier* nutztier*
  code software*
  force verpflicht*
  teach vorlesung* hörsaal* hörsäle dozier*
  label kennzeichn* gekennzeichnet*
  measure durchmesser*
  grow aufgewachsen* gewachsen* wachstum*
  boredom langeweil*
  dying stirbt
`
