import { maxStatementLength } from '#core/domain/statement.ts'
import type { MemoryFile } from './memory-file.ts'

/** Splits a Markdown file into its items and paragraphs, each with the lines that it takes up. */

export interface Block {
  /** The first line and the one after the last, counted from 0. */
  lines: readonly [from: number, to: number]
  /** Without the mark of a list item, on one line. */
  text: string
  /** The headings above it, outermost first. */
  headings: readonly string[]
  /** An item with a check box is a task. */
  isTask: boolean
}

const fence = /^\s*(?:`{3,}|~{3,})/
const heading = /^(#{1,6})\s+(\S.*)$/
const item = /^\s*(?:[-*+]|\d{1,4}[.)])\s+(\[[ xX]\]\s+)?(\S.*)$/
/** Rules between paragraphs and rows of tables hold no notes. */
const noText = /^\s*(?:([-*_])(?:\s*\1){2,}\s*$|\|)/

/** The blocks between two lines of a file. Code, comments, tables and blocks longer than any statement are left out. */
export function blocksOf({ lines }: Pick<MemoryFile, 'lines'>, from = 0, to = lines.length): Block[] {
  const blocks: Block[] = []
  let headings: { level: number; text: string }[] = []
  let open: { at: number; texts: string[]; isTask: boolean } | undefined
  const hidden = { code: false, comment: false }
  const close = (end: number) => {
    const text = open?.texts.join(' ').trim() ?? ''
    if (open && text !== '' && text.length <= maxStatementLength)
      blocks.push({
        lines: [open.at, end],
        text,
        headings: headings.map((one) => one.text),
        isTask: open.isTask,
      })
    open = undefined
  }
  for (let at = from; at < to; at++) {
    const line = lines[at]!.trimEnd()
    if (isHidden(line, hidden) || line === '' || line.length > maxStatementLength || noText.test(line)) {
      close(at)
      continue
    }
    const [, marks, title] = heading.exec(line) ?? []
    const [, box, text] = item.exec(line) ?? []
    if (marks !== undefined) {
      close(at)
      headings = [...headings.filter(({ level }) => level < marks.length), { level: marks.length, text: title! }]
    } else if (text !== undefined) {
      close(at)
      open = { at, texts: [text], isTask: box !== undefined }
    } else if (open) open.texts.push(line.trim())
    else open = { at, texts: [line.trim()], isTask: false }
  }
  close(to)
  return blocks
}

/** Whether a line belongs to code or to a comment, which `hidden` remembers for the next one. */
function isHidden(line: string, hidden: { code: boolean; comment: boolean }): boolean {
  const { code, comment } = hidden
  if (!comment && fence.test(line)) {
    hidden.code = !code
    return true
  }
  if (code) return true
  if (!comment && !/^\s*<!--/.test(line)) return false
  hidden.comment = !line.includes('-->')
  return true
}
