import type { Heading, List, Paragraph, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { LineKind } from './line-notes.ts'
import { lettersOrDigits, plainText } from './passage-text.ts'

/** Nodes without words are decoration, such as badges, unless their words are struck out. */
export function proseOf(...nodes: readonly { children: readonly PhrasingContent[] }[]): LineKind {
  const inline = nodes.flatMap(({ children }) => children)
  if (lettersOrDigits.test(plainText(inline))) return 'prose'
  const isStruck = (node: PhrasingContent) =>
    node.type === 'delete' || (node.type === 'html' && /^<(?:del|s|strike)>$/i.test(node.value))
  return inline.some(isStruck) ? 'struck' : 'silent'
}

const dialect = {
  // A single tilde precedes numbers and paths.
  extensions: [gfmTable(), gfmStrikethrough({ singleTilde: false })],
  mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown()],
}
export const parse = (text: string): RootContent[] => fromMarkdown(text, dialect).children

/** "# =====" is a ruler, no title. */
export const isRuler = ({ children }: Heading): boolean => /^[=~_*#\s-]+$/.test(plainText(children))

/** Whether a line of "# …" is in a block of them and below its first one, as comments in programs are: no title. */
export function isCommentLine(nodes: readonly RootContent[], index: number): boolean {
  const before = (at: number) => {
    const [one, next] = [nodes[at - 1], nodes[at]]
    return one?.type === 'heading' && next?.type === 'heading' && one.depth === next.depth && isBelow(one, next)
      ? one
      : undefined
  }
  const previous = before(index)
  const isBlock = previous ? before(index - 1) || before(index + 1) : before(index + 1) && before(index + 2)
  if (!isBlock || !previous) return false
  return proseOf(previous) === 'prose' && !isRuler(previous) ? true : before(index - 1) !== undefined
}

const isBelow = (one: Heading, next: Heading) => next.position?.start.line === (one.position?.end.line ?? 0) + 1

/** As short as the items of a list, of which nobody wrote the bullets. */
function isBareItem(node: RootContent | undefined): node is Paragraph {
  if (node?.type !== 'paragraph' || node.position?.start.line !== node.position?.end.line) return false
  const text = plainText(node.children)
  return !/[.:;!\u3002\uFF1A]\W*$/.test(text) && text.split(/\s+/, maxItemWords + 1).length <= maxItemWords
}
const maxItemWords = 6

/** Makes lists of short paragraphs below one that ends with a colon. */
export function withBareLists(nodes: readonly RootContent[]): RootContent[] {
  const all: RootContent[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!
    all.push(node)
    if (node.type !== 'paragraph' || !/[:\uFF1A]\W*$/.test(plainText(node.children))) continue
    let end = at + 1
    while (isBareItem(nodes[end])) end++
    if (end - at < 3) continue
    all.push(listOf(nodes.slice(at + 1, end) as Paragraph[]))
    at = end - 1
  }
  return all
}

const listOf = (paragraphs: readonly Paragraph[]): List => ({
  type: 'list',
  position: { start: paragraphs[0]!.position!.start, end: paragraphs.at(-1)!.position!.end },
  children: paragraphs.map((paragraph) => ({
    type: 'listItem',
    position: paragraph.position!,
    children: [paragraph],
  })),
})
