import { Parser } from 'htmlparser2'

/** Converts a block of HTML in a Markdown file to equivalent Markdown. */

const deletions = new Set(['del', 's', 'strike'])
const skipped = new Set(['script', 'style', 'pre', 'svg', 'template', 'head', 'select', 'textarea', ...deletions])
const blocks = new Set(
  'p div section article main header footer table tr dl dt dd details summary blockquote center ul ol'.split(' '),
)
/** Prose does not have lists nested deeper than this. */
const maxDepth = 12

/** Markdown that was made from HTML. */
export interface ConvertedHtml {
  text: string
  /** For each of its lines, the indexes of the first and the last line of the HTML that it was made from. */
  sources: readonly { from: number; to: number }[]
  /** Indexes of the lines of HTML with words that are struck out. */
  struck: readonly number[]
}

/** Converts headings, list items and paragraphs of HTML, without code blocks, struck-out words and hidden text. */
export function markdownOfHtml(html: string): ConvertedHtml {
  const lines = ['']
  const sources = [{ from: 0, to: 0 }]
  const struck: number[] = []
  let [row, counted] = [0, 0]
  let [hidden, deleted, lists] = [0, 0, 0]
  /** The line of the HTML at an offset; offsets only grow. */
  const rowAt = (offset: number) => {
    for (; counted < offset; counted++) if (html[counted] === '\n') row++
    return row
  }
  const write = (text: string, from = row) => {
    const isBlank = lines.at(-1) === ''
    if (!isBlank || text.trim() !== '') lines[lines.length - 1] += text
    if (text.trim() === '') return
    sources[sources.length - 1] = { from: isBlank ? from : sources.at(-1)!.from, to: row }
  }
  const breakLine = (times = 1) => {
    for (let broken = 0; broken < times; broken++) {
      lines.push('')
      sources.push({ from: row, to: row })
    }
  }
  const parser: Parser = new Parser({
    onopentag(name) {
      rowAt(parser.startIndex)
      if (skipped.has(name)) hidden++
      if (deletions.has(name)) deleted++
      if (hidden > 0) return
      if (/^h[1-6]$/.test(name)) {
        breakLine(2)
        write(`${'#'.repeat(Number(name[1]))} `)
      } else if (name === 'li') {
        breakLine()
        write(`${'  '.repeat(Math.min(Math.max(lists - 1, 0), maxDepth))}- `)
      } else if (name === 'br') breakLine()
      else if (name === 'b' || name === 'strong') write('**')
      else if (name === 'code') write('`')
      else if (name === 'td' || name === 'th') write(' ')
      else if (blocks.has(name)) breakLine(lists > 0 ? 1 : 2)
      if (name === 'ul' || name === 'ol') lists++
    },
    ontext(text) {
      const blank = text.length - text.trimStart().length
      const from = rowAt(parser.startIndex + blank)
      rowAt(parser.startIndex + text.trimEnd().length)
      if (deleted > 0 && /\p{L}/u.test(text)) for (let at = from; at <= row; at++) struck.push(at)
      if (hidden === 0) write(text.replace(/\s+/g, ' '), from)
    },
    onclosetag(name) {
      rowAt(parser.startIndex)
      if (skipped.has(name)) hidden--
      if (deletions.has(name)) deleted--
      if (name === 'ul' || name === 'ol') lists--
      if (hidden > 0) return
      if (name === 'b' || name === 'strong') write('**')
      else if (name === 'code') write('`')
      else if (/^h[1-6]$/.test(name) || (blocks.has(name) && lists === 0)) breakLine(2)
    },
  })
  parser.end(html)
  return { text: lines.map((line) => line.trimEnd()).join('\n'), sources, struck }
}
