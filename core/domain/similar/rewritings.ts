/** The longest phrase between the parts of a verb. */
const object = '(?:(\\w+(?: \\w+)?) )?'
const limit =
  '(?= (?:an? |the )?(?:\\d|limit|budget|threshold|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|sixty|hundred|thousand))'

/**
 * Rewritten before words are examined, in this order, in lower case: different phrases for one thing become one word.
 */
const rewritings: readonly (readonly [RegExp, string])[] = [
  // Chinese has no spaces: its words of negation and demand are separated, and each other character counts as a word.
  [/绝不能?|从不|不要|禁止|切勿|不得|不能|不可|别/g, ' never '],
  [/必须|总是|始终|一定|都要|全部|所有|每次|先|都|的|要/g, ' '],
  [/(?<=\p{Script=Han})(?=\p{Script=Han})/gu, ' '],
  [/[\u2018\u2019]/g, "'"],
  [/\b(?:can't|cannot|can not)\b/g, 'not'],
  [/\bwon't\b|n't\b/g, ' not'],
  [/'(?:m|re|ve|ll|d|s)\b/g, ''],
  [/\b(?:if not|why not|or not|whether or not|not only|not just|not at all|no matter|no doubt|no later than)\b/g, ' '],
  [/\bno one\b/g, 'nobody'],
  [/\bkeep(?:s|ing)? (?:an eye on|track of|tabs on)\b|\bwatch over\b|\blook(?:ing)? after\b/g, 'monitor'],
  [/\blook(?:s|ing|ed)? (?:for|at|through|over)\b/g, 'check'],
  [/\b(?:(?:merge|pull)[ -]requests?|prs?|mrs)(?!\p{L})/gu, 'pullrequest'],
  [/\bback(?:s|ed|ing)? up\b/g, 'backup'],
  [/\broll(?:s|ed|ing)? back\b/g, 'rollback'],
  [/\b(?:no|not|never) (?:more|longer|larger|greater|higher) than\b|\bat (?:the )?most\b|\bup to\b/g, 'below'],
  [/\b(?:no|not|never) (?:less|fewer|shorter|smaller|lower) than\b|\bat (?:the very )?least\b/g, 'above'],
  [/\b(?:more|longer|larger|greater|higher|mehr|länger|größer) (?:than|als)\b/g, 'above'],
  [/\b(?:less|fewer|shorter|smaller|lower|weniger|kürzer|kleiner) (?:than|als)\b/g, 'below'],
  // Elsewhere "over" and "under" are parts of other words' meanings: "hand over", "under review".
  [new RegExp(`\\b(?:over|über)${limit}`, 'g'), 'above'],
  [new RegExp(`\\b(?:under|unter)${limit}`, 'g'), 'below'],
  [/\bat rest\b/g, 'atrest'],
  [/\bin (?:transit|flight)\b/g, 'intransit'],
  [new RegExp(`\\b(?:turn|switch)(?:s|es|ed|ing)? ${object}off\\b`, 'g'), 'disable $1'],
  [new RegExp(`\\b(?:turn|switch)(?:s|es|ed|ing)? ${object}on\\b`, 'g'), '$1'],
  [/\b(scal|ramp)(?:e|es|ing)? up\b/g, 'increase'],
  [/\b(scal|ramp)(?:e|es|ing)? down\b/g, 'decrease'],
  [/\b(?:rather than|instead of|as opposed to|in place of|anstatt|anstelle von|statt)\b/g, 'insteadof'],
  // "Keep secrets out of the logs" forbids what "put secrets into the logs" demands.
  [/\b(?:keep|keeping|kept|stay|leave) ((?:[\w-]+ ){0,4})(?:out of|away from|off)\b/g, 'never $1'],
  // The first clause of a sentence need not come first in time: it is moved to the end, its usual position.
  [/^(before|after|bevor|nachdem) ([^,]+), (.+)$/, '$3 $1 $2'],
]

/** Whether any of them occurs, which is rare. */
const any = new RegExp(rewritings.map(([{ source }]) => source).join('|'), 'u')

/** A text in lower case, with one word for each of these phrases. */
export const rewrite = (text: string): string =>
  any.test(text) ? rewritings.reduce((result, [pattern, by]) => result.replace(pattern, by), text) : text

const particleVerb =
  /\b(opt|log|sign|check|clock|zoom|fade|phase|scale)(?:s|ed|ing|ged|ging|ted|ting)? ((?:[\p{L}\p{N}-]+ ){0,3}?)(in|out)\b/gu

/** Joins verbs with their particles, which are opposites: "opt users in" and "opt users out". */
export const joinParticles = (text: string): string =>
  text.replace(particleVerb, (_, verb: string, object: string, particle: string) =>
    `${verb}${particle} ${object}`.trim(),
  )
