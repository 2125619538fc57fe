import { groups } from './words.ts'

/** Synonyms and irregular forms: general English of work, no jargon of one profession. */

/** Each group is one meaning; all its words count as the first. A word is in one group only; the first group wins. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  groups(`
    answer reply respond response; check verify inspect examine validate audit doublecheck;
    monitor watch track observe; customer client; user reader visitor; brief short concise terse succinct;
    small tiny little; fix repair correct resolve solve mend; deploy ship release launch deployment rollout;
    publish post; tell inform notify; start begin commence; send deliver mail; share disclose expose reveal;
    use employ utilize apply adopt stick; remove delete drop erase; add introduce insert include; alter modify edit;
    finish complete conclude; bug defect fault; error failure exception; help assist; immediately instantly;
    require demand; staff employee; pupil student; physician doctor; attorney lawyer; buy purchase; invoice bill;
    delay postpone; discard trash; clean wash; forbid prohibit; contract agreement; store save; car vehicle;
    choose pick select; keep retain; colleague coworker teammate; meeting call; fast quick speedy rapid;
    gradual gradually incremental incrementally stepwise; optimize optimise optimization; measure profile benchmark;
    plain clear simple; honest truthful candid sincere; warm friendly kind polite;
    image picture screenshot diagram figure photo; example sample snippet; jargon buzzword; sentence phrase;
    documentation docs doc manual; confirm confirmation acknowledge approve approval; expert specialist;
    read review proofread; data dataset table; analyse analyze analysis; duplicate dupe;
    secret credential password token; log logs logging logger; dashboard panel; incident outage;
    postmortem retrospective; weekly week; daily day; test tested testing tests; summary digest overview recap;
    write draft compose; promise guarantee commit; blame accuse fault; term term wording vocabulary;
    glossary terminology; old legacy; technology tech; colour color; design draw; decision choice;
    backward backwards compatible compatibility; undo revert; person individual; 2 two zwei; 3 three drei; 4 four vier; 5 five fünf;
    6 six sechs; 10 ten zehn; 12 twelve; 15 fifteen; 20 twenty; 30 thirty;
  `)
    .toReversed()
    .flatMap(([first, ...others]) => [first!, ...others].map((word) => [word, first!] as const)),
)

/** Irregular forms that no suffix rule finds, after the word that they are forms of. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  groups(`
    send sent; freeze frozen; refreeze refrozen; write wrote written; keep kept; run ran; break broke broken;
    make made; give gave given; hold held; lead led; leave left; build built; find found; tell told; say said;
    take took taken; see saw seen; know knew known; speak spoke spoken; choose chose chosen; draw drew drawn;
    show showed shown; teach taught; think thought; buy bought; bring brought; catch caught; begin began begun;
    grow grew grown; lose lost; meet met; pay paid; mean meant; understand understood; child children;
    index indices indexes; analysis analyses; criterion criteria; hide hidden; forget forgotten forgot;
    good better best;
  `).flatMap(([word, ...forms]) => forms.map((form) => [form, word!] as const)),
)
