/**
 * The parser handles about 0.1 MB a second on lists (measured), and its time is quadratic in the length of some
 * constructs (block quotes with lazy lines, lists between paragraphs, tables, unclosed emphasis and comments, images);
 * the limits below keep each of them small.
 */
/** Pieces end at the next boundary after `pieceLength` characters, and anywhere after `maxPieceLength`. */
const pieceLength = 2 * 1024
const maxPieceLength = 16 * 1024
/** Prose does not have deeper block quotes and lists, nor lines that are indented more. */
const maxNesting = 12
const maxIndent = 24
const maxParagraphLines = 100
const maxTableLines = 500
/** A longer head is not repeated: the text would grow with each part of the table. */
const maxHeadLength = 1000
/** Maximum number of emphasis marks and brackets in one run of lines; an image and HTML count more, by their cost. */
const maxDelimiters = 2000
const imageCost = 40
const htmlCost = 2
/** A heading that a line of signs makes of the line above it costs as many characters. */
const underlineCost = 80

const marker = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/
const otherBullet =
  /^(\s*)(?:[\u2022\u25CF\u25AA\u25E6\u2023\u2043\u00B7\u2013\u203A\u00BB\u2192\u2794\u279C\u27A4\u25B6]|(?=[\u2705\u274C\u2713\u2714\u2715\u2717\u2718\u2611\u26D4\u{1F6AB}\u{1F6D1}\u{1F44D}\u{1F44E}\u26A0]))\s*/u
/**
 * Numbers before a sentence that Markdown does not support: `2.1`, `a)`, `(iv)`, `①`, `1️⃣`, `§3`, `#1` and `1.Write`.
 */
const otherNumber =
  /^(\s*)(?:\d{1,3}(?:\.\d{1,3}){1,3}[.)]?[ \t]+(?!\p{Lu}+\s)|\(?(?:[a-z]|[ivx]{1,4}|\d{1,3})\)[ \t]*|[\u2460-\u2473\u24EA\u2776-\u2793][.)]?[ \t]*|(?:\d\uFE0F?\u20E3|\u{1F51F})[ \t]*|\u00A7[ \t]?\d{1,3}(?:\.\d{1,3})*[.)]?[ \t]+|#\d{1,3}[.):]?[ \t]+|\d{1,3}[.)](?=\p{L})|\d{1,3}:[ \t]+|\u2116[ \t]?\d{1,3}[.):]?[ \t]+|\u3010\d{1,3}\u3011[ \t]*|\p{Lu}\d{1,2}[.):][ \t]+|[\u4E00\u4E8C\u4E09\u56DB\u4E94\u516D\u4E03\u516B\u4E5D\u5341]{1,3}[\u3001\uFF0E][ \t]*|\uFF08[\u4E00-\u5341\d]{1,3}\uFF09[ \t]*)(?=["'\u201C*_`([]*(?:\p{Lu}|\p{Lo}))/u
/**
 * Letters and Roman numbers, which may also be the initials of a name: only with the number before or after it nearby.
 */
