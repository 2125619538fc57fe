import { existsSync, readdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { sha256Hex } from '../../server/base/hash.ts'
import { addBlock, removeBlock } from '../identity-block.ts'
import { applyReplacement, invert, type Replacement } from '../text-replacement.ts'
import { writeWhole } from '../writable-files.ts'
import { type ConfigEdit, UneditableFile } from './config-edit.ts'
import type { ConnectedFile, Journal } from './journal.ts'
import { addToJson, countMissing, removeFromJson } from './json-edit.ts'
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
      ...{ file: edit.file, before, after: before ?? '', undo: [], parts: [] },
      folders: missingFolders(edit.file),
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
 * Writes planned files, and records for the tool what was written.
 *
 * @param mode the permissions of files that do not exist yet.
 */
export function writePlanned(planned: readonly PlannedFile[], tool: string, journal: Journal, mode?: number): void {
  for (const { file, before, after, folders, undo, parts } of planned) {
    const known = journal.files[file]
    if (after !== before) writeThrough(file, after, mode)
    const tools = [...new Set([...(known?.tools ?? []), tool])]
    // A second run must not forget how the file was before the first.
    const isChange = undo.length > 0
    const joined = known && before !== undefined && known.hash === sha256Hex(before) ? known.undo : []
    journal.files[file] = {
      ...{ tools, existed: known?.existed ?? before !== undefined, folders: known?.folders ?? folders },
      hash: isChange || !known ? sha256Hex(after) : known.hash,
      undo: isChange ? [...undo, ...joined] : (known?.undo ?? []),
      parts: [...(known?.parts ?? []), ...parts.filter(({ path }) => !hasPart(known, path))],
    }
  }
}

const hasPart = (known: ConnectedFile | undefined, path: ConfigEdit['path']): boolean =>
  known?.parts.some((part) => part.path.join() === path.join()) ?? false

/**
 * Takes out what this command wrote into the files of a tool.
 *
 * @returns the files that changed, and those that stay because another tool reads the same part.
 */
export function removeEdits(edits: readonly ConfigEdit[], tool: string, journal: Journal) {
  const removed: string[] = []
  const folders = new Set<string>()
  const shared: { file: string; tools: string[] }[] = []
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
    const text = isOurs ? readText(file) : undefined
    if (text !== undefined) {
      const rest = withoutEdits(text, known, own)
      const isNothing = rest.trim() === '' || /^\s*\{\s*\}\s*$/.test(rest)
      if (known?.existed === false && isNothing) {
        rmSync(file)
        for (const folder of known.folders) folders.add(folder)
      }
      if (existsSync(file) && rest !== text) writeThrough(file, rest)
      if (rest !== text) removed.push(file)
    }
    delete journal.files[file]
  }
  removeEmpty(folders)
  return { removed, shared }
}

function withoutEdits(text: string, known: ConnectedFile | undefined, edits: ConfigEdit[]): string {
  if (known?.hash === sha256Hex(text)) return known.undo.reduce(applyReplacement, text)
  if (text.startsWith(byteOrderMark))
    return byteOrderMark + withoutEdits(text.slice(1), known && { ...known, hash: '' }, edits)
  return edits.toReversed().reduce((rest, edit) => {
    if (edit.language === 'markdown') return removeBlock(rest)
    if (edit.language === 'toml') return removeFromToml(rest, edit)
    if (edit.language === 'yaml') return removeFromYaml(rest, edit)
    const created = known?.parts.find(({ path }) => path.join() === edit.path.join())?.created ?? 0
    return removeFromJson(rest, edit, created)
  }, text)
}

/** The folders above a file that do not exist, innermost first. */
function missingFolders(file: string): string[] {
  const folder = dirname(file)
  return existsSync(folder) ? [] : [folder, ...missingFolders(folder)]
}

/** Removes folders that this command made, unless others have put files there since. */
function removeEmpty(folders: ReadonlySet<string>): void {
  const innermostFirst = [...folders].sort((one, other) => other.length - one.length)
  for (const folder of innermostFirst) if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

/** @throws UneditableFile for a file that is not UTF-8. */
function readText(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof TypeError) throw new UneditableFile(`${file} is not UTF-8`)
    throw error
  }
}

/** Writes a file in place of the present one, with its permissions; a symbolic link stays one. */
function writeThrough(file: string, text: string, mode?: number): void {
  const target = existsSync(file) ? realpathSync(file) : file
  writeWhole(target, text, existsSync(target) ? statSync(target).mode & 0o777 : mode)
}
