import type { Blockquote, Code, Html, List, ListItem, Nodes, Paragraph, RootContent, Table } from 'mdast'
import { documentLines } from './document-lines.ts'
import { markdownOfHtml } from './html-blocks.ts'
import { withCommands } from './introduced-commands.ts'
import { LineNotes, type LineRange } from './line-notes.ts'
import {
  exceptionsBelow,
  introducedBy,
  introductionOf,
  isHeadingLike,
  leadOf,
  onlyMarksCode,
  speechOf,
} from './list-leads.ts'
import { isCommentLine, isRuler, parse, proseOf, withBareLists } from './markdown-nodes.ts'
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
import { openEnd } from './statement-shape.ts'
import { rowReader } from './table-cells.ts'
import { tidyMarkdown } from './tidy-markdown.ts'
import { ruleOfHeading } from './title-rules.ts'

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

/** Stands for the words of a heading that are struck out, as everything below it is. */
const struckTitle = 'Struck out (withdrawn)'

/** A first-level heading of several words names the document, not a type of rule. */
const isDocumentTitle = ({ depth, text }: { depth: number; text: string }) => depth === 1 && text.split(' ').length > 2

/** A heading with the number of a rule stands among rules. */
const amongRules = (context: Context): Context => ({
  ...context,
  headings: [...context.headings, { depth: deepest, text: 'Rules' }],
})
const deepest = 6

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
    node: Nodes | readonly Nodes[],
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
      written: [node].flat().flatMap((each) => this.writtenAt(each)),
      leadWritten: context.leadWritten,
    }
    if (lettersOrDigits.test(passage.text) || passage.label) this.passages.push(passage)
  }

  /** Walks blocks in document order; `context.headings` is updated at each heading. */
  blocks(written: readonly RootContent[], context: Context) {
    const nodes = withBareLists(written)
    let opened = context
    nodes.forEach((node, index) => {
      const previous = nodes[index - 1]
      if (node.type === 'heading') {
        if (isRuler(node)) {
          this.notes.add(this.rangeOf(node), 'silent', context)
          return
        }
        const kept = context.headings.filter((heading) => heading.depth < node.depth && !isDocumentTitle(heading))
        const title = titleOf(plainText(node.children)).replace(/(?<!\s)\s*[:\uFF1A]$/, '')
        const rule = ruleOfHeading(title)
        const text = rule ?? (title === '' && proseOf(node) === 'struck' ? struckTitle : title)
        const above = { ...context, headings: kept }
        if (rule !== undefined) this.add('item', amongRules(above), node, { text, headlined: false })
        else if (node.depth > 1) this.add('heading', above, node, { text, headlined: false }, false)
        const isComment = isCommentLine(nodes, index)
        if (!isComment) context.headings = text === '' ? kept : [...kept, { depth: node.depth, text }]
        const states = isComment || rule !== undefined || /[.!\u3002\uFF01]$/.test(title)
        this.notes.add(this.rangeOf(node), states ? proseOf(node) : 'silent', rule === undefined ? context : above)
      } else if (node.type === 'paragraph' || node.type === 'list') {
        const introduction = introductionOf(nodes, index)
        if (introduction !== undefined) {
          const { lead, from } = introduction
          opened = { ...context, leads: [...context.leads, lead], leadWritten: this.writtenAt(from) }
          this.notes.lead(this.rangeOf(from), this.rangeOf(node))
        } else if (previous?.type !== 'list') opened = context
        // A change of bullets starts another list, which has the same lead as the one before.
        if (node.type === 'list') this.list(node, opened)
        else this.paragraph(node, nodes[index + 1], introduction === undefined ? context : opened)
      } else if (node.type === 'blockquote') this.quotation(node, previous, context)
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

  quotation(quote: Blockquote, before: RootContent | undefined, context: Context) {
    const speech = speechOf(before, quote)
    if (speech === undefined) this.blocks(quote.children, { ...context })
    else this.notes.add(this.rangeOf(quote), speech.isToSay ? 'prose' : 'speech', context)
    if (speech?.isToSay) this.add('paragraph', context, [before!, quote], { text: speech.text, headlined: false })
  }

  paragraph(node: Paragraph, next: RootContent | undefined, context: Context) {
    const lead = introducedBy(node, next)
    const lines = labelledLines(node.children)
    if (lines.length > 1 && lead === undefined) {
      for (const line of lines) this.paragraph({ ...node, ...line }, undefined, context)
      return
    }
    this.notes.add(this.rangeOf(node), proseOf(node), context)
    const wording = withCommands(splitLabel(node.children), next)
    if (next?.type === 'code' && (isHeadingLike(titleOf(plainText(node.children))) || onlyMarksCode(node)))
      this.notes.add(this.rangeOf(node), 'caption', context)
    if (wording === undefined) {
      this.notes.add(this.rangeOf(node), 'caption', context)
      return
    }
    if (lead === undefined) {
      if (!onlyMarksCode(node)) this.add('paragraph', context, node, wording)
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
    const [first, ...below] = item.children
    if (first?.type !== 'paragraph' || (below[0]?.type === 'blockquote' && speechOf(first, below[0]) !== undefined)) {
      this.blocks(item.children, { ...context })
      return
    }
    const { exceptions, rest } = exceptionsBelow(below)
    this.notes.add(this.rangeOf(first), proseOf(first), context)
    const own = withCommands(splitLabel(first.children), rest[0])
    if (own === undefined || onlyMarksCode(first)) this.notes.add(this.rangeOf(first), 'caption', context)
    const list = rest.find((child) => child.type === 'list')
    if (list && leadOf(first) !== undefined) this.notes.lead(this.rangeOf(first), this.rangeOf(list))
    const whole = [own?.label, withoutOrnament(own?.text ?? '')].filter(Boolean).join(': ')
    const opensList = rest.some((child) => child.type === 'list')
    const isOpen = /[:\uFF1A]$/.test(whole) || openEnd.test(whole) || own?.text.trim() === ''
    for (const { node } of exceptions) this.notes.add(this.rangeOf(node), 'prose', context)
    if (own && !(opensList && isOpen) && !onlyMarksCode(first)) {
      const text = exceptions.length === 0 ? own.text : own.text.trim().replace(/[.;,:]$/, '')
      const excepted = { ...own, text: [text, ...exceptions.map((each) => each.text)].join('') }
      this.add('item', context, [first, ...exceptions.map(({ node }) => node)], excepted)
    }
    this.blocks(rest, {
      ...context,
      leads: [
        ...context.leads,
        titleOf(whole.replace(/(?<!\s)\s*[:\uFF1A]$/, ''), crosses.test(plainText(first.children))),
      ],
      leadWritten: this.writtenAt(first),
    })
  }

  table(table: Table, context: Context) {
    const [header, ...rows] = table.children.map((row) => ({
      row,
      texts: row.children.map((cell) => plainText(cell.children).trim()),
    }))
    if (header) this.notes.add(this.rangeOf(header.row), 'silent', context)
    const readRow = rowReader(header?.texts ?? [])
    for (const { row, texts } of rows) {
      this.notes.add(this.rangeOf(row), proseOf(...row.children), context)
      for (const { side, ...part } of readRow(texts))
        this.add('row', context, row, { ...part, headlined: false }, side === 'wrong' || undefined, side === 'right')
    }
  }
}

/**
 * Reads the prose of a Markdown or plain text document, in order. Leaves out code blocks, comments, front matter, link
 * definitions and struck-out text. Never throws; see `tidyMarkdown` for the limits that bound the time.
 */
export function readDocument(text: string): Pick<Walk, 'lines' | 'passages' | 'notes'> {
  const { read, written, asides } = documentLines(text)
  const walk = new Walk(written)
  const context: Context = { headings: [], leads: [], leadWritten: [] }
  for (const at of asides) walk.notes.add({ from: at, to: at }, 'aside', context)
  for (const piece of tidyMarkdown(read)) {
    walk.sources = piece.sources.map((at) => ({ from: at, to: at }))
    walk.blocks(parse(piece.text), context)
  }
  return walk
}
