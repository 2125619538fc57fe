/** Tells whether the words of a statement can stand as a rule: a person edits those that cannot before they approve. */

const question =
  /[?？]["')\]]*$|^(?:why|what|how|which|where|who|is|are|was|were|does|did|do (?:you|we|i)|have you|has|am|warum|wieso|wie|was|welche[rs]?|wo|wer|ist|sind|hast|por qué|qué|cómo|cuál|pourquoi|comment|quel(?:le)?s?|est-ce)(?= )/iu

/** About what the agent did: the rule has to be read out of it. */
const reproach =
  /^(?:(?:no|but|so|and|wait|ok(?:ay)?|aber|nein),? )*(?:you(?:'ve|'re| have| are| were)? (?:just |still |also |again |already )*(?:forgot|forgotten|keep|kept|did|didn't|did not|don't|do not|doesn't|missed|missing|broke|broken|removed|deleted|changed|added|made|put|used|wrote|skipped|ignored|lost|left|went|still|\w+ing)|i (?:just |already |still |also )*(?:said|told|asked|see|saw|get|got|don't see|do not see|don't understand|thought|ran|tried|noticed|found)|that(?:'s| is| was)|this (?:is|was|isn't|does|did)|it(?:'s| is| was)|still|again|same (?:issue|problem|error)|stop(?: it| that)?$|du (?:hast|bist|machst|vergisst)|schon wieder|immer noch|ich (?:sagte|habe)|te has|has|te dije|tu as|tu n'as|j'avais|encore)(?![\p{L}'])/iu

/** Words that point into the session, or to a part of it that the statement lacks. */
const pointing =
  /^(?:it|they|he|she|that|them|here|there|same|both|then|otherwise|because|which|instead|es|sie|dies\p{L}*|das|dort|hier|eso|esto|ça|cela)(?![\p{L}'])|\b(?:this|these|those|as (?:i|you) (?:said|mentioned|did|wrote)|above|below|attached|mentioned|that (?:one|file|pr|issue|error|bug|change|commit|branch|part|thing)|in that|like that|do (?:that|it)|did (?:that|it)|my last|the last (?:one|message|change|commit)|the other one|option \w)\b|\b(?:the|both|all) (?:two|three|four|five|added|generated|recent|discussion|remaining|rest)\b|\bas well\b|\b(?:genannten?|entsprechenden?|jeweiligen|bisherigen?)\b|(?: (?:it|that|them|there|here|too|again|now|yet|already|well|own))$|https?:\/\/|#\d|\b(?:task|step|phase|issue|bug|ticket|version) v?\d|@[\w~./-]*\.[a-z]{1,5}\b/iu

/** In the first person of who said it, who would be the agent in a prompt; or a guess, which settles nothing. */
const personal =
  /^(?:i(?:'d|'m|'ve|'ll)?|im|ich|yo|je|you(?:'re|'ve)?|bro|wtf|(?:kannst|könntest) du|können wir|könnten wir|puedes|podrías|peux-tu)(?![\p{L}'])|\b(?:probably|maybe|perhaps|i (?:think|guess|suppose|would|don't|dont|want)|not sure if|vielleicht|quizás|peut-être)\b/iu

/** The end or the beginning of a clause, where a statement was cut. */
const incomplete =
  /[,:;(/\\-]$|\.{2,}$|…|^\(|^(?:and|or|but|so|as|for|of|to|with|when|if|where|unless|since|while|und|oder|aber|wenn|y|o|et|ou)\b[^,]*$|\b(?:a|an|the|and|or|but|to|of|in|for|with|that|which|if|is|are|was|do|should|would|not|e\.g|i\.e|der|die|das|und|oder|dass|que|el|la|le|y|et)$/iu

/** A step of the work at hand rather than a manner of work. */
const step =
  /^(?:(?:let's|lets|go ahead|go through|continue|proceed|try|retry|resume|weiter|mach weiter|go|ok(?:ay)?|yes|nope|thanks|perfect|great|good|now|first|next|also fix|make edits|find out|dig (?:deeper|into)|solve|step through|set up|once (?:you|we)(?:'re| are| have)?|in a new (?:worktree|branch|session|folder)|in einem neuen|falls|lass uns)(?![\p{L}'])|(?:fix|implement|refactor|investigate|debug|finish|look (?:at|into)|take a look|rerun|re-run|revert|undo|restore|rename|move|push|commit|merge)(?: (?:it|the|that|all|everything|your|my|and)(?![\p{L}'])|$))|\b(?:right now|(?:while|during) we|während wir|jetzt|heute|gerade|today|tonight|tomorrow|yesterday|for the moment|at the moment|in the meantime|just now|earlier|last time|before you (?:start|begin|continue)|the (?:current|next|following|previous|first|second|last) (?:task|step|phase|issue|session|commit|pr|one|prompt|message))\b/iu
/** A piece of work on one thing, unless the statement says when it is due. */
const work =
  /^(?:update|add|create|change|remove|delete|make|build|write|draft|generate|identify|log|review|check|read|analy[sz]e|set up|setup|install|convert|extract|split|replace)(?: (?:the|our|my|your|a|an|one|two|another|some|current|that)(?![\p{L}'])| [`"']?(?:@|[\w./-]+\.[a-z]{1,5}\b))/iu
const recurring = /\b(?:every|each|always|whenever|never|when|before|after|if|unless|per(?!-)|by default|first)\b/iu

const path = /^[`"'(]*@?(?:[\w.-]+\/)*[\w.-]*\.[a-z]{1,5}[`"'),:]*$|^[`"'(]*@?[\w.-]+\/[\w./-]*[`"'),:]*$|^@[\w./-]+$/u
/** From this share of paths on, the statement is a list of files. */
const mostPaths = 0.5
/** In characters; more is a paragraph. */
const maxLength = 220
const minWords = 2

const hasOpenMark = (text: string): boolean =>
  text.split('`').length % 2 === 0 || text.split('"').length % 2 === 0 || count(text, '(') !== count(text, ')')
const count = (text: string, mark: string) => text.split(mark).length - 1

/** Whether a statement is a question, a reproach, a list of files, one word, half a task or a wish in the first person, which cannot stand as a rule. */
export function needsWording(statement: string): boolean {
  const text = statement.trim()
  const words = text.split(/\s+/)
  const isWritten = /\p{Script=Han}{4}|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u.test(text)
  return (
    (words.length < minWords && !isWritten) ||
    text.length > maxLength ||
    words.filter((word) => path.test(word)).length >= mostPaths * words.length ||
    hasOpenMark(text) ||
    (work.test(text) && !recurring.test(text)) ||
    [question, reproach, pointing, personal, incomplete, step].some((pattern) => pattern.test(text))
  )
}

const forNow =
  /(?<!not (?:just |only )?)\b(?:(?:just|only|for) (?:this|the) (?:once|one time|time)|just (?:this|for) once|for once|this (?:one )?time(?! of)|(?:only|just) (?:for )?(?:now|today|tonight|this (?:week|session|task|pr|commit|branch))|for (?:now|today|the moment|the time being)|nur (?:dieses|diesmal|heute|jetzt|für (?:jetzt|heute|diesmal))|dieses (?:eine )?mal|diesmal|ausnahmsweise|vorerst|fürs erste|solo (?:esta vez|por hoy|hoy)|por (?:ahora|esta vez)|de momento|esta vez|(?:juste|seulement) (?:cette fois|aujourd'hui)|cette fois|pour l'instant|pour le moment)(?![\p{L}'])|这次|暂时|这一次/iu

/** Whether somebody says that it holds this time alone, which makes it a task, however often it is said. */
export const isForNow = (text: string): boolean => forNow.test(text.replaceAll('\u2019', "'"))
