import { isDeepStrictEqual } from 'node:util'
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser'
import { type ConfigEdit, UneditableFile } from '../files/config-edit.ts'
import {
  applyReplacement,
  lineBreakOf,
  lineStart,
  type Replacement,
  replacementsBetween,
} from '../files/text-replacement.ts'
import { isObject, isOurServer, mergeServer, requireOurServer, type Values } from './server-entry.ts'

/**
 * Edits of JSON files that may hold comments and trailing commas. The text around a new value stays byte for byte,
 * which the edits of jsonc-parser itself do not promise: they format its neighbors too.
 */

/**
 * The replacements, in the order of their offsets, that put a value into a JSON text; none when it is there already.
 *
 * @throws UneditableFile when the text is not JSON, or holds something else where the value belongs.
 */
export function addToJson(text: string, edit: ConfigEdit): Replacement[] {
  const { file, path, value, isOurs, isServer, isDefault } = edit
  // The list goes with its last element; what is around it holds other parts of the same connection.
  if (value === undefined) return text.trim() === '' ? [] : replacementsBetween(text, removeFromJson(text, edit, 1))
  if (text.trim() === '')
    return [{ offset: 0, removed: text, inserted: `${print(nest(path, edit), '', '  ', '\n')}\n` }]
  const tree = parsed(text, file)
  let parent = tree
  for (const [depth, key] of path.entries()) {
    const child = findNodeAtLocation(parent, [key])
    const isLast = depth === path.length - 1
    if (!child) return insert(text, parent, nest(path.slice(depth + 1), edit), String(key))
    if (!isLast || isOurs)
      requireType(child, isLast ? 'array' : 'object', `${path.slice(0, depth + 1).join('.')} in ${file}`)
    parent = child
  }
  const own = isOurs ? parent.children!.find((element) => isOurs(plainValue(element))) : parent
  if (!own) return insert(text, parent, value)
  const present = plainValue(own)
  if (isDefault) return []
  if (!isServer) return isDeepStrictEqual(present, value) ? [] : [replace(text, own, value)]
  requireOurServer(edit, present)
  return replacementsBetween(text, withValue(text, edit, path, mergeServer(present, value as Values)))
}

/** The text with a value at a path; parts of an object that have their value already stay as they are written. */
function withValue(text: string, edit: ConfigEdit, path: JSONPath, value: unknown): string {
  const nodeOf = (changed: string, ...keys: string[]) =>
    findNodeAtLocation(parsed(changed, edit.file), [...path, ...keys])
  const node = nodeOf(text)!
  const present = plainValue(node)
  if (isDeepStrictEqual(present, value)) return text
  if (!isObject(present) || !isObject(value)) return applyReplacement(text, replace(text, node, value))
  const former = Object.keys(present).filter((key) => !Object.hasOwn(value, key))
  const kept = former.reduce((changed, key) => remove(changed, nodeOf(changed, key)!), text)
  const different = Object.entries(value).filter(([key, inner]) => !isDeepStrictEqual(present[key], inner))
  return different.reduce(
    (changed, [key, inner]) =>
      nodeOf(changed, key)
        ? withValue(changed, edit, [...path, key], inner)
        : insert(changed, nodeOf(changed)!, inner, key).toReversed().reduce(applyReplacement, changed),
    kept,
  )
}

/**
 * The text without the value of an edit, and without the objects and lists around it that are empty now.
 *
 * @param created how many of those the edit made; others stay even if they are empty.
 */
export function removeFromJson(text: string, edit: ConfigEdit, created: number): string {
  const { file, path, isOurs, isServer } = edit
  const found = findNodeAtLocation(parsed(text, file), path)
  const own = isOurs && found ? found.children?.find((element) => isOurs(plainValue(element))) : found
  if (!own || (isServer && !isOurServer(plainValue(own)))) return text
  let changed = remove(text, own)
  const depths = isOurs ? path.length : path.length - 1
  for (let depth = depths; depth > 0 && depth > depths - created; depth--) {
    const container = findNodeAtLocation(parsed(changed, file), path.slice(0, depth))
    if (container?.children?.length === 0) changed = remove(changed, container)
  }
  return changed
}

/** How many objects and lists an edit of this text has to make around its value. */
export function countMissing(text: string, { file, path, isOurs }: ConfigEdit): number {
  const depths = isOurs ? path.length : path.length - 1
  if (text.trim() === '') return depths
  const tree = parsed(text, file)
  return Array.from({ length: depths }, (_, index) => path.slice(0, index + 1)).filter(
    (parent) => !findNodeAtLocation(tree, parent),
  ).length
}

