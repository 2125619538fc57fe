import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { appendParagraph, applyReplacement, lineBreakOf, type Replacement } from '../text-replacement.ts'
import { type ConfigEdit, UneditableFile } from './config-edit.ts'

/** Edits of TOML files: one table, written as a section of its own at the end of the file. */

/**
 * The replacement that puts a table into a TOML text; none when it is there already.
 *
 * @throws UneditableFile when the text is not TOML, or holds the table in another form than that of a section.
 */
export function addToToml(text: string, edit: ConfigEdit): Replacement[] {
  const { file, path, value } = edit
  const present = valueAt(parsed(text, file), path)
  if (isDeepStrictEqual(present, value)) return []
  const section = `[${path.join('.')}]\n${printLines(value as Values)}`.replaceAll('\n', lineBreakOf(text))
  const range = sectionRange(text, path)
  if (present !== undefined && !range) throw new UneditableFile(`${path.join('.')} is no section of its own in ${file}`)
  const replacement: Replacement = range
    ? { offset: range[0], removed: text.slice(...range), inserted: section }
    : appendParagraph(text, section)
  const changed = applyReplacement(text, replacement)
  if (!isDeepStrictEqual(valueAt(parsed(changed, file), path), value))
    throw new UneditableFile(`${file} has no room for the section ${path.join('.')}`)
  return [replacement]
}

type Values = Record<string, string | Record<string, string>>

/** A line for each value; strings of JSON are strings of TOML, too. */
const printLines = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => {
      if (typeof value === 'string') return `${name} = ${JSON.stringify(value)}\n`
      const fields = Object.entries(value).map(([field, text]) => `${field} = ${JSON.stringify(text)}`)
      return `${name} = { ${fields.join(', ')} }\n`
    })
    .join('')

/** The text without the section. */
export function removeFromToml(text: string, { file, path }: ConfigEdit): string {
  const range = sectionRange(text, path)
  if (!range) return text
  const changed = text.slice(0, range[0]).replace(/(\r?\n)\r?\n$/, '$1') + text.slice(range[1])
  parsed(changed, file)
  return changed
}

function parsed(text: string, file: string): Record<string, unknown> {
  try {
    return plain(parse(text)) as Record<string, unknown>
  } catch (error) {
    const { line, message } = error as { line?: number; message: string }
    throw new UneditableFile(`${file} is not valid TOML (line ${line ?? 1}: ${message.split('\n')[0]})`)
  }
}

/** A copy with ordinary prototypes, which can be compared. */
const plain = (value: unknown): unknown => structuredClone(value)

const valueAt = (value: unknown, path: ConfigEdit['path']): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key as string], value)

/** The offsets of a section: its header and its values, without the comments and blank lines behind them. */
function sectionRange(text: string, path: ConfigEdit['path']): [start: number, end: number] | undefined {
  const names = path.map((key) => `(?:${key}|"${key}"|'${key}')`).join('[ \\t]*\\.[ \\t]*')
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${names}[ \\t]*\\]`)
  let [offset, start, end] = [0, -1, -1]
  for (const line of text.split(/(?<=\n)/)) {
    if (start >= 0 && /^[ \t]*\[/.test(line)) break
    if (start < 0 && header.test(line)) start = offset
    offset += line.length
    if (start >= 0 && !/^\s*(?:#|$)/.test(line)) end = offset
  }
  return start < 0 ? undefined : [start, end]
}
