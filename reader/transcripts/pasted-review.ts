import { cutMark, tidyCuts } from './cut-mark.ts'

/**
 * Leaves out review comments of somebody else, or of a program, that a person pasted. Their advice is worded like a rule,
 * and is about one change. Words of the person before and after the comment stay.
 */

/** A message without review comments. */
export interface TextWithoutReviews {
  text: string
  hasReview: boolean
}

/** The person's own voice; a review describes code, and speaks of nobody. */
const ownVoice =
  /(?<![\p{L}'’`_])(?:i|i['’](?:m|d|ll|ve)|me|my|mine|we|we['’](?:re|d|ll|ve)|let['’]?s|please|pls|(?:can|could|would|do|did|should|don['’]t) you|you (?:should|must|can|need|have to))(?![\p{L}'’`_(.])/iu
const quoted = /"[^"\n]{20,2000}"|“[^”\n]{20,2000}”|`[^`\n]{1,200}`/g

const isOwnVoice = (paragraph: string) => ownVoice.test(paragraph.replace(quoted, '""'))

const reviewWords =
  '(?:feedback|(?:code[- ])?reviews?|(?:review |pr |code )?comments?|findings?|suggestions?|remarks?|nitpicks?|observations?)'
const reviewer =
  '(?:reviewers?|code ?rabbit(?:ai)?|copilot|bugbot|sourcery|greptile|codacy|sonar\\w*|gemini|codex|claude|gpt|(?:another|the other|a second|some other|other) (?:agent|model|bot|reviewer|developer|engineer|colleague|ai)|(?:an?|the|our) (?:agent|bot|colleague|linter|security team))'

/** Sentences that introduce words of a reviewer. The marks of a table of named rules: the first that holds decides. */
export const reviewIntroductions: { name: string; when: RegExp; example: string }[] = [
  {
    name: 'a review that arrived',
    when: new RegExp(
      `\\b(?:got|get|received|came back with|was given|were given) (?:an?|this|these|the following|some|more|another)? ?(?:\\w+ ){0,2}${reviewWords}\\b`,
      'i',
    ),
    example: 'I got this feedback on the branch:',
  },
  {
    name: 'a review by somebody',
    when: new RegExp(`\\b${reviewWords} (?:\\w+ ){0,2}(?:from|by) (?!me\\b)\\S`, 'i'),
    example: 'Here is the feedback from the reviewer:',
  },
  {
    name: 'a review in a pull request',
    when: new RegExp(
      `\\b${reviewWords} (?:in|on|of) (?:the|this|my|our|a) (?:pr|pull request|mr|merge request|diff)\\b`,
      'i',
    ),
    example: 'comments on the PR:',
  },
  {
    name: 'somebody who reviewed',
    when: new RegExp(
      `\\b${reviewer} (?:\\w+ ){0,2}(?:reviewed|said|says|found|finds|suggest(?:s|ed)|comment(?:s|ed)|flag(?:s|ged)|raised|reported|posted|left|wrote|thinks|(?:does|did)(?:n['’]t| not) (?:\\w+ )?agree)\\b`,
      'i',
    ),
    example: 'Another agent reviewed this:',
  },
  {
    name: 'a person who left comments',
    when: /\b(?!(?:i|we|you|be|is|are|was|were)\b)@?[\p{L}][\w-]* (?:has |have )?(?:commented|reviewed|requested changes|left (?:an? |some |these |this |the )?(?:reviews?|comments?|feedback))\b/iu,
    example: 'Bob left some comments on my branch:',
  },
  {
    name: 'a review to look at',
    when: new RegExp(
      `\\b(?:consider|address|fix|handle|check|look at|evaluate|verify|validate|resolve|respond to|apply|implement|think of|think about|what about|agree with) (?:on )?(?:this|these|the following|the|each|below)(?: following| below| above)? (?:\\w+ ){0,2}${reviewWords}\\b`,
      'i',
    ),
    example: 'Please address these review comments:',
  },
]
const ofOwn = new RegExp(
  `\\b(?:my|mine) (?:\\w+ ){0,2}${reviewWords}|${reviewWords} (?:that )?i (?:have|wrote|left)`,
  'i',
)

const isIntroduction = (sentence: string) =>
  !ofOwn.test(sentence) && reviewIntroductions.some(({ when }) => when.test(sentence))

/** Lines that pages and programs of reviews print. */
const printedByReview = new RegExp(
  [
    '^comments? on (?:lines?|file)\\b',
    '^(?:@?[\\w-]+(?:\\[bot\\])?(?: (?:bot|ai))? )?(?:commented|reviewed|left a comment|requested changes|approved these changes|suggested changes?)(?: .{0,40})?(?:ago|yesterday|today|on \\w+ \\d+.{0,8}|on this (?:pull request|diff).{0,20})$',
    '^[\\w-]+\\[bot\\]',
    '^</?(?:details|summary)\\b',
    '^suggested (?:change|fix|edit)\\b.{0,10}$',
    '^(?:critical|high|medium|low|major|minor)(?: (?:severity|priority))?$(?<=.{7,})',
    '^[\\W_]*(?:potential issue|actionable comments posted|nitpick(?: comments?)?|outside diff range comments?|duplicate comments?|prompt for (?:all )?ai agents?|refactor suggestion|review details|committable suggestion)(?![a-z])',
    '^verify each (?:finding|comment|issue) against',
    '^(?:in|around) (?:`|@|`@)[^\\n]{1,200}? (?:around|at|on|near) lines? \\d',
    '^[-*\\d.) ]*(?:\\*\\*)?(?:\\[?(?:p[0-3]|critical|high|medium|low|major|minor|nit|blocker|severity)\\]?)(?:\\*\\*)?\\s*[:|\\u2013\\u2014-]\\s',
  ].join('|'),
  'im',
)

/** Words with which a review advises, about code that it names. */
const advice =
  /\b(?:consider (?:\w+ly )?(?:\w+ing|(?:whether|if|also|either)\b)|(?:should|could|would|may|might|can|will) (?:also |instead |then |still |probably |likely |explicitly |not )?(?:be|have|cause|lead|break|fail|result|improve|contain|include|use|split|panic|leak|never|return|crash)|(?:inconsistent|misleading|redundant|duplicated|unreachable|unused|unnecessary|not entirely accurate|potential(?:ly)?|incorrect(?:ly)?|robust|maintainability|edge cases?)|(?:instead of|rather than|to avoid|to ensure|lacks?|currently|however|alternatively))\b/gi
const considers = /\bconsider (?:\w+ly )?(?:\w+ing\b|either\b|whether\b)/i
/** Names in code: with a sign, with capitals inside, of files, calls and lines. */
const codeName =
  /`[^`\n]+`|\b\w+\.(?:go|ts|tsx|js|jsx|py|rs|java|kt|rb|cs|cpp|c|h|php|swift|md|ya?ml|json|toml|sh|sql)\b(?::\d+)?|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b[a-z]+_[a-z]\w*|\b\w+\(\)|\blines? \d+|\b[a-z]\w+\.[A-Z]\w+/g
const describes =
  /^(?:[-*]\s+|\d+[.)]\s+|\*\*)?(?:the|this|these|there(?:['’]s| is| are)|if|when|while|consider|based on|after|since|however|alternatively|because|both|creating|calling|setting|including|although|similarly|it|lines?)\s/i
const opensWithCode = /^(?:[-*]\s+|\d+[.)]\s+|\*\*)?`?(?:\w*[a-z](?:[A-Z]|_\w|\.[A-Za-z])|\w+\()\S*\s/

const isDescription = (paragraph: string) => describes.test(paragraph) || opensWithCode.test(paragraph)
const minAdvised = 150

const countOf = (paragraph: string, pattern: RegExp) => paragraph.match(pattern)?.length ?? 0

/** Whether a paragraph reads like a review comment that nothing introduces. */
function isReviewComment(paragraph: string): boolean {
  if (paragraph.length < minAdvised || isOwnVoice(paragraph)) return false
  const names = countOf(paragraph, codeName)
  if (considers.test(paragraph) && names >= 2) return true
  return isDescription(paragraph) && names >= (considers.test(paragraph) ? 1 : 2) && countOf(paragraph, advice) >= 2
}

const isList = (text: string) => text.split('\n').every((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s|^\s{2,}\S/.test(line))
const isCode = (text: string) => text.split('\n').every((line) => /[;{}()=]\s*$|^\s{2,}\S|^["'`]{3}/.test(line))

/** Whether a paragraph beside a review comment belongs to it. */
const continuesReview = (paragraph: string): boolean =>
  printedByReview.test(paragraph) ||
  (!isOwnVoice(paragraph) &&
    (isDescription(paragraph) ||
      isList(paragraph) ||
      isCode(paragraph) ||
      (countOf(paragraph, codeName) > 0 && countOf(paragraph, advice) > 0)))

/** A title above the line with its severity. */
const isTitle = (paragraph: string, next: string | undefined) =>
  paragraph.length < 120 &&
  !/[.:?!]\s*$/.test(paragraph) &&
  next !== undefined &&
  printedByReview.test(next.split('\n', 1)[0]!)

const maxIntroduction = 300
/** Behind an introduction on its own line, fewer characters are numbers of comments. */
const minBehind = 80
const longQuotation = /"[^"\n]{80,4000}"|“[^”\n]{80,4000}”/

/** A paragraph in which the person introduces a review. */
interface Introduction {
  /** The words of the person. */
  own: string
  /** Whether the next paragraph is the reviewer's in any case, and whether more may be. */
  opens: 'next' | 'more' | undefined
}

/** Splits a paragraph that introduces a review from the words of the reviewer; undefined for others. */
function splitIntroduction(paragraph: string): Introduction | undefined {
  for (const { index } of paragraph.matchAll(/[:?](?=\s|$)|(?=\s["“])|(?<=\S)(?=\n)|(?<=[^:?\s])$/g)) {
    const own = paragraph.slice(0, index + 1).trimEnd()
    if (own.length > maxIntroduction) return undefined
    if (!isIntroduction(own)) continue
    const behind = paragraph.slice(index + 1).trim()
    if (behind === '') return { own, opens: own.endsWith(':') ? 'next' : 'more' }
    const isBelow = /^[:?]?[ \t]*\n/.test(paragraph.slice(index))
    if (own.endsWith(':') && (isBelow || behind.length >= minBehind)) return { own, opens: 'more' }
    const quotation = longQuotation.exec(paragraph)
    return quotation ? { own: paragraph.replace(quotation[0], `\n${cutMark}\n`).trim(), opens: undefined } : undefined
  }
  return undefined
}

/**
 * The text without the review comments in it. A published conversation has no blank lines in a message, so its lines are
 * taken for paragraphs.
 */
export function withoutReviews(text: string): TextWithoutReviews {
  const isOfLines = !/\n[ \t]*\n/.test(text)
  const parts = text.split(isOfLines ? /(\n)/ : /(\n[ \t]*\n\s*)/)
  const paragraphs = parts.filter((_, at) => at % 2 === 0)
  const isAnchored = paragraphs.some((each) => printedByReview.test(each) || isReviewComment(each))
  let opens: Introduction['opens']
  const kept = paragraphs.map((paragraph, at) => {
    const isOfReview =
      continuesReview(paragraph) || isTitle(paragraph, paragraphs[at + 1]) || (opens !== undefined && isList(paragraph))
    const introduction = printedByReview.test(paragraph) ? undefined : splitIntroduction(paragraph)
    if (introduction) {
      opens = introduction.opens
      return introduction.own === paragraph.trim() ? paragraph : `${introduction.own}\n${cutMark}`
    }
    const isNext = opens === 'next'
    const goesOn = isNext && isOfLines && !isList(paragraph) && !isOwnVoice(paragraphs[at + 1] ?? '')
    opens = opens && (isNext || isOfReview) ? (goesOn ? 'next' : 'more') : undefined
    return isNext || ((opens || isAnchored) && isOfReview) ? cutMark : paragraph
  })
  for (const [at, words] of kept.entries())
    if (kept[at - 1] === cutMark && kept[at + 1] === cutMark && !isOwnVoice(words)) kept[at] = cutMark
  if (kept.every((words, at) => words === paragraphs[at])) return { text, hasReview: false }
  const own = kept.map((words, at) => words + (parts[2 * at + 1] ?? '')).join('')
  return { text: tidyCuts(own), hasReview: true }
}
