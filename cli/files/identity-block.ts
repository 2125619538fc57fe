import type { FormatName } from '#core/domain/formats/format.ts'
import { findMarker, isMarkerLine } from '#core/domain/formats/marker.ts'
import { appendParagraph, lineBreakOf, type Replacement } from './text-replacement.ts'

/**
 * An identity within a Markdown file that is a person's own. The block begins with the comment line of the export,
 * which names agent and version, and ends with a comment line of its own; the rest of the file is left byte for byte.
 */

const endLine = '<!-- end of agent-identity -->'

/** Formats that are plain Markdown, so that text of others may stand around the identity. */
export const canBeBlock = (format: FormatName): boolean =>
  ['agents_md', 'claude_md', 'gemini', 'copilot'].includes(format)

export interface IdentityBlock {
  /** Offsets in the text, from the first comment line to the end of the last one with its line break. */
  start: number
  end: number
  /** The identity, without the last comment line, with `\n` line breaks. */
  content: string
}

/** The block of a text; undefined when it has none, or when the whole text is an export. */
export function findBlock(text: string): IdentityBlock | undefined {
  let offset = 0
  let start = -1
  for (const line of text.split(/(?<=\n)/)) {
    if (start < 0 && isMarkerLine(line)) start = offset
    if (start >= 0 && line.trim() === endLine) {
      const content = text.slice(start, offset).replaceAll('\r\n', '\n')
      return { start, end: offset + line.length, content }
    }
    offset += line.length
  }
  return undefined
}

/** The replacement that puts an export into a text: in place of its block, or behind everything else. */
export function placeBlock(text: string, content: string): Replacement {
  const lineBreak = lineBreakOf(text)
  const inserted = `${content.trimEnd()}\n${endLine}\n`.replaceAll('\n', lineBreak)
  const block = findBlock(text)
  if (block) return { offset: block.start, removed: text.slice(block.start, block.end), inserted }
  return appendParagraph(text, inserted)
}

/** The replacements that put an export into a file: as a whole if it is empty, else as a block; none if it is there. */
export function addBlock(text: string, content: string): Replacement[] {
  if (text === '') return [{ offset: 0, removed: '', inserted: content }]
  const block = findBlock(text)
  // A file that is an export as a whole is kept current by "pull".
  if (block ? block.content === `${content.trimEnd()}\n` : findMarker(text)) return []
  return [placeBlock(text, content)]
}

/**
 * The text without its block and the blank line before it. Lines that a person put into the block stay.
 *
 * @param written the block as it was written, if that is known.
 */
export function removeBlock(text: string, written?: string): string {
  const block = findBlock(text)
  if (!block) return text
  const ours = new Set((written ?? block.content).split('\n'))
  const added = text
    .slice(block.start, block.end)
    .split(/(?<=\n)/)
    .filter((line) => !isOurLine(line.replace(/\r?\n$/, ''), ours))
  const before = text.slice(0, block.start)
  return (added.length > 0 ? before + added.join('') : before.replace(/(^|\n)\r?\n$/, '$1')) + text.slice(block.end)
}

const isOurLine = (line: string, ours: ReadonlySet<string>): boolean =>
  ours.has(line) || line.trim() === endLine || isMarkerLine(line)
