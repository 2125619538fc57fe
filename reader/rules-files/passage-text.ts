import type { Nodes, Paragraph, PhrasingContent } from 'mdast'
import { isNegativeHeading } from './heading-words.ts'

/**
 * Plain text of Markdown nodes, with the parts of a line that say something about the rest: labels, crosses and ticks.
 */

export interface Wording {
  /** The bold lead-in of "**Label**: text" or "**Label** - text", without its punctuation. */
  label?: string
  text: string
  /** Whether it starts with a bold sentence, which the rest explains. */
  headlined: boolean
}

const labelEnd = /^\s*(?:[:\uFF1A]|[-\u2013\u2014]\s)\s*/
export const lettersOrDigits = /[\p{L}\p{N}]/u
const cross = '\\u274C|\\u2715|\\u2612|\\u2A2F|\\u2717|\\u2718|\\u26D4|\\u{1F6AB}|\\u{1F6D1}|\\u2716|\\u{1F44E}'
const tick = '\\u2705|\\u2713|\\u2714|\\u2611|\\u{1F44D}|\\u{1F7E2}'
export const crosses = new RegExp(`^\\s*(?:\\[[ xX]\\]\\s+)?(?:${cross})`, 'u')
/** Wrong and right on one line: "❌ `var` ✅ `const`". */
const marks = new RegExp(`(?=${cross}|${tick})`, 'u')
const isMarked = new RegExp(`^(?:(${cross})|${tick})`, 'u')
const pictographs = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u2717\u2718\u2022]|\u20E3|\uFE0F|\u200D)+\s*/gu
const leadingOrnament =
  /^(?:[\u2612\u2713\u2715\u2A2F]|\(?\d{1,3}[.)]\s|\[[ xX]?\]\s|[#>*\u2192\u2794\u27A1|-]+\s|\s)+/u
const inlineBreak = /^<br\s*\/?>$/i
const placeholder = /^<([a-z][\w -]*)>$/i
const struckOut = /^<(\/?)(?:del|s|strike)>$/i

/** Removes leading emoji, arrows and numbering, which are not words. */
export const withoutOrnament = (text: string) =>
  text.replace(pictographs, '').trim().replace(leadingOrnament, '').trim()

/** Code with a backtick in it needs two around it. */
const inlineCode = (value: string) => (value.includes('`') ? `\`\` ${value} \`\`` : `\`${value}\``)

/**
 * The text of inline nodes, without recursion: emphasis can be nested thousands deep. An angle-bracket word that is
 * never closed is a placeholder (`plugins/<name>/`) and stays; other inline HTML, images and struck-out words are
 * removed.
 */
export function plainText(nodes: readonly Nodes[]): string {
  const stack = nodes.toReversed()
  const closed = new Set<string>()
  for (const node of nodes) if (node.type === 'html' && node.value.startsWith('</')) closed.add(node.value.slice(2, -1))
  const parts: string[] = []
  let struck = 0
  while (stack.length > 0) {
    const node = stack.pop()!
    const tag = node.type === 'html' ? struckOut.exec(node.value) : null
    if (tag) struck = Math.max(0, struck + (tag[1] === '' ? 1 : -1))
    else if (struck > 0 || node.type === 'delete') continue
    else if (node.type === 'text') parts.push(node.value)
    else if (node.type === 'inlineCode') parts.push(inlineCode(node.value))
    else if (node.type === 'break') parts.push('\n')
    else if (node.type === 'html') {
      const name = placeholder.exec(node.value)?.[1]
      if (inlineBreak.test(node.value)) parts.push('\n')
      else if (name !== undefined && !closed.has(name)) parts.push(node.value)
    } else if ('children' in node) for (const child of node.children.toReversed()) stack.push(child)
  }
  // Link definitions may be in another piece of the document.
  return parts.join('').replace(/\[([^[\]]{1,200})\]\[[^[\]]{0,100}\]/g, '$1')
}

/**
 * Splits a bold lead-in from the text that it labels; a bold sentence or a bold word within a sentence is not a label.
 */
export function splitLabel(children: readonly PhrasingContent[]): Wording {
  const lead = children[0]
  const ornamented = lead?.type === 'text' && withoutOrnament(lead.value) === ''
  const [first, ...rest] = ornamented ? children.slice(1) : children
  if (first?.type !== 'strong') return { text: plainText(children), headlined: false }
  const bold = plainText(first.children).trim()
  const after = plainText(rest)
  const label = withoutOrnament(bold.replace(/(?<!\s)\s*:$/, ''))
  if (bold.endsWith(':') || labelEnd.test(after)) return { label, text: after.replace(labelEnd, ''), headlined: false }
  return { text: plainText(children), headlined: /[.!]$/.test(bold) }
}

/**
 * Splits a paragraph at the lines that start with a bold label, each with the unlabeled lines below it; the paragraph
 * stays whole if its first line has no label.
 */
export function labelledLines(children: readonly PhrasingContent[]): Pick<Paragraph, 'children' | 'position'>[] {
  const starts = children.flatMap((child, at) => {
    const before = children[at - 1]
    const opensLine =
      before === undefined ||
      (before.type === 'text' && /\n\s*$/.test(before.value.slice(before.value.trimEnd().length)))
    return child.type === 'strong' && opensLine && splitLabel(children.slice(at)).label !== undefined ? [at] : []
  })
  if (starts[0] !== 0) return []
  return starts.map((start, at) => {
    const line = children.slice(start, starts[at + 1])
    const { start: from } = line[0]!.position!
    const next = children[starts[at + 1] ?? children.length]?.position?.start.line
    // The text of the last line ends where the next label begins.
    const end = next === undefined ? line.at(-1)!.position!.end : { line: next - 1, column: 1 }
    return { children: line, position: { start: from, end } }
  })
}

/** The halves of a line that shows wrong and right; undefined for any other line. */
export function sidesOf(text: string): { text: string; crossed: boolean }[] | undefined {
  const sides = text
    .split(marks)
    .filter((part) => isMarked.test(part))
    .map((part) => ({ part, crossed: isMarked.exec(part)![1] !== undefined }))
  if (!sides.some(({ crossed }) => crossed) || sides.every(({ crossed }) => crossed)) return undefined
  return sides.map(({ part, crossed }) => ({
    text: withoutOrnament(part).replace(/(?<![\s,;|/\u2192-])[\s,;|/\u2192-]+$/, ''),
    crossed,
  }))
}

const romanNumber = /^[IVXLC]{1,7}(?:[.)]|\s[-\u2013\u2014])\s+(?=\p{Lu})/u

/** A title without its number, and with its cross replaced by words. */
export function titleOf(raw: string, crossed = crosses.test(raw)): string {
  const title = withoutOrnament(raw).replace(romanNumber, '')
  return crossed && !isNegativeHeading(title) ? `Avoid: ${title}` : title
}
