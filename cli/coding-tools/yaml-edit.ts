import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, type Node, parseDocument, stringify, type YAMLMap, type YAMLSeq } from 'yaml'
import { type ConfigEdit, UneditableFile } from '../files/config-edit.ts'
import { applyReplacement, lineBreakOf, lineStart, type Replacement } from '../files/text-replacement.ts'
import { isObject, isOurServer, mergeServer, requireOurServer, type Values } from './server-entry.ts'

/** Edits of YAML files: one element of a list at the top, and values at the top that the tool needs. */

/**
 * The replacement that puts an element into a list of a YAML text, or a value at its top; none
 * when it is there already.
 *
 * @throws UneditableFile when the text is not YAML, has elements of the list in brackets, or
 * has a server of the person's own in it.
 */
export function addToYaml(text: string, edit: ConfigEdit): Replacement[] {
  const { file, path, value, isDefault } = edit
  const lineBreak = lineBreakOf(text)
  const start = text === '' || text.endsWith('\n') ? '' : lineBreak
  if (isDefault) {
    if (topValue(text, edit) !== undefined) return []
    return [{ offset: text.length, removed: '', inserted: `${start}${path[0]}: ${String(value)}${lineBreak}` }]
  }
  const list = listOf(text, edit)
  const own = ownElement(text, list, edit)
  if (own) requireOurServer(edit, own.value)
  const merged = own ? mergeServer(own.value, value as Values) : value
  if (own && isDeepStrictEqual(own.value, merged)) return []
  const column = list ? columnOf(text, list.range![0]) : 2
  const element = (own ? printChanged(text, own, merged) : printElement(value, column)).replaceAll(/\r?\n/g, lineBreak)
  let replacement: Replacement
  if (own) replacement = { offset: own.start, removed: text.slice(own.start, own.end), inserted: element }
  else if (list) {
    const offset = endOfElement(text, list.items.at(-1) as Node)
    replacement = { offset, removed: '', inserted: offset === text.length ? start + element : element }
  } else replacement = newList(text, edit, element)
  const changed = applyReplacement(text, replacement)
  const added = ownElement(changed, listOf(changed, edit), edit)
  if (!added || !isDeepStrictEqual(added.value, merged))
    throw new UneditableFile(`${file} has no room for a list ${path[0]}`)
  return [replacement]
}

/** The replacement that adds the list: behind the text, or in place of an empty one. */
function newList(text: string, edit: ConfigEdit, element: string): Replacement {
  const [lineBreak, key] = [lineBreakOf(text), String(edit.path[0])]
  const empty = (documentOf(text, edit)?.items ?? []).find((pair) => isScalar(pair.key) && pair.key.value === key)
  if (!empty) {
    const start = text === '' || text.endsWith('\n') ? '' : lineBreak
    return { offset: text.length, removed: '', inserted: `${start}${key}:${lineBreak}${element}` }
  }
  const offset = text.indexOf(':', (empty.key as Node).range![1]) + 1
  const { range } = (empty.value ?? {}) as Partial<Node>
  const removed = text.slice(offset, Math.max(offset, range?.[1] ?? 0))
  // A comment behind the brackets stays behind the key.
  const line = /^[^\r\n]*/.exec(text.slice(offset + removed.length))![0]
  return { offset, removed: removed + line, inserted: `${line}${lineBreak}${element.replace(/\r?\n$/, '')}` }
}

/** The text without the element, and without the list if it is empty now. A server of a person's own stays. */
export function removeFromYaml(text: string, edit: ConfigEdit): string {
  const list = edit.isDefault ? undefined : listOf(text, edit)
  const own = ownElement(text, list, edit)
  if (!own || !isOurServer(own.value)) return text
  const before = text.slice(0, own.start)
  const isAlone = list!.items.length === 1
  return (isAlone ? before.replace(/(?<![^\n])[^\n]*\n$/, '') : before) + text.slice(own.end)
}

function documentOf(text: string, { file }: ConfigEdit): YAMLMap | undefined {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw new UneditableFile(`${file} is not valid YAML (line ${error.linePos?.[0].line ?? 1})`)
  if (document.contents === null) return undefined
  if (!isMap(document.contents)) throw new UneditableFile(`${file} is no map`)
  return document.contents
}

const topValue = (text: string, edit: ConfigEdit): unknown => documentOf(text, edit)?.get(edit.path[0])

/** The list with elements; undefined where it is missing or empty. */
function listOf(text: string, edit: ConfigEdit): YAMLSeq | undefined {
  const list = documentOf(text, edit)?.get(edit.path[0], true) as unknown
  if (list === undefined || (isScalar(list) && list.value === null)) return undefined
  if (isSeq(list) && list.items.length === 0) return undefined
  if (!isSeq(list) || list.flow) throw new UneditableFile(`${edit.path[0]} in ${edit.file} is no list with dashes`)
  return list as YAMLSeq
}

/** The element that this command wrote, with the lines that it takes. */
function ownElement(text: string, list: YAMLSeq | undefined, { isOurs }: ConfigEdit) {
  const nodes = (list?.items ?? []) as Node[]
  const node = nodes.find((item) => isOurs!(item.toJSON()))
  if (!node) return undefined
  return { value: node.toJSON() as unknown, start: lineStart(text, node.range![0]), end: endOfElement(text, node) }
}

const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset)

const printElement = (value: unknown, column: number): string => indented(stringify([value], { lineWidth: 0 }), column)

const indented = (text: string, column: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(column) + line))
    .join('\n')

/** The text of an element with other values; comments and the order of its lines stay. */
function printChanged(
  text: string,
  { start, end, value }: NonNullable<ReturnType<typeof ownElement>>,
  merged: unknown,
) {
  const column = columnOf(text, text.indexOf('-', start))
  const lines = text.slice(start, end).split(/(?<=\n)/)
  const document = parseDocument(lines.map((line) => line.slice(Math.min(column, line.search(/\S|$/)))).join(''))
  const keys = isObject(value) ? Object.keys(value) : []
  for (const key of keys.filter((each) => isObject(merged) && !Object.hasOwn(merged, each))) document.deleteIn([0, key])
  for (const [key, inner] of Object.entries(merged as object))
    if (!isDeepStrictEqual((value as Record<string, unknown>)[key], inner))
      document.setIn([0, key], document.createNode(inner))
  return indented(document.toString({ lineWidth: 0 }), column)
}

function endOfElement(text: string, { range }: Node): number {
  const [start, end] = range!
  const lineEnd = text.indexOf('\n', start + text.slice(start, end).trimEnd().length)
  return lineEnd < 0 ? text.length : lineEnd + 1
}
