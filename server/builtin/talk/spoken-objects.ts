import { contentWords } from './clause.ts'

/** Finds the object of a clause of talk if it is clear from the clause alone. */

/** Words for the matter at hand, which only the participants understand. */
const atHand =
  /^(?:(?:to |of |on |about |with |having |doing |making |going (?:with|for|to) |adding |using |changing |moving |keeping |having to )*)(?:it|its|this|that|these|those|them|they|him|her|you|your|there|here|either|neither|both|one|option|alternative|stage|something|anything|nothing|somebody|someone|people who|what|how|why|where|when|who|which|if|whether|all of|some|any of|number \d|slide|so|not|is|are|was|more than|the (?:\w+ ){0,2}?(?:proposal|change|approach|option|idea|solution|former|latter|way|version|topic|item|first|second|third|current|other|others|issue|fact|name|names|term|question|concept|same|thing|things|feature|one|ones|rest|direction|suggestion|presentation|slides?|team|show|episode|book|talk|word|words|discussion|point|answer|text|part|variants?))\b/i
const ofTheDay =
  /\b(?:the|this|that) (?:\w+ )?(?:proposal|prs?|pull request|meeting|discussion|presentation|slides?|queue|agenda|spec text|episode|show|podcast)\b|\b(?:it|this|these|those|them|there)(?= (?:to|in|into|for|with|from|as|at|on|is|are|was)\b|$)|\bthat(?= (?:to|in|into|for|with|from|as|at|on)\b|$)/i

/** The end of the object, where the talk continues. */
const goesOn =
  /\s*[,;:\u2013\u2014]\s.*$|\s--?(?:\s.*)?$|\s+(?:because|since (?=i|we|it|that|this|the)|so (?=i|we|it|that|this|there)|but|even (?:if|though|when)|although|though|whereas|in terms of|at this point|in (?:that|this|which) case|by the way|as well|right now|if (?=i|we|you|that|this|it)|when (?=i|we|you|it comes)|and (?=i|we|you|it|they|that|then|so|there|also|if|not|have|again|sometimes|maybe|usually|probably)|which|like,)\b.*$/i
const maxWords = 16

/** A noun phrase or an action, up to its end, that outsiders understand; undefined for any other. */
export function named(what: string | undefined): string | undefined {
  const object = what
    ?.replace(goesOn, '')
    .replace(
      /^(?:(?:just|simply|really|actually|even|ever|both) )+|^there being (?:an? |some )?|^the (?:idea|notion|thought|concept|practice) of /i,
      '',
    )
    .replace(/\s+(?:and|so|so that|when|if|that|because|than|where) (?:\S+ ){0,4}?you\b.*$/i, '')
    .replace(/(?:\s+(?:either|too|though|anyway|anymore|so much|a lot|very much|at all))?[\s.,]*$/i, '')
  if (!object || atHand.test(object) || ofTheDay.test(object) || contentWords(object) === 0) return undefined
  if (/\b(?:you|your|he|she|his|her)\b/i.test(object)) return undefined
  return object.split(/\s+/).length <= maxWords ? object : undefined
}

/** Turns "write documentation" into "writing documentation". */
export const gerund = (phrase: string): string =>
  phrase.replace(/^[a-z]+/i, (verb) =>
    /(?:[^aeiou]|^)[aeiou][bdglmnprt]$/i.test(verb) && !/(?:en|er|it|et|on|op)$/i.test(verb.slice(1)) && verb.length < 5
      ? `${verb}${verb.at(-1)}ing`
      : /ie$/i.test(verb)
        ? `${verb.slice(0, -2)}ying`
        : `${/[^eoy]e$/i.test(verb) ? verb.slice(0, -1) : verb}ing`,
  )
