import type { Form } from './content-form.ts'

/**
 * Duties and habits in a plain sentence: "I own the billing service", "I review every migration", "Ich überwache die
 * Fehlerrate". The weights know the words of the labeled trades alone, and miss half of them.
 */
const lead = String.raw`^(?:(?:and|also|so|well|yes|at work|und|also|auch),? )*`
const often = String.raw`(?:(?:also|still|personally|mostly|usually|mainly|always|just|only) )*`
/** Words that begin no object of a duty: "I own it", "I run into problems". */
const object = String.raw`(?! (?:it|this|that|those|these|them|him|her|you|one|what|if|whether|myself|a|an|some|more|now|here|something|anything|things?)\b) \S`
const all = String.raw` (?:the|our|all|each|every|any|open|new|incoming|daily|nightly|weekly|monthly|quarterly)\b`
const closeness = String.raw`(?:(?:auch|selbst|persönlich|täglich|regelmäßig|immer|stets) )*`

const duties: readonly RegExp[] = [
  new RegExp(
    `${lead}i ${often}(?:own|oversee|maintain|monitor|review|audit|approve|coordinate|triage|mentor|moderate|curate|administer|supervise|look after|take care of|keep track of|keep an eye on|watch over|track)${object}`,
    'iu',
  ),
  new RegExp(
    `${lead}i ${often}(?:run|write|check|answer|lead|handle|manage|watch|prepare|publish|send|plan|sign|sign off|release|update|collect|compile|document|test|verify|investigate|train|rotate|renew|deploy|encrypt|tag|archive|schedule)${all}`,
    'iu',
  ),
  new RegExp(
    `${lead}i ${often}(?:handle|answer|process|approve|collect|sort) (?:[\\p{L}-]+ )?(?:requests|questions|tickets|complaints|escalations|claims|reports|incidents|inquiries|feedback)(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:i am|i'm) (?:responsible for|accountable for|in charge of|the (?:owner|maintainer) of)(?! (?:the mess|this|that|it)\\b)`,
    'iu',
  ),
  new RegExp(
    `${lead}ich ${closeness}(?:verantworte|betreue|pflege|überwache|prüfe|kontrolliere|koordiniere|verwalte|moderiere|leite|genehmige|beobachte|warte|veröffentliche|sichte|dokumentiere|kümmere mich um|bin .{3,60} (?:verantwortlich|zuständig)|bin (?:verantwortlich|zuständig) für)(?! (?:das|es|dann|ja|mal|jetzt|gerade|dich|mich|hier|mir)(?!\\p{L}))(?!\\p{L})`,
    'iu',
  ),
]

const rhythm = String.raw`(?:every|each) (?:day|night|morning|evening|week|month|quarter|year|sprint|shift|release|monday|tuesday|wednesday|thursday|friday)`

/** Habits that say that they are kept in all cases or regularly, and rules of a person in German. */
const habits: readonly RegExp[] = [
  new RegExp(
    `${lead}(?:i|we) ${often}(?:run|store|keep|encode|pin|compile|build|test|sign|deploy|write|log|tag|encrypt|validate|ship) (?:everything|nothing|all|each|every|no) (?!(?:my|day|night|morning|week|year|time|the time)\\b)\\S`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:i|we) ${often}(?:rotate|renew|review|check|update|test|back up|archive|publish|measure|rehearse|prune|audit) (?!my\\b).{3,60} ${rhythm}(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `${lead}we ${often}(?:use|store|keep|pin|compile|build|encode|publish|deploy|encrypt) (?!(?:it|this|that|to|the|a|an|our|my)\\b).{2,60} (?:in|for|as|to|on|between|with|under|across) \\S`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:ich|wir) (?!habe?n? |hatten? |bin |sind |waren? |wei(?:ß|ss) |wissen |verstehe|kann |können |will |wollen |sehe |denke |finde? |glaube |vergesse|möchte |würden? |muss |müssen |freue? |sage? |rede |hoffe |brauche |freuen )\\p{L}+ (?:[\\p{L}-]+ ){0,4}(?:immer(?! (?:noch|wieder|mehr|mal))|nie|niemals|nur(?! noch)|grundsätzlich|stets|ausschließlich|prinzipiell)(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:bei|für) (?:mir|uns|mich) (?:geht|gibt es|wird|werden|kommt|kommen|gehört|gehören|gilt|zählt|muss|müssen|darf|dürfen|bleibt)(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:ich finde|meiner meinung nach|aus meiner sicht|ich bin der meinung),? (?!.*(?<!\\p{L})(?:wir|du|ihr|jetzt|heute|morgen|mal|gerade)(?!\\p{L})).{0,60}(?<!\\p{L})(?:soll|sollen|sollte|sollten|muss|müssen|braucht|brauchen|gehört|gehören|darf|dürfen)(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `${lead}(?:ich|wir) (?!bin |sind |habe?n? |kann |können )\\p{L}+ (?:[\\p{L}-]+ ){0,3}(?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|abends|nachts) (?:nicht|nie|kein\\p{L}*|nur)(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `${lead}(?!(?:die|der|das|es|sie|er|wir|ich|ihr|du|beide|alle|viele|manche)\\b)\\p{L}{4,} (?:gehört|gehören) (?:(?:nicht|nie|immer|nur) )?(?:in|ins|auf|zu|unter|vor) \\S`,
    'iu',
  ),
  new RegExp(`${lead}ohne .{3,60} (?:bei (?:mir|uns) nichts|nehme ich |gebe ich |mache ich |gehe ich )`, 'iu'),
]

const disowned = /\b(?:sadly|sorry|unfortunately|kidding|joking|lol|leider)\b|\/s\b/i

/** Where people write of themselves: at length, at work and in reviews they speak of the matter at hand. */
const forms: readonly Form[] = ['publication', 'chat']

const matches = (sentence: string, form: Form, patterns: readonly RegExp[]): boolean => {
  const text = sentence.replaceAll('\u2019', "'")
  return forms.includes(form) && !disowned.test(text) && patterns.some((pattern) => pattern.test(text))
}

/** Whether a sentence states a duty of its author in so many words. */
export const isStatedDuty = (sentence: string, form: Form): boolean => matches(sentence, form, duties)

/** Whether it states a habit, or a rule in German. */
export const isPlainHabit = (sentence: string, form: Form): boolean => matches(sentence, form, habits)
