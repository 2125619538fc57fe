import { chmodSync, existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse as parseJson } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'
import { sha256Hex } from '#core/base/hash.ts'
import { type ConfigEdit, UneditableFile } from '../files/config-edit.ts'
import { addBlock, findBlock, removeBlock } from '../files/identity-block.ts'
import type { ConnectedFile, Journal } from '../files/journal.ts'
import { exactText } from '../files/text-file.ts'
import { applyReplacement, invert, type Replacement } from '../files/text-replacement.ts'
import { resolveLinks, writeWhole } from '../files/writable-files.ts'
import type { ConnectedTool } from './connection.ts'
import { closeToOthers } from './exposed-files.ts'
import { addToJson, countMissing, removeFromJson } from './json-edit.ts'
import { isObject } from './server-entry.ts'
import { addToToml, removeFromToml } from './toml-edit.ts'
import { addToYaml, removeFromYaml } from './yaml-edit.ts'

/** Writes the configuration of tools, and takes out what was written. */

/** A file as it is and as it will be. */
export interface PlannedFile {
  file: string
  before: string | undefined
  after: string
  /** The folders above it that do not exist, innermost first. */
  folders: string[]
  undo: Replacement[]
  parts: ConnectedFile['parts']
}

/**
 * The changes that a tool's edits make, without writing them.
 *
 * @throws UneditableFile when one of the files is in a form that this command does not change.
 */
export function planEdits(edits: readonly ConfigEdit[]): PlannedFile[] {
  const files = new Map<string, PlannedFile>()
  for (const edit of edits) {
    const before = readText(edit.file)
    const planned = files.get(edit.file) ?? {
      file: edit.file,
      before,
      after: before ?? '',
      undo: [],
      parts: [],
      folders: missingFolders(resolveLinks(edit.file)),
    }
    const created = edit.language === 'json' ? countMissing(withoutMark(planned.after), edit) : 0
    planned.parts.push({ path: edit.path, created })
    for (const replacement of additions(planned.after, edit).toReversed()) {
      planned.after = applyReplacement(planned.after, replacement)
      planned.undo.unshift(invert(replacement))
    }
    files.set(edit.file, planned)
  }
  return [...files.values()]
}

const byteOrderMark = '\ufeff'

const withoutMark = (text: string): string => (text.startsWith(byteOrderMark) ? text.slice(1) : text)

function additions(text: string, edit: ConfigEdit): Replacement[] {
  const source = withoutMark(text)
  const start = text.length - source.length
  if (edit.language === 'markdown') return addBlock(text, edit.value as string)
  const add = { json: addToJson, toml: addToToml, yaml: addToYaml }[edit.language]
  return add(source, edit).map((replacement) => ({ ...replacement, offset: replacement.offset + start }))
}

/**
 * Writes planned files, and records for the tool what was written. A file with the key is closed to others first.
 *
 * @param access the key, and the permissions of files that do not exist yet.
 */
export function writePlanned(
  planned: readonly PlannedFile[],
  tool: ConnectedTool,
  journal: Journal,
  { key, mode }: { key: string | undefined; mode: number | undefined },
): void {
  for (const { file, before, after, folders, undo, parts } of planned) {
    const known = journal.files[file]
    const opened = key !== undefined && after.includes(key) ? closeToOthers(file) : undefined
    if (after !== before) writeThrough(file, after, mode)
    const isOpen = known ? known.open : before !== undefined && before !== '' && !before.endsWith('\n')
    const block = findBlock(after)?.content
    const tools = [...new Set([...(known?.tools ?? []), tool])]
    // Changes of others between two runs leave nothing to undo byte for byte: the parts are taken out one by one then.
    const isSame = known === undefined || (before !== undefined && known.hash === sha256Hex(before))
    journal.files[file] = {
      tools,
      existed: known?.existed ?? before !== undefined,
      folders: known?.folders ?? folders,
      mode: known?.mode ?? opened,
      ...(isOpen && { open: true }),
      ...(block !== undefined && { block }),
      hash: isSame ? sha256Hex(after) : undo.length > 0 ? changedSince : known.hash,
      undo: [...undo, ...(known?.undo ?? [])],
      parts: [...(known?.parts ?? []), ...parts.filter(({ path }) => !hasPart(known, path))],
    }
  }
}

/** In place of the hash of a text that cannot be undone byte for byte. */
const changedSince = ''

const hasPart = (known: ConnectedFile | undefined, path: ConfigEdit['path']): boolean =>
  known?.parts.some((part) => part.path.join() === path.join()) ?? false

