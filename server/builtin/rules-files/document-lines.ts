import { frontMatterLines } from '../../domain/text/front-matter.ts'
import { cleanText } from '../../domain/text/untrusted-text.ts'

/**
 * How much of a document is read, in characters: the longest rules files in use hold some 60,000, and the parser manages
 * about 100,000 a second (measured).
 */
const maxDocumentLength = 512 * 1024

/**
 * The lines of a document that are read, each where it stands in the file: lines that are not read are blank. Undoes what
 * happens to whole files: indentation that all lines share, a fence around all of it, and a fence that never ends.
 */
export function documentLines(text: string): string[] {
  const lines = withoutMdxComments(cleanText(beginning(text).replace(/^\uFEFF/, ''))).split('\n')
  lines.fill('', 0, frontMatterLines(lines))
  return withoutOpenFences(withoutOuterFence(withoutIndent(lines)))
}

/** As many whole lines as are read; half a sentence would pass for a rule. */
function beginning(text: string): string {
  if (text.length <= maxDocumentLength) return text
  const end = text.lastIndexOf('\n', maxDocumentLength)
  return text.slice(0, end === -1 ? maxDocumentLength : end)
}

const isWritten = (line: string) => line.trim() !== ''

/** Markdown takes four spaces for code; spaces that all lines share are none. */
function withoutIndent(lines: string[]): string[] {
  const indents = lines.filter(isWritten).map((line) => /^[ \t]*/.exec(line)![0])
  const shared = indents.reduce((a, b) => (a.length <= b.length ? a : b), indents[0] ?? '')
  if (shared === '' || !indents.every((indent) => indent.startsWith(shared))) return lines
  return lines.map((line) => line.slice(shared.length))
}

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/
const documentLanguage = /^(?:md|markdown|mdc|mdx|text|txt|plain)?\s*$/i

/** A file that was copied from a chat stands in one fence; code blocks inside of it may have fences as long. */
function withoutOuterFence(lines: string[]): string[] {
  const first = lines.findIndex(isWritten)
  const last = lines.findLastIndex(isWritten)
  const [, mark = '', language = ''] = fence.exec(lines[first] ?? '') ?? []
  const isClosed = last > first && lines[last]!.trim() === mark
  if (mark === '' || !isClosed || !documentLanguage.test(language)) return lines
  const inner = lines.slice(first + 1, last).filter((line) => fence.test(line))
  // Two unnamed fences with text between them are two blocks of code, and so is one without headings and lists.
  const isDocument =
    language.trim() !== '' || (inner.length === 0 && lines.some((line) => /^(?:#{1,6}|[-*+]) /.test(line)))
  if (inner.length % 2 === 1 || !isDocument) return lines
  return lines.map((line, at) => (at === first || at === last ? '' : line))
}

/** A fence that nothing closes would take the rest of the file with it, which is prose more often than code. */
function withoutOpenFences(lines: string[]): string[] {
  const read = [...lines]
  let from = 0
  for (let opened = 0; opened < maxOpenFences; opened++) {
    const open = openFence(read, from)
    if (open === undefined) break
    read[open] = ''
    from = open + 1
  }
  return read
}

/** Each takes a pass over the rest of the file. */
const maxOpenFences = 20

/** The line of the fence that is open at the end. */
function openFence(lines: readonly string[], from: number): number | undefined {
  let opened: { at: number; mark: string } | undefined
  for (let at = from; at < lines.length; at++) {
    const mark = fence.exec(lines[at]!)?.[1]
    if (mark === undefined) continue
    if (!opened) opened = { at, mark }
    else if (mark.startsWith(opened.mark) && lines[at]!.trim() === mark) opened = undefined
  }
  return opened?.at
}

/** Blanks `{/* … *\/}`, which MDX does not show, and keeps the line ends inside of it. */
function withoutMdxComments(text: string): string {
  let kept = ''
  let from = 0
  for (let open = text.indexOf('{/*'); open >= 0; open = text.indexOf('{/*', from)) {
    const close = text.indexOf('*/}', open + 3)
    if (close < 0) break
    kept += text.slice(from, open) + text.slice(open, close).replace(/[^\n]/g, '')
    from = close + 3
  }
  return kept + text.slice(from)
}
