import type { PhrasingContent, RootContent } from 'mdast'
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