/**
 * Takes out what this command wrote into the files of a tool.
 *
 * @returns the files that changed, those that stay because another tool reads the same part, and those that
 * hold something which a person has to take out.
 */
export function removeEdits(edits: readonly ConfigEdit[], tool: ConnectedTool, journal: Journal) {
  const removed: string[] = []
  const folders = new Set<string>()
  const shared: { file: string; tools: string[] }[] = []
  const left: string[] = []
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const known = journal.files[file]
    const others = known?.tools.filter((name) => name !== tool) ?? []
    if (known && others.length > 0) {
      known.tools = others
      shared.push({ file, tools: others })
      continue
    }
    const own = edits.filter((edit) => edit.file === file)
    // A rules file and its entry that were there before, since the person pulled them, stay.
    const isOurs = own.some(({ isRules }) => !isRules) || (known !== undefined && known.undo.length > 0)
    try {
      if (isOurs && removeFrom(file, known, own)) removed.push(file)
      if (isOurs && !existsSync(file)) for (const folder of known?.folders ?? []) folders.add(folder)
      delete journal.files[file]
    } catch (error) {
      if (!(error instanceof UneditableFile)) throw error
      left.push(error.message)
    }
  }
  removeEmpty(folders)
  return { removed, shared, left }
}

/** Takes the parts out of a file, or removes it if nothing else is in it. @returns whether it changed */
function removeFrom(file: string, known: ConnectedFile | undefined, own: ConfigEdit[]): boolean {
  const text = readText(file)
  if (text === undefined) return false
  const rest = withoutEdits(text, known, own)
  if (known?.existed === false && isNothing(rest, own)) rmSync(resolveLinks(file))
  else if (rest !== text) writeThrough(file, rest)
  if (known?.mode !== undefined && existsSync(file)) chmodSync(file, known.mode)
  return rest !== text
}

/** Whether a text holds nothing but what a tool needs in every file. */
function isNothing(text: string, edits: ConfigEdit[]): boolean {
  const defaults = edits.filter(({ isDefault }) => isDefault)
  if (text.trim() === '') return true
  const value: unknown = { json: parseJson, yaml: parseYaml, toml: () => undefined, markdown: () => undefined }[
    edits[0]!.language
  ](text)
  return (
    isObject(value) &&
    Object.entries(value).every(([key, each]) => defaults.some(({ path, value }) => path[0] === key && value === each))
  )
}

function withoutEdits(text: string, known: ConnectedFile | undefined, edits: ConfigEdit[]): string {
  if (known?.hash === sha256Hex(text)) return known.undo.reduce(applyReplacement, text)
  if (text.startsWith(byteOrderMark))
    return byteOrderMark + withoutEdits(text.slice(1), known && { ...known, hash: '' }, edits)
  const rest = edits.toReversed().reduce((changed, edit) => {
    if (edit.isDefault) return changed
    if (edit.language === 'markdown') return removeBlock(changed, known?.block)
    if (edit.language === 'toml') return removeFromToml(changed, edit)
    if (edit.language === 'yaml') return removeFromYaml(changed, edit)
    const created = known?.parts.find(({ path }) => path.join() === edit.path.join())?.created ?? 0
    return removeFromJson(changed, edit, created)
  }, text)
  // The line break before our part was ours too.
  return known?.open && rest !== text && text.startsWith(rest) ? rest.replace(/\r?\n$/, '') : rest
}

/** The folders above a file that do not exist, innermost first. */
function missingFolders(file: string): string[] {
  const folder = dirname(file)
  if (!existsSync(folder)) return [folder, ...missingFolders(folder)]
  if (!statSync(folder).isDirectory()) throw new UneditableFile(`${folder} is a file, where a folder is expected`)
  return []
}

/** Removes folders that this command made, unless others have put files there since. */
function removeEmpty(folders: ReadonlySet<string>): void {
  const innermostFirst = [...folders].sort((one, other) => other.length - one.length)
  for (const folder of innermostFirst) if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

/** @throws UneditableFile for a folder, and for a file that is not UTF-8. */
function readText(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  if (statSync(file).isDirectory()) throw new UneditableFile(`${file} is a folder, where a file is expected`)
  const text = exactText(readFileSync(file))
  if (text === undefined) throw new UneditableFile(`${file} is not UTF-8`)
  return text
}

/** Writes a file in place of the present one, with its permissions; a symbolic link stays one. */
function writeThrough(file: string, text: string, mode?: number): void {
  const target = resolveLinks(file)
  writeWhole(target, text, existsSync(target) ? statSync(target).mode & 0o777 : mode)
}
