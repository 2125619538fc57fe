import { fillers, hedge } from './words/english.ts'

/** Replaces words that people omit or add when they type and speak, so that a clause reads like a written one. */

const changes: readonly (readonly [RegExp, string])[] = [
  // Times and stage directions of transcripts: "[12:30]", "[laughter]".
  [/\\?\[(?:[\d:.]{4,12}|[a-z]{3,16}(?: [\d:.]{4,12})?)\\?\]\s*/g, ''],
  [/\b(i|we|the|a|to|that|is|it's|i'm|and|of|in|you|it)(?:,? \1\b)+/gi, '$1'],
  [/\b(do|does|did|wo|ca|should|would|could|is|are|was|have|has)nt\b/gi, "$1n't"],
  [/\b(i)(m|ve)\b(?=\s)/gi, "$1'$2"],
  [/\b(that|what|let)s\b(?= (?:my|why|how|go|the|not|just|always|what|i|it))/gi, "$1's"],
  [/\b(?:u)\b/g, 'you'],
  [/\s*\u2014\s*/g, ' \u2014 '],
  [/\bwanna\b/gi, 'want to'],
  [/\bgonna\b/gi, 'going to'],
  [/\b(double|cross|re) (check|test|read)\b/gi, '$1-$2'],
  [/\bi\b(?=['\s]|$)/g, 'I'],
  [
    /,? (?:you know|I mean|I guess|as they say|as I said|frankly|honestly|to be honest|if you will|I would say|I'd say|in my opinion|again|obviously|personally|at least to me),/gi,
    '',
  ],
  [/(?<!\b(?:what|this|that|any|some|an?|the|same|each|every|one|another|which|other)) (?:kind|sort) of(?= \w)/gi, ''],
  [
    new RegExp(
      `\\b(I|we)('m|'ve|'d|'re|'ll| am| are| have| would| will| do| don't| would never)?((?: (?:${fillers}))+),?(?= )`,
      'gi',
    ),
    '$1$2',
  ],
  [
    /(?:[,.\s]+(?:any ?more|any longer|lol|lmao|haha+|imo|imho|tbh|ngl|fwiw|thanks|thx|ever|honestly|of course|every time|as always|though|but|(?:and |or )?(?:things|stuff|something|anything|all) like that|and all (?:of )?that(?: stuff)?|and so on|and whatnot|or something|or whatever|(?:that's|thats) (?:just )?(?:my thing|me|how I roll)|always have|(?:\p{Extended_Pictographic}|[:;]-?[)(DP])+))+[\s.!]*$/iu,
    '',
  ],
]

export const asSaid = (sentence: string): string =>
  changes.reduce((said, [pattern, replacement]) => said.replace(pattern, replacement), sentence)

/** Removes hedges from a clause; returns the clause itself if there are none. */
export function withoutHedges(clause: string): string {
  let said = clause
  for (let left = maxHedges; left > 0 && hedge.test(said); left--) said = said.replace(hedge, '')
  return said
}
const maxHedges = 5

const pronoun = /^(?:it|them|those|these|there|him|her|this|that)$/i
/** Words before "that" as a conjunction. */
const opensClause =
  /^(?:ensure|sure|important|worry|believe|skeptical|agree|certain|convinced|insist|essential|crucial)$/i
/** Words after "that", "this" and "her" that name nothing, so that the word before them is a pronoun. */
const namesNothing =
  /^(?:a|an|the|to|from|in|on|at|for|of|with|by|as|or|and|but|so|because|when|if|while|before|after|until|without|like|way|right|every|all|too|also|then|now|really|often|much|more|first|two|three|again|up|out|off|over|down)$/i

/**
 * Whether a statement depends on something named before it: "learn more of them", "check there every day". In a
 * statement that names two things before the pronoun, the pronoun most likely means one of them: "review a change
 * before I merge it".
 */
export function pointsElsewhere(statement: string): boolean {
  const words = statement.match(/[\p{L}\p{N}'-]+/gu) ?? []
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      pronoun.test(word) &&
      !(/^that$/i.test(word) && opensClause.test(words[index - 1]!)) &&
      (!/^(?:these|those|this|that|her)$/i.test(word) ||
        words[index + 1] === undefined ||
        namesNothing.test(words[index + 1]!)),
  )
  if (at < 0 || (words[at] === 'it' && idiom.test(words[at - 1]!))) return false
  if (words.slice(at).some((word) => /^(?:without|until|unless|before|after)$/i.test(word))) return false
  const named = words.slice(1, at).filter((word) => word.length > 3 && !light.test(word))
  return named.length === 0
}
/** "Keep it short" */
const idiom = /^(?:keep|make|say|take|put|find)$/i
const light =
  /^(?:more|much|many|most|some|such|even|just|only|very|really|always|never|with|from|into|over|about|that|this|than|then|when|what|lots|kind|sort|using|doing|having|being|making|going|getting)$/i

/** Words that more text would follow: the sentence broke off. */
const open =
  /(?<![-\w])(?:an?|the|(?<!\b(?:ask|asks|asked|want|wants|told|tell|tells|have|has|need|needs)(?: (?:me|us|them|him|her|you|it|i|we|they))? )to|of|and|or|but|so|because|if|where|when|while|which|who|how|i|we|you|some|my|our|than|it's|i'm|be able)$/i

/** Whether the rest of a statement broke off, or introduces somebody's words. */
export const isBroken = (statement: string): boolean =>
  open.test(statement) || (statement.match(/["\u201C\u201D]/g)?.length ?? 0) % 2 === 1
