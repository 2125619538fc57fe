import { withoutFrontMatter } from '#core/domain/text/front-matter.ts'
import { cleanText } from '#core/domain/text/untrusted-text.ts'

/**
 * Maximum length that is read of a document, in characters: the longest rules files in use have some 60,000, and the
 * parser handles about 100,000 a second (measured).
 */
const maxDocumentLength = 512 * 1024

/**
 * Returns the lines of a document that are read, each at its line of the file: other lines are blank. Undoes changes to
 * whole files: indentation that all lines share, a fence around the whole file, and a fence that never ends. `asides`
 * are the indexes of lines before and after the fence, which are written there but not read.
 */
export function documentLines(text: string): { read: string[]; written: string[]; asides: number[] } {
  const shown = withoutFrontMatter(withoutMdxComments(cleanText(beginning(text).replace(/^\uFEFF/, ''))))
  const whole = withoutIndent(shown.split('\n'))
  const asides = linesAround(whole)
  const inside = asides.length === 0 ? whole : whole.map((line, at) => (asides.includes(at) ? '' : line))
  const read = withoutOpenFences(withoutOuterFence(inside))
  return { read, written: read.map((line, at) => (asides.includes(at) ? whole[at]! : line)), asides }
}

/** As many lines as a chat puts before and after a file. */
const maxAsides = 6
/** A first line that hands over a file. */
const handsOver =
  /\b(?:AGENTS|CLAUDE|GEMINI|SOUL|SKILL|README)\.md\b|\.(?:cursor|windsurf|cline)rules\b|\b(?:rules|instructions|prompt|config\w*|guidelines) file\b|^\W*(?:here(?:['\u2019]s| is| are)\b|sure\b|certainly\b|of course\b|absolutely\b|below is\b|hier ist\b|voici\b|aqu\u00ED (?:est\u00E1|tienes)\b|ecco\b)/i

/** The lines around a fence that holds the whole document, as an answer in a chat has it. */
function linesAround(lines: readonly string[]): number[] {
  const open = lines.findIndex((line) => fence.test(line))
  const [, mark = '', language = ''] = fence.exec(lines[open] ?? '') ?? []
  const close = lines.findLastIndex((line) => line.trim() === mark)
  if (mark === '' || close <= open || !documentLanguage.test(language)) return []
  const first = lines.findIndex(isWritten)
  if (first < open ? !handsOver.test(lines[first]!.slice(0, 300)) : language.trim() === '') return []
  const around: number[] = []
  for (const [at, line] of lines.entries()) {
    if ((at >= open && at <= close) || !isWritten(line)) continue
    if (around.length === maxAsides || /^\s*(?:#{1,6}|[-*+]|\d+[.)])\s/.test(line)) return []
    around.push(at)
  }
  const isDocument = lines.slice(open + 1, close).some((line) => /^(?:#{1,6}|[-*+]) /.test(line))
  return isDocument ? around : []
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

const fence = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[ \t]*(?![ \t])([^`]*)$/
const documentLanguage = /^(?:(?:md|markdown|mdc|mdx|text|txt|plain)(?=\s|$).*)?$/i

/** A file that was copied from a chat is in one fence; code blocks inside it may have fences of the same length. */
function withoutOuterFence(lines: string[]): string[] {
  const first = lines.findIndex(isWritten)
  const last = lines.findLastIndex(isWritten)
  const [, mark = '', language = ''] = fence.exec(lines[first] ?? '') ?? []
  const isClosed = last > first && lines[last]!.trim() === mark
  if (mark === '' || !isClosed || !documentLanguage.test(language.trim())) return lines
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
