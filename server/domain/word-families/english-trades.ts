/** English words of trades: care, kitchens, farms, workshops, roads, schools, stages, labs (`families.ts`). */
export const englishTrades = `
  secret confidentiality hush-hush hipaa gdpr breach breaches chart-talk elevator-talk in-the-corridor corridor-talk within-earshot earshot overhear* overheard eavesdrop* need-to-know between-us between-ourselves off-the-record patient-names names-out anonymi* pseudonym* redact* lips-sealed tell-nobody nobody-else's not-your-story
  handover handovers handoffs hand-off hand-offs handing-over hands-over handed-over changeover* shift-report bedside-report sign-out-sheet end-of-shift next-shift incoming-shift night-team day-team sbar
  hygiene hand-wash hand-washs handwash* hand-washing wash-my-hands washed-hands scrub scrubs scrubbed scrubbing sanitiz* sanitis* sanitary germ germs bacteria infection* infectious contaminat* cross-contamination steril* gel soap apron aprons aseptic ppe hairnet bare-hands clean-hands
  dose dosages milligram* pill pillbox tablet-round drug drugs-round drug-chart prescription* prescrib* pharmac* medic medications antibiotic* side-effect side-effects interactions-drug leaflet-medicine vial syringe* infusion* drip five-rights right-dose label-on-the-vial
  pain pain-score painkiller* analges* ache aches aching sore soreness suffer* discomfort
  touch-patient before-i-touch before-touching knock-first knock-before
  dignified undress* naked gown curtain curtains draped blanket cover-them-up bathing bedpan incontinen* talk-down talked-down belittl* condescend* baby-talk like-children demean* dehumani*
  patient-info consent-form bedside-manner prognosis prognoses diagnos* symptoms-patient anamnesis history-taking test-result test-results lab-result lab-results x-ray x-rays scan-result scan-results discharge discharged referral* explain-procedure
  blood vitals heart-rate oxygen-level blood-pressure saturation obs observations-chart temperature-chart
  wound wounds bandages gauze dressings scar scars bleeding bleed
  fall-risk fall-hazard trip-hazard tripping slippery slipped-on stumble* bed-rail bed-rails walker-frame grab-rail
  dementia alzheimer* memory-loss
  dying dies died dead death deaths deceased hospice* palliative end-of-life bereave* grief griev* mourn* funeral* burial* coffin condolence* deathbed passing-away
  physio physiotherap* rehab* muscle muscles stiff stiffness mobility-exercise mobility-exercises range-of-motion massage* home-exercise home-exercises exercises-at-home spine hip hips
  therapy therapist* therapies counsel* psycholog* psychiatr* trauma* depress* mental-health coping supervision-session couch session-notes
  burnout burn-out burned-out burnt-out overload* overwork* exhaust* worn-out drained wiped-out run-ragged self-care running-on-empty empty-cup on-my-last-legs breaking-point stretched-thin
  limit boundaries set-boundaries personal-number private-number work-number take-it-home taking-it-home detach* over-involved emotional-distance professional-distance
  choose-for empower self-reliant self-help independence independent-living do-for-themselves do-it-themselves do-themselves they-can-do spoon-feed spoon-feeds spoonfeed* learned-helplessness capable capabilities
  neutral prejudice* judgmental judging-people pigeonhole* assumptions-about discriminat* racis* stigma* unconscious-bias non-judgmental benefit-of-the-doubt
  praise encourag* encouragement applaud* cheer cheers cheering pat-on-the-back well-done gold-star sticker stickers reward rewards rewarded affirmation nice-work catch-them-doing
  punish punish* detention* scold* tell-off telling-off told-off disciplin* threat* threaten* consequences sanction* time-out naughty lectur-them nag nags nagging
  homework assignments worksheet* busywork busy-work take-home
  lesson-prep lesson-plan lesson-plans curriculum* syllabus* learning-objective learning-objectives teaching-plan scheme-of-work starter-activity
  hand-raise thinking-time count-to-ten wait-ten-seconds sit-with-the-silence fill-the-silence let-them-think
  quiet-kid quiet-ones quiet-kid quiet-kids quiet-students shy introvert* soft-spoken back-row cold-call hands-up loudest-voice loud-ones same-three
  game playtime free-play playground* sandpit toy toys blocks crayons craft-table make-believe pretend-play outdoor-play messy-play puddle* mud muddy
  cry hug hugs hugging cuddle* soothe* soothing comforted teary sob sobs sobbing wipe-tears homesick settling-in
  kids-conflict squabble* bicker* hitting biting shove* shoving tantrum* referee-between sort-it-out-themselves step-in intervene* intervening
  bedtime bedtime* bed-time lights-out bedtime-story tuck tucked pajama* pyjama* nap naps naptime
  screen-time tablets ipad ipads tv television cartoons gaming youtube phone-free device-free no-screens no-phones phones-away phones-in phone-basket screentime
  exam grade grades graded grading marks marking mark-papers marked-papers rubric* red-pen gradebook* report-card report-cards scores-on pass-fail retake* resit* curve-grades
  exam quizzes quiz midterm* finals cram crams cramming cheat-sheet cheating revision-for test-day
  own-pace struggling-student struggling-students struggling-reader struggling-readers falling-behind falls-behind left-behind catch-up-lesson scaffold* differentiat* special-needs remedial tutor tutors tutoring mixed-ability stragglers strugglers
  research researcher* lab labs laborator* lab-notebook lab-book protocol-lab pipett* specimen* assay* replicat* replication control-group blinded peer-review peer-reviews preprint* p-value p-values p-hacking null-result negative-result grant-proposal dissertation phd postdoc* field-notes fieldwork
  source footnote* bibliograph* referenc* citation* attribut* attribution give-credit
  social social-worker social-workers caseworker* case-load caseload foster safeguarding homeless* addict* refugee* benefits-claim welfare shelter shelters outreach
  religi god pray prays praying prayer* gospel bible sermon* preach* parish* congregation* priest* pastor* vicar* worship* blessing* church churches scripture* choir-church sabbath
  politic politician* election* elect elected campaign-promise vote votes voter voters voting ballot* parliament* congress senator* minister ministers mayor council councillor* lobby* lobbyist* constituent* party-line policy-maker policy-makers
  citizen citizens taxpayer* public-office town-hall red-tape paperwork counter-clerk permit permits application-form civil-servant civil-servants public-servant public-servants
  fire-brigade fire-drill firefight* firefighter* extinguisher* blaze hydrant evacuat* fire-exit fire-exits fire-escape smoke-detector smoke-detectors hose hoses turnout-gear crew-chief breathing-apparatus
  police officer officers cop cops patrol* arrest* suspect suspects witness* crime crimes bodycam weapon* gun guns taser
  shout deescalate de-escalat de-escalats deescalat* defuse* defusing calm-down calm-things calm-them talk-them-down cool-off simmer cool-down-first lower-my-voice lower-your-voice
  shout yelled yelling shouted shouting raise-your-voice raise-their-voice raised-voices snap snapped snapping bark barking barked bellow* scream-at keep-my-cool keep-cool composure composed hot-headed hothead* panic panics panicking unflappable level-headed swear-at swearing rant rants ranting
  sport warming-up warm-ups cool-down cooldown warmups limber
  sport athlet* marathon* jog jogs jogging runner runners sprint-training endurance stamina rest-day rest-days recovery-day overtrain* lifting-weights weights squat squats push-ups pushups swim swims swimming swimmer* yoga pilates cardio reps
  ball football* soccer basketball* tennis goalkeeper* referee referees pitch-side bench-players substitut* everyone-plays playing-time scrimmage drills-team
  win scoreboard scoreline trophy trophies medal medals podium league-table sore-loser final-score
  technique form-first good-form bad-form proper-form technique* footwork fundamentals basics-first
  plan-ahead prep mise mise-en-place prepped prep-list prep-work chopped-before ready-before laid-out lay-out-everything set-up-before set-out everything-ready
  taste tasting-spoon season-to-taste bland over-salted oversalted under-seasoned adjust-seasoning palette-taste flavor* savor* tasty
  freeze-food freezer* microwav* instant-noodles stock-cube stock-cubes bouillon ready-meal ready-meals ready-made premade pre-made from-a-jar from-a-can canned-soup powdered jarred frozen-food defrost* thaw* convenience-food processed-food store-bought shop-bought homemade home-made house-made made-in-house from-scratch-cooking
  portion-size second-helping seconds-plate plate-size overeat* clear-your-plate clean-plate half-portion half-portions small-plates
  plate plating plated garnish* presentation-plate rim-of-the-plate waiter* waitress* server-restaurant front-of-house diners diner tableside table-service menu menus covers-tonight
  blade blunt dull-knife dull-knives whetstone* honing hone honed steel-knife knife-roll chisel chisels razor-sharp sharpened sharpening knife-skills
  refactor chopping-board chopping-boards cutting-board cutting-boards countertop* worktop* degrease* wipe-down wiped-down clean-as-you-go clean-as-i-go clean-station clean-my-station station-clean dishcloth sink sinks
  allergen gluten gluten-free lactose nut nuts peanut* celiac coeliac intoleran* epipen trace-of shellfish
  cold-chain cold-chain core-temperature probe-thermometer use-by use-by-date sell-by best-before spoiled spoils spoil rotten mold mould moldy mouldy fifo first-in-first-out first-in-first shelf-life walk-in-fridge walk-in-cooler
  ingredient ingredients produce-fresh farmers-market farmer's-market homegrown home-grown vegetable* veggies fruit fruits herbs seasonality off-season imported tomato* strawberr* asparagus organic organically free-range butcher* fishmonger* grower growers
  dough doughs ferment* fermentation overnight-proof slow-proof long-proof bulk-rise rise-slowly rises rising-dough crumb crust croissant* pastry pastries pastr* baguette* knead* starter-dough bakery bakeries bakers-hours shape-loaves cake cakes cookie batter
  animal-welfare cage-free caged factory-farm factory-farms grass-fed pasture* welfare-animals hen hens livestock cattle cow cows calf calves lamb lambs sheep goat goats pig pigs slaughter* milking herd herds barn barns stable-clean
  vet muzzle* vaccinat* neuter* euthan* put-to-sleep put-down-an vet-clinic anesthe* anaesthe* kitten* puppy puppies cat-carrier
  soil topsoil cover-crop cover-crops crop-rotation rotate-crops no-dig no-till till tilling tillage manure* fertili* earthworm* worms humus raised-bed raised-beds bare-soil plow* plough*
  pesticide* slug-pellets slugs aphid* ladybird* ladybug* insecticide* glyphosate organic-control beneficial-insects companion-plant companion-plants
  water drip-irrigation irrigat* rainwater rain-barrel rain-barrels water-butt hosepipe sprinkler* watering-can overwater* at-the-root at-the-roots drought*
  prune pruning pruner* secateurs hedge-trim hedge-trims hedge-cutting chainsaw* felling fell-a lumberjack thinning coppic* deadwood arborist* logging-forest forester* forestry
  wildlife wildflower* pollinator* bee-friendly bug-hotel nesting nest nests bird-feeder bird-feeders bird-bath pond ponds leave-the-leaves leaf-pile native-plant native-plants biodivers*
  helmet helmets hard-hat hard-hats hardhat* hi-vis high-vis steel-toe steel-toes steel-toed safety-glasses safety-goggles safety-boots safety-shoes ear-protection ear-defender ear-defenders earplug* respirator* dust-mask face-shield fall-arrest tied-off tie-off lanyard* guardrail* kneepad* seat-belt seat-belts seatbelt* buckle-up blade-guard machine-guard guard-on safety-gear safety-briefing toolbox-talk near-miss near-misses
  power-off lockout* lock-out tagout* tag-out loto isolate-the isolator* dead-before test-for-dead prove-dead breaker-off at-the-breaker breaker breakers live-wire live-wires live-circuit live-circuits de-energi de-energis deenergi* multimeter* voltage-tester earthing grounded-circuit short-circuit short-circuits electrocut* electric-shock
  wire electrician* conduit outlet-box junction-box junction-boxs socket-outlet rewire* rewiring switchboard* fuse-box
  pipe plumber* faucet* drip-leak shut-off-valve stopcock main-valve valve valves pressure-test pressure-tests sealant gasket* drain drains drainpipe* clog* unclog* water-damage soldered-joint boiler boilers radiator*
  measure measure-twice measure-it-twice tape-measures caliper* calliper* spirit-level plumb plumb-line square-up squareness millimet* tape-twice laser-level cut-once
  joint joinery dovetail* mortise* tenon* dowel* biscuit-joint clamp clamps clamped clamping dry-fit dry-fitting glue-up
  wood carpent* cabinetmak* hardwood* softwood* plywood chipboard particle-board veneer* grain oak walnut pine maple timber-frame woodwork* offcut* off-cut off-cuts plane-a planed shavings
  finish-wood varnish* lacquer* oil-finish wax-finish woodstain shellac coats-of
  wall drywall* plaster plastering plasterer* mortar brick bricks bricklay* masonry cement formwork rebar insulation insulate* scaffold-tower scaffolding scaffolds
  ~build contractor* subcontract* foreman foremen architect* floorplan* structural renovat* demolit* tradesm*
  refactor broom brooms broom-clean sweep-up swept-up dust-sheet dust-sheets drop-cloth drop-cloths boot-cover boot-covers shoe-cover shoe-covers shoes-off tidy-site clear-the-site leave-it-cleaner cleaner-than-i cleaner-than-we sawdust clutter*
  tool toolbox* tool-belt hammer-good power-tool power-tools good-tools cheap-tools wrench* spanner* pliers hand-tool hand-tools
  engine mechanic* brake-pad brake-pads brake-line brake-lines spark-plug spark-plugs timing-belt clutch gearbox* oil-filter oil-leak test-drive test-drives road-test road-tests diagnostic-code diagnostic-codes fault-code fault-codes garage garages chassis exhaust-pipe undercarriage rust rusty rusted worn-part worn-parts wheel-nut wheel-nuts lug-nut lug-nuts torque-wrench
  needless-repair unnecessary-repair unnecessary-repairs unneeded-repair unneeded-repairs unneeded only-what's-broken only-what-is-broken doesn't-need don't-need-fixing not-needed upcharge* padding-the-bill
  show-part old-part old-parts broken-part broken-parts worn-out-part
  load cargo* freight* payload* trailer* tarp tarps lashing* lashed ratchet* tie-down tie-downs axle-load overload-truck weight-distribution tailgate pallets unload* reload-truck loading-dock loading-bay
  warehouse warehouses picking-list pick-list packing-list packers barcode* scanner-gun aisle aisles bin-location goods-in shipping-label shipping-labels courier* parcel* dispatch* manifest* bill-of-lading
  drive driver-seat bus-driver bus-drivers blind-spot blind-spots mirrors reversing reverse-without spotter banksman tachograph* following-distance keep-distance keep-my-distance tailgat* speeding speed-limit speed-limits speeder* steering pre-trip walk-around walkaround walkround defensive-driving passenger* lane lanes overtake* overtaking road-rage horn honk* indicator-lights
  rest-hours driving-hours driver-hours drowsy drowsiness microsleep* rest-stop rest-stops rest-area rest-areas truck-stop truck-stops pull-over fatigue* fatigued tired-driving too-tired nodding-off
  rail railway* railroad* platform-edge timetable* signalman conductor* train-driver locomotive* rolling-stock
  flight airline* airplane* aircraft* pilot-plane co-pilot co-pilots cockpit* cabin-crew flight-attendant flight-attendants takeoff take-off turbulence runway go-around air-traffic preflight pre-flight boarding-pass
  ship-sea boat boats sail sails sailing sailor* harbor port-of-call anchor anchors captain's-log lookout starboard lifejacket* life-jacket life-jackets lifeboat* mooring* deckhand* skipper*
  hotel hotels front-desk reception-desk receptionist* housekeep* concierge* bellhop* room-service turndown check-in check-out guestroom*
  refactor cleaning cleaner cleaners mop mops mopping mopped vacuum* hoover* duster dusting bleach detergent* stain stains cloths color-coded-cloth color-coded-cloths corner-clean in-the-corners under-the-bed top-to-bottom laundry laundromat* toilet toilets bathroom* restroom*
  stranger-things other-people's-things someone-else's-desk personal-belongings belongings lost-and-found lost-property finders-keepers don't-snoop snoop* rummag*
  shop shopkeep* shopfloor storefront cashier* till-roll cash-register window-display shelf shelves restock* restocking merchandis* shoplift* fitting-room retail* display-case
  honest-advice talk-them-out talked-out-of talk-people-out don't-need-it doesn't-need-it not-the-most-expensive most-expensive-one cheaper-one-is cheaper-option cheaper-alternative competitor's send-them-elsewhere elsewhere doesn't-suit suits-you
  hair hairdress* barber* hairstyl* stylist* salon bleach-hair hair-dye split-ends fringe-cut bangs
  clothes tailor tailors tailored tailoring seamstress* alteration* hem hems hemming zipper* buttonhole* garment* cotton linen wool denim fitting-dress dressmak* pattern-cutting
  mend-clothes darn darning patch-clothes upcycl* thrift* hand-me-down hand-me-downs preloved pre-loved
  music musician* orchestra* ensemble-music choir choirs conductor-music violin* cello* drummer drums bassist saxophon* singer singers singing sing sings gig gigs encore setlist* sight-read sight-reads intonation tempo-slow time-signature bandmate* concert concerts
  rehearse slow-practice practice-slow slowly-first hard-bars hard-passage difficult-passage run-through run-throughs dress-rehearsal warm-up-scales etude* bar-by-bar hands-separately
  stage theater* theatr* actor actors actress* stage-fright cue cues prompter props prop-table understudy director's curtain-call line-learning off-book monolog* playwright* improv backstage
  film filmmak* cinema* cinematograph* screenplay* screenwrit* edit-suite rough-cut final-cut b-roll storyboard* shot-list call-sheet crew-call sound-mix boom-mic documentary documentaries
  ~image photographer* portrait portraits retouch* photoshop* airbrush* crop crops cropping cropped shutter aperture tripod*
  light golden-hour natural-light window-light backlight* backlit softbox* spotlight* shadow shadows overexpos* underexpos* ambient-light
  museum museum* curator* exhibit* artefact* artifact* provenance display-label gallery galleries conservator* restoration-art loan-object
  library librarian* overdue-book overdue-fine overdue-fines late-fee late-fees library-card shelving catalog* reading-list
  quality craftsman* craft crafts workmanship shoddy botch* bodge* bodged slapdash sloppy half-assed half-baked built-to-last made-to-last lasts-longer last-a-lifetime lifetime-of heirloom* durability corner-cutting cut-corners cutting-corners cuts-corners jerry-rig jerry-rigs pride-in-my buy-cheap well-made
  hidden-part where-nobody-sees nobody-sees no-one-sees nobody-will-see the-inside-too underneath-too
  translate translator* translators interpreter* source-language target-text word-by-word word-for-word-translation idiom idioms idiomatic false-friend false-friends cultural-reference cultural-references localis* localiz* untranslatab* bilingual
`
