import type { Code, Html, List, ListItem, Nodes, Paragraph, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { documentLines } from './document-lines.ts'
import { isNegativeHeading, sourceHeading } from './heading-words.ts'
import { markdownOfHtml } from './html-blocks.ts'
import { withCommands } from './introduced-commands.ts'
import { type LineKind, LineNotes, type LineRange } from './line-notes.ts'
import {
  crosses,
  labelledLines,
  lettersOrDigits,
  plainText,
  sidesOf,
  splitLabel,
  titleOf,
  type Wording,
  withoutOrnament,
} from './passage-text.ts'
import { tidyMarkdown } from './tidy-markdown.ts'

/** A run of prose of a document, with the context that is necessary to understand it. */
export interface Passage {
  /** Plain text: emphasis and links unwrapped, inline code in backticks, line breaks kept. */
  text: string
  /** The bold lead-in of "**Label**: text" or "**Label** - text", without its punctuation. */
  label?: string
  block: 'paragraph' | 'item' | 'row' | 'heading'
  /** Starts with a bold sentence, which the rest explains. */
  headlined: boolean
  /** Headings above it, outermost first. */
  headings: readonly string[]
  /** The sentences that introduce its list and the enclosing items, outermost first. */
  leads: readonly string[]
  /** Marked as wrong by a cross or a no-entry sign. */
  crossed: boolean
  /** The right half of a line that also shows the wrong one. */
  ticked: boolean
  /** Its lines, as written. */
  written: readonly string[]
  /** The lines of the sentence that introduces its list. */
  leadWritten: readonly string[]
}

interface Context {
  headings: { depth: number; text: string }[]
  leads: readonly string[]
  leadWritten: readonly string[]
}

const isHeadingLike = (text: string) =>
  text.length <= 60 && /^\p{Lu}[^.!?:;`\n]*$/u.test(text) && text.split(' ').length <= 5

/** A first-level heading of several words names the document, not a type of rule. */
const isDocumentTitle = ({ depth, text }: { depth: number; text: string }) => depth === 1 && text.split(' ').length > 2

class Walk {
  readonly passages: Passage[] = []
  readonly notes = new LineNotes()
  /** The lines of the document, and the sources of the lines of the current piece. */
  readonly lines: readonly string[]
  sources: readonly LineRange[] = []
  isInHtml = false

  constructor(lines: readonly string[]) {
    this.lines = lines
  }

  rangeOf({ position }: Nodes): LineRange {
    const { start, end } = position!
    return { from: this.sources[start.line - 1]!.from, to: this.sources[end.line - 1]!.to }
  }

  writtenAt(node: Nodes): string[] {
    const { from, to } = this.rangeOf(node)
    return this.lines.slice(from, to + 1)
  }

  add(
    block: Passage['block'],
    context: Context,
    node: Nodes,
    { label, text, headlined }: Wording,
    crossed = crosses.test(label ?? text) || crosses.test(text),
    ticked = false,
  ) {
    const sides = sidesOf(label ?? text) ?? sidesOf(text)
    if (sides) {
      for (const side of sides)
        this.add(block, context, node, { ...side, headlined: false }, side.crossed, !side.crossed)
      return
    }
    const passage = {
      text: withoutOrnament(text),
      label: label && lettersOrDigits.test(label) ? label : undefined,
      block,
      headlined,
      headings: context.headings.map((heading) => heading.text),
      leads: context.leads,
      crossed,
      ticked,
      written: this.writtenAt(node),
      leadWritten: context.leadWritten,
    }
    if (lettersOrDigits.test(passage.text) || passage.label) this.passages.push(passage)
  }

  /** Walks blocks in document order; `context.headings` is updated at each heading. */
  blocks(nodes: readonly RootContent[], context: Context) {
    let opened = context
    nodes.forEach((node, index) => {
      const previous = nodes[index - 1]
      if (node.type === 'heading') {
        const kept = context.headings.filter((heading) => heading.depth < node.depth && !isDocumentTitle(heading))
        const text = titleOf(plainText(node.children)).replace(/\s*[:\uFF1A]$/, '')
        if (node.depth > 1) this.add('heading', { ...context, headings: kept }, node, { text, headlined: false }, false)
        context.headings = text === '' ? kept : [...kept, { depth: node.depth, text }]
        this.notes.add(this.rangeOf(node), 'silent', context)
      } else if (node.type === 'paragraph') this.paragraph(node, nodes[index + 1], context)
      else if (node.type === 'list') {
        const lead = previous?.type === 'paragraph' ? leadOf(previous) : undefined
        // A change of bullets starts another list, which has the same lead as the one before.
        if (lead !== undefined) {
          opened = { ...context, leads: [...context.leads, lead], leadWritten: this.writtenAt(previous!) }
          this.notes.lead(this.rangeOf(previous!), this.rangeOf(node))
        } else if (previous?.type !== 'list') opened = context
        this.list(node, opened)
      } else if (node.type === 'blockquote') this.blocks(node.children, { ...context })
      else if (node.type === 'html') this.html(node, context)
      else if (node.type === 'table') this.table(node, context)
      else if (node.type === 'code')
        this.notes.add(this.rangeOf(node), this.isFenced(node) ? 'silent' : 'code', context)
      else this.notes.add(this.rangeOf(node), 'silent', context)
    })
  }

  isFenced(code: Code) {
    return /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:`{3}|~{3})/.test(this.lines[this.rangeOf(code).from]!)
  }

  html(node: Html, context: Context) {
    this.notes.add(this.rangeOf(node), 'silent', context)
    const html = this.isInHtml ? undefined : markdownOfHtml(node.value)
    if (html === undefined) return
    const { sources } = this
    const first = node.position!.start.line - 1
    const sourceAt = (at: number) => sources[first + at]!
    for (const at of html.struck) this.notes.add(sourceAt(at), 'struck', context)
    this.isInHtml = true
    this.sources = html.sources.map(({ from, to }) => ({ from: sourceAt(from).from, to: sourceAt(to).to }))
    this.blocks(parse(html.text), context)
    this.sources = sources
    this.isInHtml = false
  }

  paragraph(node: Paragraph, next: RootContent | undefined, context: Context) {
    const lead = next?.type === 'list' ? leadOf(node) : undefined
    const lines = labelledLines(node.children)
    if (lines.length > 1 && lead === undefined) {
      for (const line of lines) this.paragraph({ ...node, ...line }, undefined, context)
      return
    }
    this.notes.add(this.rangeOf(node), proseOf(node), context)
    const wording = withCommands(splitLabel(node.children), next)
    if (next?.type === 'code' && isHeadingLike(titleOf(plainText(node.children))))
      this.notes.add(this.rangeOf(node), 'caption', context)
    if (wording === undefined) {
      this.notes.add(this.rangeOf(node), 'caption', context)
      return
    }
    if (lead === undefined) {
      this.add('paragraph', context, node, wording)
      return
    }
    const before = withoutOrnament(wording.text)
      .slice(0, -lead.replace(/^Avoid: /, '').length - 1)
      .trim()
    if (wording.label === undefined && before !== '')
      this.add('paragraph', context, node, { text: before, headlined: false })
  }

  list(list: List, context: Context) {
    for (const item of list.children) this.item(item, context)
  }

  /** An item is a passage of its own, and its text introduces the lists inside it. */
  item(item: ListItem, context: Context) {
    const [first, ...rest] = item.children
    if (first?.type !== 'paragraph') {
      this.blocks(item.children, { ...context })
      return
    }
    this.notes.add(this.rangeOf(first), proseOf(first), context)
    const own = withCommands(splitLabel(first.children), rest[0])
    if (own === undefined) this.notes.add(this.rangeOf(first), 'caption', context)
    const list = rest.find((child) => child.type === 'list')
    if (list && leadOf(first) !== undefined) this.notes.lead(this.rangeOf(first), this.rangeOf(list))
    const whole = [own?.label, withoutOrnament(own?.text ?? '')].filter(Boolean).join(': ')
    const opensList = rest.some((child) => child.type === 'list')
    if (own && !(opensList && (whole.endsWith(':') || own.text.trim() === ''))) {
      this.add('item', context, first, own)
    }
    this.blocks(rest, {
      ...context,
      leads: [...context.leads, titleOf(whole.replace(/\s*:$/, ''), crosses.test(plainText(first.children)))],
      leadWritten: this.writtenAt(first),
    })
  }

  /**
   * Reads each row as "first cell: the rest"; leaves out columns with reasons or sources, and makes wrong examples
   * passages of their own.
   */
  table(table: Table, context: Context) {
    const [header, ...rows] = table.children.map((row) => ({
      row,
      texts: row.children.map((cell) => plainText(cell.children).trim()),
    }))
    if (header) this.notes.add(this.rangeOf(header.row), 'silent', context)
    const titles = header?.texts ?? []
    const wrong = titles.map((title) => isNegativeHeading(title) || crosses.test(title))
    // If all columns are wrong, the rows are not advice at all; their heading decides.
    const isWrong = (column: number) => wrong[column] === true && wrong.includes(false)
    for (const { row, texts } of rows) {
      this.notes.add(this.rangeOf(row), proseOf(...row.children), context)
      const cells = texts.flatMap((text, column) =>
        text === '' || (column > 0 && sourceHeading.test(titles[column] ?? ''))
          ? []
          : [{ text, isWrong: isWrong(column) || (crosses.test(text) && !texts.every((each) => crosses.test(each))) }],
      )
      const [label, ...rest] = cells.filter(({ isWrong }) => !isWrong).map(({ text }) => text)
      if (label !== undefined && rest.length > 0)
        this.add('row', context, row, { label, text: rest.join(' - '), headlined: false })
      else if (label !== undefined) this.add('row', context, row, { text: label, headlined: false })
      for (const { text, isWrong } of cells)
        if (isWrong) this.add('row', context, row, { text, headlined: false }, true)
    }
  }
}

