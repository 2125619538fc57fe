import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { type ConfigEdit, UneditableFile } from '../files/config-edit.ts'
import { appendParagraph, lineBreakOf, type Replacement, replacementsBetween } from '../files/text-replacement.ts'
import { isObject, isOurServer, mergeServer, ownSettings, requireOurServer } from './server-entry.ts'

/** Edits of TOML files: the table of our server, written as a section of its own at the end of the file. */

type Table = Record<string, unknown>

/**
 * The replacement that puts a table into a TOML text; none when it is there already.
 *
 * @throws UneditableFile when the text is not TOML, holds the table in another form than that of a section, or holds a
 * server of the person's own.
 */
export function addToToml(text: string, edit: ConfigEdit): Replacement[] {
  const { file, path, value } = edit
  const document = parsed(text, file)
  const present = valueAt(document, path)
  if (present === undefined) {
    const section = `[${path.join('.')}]\n${printLines(value as Values)}`.replaceAll('\n', lineBreakOf(text))
    return checked(text, [appendParagraph(text, section)], edit, withValue(document, path, value))
  }
  requireOurServer(edit, present)
  const merged = mergeServer(present, value as Values)
  if (isDeepStrictEqual(present, merged)) return []
  const section = sectionsOf(text).find((each) => isDeepStrictEqual(each.path, path))
  if (!section) throw new UneditableFile(`${path.join('.')} is no section of its own in ${file}`)
  const lines = withValues(section.lines, value as Values, lineBreakOf(text))
  const changed = text.slice(0, section.start) + lines.join('') + text.slice(section.end)
  return checked(text, replacementsBetween(text, changed), edit, withValue(document, path, merged))
}

/**
 * The text without the section and those below it, such as the tools of the server that a person approved: they would
 * be half a server, with which the tool does not start. Comments stay.
 *
 * @throws UneditableFile when the table stands there in another form.
 */
export function removeFromToml(text: string, edit: ConfigEdit): string {
  const { file, path } = edit
  const document = parsed(text, file)
  if (!isOurServer(valueAt(document, path)) && !isRest(valueAt(document, path))) return text
  const own = sectionsOf(text).filter((each) => isDeepStrictEqual(each.path.slice(0, path.length), path))
  const kept = own.map(({ start, lines }, at) => {
    const before = text.slice(own[at - 1]?.end ?? 0, start)
    const comments = lines.filter((line) => /^[ \t]*#/.test(line)).join('')
    return comments ? before + comments : before.replace(/(^|\n)\r?\n$/, '$1')
  })
  const changed = kept.join('') + text.slice(own.at(-1)?.end ?? 0)
  const [replacement] = checked(text, replacementsBetween(text, changed), edit, withValue(document, path, undefined))
  return replacement ? changed : text
}

/** The rest of a server without its address: tables alone. */
const isRest = (value: unknown): boolean => isObject(value) && Object.values(value).every(isObject)

/** @throws UneditableFile when the text with the replacements would not hold exactly the expected document. */
function checked(text: string, replacements: Replacement[], { file, path }: ConfigEdit, expected: Table) {
  const [{ offset, removed, inserted } = { offset: 0, removed: '', inserted: '' }] = replacements
  const changed = text.slice(0, offset) + inserted + text.slice(offset + removed.length)
  if (!isDeepStrictEqual(withoutEmpty(parsed(changed, file), path), withoutEmpty(expected, path)))
    throw new UneditableFile(`${path.join('.')} is in ${file} in a form that this command does not change`)
  return replacements
}

type Values = Record<string, string | Record<string, string>>

/** A line for each value; strings of JSON are strings of TOML, too. */
const printLines = (values: Values): string => Object.entries(values).map(printLine).join('')

function printLine([name, value]: [string, Values[string]]): string {
  if (typeof value === 'string') return `${name} = ${JSON.stringify(value)}\n`
  const fields = Object.entries(value).map(([field, text]) => `${keyOf(field)} = ${JSON.stringify(text)}`)
  return `${name} = { ${fields.join(', ')} }\n`
}

const keyOf = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))

