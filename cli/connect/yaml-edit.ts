import { isDeepStrictEqual } from 'node:util'
import { isMap, isSeq, type Node, parseDocument, stringify, type YAMLSeq } from 'yaml'
import { applyReplacement, lineBreakOf, lineStart, type Replacement } from '../text-replacement.ts'
import { type ConfigEdit, UneditableFile } from './config-edit.ts'

/** Edits of YAML files: one element of a list at the top. */

/**
 * The replacement that puts an element into a list of a YAML text; none when it is there already.
 *
 * @throws UneditableFile when the text is not YAML, or has the list in braces.
 */
export function addToYaml(text: string, edit: ConfigEdit): Replacement[] {
  const { file, path, value } = edit
  const lineBreak = lineBreakOf(text)
  const list = listOf(text, edit)
  const own = ownElement(text, list, edit)
  if (own && isDeepStrictEqual(own.value, value)) return []
  const column = list ? columnOf(text, list.range![0]) : 2
  const element = printElement(value, column).replaceAll('\n', lineBreak)
  const start = text === '' || text.endsWith('\n') ? '' : lineBreak
  let replacement: Replacement
  if (own) replacement = { offset: own.start, removed: text.slice(own.start, own.end), inserted: element }
  else if (list) {
    const offset = endOfElement(text, list.items.at(-1) as Node)
    replacement = { offset, removed: '', inserted: offset === text.length ? start + element : element }
  } else replacement = { offset: text.length, removed: '', inserted: `${start}${path[0]}:${lineBreak}${element}` }
  const changed = applyReplacement(text, replacement)
  const added = ownElement(changed, listOf(changed, edit), edit)
  if (!added || !isDeepStrictEqual(added.value, value))
    throw new UneditableFile(`${file} has no room for a list ${path[0]}`)
  return [replacement]
}

/** The text without the element, and without the list if it is empty now. */
export function removeFromYaml(text: string, edit: ConfigEdit): string {
  const list = listOf(text, edit)
  const own = ownElement(text, list, edit)
  if (!own) return text
  const before = text.slice(0, own.start)
  const isAlone = list!.items.length === 1
  return (isAlone ? before.replace(/[^\n]*\n$/, '') : before) + text.slice(own.end)
}

function listOf(text: string, { file, path }: ConfigEdit): YAMLSeq | undefined {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw new UneditableFile(`${file} is not valid YAML (line ${error.linePos?.[0].line ?? 1})`)
  if (document.contents === null) return undefined
  if (!isMap(document.contents)) throw new UneditableFile(`${file} is no map`)
  const list = document.contents.get(path[0], true) as unknown
  if (list === undefined) return undefined
  if (!isSeq(list) || list.flow || list.items.length === 0)
    throw new UneditableFile(`${path[0]} in ${file} is no list with dashes`)
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

const printElement = (value: unknown, column: number): string =>
  stringify([value], { lineWidth: 0 })
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(column) + line))
    .join('\n')

function endOfElement(text: string, { range }: Node): number {
  const [start, end] = range!
  const lineEnd = text.indexOf('\n', start + text.slice(start, end).trimEnd().length)
  return lineEnd < 0 ? text.length : lineEnd + 1
}