/** Removes a value, with its key and its comma. */
function remove(text: string, value: Node): string {
  const node = value.parent?.type === 'property' ? value.parent : value
  const siblings = node.parent!.children!
  const previous = siblings[siblings.indexOf(node) - 1]
  let [start, end] = [node.offset, node.offset + node.length]
  const following = commaAfter(text, end)
  let before = text
  if (following > 0) end += following
  else if (previous) {
    const comma = previous.offset + previous.length + commaAfter(text, previous.offset + previous.length) - 1
    before = text.slice(0, comma) + text.slice(comma + 1)
    start--
    end--
  }
  const lead = /(?:\r?\n|(?<![ \t]))[ \t]*$/.exec(before.slice(0, start))![0].length
  const endsLine = /^[ \t]*(?:[\r\n}\]]|$)/.test(before.slice(end))
  return before.slice(0, endsLine ? start - lead : start) + before.slice(end)
}

/** The distance to the end of the next comma, if only white space and comments stand before it; else 0. */
function commaAfter(text: string, offset: number): number {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  const found = scanner.getTokenOffset()
  return text[found] === ',' ? found + 1 - offset : 0
}

/** A plain copy, which can be compared: the values of jsonc-parser have no prototype. */
const plainValue = (node: Node): unknown => structuredClone(getNodeValue(node))

function parsed(text: string, file: string): Node {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  if (tree?.type === 'object' && errors.length === 0) return tree
  const line = text.slice(0, errors[0]?.offset ?? 0).split('\n').length
  throw new UneditableFile(`${file} is not valid JSON (line ${line})`)
}

function requireType(node: Node, type: 'array' | 'object', name: string): void {
  if (node.type !== type) throw new UneditableFile(`${name} is not an ${type}`)
}

/** The value, or the list that it is an element of, within the objects of the remaining path. */
const nest = (path: JSONPath, { value, isOurs }: ConfigEdit): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), isOurs ? [value] : value)

function replace(text: string, node: Node, value: unknown): Replacement {
  const { offset, length } = node
  const line = indentationAt(text, offset)
  return {
    offset,
    removed: text.slice(offset, offset + length),
    inserted: print(value, line, unitOf(text), lineBreakOf(text)),
  }
}

/** Inserts a last child into an object (with its key) or a list. */
function insert(text: string, parent: Node, value: unknown, key?: string): Replacement[] {
  const [lineBreak, unit] = [lineBreakOf(text), unitOf(text)]
  const entry = (indent: string) =>
    `${key === undefined ? '' : `${JSON.stringify(key)}: `}${print(value, indent, unit, lineBreak)}`
  const outer = indentationAt(text, parent.offset)
  const last = parent.children?.at(-1)
  const addition = (offset: number, inserted: string): Replacement => ({ offset, removed: '', inserted })
  if (!last) {
    const start = parent.offset + 1
    const isBlank = text.slice(start, parent.offset + parent.length - 1).trim() === ''
    const hasBreak = /[\r\n]/.test(text.slice(start, parent.offset + parent.length - 1))
    const inner = outer + unit
    return [addition(start, `${lineBreak}${inner}${entry(inner)}${isBlank && !hasBreak ? lineBreak + outer : ''}`)]
  }
  const end = last.offset + last.length
  const comma = commaAfter(text, end)
  const after = end + comma
  const isOneLine = !/[\r\n]/.test(text.slice(parent.offset, parent.offset + parent.length))
  if (isOneLine) {
    const inserted = `${key === undefined ? '' : `${JSON.stringify(key)}: `}${JSON.stringify(value)}`
    return [addition(after, comma > 0 ? ` ${inserted},` : `, ${inserted}`)]
  }
  const inner = startsLine(text, last.offset) ? indentationAt(text, last.offset) : outer + unit
  // A comment at the end of the last child's line stays with it.
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=[\r\n]))?/.exec(text.slice(after))?.[0].length ?? 0
  const lines = `${lineBreak}${inner}${entry(inner)}`
  if (comma > 0) return [addition(after + rest, `${lines},`)]
  return rest === 0 ? [addition(end, `,${lines}`)] : [addition(end, ','), addition(end + rest, lines)]
}

const print = (value: unknown, indent: string, unit: string, lineBreak: string): string =>
  JSON.stringify(value, undefined, unit).replaceAll('\n', `${lineBreak}${indent}`)

const unitOf = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '

const indentationAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0]

const startsLine = (text: string, offset: number): boolean => text.slice(lineStart(text, offset), offset).trim() === ''
