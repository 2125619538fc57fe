import type { Blockquote, ListItem, Paragraph, RootContent } from 'mdast'
import { splitSentences } from '../sentences.ts'
import { plainText, titleOf, withoutOrnament } from './passage-text.ts'
import { eventOpener } from './rule-words.ts'
import { openEnd } from './statement-shape.ts'
import { isCodeMark, speechVerdict } from './title-rules.ts'

/** Finds what introduces a list, a quotation or the next paragraph. */

export const isHeadingLike = (text: string) =>
  text.length <= 60 && /^\p{Lu}[^.!?:;`\n]*$/u.test(text) && text.split(' ').length <= 5

const announces = /\b(?:the following|these|as follows|following (?:steps|rules|things))$/i

/** Where the last line of a paragraph begins, or the lines before it that it goes on with. */
function lastLine(text: string): number {
  let from = text.lastIndexOf('\n') + 1
  if (/^\p{Ll}/u.test(text)) return from
  while (from > 0 && /^\p{Ll}/u.test(text.slice(from, from + 2)) && !/[.!?:;]\s*$/.test(text.slice(from - 3, from - 1)))
    from = text.lastIndexOf('\n', from - 2) + 1
  return from
}

/**
 * The last sentence of a paragraph if it introduces the list below: it ends in a colon, is a short title without
 * punctuation, or cannot end there ("Make sure to", "When the build fails, do the following").
 */
export function leadOf(node: Paragraph): string | undefined {
  const text = titleOf(plainText(node.children))
  if (isHeadingLike(text)) return text
  const last = (splitSentences(text.slice(lastLine(text))).at(-1) ?? '').replace(/\n/g, ' ')
  if (/[:\uFF1A]$/.test(text)) return last.slice(0, -1).trim()
  if (/[.!?;]\W{0,8}$/.test(last)) return undefined
  const isOpen = openEnd.test(last) || announces.test(last) || (eventOpener.test(last) && !last.includes(','))
  return isOpen ? last : undefined
}

/** Words that somebody else says: what introduces them, and what they are. */
export interface Speech {
  lead: string
  /** Whether the agent is told to say them. */
  isToSay: boolean
  /** With the words, if they are few. */
  text: string
}

const maxSpeech = 200

/** Whether a quotation repeats somebody, by the paragraph before it. */
export function speechOf(before: RootContent | undefined, quote: Blockquote): Speech | undefined {
  if (before?.type !== 'paragraph') return undefined
  const said = plainText(before.children).trim()
  if (!/[:\uFF1A]$/.test(said)) return undefined
  const lead = leadOf(before) ?? ''
  const verdict = speechVerdict(withoutOrnament(lead))
  if (verdict === undefined) return undefined
  const words = quote.children.flatMap((child) => ('children' in child ? [plainText([child])] : [])).join(' ')
  const text = words.length > maxSpeech ? lead : `${lead} "${words.replace(/\s+/g, ' ').replaceAll('"', "'").trim()}"`
  return { lead, isToSay: verdict === 'to say', text }
}

/** "When the build fails:" introduces the next paragraph, and so does any line that the next one goes on with. */
function leadOfNext(node: Paragraph, next: Paragraph): string | undefined {
  const lead = leadOf(node)
  if (lead === undefined || !/[:\uFF1A]\W{0,8}$/.test(plainText(node.children))) return undefined
  return goesOn(next) || condition.test(lead) ? lead : undefined
}

const condition =
  /^(?:if|when|whenever|before|after|once|while|unless|until|as soon as|every time|each time|in case)\b/i
const goesOn = (node: RootContent) => node.type === 'paragraph' && /^\p{Ll}/u.test(plainText(node.children).trim())

/** The sentence that introduces a list or a paragraph, and the block that it is in. */
export function introductionOf(nodes: readonly RootContent[], index: number): Introduction | undefined {
  const [node, before, third] = [nodes[index]!, nodes[index - 1], nodes[index - 2]]
  if (before?.type === 'blockquote') {
    const speech = speechOf(third, before)
    if (speech === undefined || speech.isToSay || !(goesOn(node) || condition.test(speech.lead))) return undefined
    return { lead: speech.text, from: third! }
  }
  if (before?.type !== 'paragraph') return undefined
  const lead = node.type === 'paragraph' ? leadOfNext(before, node) : leadOf(before)
  return lead === undefined ? undefined : { lead, from: before }
}

interface Introduction {
  lead: string
  from: RootContent
}

/** The sentence of a paragraph that introduces the next block; undefined if the paragraph stands by itself. */
export function introducedBy(node: Paragraph, next: RootContent | undefined): string | undefined {
  if (next?.type === 'list') return leadOf(node)
  if (next?.type === 'blockquote') return speechOf(node, next)?.lead
  return next?.type === 'paragraph' ? leadOfNext(node, next) : undefined
}

/** Whether a paragraph only says if the code below it is right. */
export const onlyMarksCode = (node: Paragraph): boolean => isCodeMark(withoutOrnament(plainText(node.children)))

const exceptionOpener =
  /^(?:exceptions?|except|unless|but not|but (?:only )?if|other than|apart from|save for|not (?:for|in|when|if)|only (?:if|when|for|in)|au\u00DFer|excepto|salvo|sauf|tranne)\b/i

/** Takes the exceptions out of the lists below an item: they belong to its sentence. */
export function exceptionsBelow(below: readonly RootContent[]): {
  exceptions: { text: string; node: ListItem }[]
  rest: RootContent[]
} {
  const exceptions: { text: string; node: ListItem }[] = []
  const rest = below.flatMap((node): RootContent[] => {
    if (node.type !== 'list') return [node]
    const children = node.children.filter((item) => {
      const text = exceptionOf(textOfItem(item))
      if (text !== undefined) exceptions.push({ text, node: item })
      return text === undefined
    })
    return children.length === 0 ? [] : [{ ...node, children }]
  })
  return { exceptions, rest }
}

/** The text of an item with the items of one list below it. */
function textOfItem({ children }: ListItem): string {
  const [first, second] = children
  if (first?.type !== 'paragraph' || children.length > 2) return ''
  const text = plainText(first.children)
  if (second === undefined) return text
  if (second.type !== 'list') return ''
  const items = second.children.map(({ children: [only, ...more] }) =>
    only?.type === 'paragraph' && more.length === 0 ? plainText(only.children) : undefined,
  )
  return items.includes(undefined) ? '' : `${text.replace(/(?<!\s)\s*:$/, '')}: ${items.join('; ')}`
}

/** An exception as it ends the sentence of the rule that it belongs to; undefined for anything else. */
function exceptionOf(text: string): string | undefined {
  const plain = withoutOrnament(text)
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/[.;,]$/, '')
  if (!exceptionOpener.test(plain)) return undefined
  const words = /^exceptions?\s*[:\u2013\u2014-]?\s*/i.exec(plain)
  const start = plain.charAt(0).toLowerCase() + plain.slice(1)
  return words === null ? `, ${start}` : ` (exception: ${plain.slice(words[0].length)})`
}
