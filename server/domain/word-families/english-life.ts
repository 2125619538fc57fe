/** English words of home, family, health, money and manners (`families.ts`). */
export const englishLife = `
  family-meal family-dinner family-dinners dinner-table dinner-time eat-together eating-together at-the-table sunday-dinner sunday-lunch supper suppers
  sugar candy candies sweets treats dessert* soda sodas chocolate* sugary
  drink hydrat* thirsty tap-water glass-of-water water-bottle
  alcohol sober sobriety drunk tipsy booze* hangover* pub pubs liquor whisky whiskey vodka gin tequila pint pints teetotal*
  smoke smoking cigarette* vape vaping nicotine tobacco
  sleep sleep-deprived insomnia* well-rested eight-hours bedtime-early lie-in sleeping-in sleepy snooze* sleep-on-it sleep-over-it overnight-before good-night's night's-sleep morning-after-decide rested-mind tired-mind
  health doctor's-appointment checkup* check-up check-ups screening-test flu colds sniffl* cough coughs coughing sneez* contagious sick-day sick-days sick-leave stay-home-when call-in-sick come-in-sick work-sick unwell immune immunity heal heals
  walk walks-after stairs elevator-instead take-the-stairs hike-daily ten-thousand-steps legs-moving around-the-block fresh-air get-outside go-outside step-count
  bike cyclist* bike-lane bike-lanes bike-helmet pedal* e-bike ride-my-bike
  car-free public-transport public-transit bus buses tram trams subway metro carpool* car-shar car-shars rideshare* car-free
  travel flying-less flight-shame short-haul night-train night-trains sleeper-train
  environment reusable* reus* single-use compostable zero-waste plastic-free plastic-bag plastic-bags tote-bag tote-bags carbon footprint* climate greenhouse eco-friendly solar renewable* energy-saving litter littering landfill* refill* refillable
  throw-out bin-day food-waste food-bank food-banks foodbank throw-it-out throwing-out threw thrown-out landfill-bound peelings bones-for stock-from trimmings odds-and-ends use-it-up eat-leftovers yesterday's day-old stale
  second-hand thrift thrift-store thrift-stores thrifting charity-shop charity-shops flea-market flea-markets refurbish* hand-me-downs bought-used buy-used used-one pre-owned yard-sale yard-sales garage-sale garage-sales
  consumerism declutter-home decluttering minimalism impulse-buy impulse-buys impulse-purchase impulse-purchases impulse-buying buy-less own-less stuff-we-own possessions accumulate consumerism need-versus-want sleep-before-buying wait-before-buying thirty-day-rule shopping-spree shopping-sprees hoarder*
  save-money frugal* thrifty rainy-day nest-egg emergency-fund emergency-funds put-aside set-aside put-away-money pay-myself-first piggy-bank savings-account live-below below-my-means within-my-means tighten-the-belt standing-order
  debt debts owe owes owing credit-cards mortgage* buy-now-pay-later instalments-on interest-rates-card overdraft* payday-loan payday-loans borrow-money lend-money lending-money loan-money
  budget budgeting envelope-system envelopes expenses spending-plan track-spending spreadsheet-of-spending overspend*
  gift present-giving birthday-present birthday-presents christmas-present christmas-presents handmade-gift handmade-gifts gift-card gift-cards regift* wrapping-paper
  household-share chores chore housework household household-tasks take-turns-cooking share-the-chores divide-the-chores do-the-dishes laundry-duty vacuuming-turn
  refactor tidy-room make-my-bed make-the-bed everything-has-its-place place-for-everything its-own-place unmade kitchen-clean-before cluttered
  parenting parenthood raise-kids raising-kids upbringing strict-parent strict-parents spank* smack-a meltdown* helicopter* spoil-a-child spoiled-kid spoiled-kids tantrums empty-threat empty-threats consistent-rules disciplining
  choose-for let-kids let-children let-them-choose kids-decide kids-choose kids-a-say let-them-fail let-them-fall let-them-try-it own-mistakes-kids hover-over trust-the-child on-their-own-first
  read-aloud read-to-them reading-to-them picture-book picture-books storytime story-time read-to-my read-to-the
  relationship marriage* married spouse* husband* wife girlfriend* boyfriend* partner-at-home date-night jealous* jealousy breakup* divorce* go-to-bed-angry to-bed-angry bed-angry couple-time faithful* unfaithful
  friends friend friendship* besties buddy-friend hang-out hanging-out keep-in-touch stay-in-touch
  listen attentive* attentively hear-someone-out hear-them hears-people shut-up-and talk-less speak-less ears-than-mouth two-ears unsolicited unsolicited-advice empath* empathic compassion* sympath* in-their-shoes someone-else's-shoes other-people's-shoes walk-in-their feel-heard feels-heard being-heard
  polite manners rude rudeness please-and-thank please-and-thanks thank-yous impolite tact tactful* decency discourteous civil civility kind-word kind-words kindly unkind gracious*
  kids-names first-names by-name-greet learn-names learn-everyone's-name remember-names names-matter name-tag name-tags surname*
  honest truthfulness liar* lied white-lie white-lies straight-talk straight-answer straight-answers straight-with blunt* bluntly forthright* outspoken upfront-about level-with tell-it-like beat-around beating-around-the-bush beat-about the-truth hard-truth hard-truths uncomfortable-truth uncomfortable-truths painful-truth unvarnished integrity insincer* straight-shooter no-bullshit bullshit bs brutal* brutally
  promise flake-out flaking flakey-friend keep-your-word kept-my-word keeping-my-word my-word-is word-is-my my-word-counts do-what-i-say say-what-i-do gave-my-word give-my-word man-of-my-word woman-of-my-word follow-through-with turn-up-when show-up-when
  patience impatien* patiently-wait slow-down slowing-down unhurried no-rush in-no-hurry bide-my-time good-things-take rome-wasn't
  social-media scroll scrolling doomscroll* tiktok timeline-feed oversharing overshar* kids-online photos-of-my-kids pictures-of-children posting-photos post-photos likes-and-comments
  news-diet headlines-only news-before-bed
  lifelong-learn lifelong keep-learning never-stop-learning learn-something-new learn-every-day upskill* webinar* online-course online-courses take-a-course night-class night-classs conference-talks read-a-book professional-development inquisitive
  modest boast* boasting brag* bragging show-off showing-off know-it-all know-it-alls big-headed ego egos conceit* self-important haughty smug*
  change-mind change-my-mind changed-my-mind open-minded open-mindeds open-mind stubborn* stubbornness hold-opinions-loosely loosely-held strong-opinions convince-me
  fair equally same-rules same-treatment even-handed even-handeds evenhanded* favorit* play-favorites teacher's-pet teachers-pet special-treatment queue-jump queue-jumps unbiased level-playing-field nepotis* double-standard double-standards
  gift-bribe bribe bribes bribery kickback* brib* corrupt* nepotism gifts-from-suppliers supplier-gift supplier-gifts free-lunch-from conflict-of-interest conflicts-of-interest backhander* favors-for quid-pro-quo strings-attached
  improvis wing-it winging-it on-the-fly play-it-by-ear ad-lib adapt-on flexib* spontane* off-the-cuff
  perfect done-is-better better-than-perfect perfection polishing-forever diminishing-returns flawless* enemy-of-the eighty-percent 80-percent good-enough-is
  start-small just-start just-begin get-started getting-started first-step two-minute two-minutes five-minute-rule
  evening-review night-before the-night-before evening-before plan-tomorrow tomorrow's-list next-day's end-of-day end-of-the-day day-review wind-down-routine
  silence quietly loudness volume radio music-while-i music-off background-music noise-cancel noise-cancels peace-and-quiet in-silence library-quiet hush chatter*
  cash cash-only banknote* coins pay-in-cash card-payment card-payments exact-change
  key-lock key-ring keyring lock-the-door lock-up locks-up locked-door double-lock deadbolt alarm-set burglar*
  tenant tenants landlord* lease leases rental* renter* rent-arrears roommate* flatmate* house-rules housemate* realtor* estate-agent estate-agents property-viewing property-viewings
  dress-code dress-up suit-and-tie necktie* jeans-at-work sweatpants business-casual
  guest-welcome welcome welcomes welcoming hospitable hospitality open-door open-door-policy my-door-is-open door-is-always regulars feel-at-home
  small-talk small-chat chit-chat chitchatting watercooler-talk
  humor sarcas* irony ironic* cynic* teasing tease punchline* at-someone's-expense at-others-expense
  thank thankful* thankfully-said appreciat* thank-you thank-you-note thank-you-notes thank-you-card thank-you-cards say-thanks gratitude-list
  stranger-help bystander* look-away good-samaritan first-aid-course cpr step-up-for stand-up-for speak-up-for
  trust distrust* mistrust* trustworthy untrustworthy benefit-of-doubt
  volunteer volunteering charity charities donat* donor* nonprofit* non-profit non-profits fundrais* give-back soup-kitchen
  member membership* memberships
  garden-wild weedy lawnmow* perennial* bulbs seed-packet seed-packets pollinating pots-of
  meditation meditat* mindful* breathe-deep breathing-exercise breathing-exercises prayer-time journal-every gratitude-journal
  risk-take gamble* gambling bet bets betting all-in reckless* daredevil calculated-risk
  elder grandparent* grandfather grandpa granny nursing-home nursing-homes old-age elders
`
