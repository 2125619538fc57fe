/** English words of offices, software, law, money, sales, press and leadership, and of how colleagues get along (`families.ts`). */
export const englishWork = `
  ~meeting huddle* sync syncs standups kickoff* zoom
  agenda talking-point talking-points timebox* time-box time-boxs facilitat* no-agenda without-an-agenda invite-without off-topic tangents tangent parking-lot drift-off
  focus meeting-free no-meeting no-meetings no-meeting-day focus-block focus-blocks focus-time maker-time block-my-calendar block-out calendar-block calendar-blocks blocked-off protected-time guard-my-calendar guarded-hours
  focus concentration in-the-zone flow-state deep-work-block heads-down head-down do-not-disturb dnd airplane-mode notifications-off slack-closed close-slack quit-slack inbox-closed closed-inbox tab-open tabs-open phone-in-a-drawer phone-in-the-drawer phone-in-another-room phone-face-down undivided context-switch context-switchs context-switching attention-span rabbit-hole uninterrupted-time train-of-thought
  multitask multi-task multi-tasks multi-tasking juggl* one-thing-at single-task single-tasks singletask* half-finished finish-what-i-start finish-one finish-before-starting wip work-in-progress too-many-things too-many-plates spinning-plates switching-between
  ~email bcc newsletter* unread
  phone dial dialing dialled hang-up hangs-up pick-up-the call-me call-him call-her call-people phone-call phone-calls voicemails ring-them rang ring-people on-the-line landline hotline
  in-person walk-over walk-up-to walk-to-their go-over-to stop-by drop-by pop-over pop-round swing-by sit-down-with across-the-table eye-to-eye look-them-in in-the-same-room over-coffee in-the-flesh meet-in-person
  ~reply acknowledgement ghost ghosted ghosting unanswered turnaround
  note jotted jot-down scribble* scribbled notepads sticky-note sticky-notes post-its post-it index-card index-cards pen pens journaling written-record write-everything writing-everything put-it-in-writing put-things-in-writing log-it logbook* on-record for-the-record document-it document-everything documented-or undocumented memory-fails trust-my-memory rely-on-memory from-memory in-my-head in-your-head in-someone's-head in-people's-heads in-heads scribbles
  proof-paper in-writing get-it-in-writing email-confirm email-confirms written-confirmation signed-copy signature-on verbal-agreement verbal-agreements verbal-promise verbal-promises verbal-ok handshake* word-of-mouth-deal wet-ink countersign* sign-the unsigned audit-trail audit* auditor* paper-copy
  ~doc faq faqs playbook* changelog*
  knowledge-share bus-factor tribal-knowledge silo silos hoard* hoarding knowledge-transfer single-point-of-failure hit-by-a-bus when-i'm-away if-i'm-sick without-me indispensable irreplaceable only-one-who-knows only-person-who-knows
  refactor clean-desk clear-desk desk-clear empty-desk messy-desk pile-of-paper stacks-of paper-pile paper-piles desk-is-clear
  archive easy-to-find hard-to-find can't-find filename* file-name file-names naming-convention naming-conventions folder-structure filing-system filing-cabinet alphabetical* chronologic* misfil*
  checklist checklists to-do to-dos todo-list to-do-list tick-off ticked-off tick-box tick-boxs tick-boxes check-off checked-off checkbox* run-sheet packing-lists shopping-list shopping-lists laundry-list line-by-line item-by-item
  priorit priorities prioritize top-priority most-important important-first urgent-vs what-matters-most top-three big-rocks backlog* triag* triage nice-to-have must-have moscow
  worst-first eat-the-frog dread dreaded dreading nasty-one unpleasant-one avoid-the-hard hardest-task hard-thing-first put-it-off putting-off puts-off putting-it-off kick-the-can kick-down-the-road
  due on-schedule on-the-dot cutoff cut-off overdue due-dates ship-date time-frame turn-in handed-in deliver-on-time delivery-date grace-period days-early a-day-early day-before days-before padding-in-the breathing-room time-cushion cushion* contingency wiggle-room ahead-of-schedule extension extensions
  early tardy tardiness ten-minutes-early five-minutes-early five-minutes-before ten-minutes-before show-up-late shows-up-late show-up-early be-there-early to-be-late stroll-in-late turn-up-late time-is-respect keep-people-waiting kept-people-waiting
  early-warn advance-warning forewarn* give-warning give-a-heads-up tell-people-early say-early say-so-early say-it-early speak-early raise-early raise-it-early raise-the-alarm sound-the-alarm blindside* blindsided blindsid* last-minute-surprise last-minute-surprises no-surprises hate-surprises nasty-surprise nasty-surprises bad-news-early bad-news-first sugar-coat-the slipping-date at-risk off-track red-flag red-flags deliver-bad-news
  ask-help asking-for-help ask-for-help asks-for-help call-for-help get-help reach-out reaching-out reached-out spin-my-wheels spinning-wheels banging-my-head struggling-alone struggle-alone stuck-for suffer-in-silence thirty-minute-rule
  promise overpromise over-promise over-promises overpromis* underpromis* under-promise under-promises overdeliver* commitments keep-a-promise keep-promises broken-promise broken-promises break-a-promise empty-promise empty-promises promises-i deliver-what-i make-good-on follow-through follow-through-on
  no-saying say-no saying-no said-no says-no turn-down turned-down turning-down push-back pushback pushing-back decline-a yes-man yes-men people-pleas people-pleass overcommit* over-commit over-commits overextend*
  estimate guesstimate* ballparks story-point story-points man-days person-days level-of-effort underestimat* overestimat* planning-fallacy
  step baby-step baby-steps small-step small-steps little-by-little bit-by-bit piece-by-piece piecemeal increments small-batches small-batch bite-sized bite-size chunked milestone* milestones big-bang in-one-go all-at-once break-it-down breaking-down break-things-down broken-down break-down breaks-down mvp minimum-viable
  simple simplicity simplif* straightforward no-frills bells-and-whistles gold-plat gold-plats overcomplicat* over-complicat over-complicats minimalis* less-is-more keep-it-simple kiss yagni streamlin* strip-down stripped-down pared-down lean bloat bloated convoluted elaborate
  ~review rubberstamp* lgtm nitpick* nit nits
  confirm-by double-source double-sources two-source three-sources crosscheck* corroborat* triangulat* independent-source countercheck*
  pair second-opinions fresh-eyes second-reader four-eye two-person-rule two-signatures
  ~test flaky flake flakes ci
  manual-test click-through clicking-around click-around exploratory break-it-on-purpose try-to-break poke-around monkey-test edge-cases real-phone cheap-phone old-phone slow-phone real-hardware bug-bash
  ~deploy
  rollback roll-back-plan rollback-plan back-out back-out-plan backout way-back escape-hatch undo-button exit-plan exit-strategy reversible reversib* two-way-door one-way-door abort
  feature-flag kill-switch kill-switchs dark-launch ramp-up-slowly percent-rollout staged-rollout staged behind-a-flag
  log structured-log structured-logs log-line log-lines stack-trace stack-traces trace-id correlation-id audit-log audit-logs tracing observab*
  monitor alerts-on graphs-on grafana prometheus slo slos slis sli error-budget error-budgets uptime
  ~alert paging oncall
  ~bug regressions
  root-cause root-causes five-whys why-five underlying-cause real-cause actual-cause band-aid band-aids bandaid* bandage-fix paper-over papering-over symptom-not treat-the-symptom treating-symptoms treat-symptoms temporary-fix get-to-the-bottom bottom-of-it
  retro post-mortem post-mortems after-action debriefs debriefing lesson-learned blameless-review look-back-on what-went-wrong went-wrong learn-from-mistakes
  ~code coder coders programmer* developer* spaghetti cleverness monolith* microservice* codebases
  refactor refactors refactoring refactored boy-scout boyscout leave-it-better leave-things-better better-than-i-found better-than-you-found cleaner-than tidy-up tidying-up clean-up cleans-up cleaning-up declutter* housekeeping-code spring-clean spring-cleans
  ~name descriptive misnam* identifier*
  comment code-comment code-comments inline-comment inline-comments docstring* comments-explain commented-code
  security cybersecurity infosec encrypted encryption firewall* antivirus malware phish* phishing password-manager sticky-note-password shared-account shared-accounts shared-password shared-passwords lock-my-screen lock-your-screen locked-screen screen-lock screen-locks unlocked-laptop token-in secrets-in leaked-key rotate-keys rotate-secrets hardening pen-test pen-tests pentest* vulnerabilit* cve cves attack-surface usb-stick zero-trust threat-model threat-models breach-security
  access least-privileges admin-rights admin-access root-access read-only permissions-review shared-login superuser sudo
  backup back-up backing-up backed-up-twice off-site offsite second-copy two-copies three-copies restore-test restore-tests restore-drill restore-drills test-restore test-restores tested-restore tested-restores hard-drive hard-drives hard-disk disaster-recovery data-loss dead-disk 3-2-1
  ai language-model language-models gpt chatbot* ai-generated generated-text genai machine-written
  ~data
  certain uncertainties uncertainty caveat* caveats error-margin error-margins margin-of-error significance statistically overconfiden* overclaim* overstat* oversell* overselling underclaim* false-precision decimal-place decimal-places decimals probabilistic likelihoods confidence-level confidence-levels confidence-intervals correlation causation spurious
  gut-feeling gut-feel gut-feelings hunch hunches intuitive* go-with-my-gut instincts feelings-over anecdote* anecdotal anecdata data-over-opinion hippo
  outlier outliers cherry-picking p-hack p-hacks massage-the-numbers massage-numbers massaging cook-the-books cooking-the-books fudge fudged fudging doctored doctor-the-numbers torture-the-data
  ~law litigat* lawsuit* sue sued suing courtroom* solicitor* barrister* paralegal* statute* legalese
  settle settlements out-of-court mediat* mediator arbitrat* amicabl* go-to-trial trial-risk avoid-court before-court
  hope odds slim-chance false-hope false-hopes chances-of realistic realistically unrealistic wishful-thinking rosy rose-tinted blind-optimism
  contract contracts contractual terms-and-conditions small-print fine-prints notice-period nda-sign scope-of-work statement-of-work termination engagement-letter
  tax taxman hmrc irs tax-return tax-returns tax-evasion off-the-books under-the-table cash-in-hand undeclared deductib* write-off write-offs vat
  booking bookkeeper* bookkeeping accountant* accounting reconcil* reconciliation ledgers journal-entr journal-entrs month-end year-end balance-sheet balance-sheets petty-cash expense-report expense-reports expense-claim expense-claims shoebox to-the-penny to-the-cent penny pennies voucher-number
  ~invoice invoices invoiced dunning timesheet*
  pay upfront-payment upfront-payments retainer* advance-payment advance-payments instalment* installment* half-up-front half-upfront thirty-percent fifty-percent money-up-front work-for-free working-for-free free-work for-exposure exposure-work unpaid spec-work free-sample free-samples free-trial
  quote-price quotation quotations written-quote fixed-quote itemized itemised hidden-fee hidden-fees hidden-cost hidden-costs hidden-charge hidden-charges price-upfront cost-upfront bill-shock costs-before what-it-will-cost what-it'll-cost no-surprises-on
  price-fair fair-price fair-prices underpric* undercut* undercharg* overcharg* overpric* rip-off rip-offs ripped-off gouging price-goug price-gougs race-to-the-bottom know-your-worth charge-what price-war
  discount discounts discounted haggling haggl* knock-off-the price-cut price-cuts mates-rates friends-and-family markdown* coupon*
  invest index-fund index-funds etf etfs shares-in stock-market stocks-market dividend* diversif* portfolio-risk speculat* crypto bitcoin day-trading hot-tip hot-tips compound-interest retirement pension* 401k brokerage get-rich-quick
  insurance insur* insurer* premiums policyholder* deductible* underinsured overinsured claims-adjuster coverage-gap
  need-of-people what-they-need what-they-actually-need what-people-need what-the-customer-needs what-she-needs what-he-needs actual-need real-need needs-first understand-the-need discovery-call
  pressure-on hard-sell hard-selling high-pressure scarcity countdown-timer countdown-timers only-today foot-in-the-door arm-twist arm-twists twist-arms cold-call cold-calls cold-calling cold-email cold-emails sleazy salesy pressure-people pressuring upselling cross-sell cross-sells hustl* nag-customers
  refund refunded refunds money-back no-questions-asked make-it-right make-things-right goodwill-gesture returns-policy take-it-back exchange-it replacement-free credit-note credit-notes
  complain complaining complains complainer* angry-customer angry-customers upset-customer upset-customers unhappy-customer unhappy-customers irate grumbl* dissatisf* furious-client
  apolog apologize apologies own-the-apology say-sorry saying-sorry say-i'm-sorry forgive* make-amends
  sell salesperson salespeople sales-pitch pitches pitching closing-deals close-the-deal quota quotas prospects prospect leads-list
  advert adverts advertising ads ad-copy slogan* tagline* clickbait* headline-grab exaggerat* exaggeration overhyp* hyperbol* puffery misleading-claim misleading-claims best-in-class world-class greenwash* influencer* followers clickthrough billboards testimonial* press-release press-releases sponsored sponsor
  source two-sources named-source named-sources anonymous-source anonymous-sources unnamed-source unnamed-sources primary-source primary-sources original-document original-documents fact-check fact-checks factcheck* rumor* wikipedia hear-it-from check-the-source attributed on-the-record straight-from informant* whistleblow* reporting-on leaked
  interview interviewee* quote-approval read-quotes-back copy-approval out-of-context
  correction corrections erratum errata retract* retraction correction-note set-the-record misquot* typo-fixed
  publish journalist* journalism newsroom* newspaper-page front-page reporter reporters byline* editor-in-chief deadline-print go-to-print goes-to-print columnist* scoop tabloid*
  edit copyedit* copy-edit copy-edits line-edit line-edits copyeditor editor editors cut-words cutting-words kill-your-darlings darlings trim trimmed trimming tighten-prose tighten-the rewording reword* rewrite-someone author's-voice authors-voice author author's authors voice-of-the manuscript* redline* track-changes style-guide style-guides house-style
  sentence-style subordinate-clause subordinate-clauses run-on-sentence run-on-sentences semicolon* comma-splice active-verbs strong-verbs nominali* dangling
  jargon layman* laypeople lay-person layperson lay-people explain-to-my-mum my-grandmother my-grandma my-mum my-mom my-nan my-gran grandma-test twelve-year-old ten-year-old five-year-old eli5 dumb-down plain-english plain-language readability everyday-words everyday-language normal-words ordinary-people gobbledygook legalese-free
  jargon acronyms corporate-speak corporatespeak management-speak bizspeak medical-terms big-words long-words fancy-words fancy-word ten-dollar-word ten-dollar-words gibberish lingo mumbo-jumbo weasel-words
  design redesign* user-interface ui ux layouts figma grid-system design-system pixel-perfect palette-color negative-space white-space whitespace kerning iconograph*
  real-content real-data actual-data sample-data fake-data dummy-data live-content
  sketch sketchbook* sketchpad napkin back-of-an-envelope thumbnail-sketch thumbnail-sketchs pen-and-paper hand-drawn on-paper-first paper-prototype paper-prototypes
  ~user
  goal okr okrs purpose end-goal outcome outcomes outcome-over north-star why-are-we problem-first what-problem problem-to-solve jobs-to-be-done success-criteria
  scope feature-creep out-of-scope in-scope change-request change-requests change-order change-orders quick-favor just-one-more-thing one-more-thing extra-work extra-request extra-requests extra-wish extra-wishs while-you're-at-it mission-creep gold-plating
  ~boss leaders leader ceo executive* hierarch*
  lead-example lead-by-example leading-by-example leads-by-example role-model role-models walk-the-talk practice-what preach-and roll-up-my-sleeves roll-my-sleeves roll-up-sleeves muck-in pitch-in pull-my-weight set-an-example setting-an-example wouldn't-do-myself would-not-do-myself
  delegate delegation delegated micromanag* hand-over-the micro-manag micro-manags breathe-down breathing-down hover hovering hovers letting-go let-go-of look-over-shoulders over-their-shoulder over-people's-shoulders free-rein
  hire hiring-manager hires-we candidates recruiter* recruitment recruiting job-ad job-ads job-advert job-adverts job-post job-posts job-description job-descriptions job-interview job-interviews applicants shortlist* reference-check reference-checks trial-day trial-shift vacancy vacancies headhunt* culture-fit reject-candidates rejected-candidate rejected-candidates rejection-letter rejection-letters probation probationary
  onboard onboarding* first-day first-week first-weeks first-month buddy buddies buddy-system mentoring mentors mentee* mentorship shadowing shadow-someone induction orient-new show-them-the-ropes the-ropes new-joiner new-joiners new-people new-colleague new-colleagues
  junior junior-dev junior-devs new-guy new-girl new-kid freshman greenhorn* interns apprentices apprenticeship* newcomers novices novice young-people younger-ones graduate-hires
  ~feedback constructive constructively critiques criticized appraisal*
  private behind-closed-doors pull-aside pulled-aside take-aside took-them-aside take-them-aside take-someone-aside in-front-of-others in-front-of-people in-front-of-guests in-front-of-customers in-front-of-patients in-front-of-everybody call-out-in call-people-out dress-down dressing-down berate berates berated berating reprimand* praise-in-public criticize-in-private
  credit give-credit giving-credit credit-where take-credit taking-credit takes-credit steal-credit stealing-credit whose-idea glory spotlight-on limelight acknowledg* contributor* name-the-person name-names
  blame pass-the-buck buck-stops scapegoat* witch-hunt witch-hunts blame-game throw-under-the-bus under-the-bus culprit* finger-point finger-points who-did-it accusing accus* accusation*
  admit own-my-mistakes own-mistakes own-your-mistakes own-up-to owning-up owned-up admit-mistakes confess* come-clean came-clean fess-up cover-up covered-up covering-up sweep-under under-the-carpet under-the-rug face-the-music hold-my-hands-up my-bad my-fault my-mistake i-screwed-up screw-up screwed-up mess-up messed-up messing-up i-was-wrong mea-culpa
  conflict confront* confrontation* address-it-directly say-it-to-their-face to-their-face to-his-face to-her-face talk-it-out talk-directly air-things clear-the-air clearing-the-air have-it-out bottle-up bottled-up bottling-up festers fester festering simmering grudge* resent* passive-aggressive passive-aggression elephant-in-the-room difficult-conversation difficult-conversations hard-conversation hard-conversations tough-conversation tough-conversations
  gossip gossip* rumor-mill grapevine backstab* behind-their-back behind-people's-backs behind-backs behind-his-back behind-her-back talk-behind not-in-the-room absent-colleague absent-colleagues badmouth* bad-mouth bad-mouths trash-talk trash-talks water-cooler
  own take-responsibility taking-responsibility take-ownership buck step-up stepping-up answerable liable it's-on-me my-job my-responsibility not-my-job somebody-else's-problem someone-else's-problem
  decide indecisi* indecision dither* dithering sit-on-the-fence fence-sit fence-sits deciding-vote decision-log decision-logs decision-record decision-records make-a-call makes-the-call make-the-call analysis-paralysis disagree-and-commit
  agree buy-in majority unanimous* consent-based compromise-in align aligned alignment on-the-same-page same-page
  pair together teamwork team-player team-players lone-wolf lone-wolves solo-hero hero-culture heroics hero heroes silo-work side-by-side join-forces all-in-this pull-together go-it-alone
  free-time overtime-hours long-hours extra-hours late-hours work-late working-late stay-late staying-late stayed-late weekend-work work-weekends working-weekends on-weekends crunch* death-march all-nighter all-nighters clock-out-on leave-on-time leave-at-five leave-at-5 out-the-door-at out-by-five home-on-time home-by-six home-by-dinner home-for-dinner nine-to-five forty-hours workaholi*
  free-time work-phone work-laptop work-email-off log-off logs-off logged-off logging-off sign-off-at switch-off-after disconnect* disconnecting unwind* unwinding recharge* recharging laptop-closed laptop-shut laptop-stays close-the-laptop closed-laptop shut-the-laptop days-off-are holidays-are my-weekend my-weekends my-evenings my-evening evenings-are weekends-are answer-on-weekends annual-leave paid-leave pto time-away out-of-office leisure not-available unavailable
  break lunch-break lunch-breaks coffee-break coffee-breaks tea-break tea-breaks smoke-break smoke-breaks take-breaks take-a-break take-my-break breather* skip-lunch skipping-lunch skips-lunch eat-at-my-desk eating-at-my-desk lunch-at-my-desk lunch-at-the-desk away-from-my-desk away-from-the-desk step-away step-outside rest-break rest-breaks pomodoro
  morning early-bird morning-person mornings-are before-nine before-eight before-lunch dawn sunrise crack-of-dawn wake-up wakes-up woke-up waking-up get-up-early alarm-clock night-owl night-owls up-at-five up-at-six at-5am 5am 6am
  home work-from-home working-from-home wfh home-working telework* telecommut* hybrid-work return-to-office in-the-office office-day office-days back-to-the-office
  hurry slapped-together rush-job rush-jobs rushing-it hasty hastily hurriedly quick-and-dirty measure-once cut-twice slow-is-smooth more-haste less-haste no-shortcut no-shortcuts shortcut-taken shortcuts-in take-shortcuts taking-shortcuts meticulous* painstaking* diligence due-diligence
  boring-tech boring-technology tried-and-trusted shiny-new shiny-thing shiny-things latest-framework new-framework new-frameworks framework-of-the resume-driven hype-train hype-cycle mature-technology buzzwords-tech fad fads bandwagon*
  doubt question-everything challenge-assumptions devil's-advocate devils-advocate play-devil skeptic* sceptic* scepticis* steelman* falsif* prove-me-wrong prove-myself-wrong poke-holes poking-holes confirmation-bias evidence-against
  slides slide slide-deck slide-decks deck decks powerpoint* keynote-deck presentation presentations presenting bullet-slides speaker-notes flipchart* handout*
  performance bottleneck* profiler* profile-before profile-first optimiz* optimis* premature-optim premature-optims slow-page slow-pages page-speed load-time load-times millisecond* benchmark* throughput big-o
  dependency third-party third-party-code npm-package npm-packages left-pad vendor-lock vendoring pinned-version pinned-versions upgrade-depend upgrade-depends supply-chain leftpad
  duplicate dry-principle don't-repeat repeat-yourself copy-pasting copypast* rule-of-three copy-and-paste
  abstract abstraction* premature-abstract premature-abstracts over-abstract over-abstracts indirection overengineered over-engineering over-engineered overbuil* future-proof future-proofs speculative-general
  version-number version-control commit-history git-history semver changelog-entry
  ticket jira backlog-item backlog-items ticket-number work-item work-items issue-tracker ticketless kanban sprint sprints sprint-board
  standard linter* lint linting formatter* code-style coding-standard coding-standards tabs-or-spaces prettier eslint black-formatter style-rule style-rules
  type typecheck* type-check type-checks type-safe type-safes strongly-typed type-hint type-hints any-type
`