/** A paragraph's last sentence if it ends in a colon, or a short title without punctuation: introduces the list below. */
function leadOf(node: Paragraph): string | undefined {
  const raw = plainText(node.children)
  const text = titleOf(raw)
  if (isHeadingLike(text)) return text
  if (!text.endsWith(':')) return undefined
  const from = Math.max(text.lastIndexOf('. '), text.lastIndexOf('\n')) + 1
  return text.slice(from, -1).trim()
}

/** Nodes without words are decoration, such as badges, unless their words are struck out. */
function proseOf(...nodes: readonly { children: readonly PhrasingContent[] }[]): LineKind {
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
const parse = (text: string) => fromMarkdown(text, dialect).children

/**
 * Reads the prose of a Markdown or plain text document, in order. Leaves out code blocks, comments, front matter, link
 * definitions and struck-out text. Never throws; see `tidyMarkdown` for the limits that bound the time.
 */
export function readDocument(text: string): Pick<Walk, 'lines' | 'passages' | 'notes'> {
  const walk = new Walk(documentLines(text))
  const context: Context = { headings: [], leads: [], leadWritten: [] }
  for (const piece of tidyMarkdown(walk.lines)) {
    walk.sources = piece.sources.map((at) => ({ from: at, to: at }))
    walk.blocks(parse(piece.text), context)
  }
  return walk
}

export const readPassages = (text: string): Passage[] => readDocument(text).passages