const letterNumber =
  /^(\s*)(?:([A-Z]|[a-z])|([IVXL]{1,7}|[ivxl]{1,7}))(?:[.)]|[ \t][-\u2013\u2014])[ \t]+(?=["'*_`]*\p{Lu}\p{Ll})/u
/** How far apart the numbers of a list stand, in lines. */
const maxNumberGap = 8
const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 }

/** The value of a Roman number in small letters. */
const romanValue = (roman: string) =>
  [...roman].reduce((sum, digit, at) => {
    const value = digits[digit]!
    return value < (digits[roman[at + 1] ?? ''] ?? 0) ? sum - value : sum + value
  }, 0)

/** The values that a letter can have as a number: "I" is 1 or the ninth letter. */
function valuesOf(line: string): number[] {
  const [, , letter = '', roman = letter] = letterNumber.exec(line) ?? []
  const small = roman.toLowerCase()
  const values = /^[ivxl]+$/.test(small) ? [romanValue(small)] : []
  return letter === '' ? values : [...values, letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1 + letterBase]
}
/** Keeps letters apart from Roman numbers. */
const letterBase = 1000

/** The indexes of the lines that are numbered by letters or Roman numbers. */
function letteredLines(lines: readonly string[]): ReadonlySet<number> {
  const numbered = new Set<number>()
  let last: { at: number; values: number[] } | undefined
  for (const [at, line] of lines.entries()) {
    const values = valuesOf(line)
    if (values.length === 0) continue
    if (last && at - last.at <= maxNumberGap && values.some((value) => last!.values.includes(value - 1)))
      for (const each of [last.at, at]) numbered.add(each)
    last = { at, values }
  }
  return numbered
}
/** A bullet without a space after it: `-Check the inbox`. */
const tightDash = /^(\s*)(?:[-\u2013\u2014+]|\*(?![^*]*\*))(?=["'`]?\p{L}{2,}\s)/u
/** Starts a block of its own even directly after a line of prose. */
const opensBlock = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/
/** Can start a document: prose or a heading at the margin, not a part of a list or table. */
const opensPiece = /^(?![-*+|>=~`]|\d{1,9}[.)])\S/
const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})/
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/
const tagLine = /^ {0,3}<(\/?)([a-z][\w-]*)(?:\s[^<>]*)?>\s*$/i
/** A section on a line of its own: `<tone>Warm and patient</tone>`. */
const tagSection = /^ {0,3}<([a-z][\w-]*)(?:\s[^<>]*)?>([^<>]+)<\/\1>[ \t]*$/i
const htmlTags = new Set(
  'a abbr b blockquote br center cite code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q s script small source span strike strong style sub summary sup table tbody td textarea th thead tr u ul'.split(
    ' ',
  ),
)

/** Bounds the depth of a line: drops lines nested deeper than `maxNesting`, and reduces indentation to `maxIndent`. */
function shallow(line: string): string {
  const indent = /^[ \t]*/.exec(line)![0].length
  let rest = line.slice(indent)
  for (let depth = 0; ; depth++) {
    const length = rest.startsWith('>') ? 1 : (marker.exec(rest)?.[0].length ?? 0)
    if (length === 0) break
    if (depth === maxNesting) return ''
    rest = rest.slice(length).trimStart()
  }
  return indent > maxIndent ? ' '.repeat(maxIndent) + line.slice(indent) : line
}

/** The length of a line and of its end, and what an underline costs beyond it. */
const costOf = (line: string) => line.length + 1 + (underline.test(line) ? underlineCost : 0)

const delimiters = (line: string) =>
  (line.match(/\*+|_+|~+|\[/g)?.length ?? 0) +
  imageCost * (line.match(/!\[/g)?.length ?? 0) +
  htmlCost * (line.match(/</g)?.length ?? 0)

const isItem = (line = '') =>
  marker.test(line.trimStart()) || otherBullet.test(line) || otherNumber.test(line) || tightDash.test(line)
/** A line after which a title can start: an item or a complete sentence. */
const endsBlock = (line = '') => isItem(line) || /[.!?]\s*$/.test(line)
const isTitle = (line: string) => /^\p{Lu}[^.!?;,`|>]*$/u.test(line) && line.trim().split(/\s+/, 6).length <= 5

const titleOf = (tag: string) => tag.replace(/[_-]+/g, ' ')

/** A part of a document that can be parsed separately. */
export interface Piece {
  text: string
  /** For each of its lines, the index of the line of the document that it was made from. */
  sources: readonly number[]
}

interface SourceLine {
  line: string
  source: number
}

const isDelimiterRow = (line: string) => line.includes('-') && line.includes('|') && /^[\s|:-]+$/.test(line)

/**
 * Limits a run of lines without a blank line to what the parser can handle. The rest of a table begins with its head
 * again. Bars alone make no table: without a row of dashes below its head, a run is a paragraph.
 */
function boundedLines(lines: readonly string[]): SourceLine[] {
  let run = 0
  let marks = 0
  let head: SourceLine[] = []
  let before: SourceLine | undefined
  return lines.flatMap((written, source) => {
    const line = shallow(written)
    if (line.trim() === '' || opensBlock.test(line)) {
      run = marks = 0
      head = []
      before = undefined
    }
    run++
    marks += delimiters(line)
    const calm = { line: marks > maxDelimiters ? line.replace(/[*_~[\]!<]/g, '') : line, source }
    if (head.length === 0 && before && isDelimiterRow(line) && before.line.length + line.length <= maxHeadLength)
      head = [before, calm]
    before = calm
    if (run <= (head.length > 0 && line.includes('|') ? maxTableLines : maxParagraphLines)) return [calm]
    run = head.length
    marks = 0
    return [{ line: '', source }, ...head, calm]
  })
}

/** How far the end of an example is looked for, in lines. */
const maxExample = 200

/**
 * Whether a fence inside an example of Markdown opens a block in it, although Markdown would let the end of that block
 * end the example: then the fence that was meant as the end would open a block with headings of the document.
 */
function opensNested(lines: readonly SourceLine[], from: number, mark: string): boolean {
  const isFence = (at: number) => fence.exec(lines[at]?.line ?? '')?.[1] === mark
  const isBare = (at: number) => lines[at]!.line.trim() === mark
  if (!isFence(from) || isBare(from)) return false
  const next = (at: number) => {
    const end = Math.min(lines.length, from + maxExample)
    while (at < end && !isFence(at)) at++
    return at
  }
  const inner = next(from + 1)
  const outer = next(inner + 1)
  if (!isFence(outer) || !isBare(inner) || !isBare(outer)) return false
  return lines.slice(outer + 1, next(outer + 1)).some(({ line }) => /^#{2,6}\s/.test(line))
}

/** Blocks of code, line by line. */
class Fences {
  /** The fence of the block that is open. */
  mark: string | undefined
  private isExample = false
  /** Blocks inside an example of Markdown whose fences are as long as its own. */
  private nested = 0
  private readonly lines: readonly SourceLine[]

  constructor(lines: readonly SourceLine[]) {
    this.lines = lines
  }

  /** The line as the parser is to see it; undefined outside of blocks. */
  read(index: number): string | undefined {
    const { line } = this.lines[index]!
    const mark = fence.exec(line)?.[1]
    if (this.mark === undefined) {
      if (mark === undefined) return undefined
      this.mark = mark
      this.isExample = /[`~]\s*(?:md|markdown|mdx|mdc)\b/i.test(line)
      return line
    }
    if (this.isExample && opensNested(this.lines, index, this.mark)) {
      this.nested++
      return ''
    }
    if (this.nested > 0 && mark === this.mark) {
      this.nested--
      return ''
    }
    if (mark?.startsWith(this.mark)) this.mark = undefined
    return line
  }
}

/**
 * Prepares a document for the parser, in linear time, as pieces that can be parsed one after the other. Drops text that
 * is invisible, too long or nested too deep, and converts habits of prompt files to equivalent Markdown: other bullets,
 * a title line between two lists, sections in XML tags (which Markdown would treat as HTML).
 */
export function tidyMarkdown(lines: readonly string[]): Piece[] {
  const bounded = boundedLines(lines)
  const lettered = letteredLines(bounded.map(({ line }) => line))
  const pieces: Piece[] = []
  const tags: string[] = []
  let piece: SourceLine[] = []
  let length = 0
  const fences = new Fences(bounded)
  const close = () =>
    pieces.push({ text: piece.map(({ line }) => line).join('\n'), sources: piece.map(({ source }) => source) })
  bounded.forEach(({ line, source }, index) => {
    const push = (...written: string[]) => piece.push(...written.map((each) => ({ line: each, source })))
    const before = bounded[index - 1]?.line
    const boundary = fences.mark === undefined && before?.trim() === '' && opensPiece.test(line)
    if ((length > pieceLength && boundary) || length > maxPieceLength) {
      close()
      piece = []
      if (fences.mark !== undefined) push(fences.mark)
      length = 0
    }
    length += costOf(line)
    const code = fences.read(index)
    if (code !== undefined) {
      push(code)
      return
    }
    const [, closing, tag] = tagLine.exec(line) ?? []
    if (tag !== undefined && !htmlTags.has(tag.toLowerCase())) {
      if (closing === '/') tags.pop()
      else tags.push(titleOf(tag))
      push('', `###### ${tags.at(-1) ?? ''}`, '')
      return
    }
    const [, section, content] = tagSection.exec(line) ?? []
    if (section !== undefined && !htmlTags.has(section.toLowerCase())) {
      push('', `###### ${titleOf(section)}`, '', content!.trim(), '', `###### ${tags.at(-1) ?? ''}`, '')
      return
    }
    if (isTitle(line) && isItem(bounded[index + 1]?.line) && endsBlock(before)) push('')
    const numbered = lettered.has(index) ? line.replace(letterNumber, '$1- ') : line
    const item = numbered.replace(otherNumber, '$1- ').replace(tightDash, '$1- ')
    push(/:[*\s]*$/.test(item) ? item : item.replace(otherBullet, '$1- '))
  })
  close()
  return pieces
}
