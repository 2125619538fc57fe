import { groups } from './words.ts'

/** Synonyms and irregular forms: general English of work, no jargon of one profession. */

/** Each group is one meaning; all its words count as the first. A word is in one group only. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  groups(`
    answer reply respond response; check verify inspect examine validate audit doublecheck;
    monitor watch track observe; fix repair correct resolve solve mend;
    deploy ship release launch deployment rollout; measure profile benchmark; customer client; start begin commence;
    remove delete; colleague coworker teammate; documentation docs doc; staff employee; invoice bill;
    attorney lawyer; physician doctor; pupil student; car vehicle; buy purchase; store save; delay postpone;
    postmortem retrospective; summary digest overview recap; write draft compose; promise guarantee commit;
    glossary terminology; old legacy; technology tech; colour color; design draw; decision choice;
    backward backwards compatible compatibility; undo revert; person individual; 2 two zwei; 3 three drei;
    4 four vier; 5 five fünf; 6 six sechs; 10 ten zehn; 12 twelve; 15 fifteen; 20 twenty; 30 thirty;
  `).flatMap(([first, ...others]) => [first!, ...others].map((word) => [word, first!] as const)),
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
