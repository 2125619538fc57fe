import { withoutFrontMatter } from '../../domain/text/front-matter.ts'
import { cleanText } from '../../domain/text/untrusted-text.ts'

/**
 * Maximum length that is read of a document, in characters: the longest rules files in use have some 60,000, and the
 * parser handles about 100,000 a second (measured).
 */
const maxDocumentLength = 512 * 1024

/**
 * Returns the lines of a document that are read, each at its line of the file: other lines are blank. Undoes changes to
 * whole files: indentation that all lines share, a fence around the whole file, and a fence that never ends.
 */
export function documentLines(text: string): string[] {
  const read = withoutFrontMatter(withoutMdxComments(cleanText(beginning(text).replace(/^\uFEFF/, ''))))
  return withoutOpenFences(withoutOuterFence(withoutIndent(read.split('\n'))))
}

/** Keeps whole lines up to the limit; half a sentence would be taken for a rule. */
function beginning(text: string): string {
  if (text.length <= maxDocumentLength) return text
  const end = text.lastIndexOf('\n', maxDocumentLength)
  return text.slice(0, end === -1 ? maxDocumentLength : end)
}

const isWritten = (line: string) => line.trim() !== ''

/** Markdown reads four spaces as code; spaces that all lines share do not mean code. */
function withoutIndent(lines: string[]): string[] {
  const indents = lines.filter(isWritten).map((line) => /^[ \t]*/.exec(line)![0])
  const shared = indents.reduce((a, b) => (a.length <= b.length ? a : b), indents[0] ?? '')
  if (shared === '' || !indents.every((indent) => indent.startsWith(shared))) return lines
  return lines.map((line) => line.slice(shared.length))
}

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/
const documentLanguage = /^(?:(?:md|markdown|mdc|mdx|text|txt|plain)(?=\s|$).*)?\s*$/i

/** A file that was copied from a chat is in one fence; code blocks inside it may have fences of the same length. */
function withoutOuterFence(lines: string[]): string[] {
  const first = lines.findIndex(isWritten)
  const last = lines.findLastIndex(isWritten)
  const [, mark = '', language = ''] = fence.exec(lines[first] ?? '') ?? []
  const isClosed = last > first && lines[last]!.trim() === mark
  if (mark === '' || !isClosed || !documentLanguage.test(language)) return lines
  const inner = lines.slice(first + 1, last).filter((line) => fence.test(line))
  // Two unnamed fences with text between them are two code blocks, and so is one without headings and lists.
  const isDocument =
    language.trim() !== '' || (inner.length === 0 && lines.some((line) => /^(?:#{1,6}|[-*+]) /.test(line)))
  if (inner.length % 2 === 1 || !isDocument) return lines
  return lines.map((line, at) => (at === first || at === last ? '' : line))
}

/** An unclosed fence would hide the rest of the file, which is prose more often than code. */
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

/** Each one costs a pass over the rest of the file. */
const maxOpenFences = 20

/** The line of the fence that is still open at the end. */
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

/** Blanks `{/* … *\/}`, which MDX does not show, but keeps the line ends inside it. */
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