/**
 * The lines of a section with the present values; those that have them already, comments and a person's settings stay.
 */
function withValues([header, ...lines]: string[], values: Values, lineBreak: string): string[] {
  const missing = new Set(Object.keys(values))
  const kept = lines.flatMap((line) => {
    const [[key, present] = []] = Object.entries(lineValue(line) ?? {})
    if (key === undefined || !ownSettings.has(key)) return [line]
    if (!missing.delete(key)) return []
    const merged = mergeServer({ [key]: present }, { [key]: values[key] })[key] as Values[string]
    return [isDeepStrictEqual(present, merged) ? line : printLine([key, merged]).replaceAll('\n', lineBreak)]
  })
  const added = [...missing].map((key) => printLine([key, values[key]!]).replaceAll('\n', lineBreak))
  return [header!.endsWith('\n') ? header! : header! + lineBreak, ...added, ...kept]
}

function lineValue(line: string): Table | undefined {
  try {
    return plain(parse(line)) as Table
  } catch {
    return undefined
  }
}

function parsed(text: string, file: string): Table {
  try {
    return plain(parse(text)) as Table
  } catch (error) {
    const { line, message } = error as { line?: number; message: string }
    throw new UneditableFile(`${file} is not valid TOML (line ${line ?? 1}: ${message.split('\n')[0]})`)
  }
}

/** A copy with ordinary prototypes, which can be compared. */
const plain = (value: unknown): unknown => structuredClone(value)

const valueAt = (value: unknown, path: ConfigEdit['path']): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key as string] : undefined), value)

/** A document with another value at a path, or without one. */
function withValue(document: Table, [key, ...rest]: ConfigEdit['path'], value: unknown): Table {
  const { [key as string]: former, ...others } = document
  const inner = rest.length === 0 ? value : withValue(isObject(former) ? former : {}, rest, value)
  return inner === undefined ? others : { ...others, [key as string]: inner }
}

/** A table that held our server alone may stay or go. */
const withoutEmpty = (document: Table, [key]: ConfigEdit['path']): Table => {
  const table = document[key as string]
  return isObject(table) && Object.keys(table).length === 0 ? withValue(document, [key!], undefined) : document
}

interface Section {
  path: string[]
  start: number
  /** The end of its last value: comments and blank lines behind it belong to what follows. */
  end: number
  lines: string[]
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = []
  let [offset, quotes] = [0, '']
  let pending: string[] = []
  for (const line of text.split(/(?<=\n)/)) {
    const path = quotes === '' ? headerOf(line) : undefined
    const section = sections.at(-1)
    if (path) {
      sections.push({ path, start: offset, end: offset + line.length, lines: [line] })
      pending = []
    } else if (section) {
      pending.push(line)
      if (quotes !== '' || !/^\s*(?:#|$)/.test(line)) {
        section.lines.push(...pending.splice(0))
        section.end = offset + line.length
      }
    }
    // A text of several lines may hold lines that look like headers.
    for (const [mark] of withoutComment(line).matchAll(/"""|'''/g)) {
      if (quotes === '') quotes = mark
      else if (quotes === mark) quotes = ''
    }
    offset += line.length
  }
  return sections
}

/** A line without a comment at its end that has no quotation marks. */
function withoutComment(line: string): string {
  const start = line.indexOf('#', Math.max(line.lastIndexOf('"'), line.lastIndexOf("'")) + 1)
  return start < 0 ? line : line.slice(0, start)
}

/** The path in the header of a table or of an element of a list of tables. */
function headerOf(line: string): string[] | undefined {
  const [, header] = /^[ \t]*\[\[?([^[\]]+)\]\]?[ \t]*(?:#.*)?\r?\n?$/.exec(line) ?? []
  if (header === undefined) return undefined
  let inner = lineValue(`[${header}]`)
  const path: string[] = []
  while (inner && Object.keys(inner).length > 0) {
    const [[key, next]] = Object.entries(inner) as [[string, Table]]
    path.push(key)
    inner = next
  }
  return path.length > 0 ? path : undefined
}
