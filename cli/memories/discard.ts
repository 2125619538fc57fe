import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { compareStrings } from '#core/base/strings.ts'
import { writeWhole } from '../files/writable-files.ts'
import { recordDecisions, stateFolder } from './decisions.ts'
import type { Cut, Memory } from './memory.ts'
import { textOf } from './memory-file.ts'

/**
 * Takes memories out of the tool's own files and puts them back. A file is only written while it holds the text that
 * was shown to the person. Before that, a copy is stored in the person's state folder.
 */

export interface FileEdit {
  path: string
  before: string
  /** Null if the file is deleted. */
  after: string | null
}

/** A file has other text than when it was read; nothing was written. */
export class ChangedFile extends Error {}

/** The changes of files that take a memory out, with its lines in an index. */
export const editsOf = ({ cuts }: Pick<Memory, 'cuts'>): FileEdit[] =>
  [...Map.groupBy(cuts, ({ file }) => file.realPath).entries()].map(([path, ofFile]) => {
    const { lines, text } = ofFile[0]!.file
    return { path, before: text, after: ofFile.some((cut) => !cut.lines) ? null : withoutLines(lines, ofFile) }
  })

/** Removes lines, and of the blank lines around them all but one. */
function withoutLines(lines: readonly string[], cuts: readonly Cut[]): string {
  const ranges = cuts.map((cut) => cut.lines!)
  const isCut = (at: number) => ranges.some(([from, to]) => at >= from && at < to)
  const isBlank = (at: number) => lines[at] === undefined || lines[at]!.trim() === ''
  const isSpare = (at: number) => {
    let before = at - 1
    while (isCut(before)) before--
    return before < at - 1 && isBlank(at) && isBlank(before)
  }
  return lines.filter((_, at) => !isCut(at) && !isSpare(at)).join('')
}

/** The changes in the form of `diff -u`. */
export const describeEdits = (edits: readonly FileEdit[]): string =>
  edits
    .map(({ path, before, after }) =>
      createTwoFilesPatch(path, after === null ? '/dev/null' : path, before, after ?? '', undefined, undefined, {
        context: 2,
      })
        .replace(/^(?:Index: .*\n)?=+\n/, '')
        .trimEnd(),
    )
    .join('\n')

interface Discarded {
  id: string
  statement: string
  at: string
  files: (FileEdit & { mode: number })[]
}

/**
 * Writes the changes, after a copy of each file.
 *
 * @throws ChangedFile, and then nothing is written.
 */
export function discardMemory({ id, statement }: Pick<Memory, 'id' | 'statement'>, edits: readonly FileEdit[]): void {
  requireUnchanged(edits)
  const at = new Date().toISOString()
  const files = edits.map((edit) => ({ ...edit, mode: statSync(edit.path).mode & 0o777 }))
  const copy = join(copiesFolder(), `${at.replaceAll(':', '-')}-${id}-${randomUUID().slice(0, 8)}.json`)
  writeWhole(copy, `${JSON.stringify({ id, statement, at, files } satisfies Discarded, null, 2)}\n`, 0o600)
  try {
    // Time has passed, and a tool may have written in it.
    requireUnchanged(edits)
    writeAll(files.map(({ path, before, after, mode }) => ({ path, from: before, to: after, mode })))
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
  recordDecisions([id], 'discarded')
}

function requireUnchanged(edits: readonly FileEdit[]): void {
  const changed = edits.find(({ path, before }) => currentText(path) !== before)
  if (changed) throw new ChangedFile(`${changed.path} has changed since it was read`)
}

/** The text of a file; null if there is none. @throws an error for a file that is no text by now. */
function currentText(path: string): string | null {
  if (!existsSync(path)) return null
  const text = textOf(readFileSync(path))
  if (text === undefined) throw new Error(`${path} is not text in UTF-8 by now.`)
  return text
}

interface Write {
  path: string
  /** Null for a file that does not exist. */
  from: string | null
  to: string | null
  mode: number
}

/** Writes all files, or none: after a failure the ones before get their text again. */
function writeAll(writes: readonly Write[]): void {
  const done: Write[] = []
  try {
    for (const one of writes) {
      writeOne(one.path, one.to, one.mode)
      done.push(one)
    }
  } catch (error) {
    for (const { path, from, mode } of done.reverse()) writeOne(path, from, mode)
    throw error
  }
}

function writeOne(path: string, text: string | null, mode: number): void {
  if (text === null) rmSync(path, { force: true })
  else writeWhole(path, text, mode)
}

const copiesFolder = () => join(stateFolder(), 'discarded')

/** Copies of discarded memories, oldest first, each with its file. */
function readCopies(): (Discarded & { copy: string })[] {
  const folder = copiesFolder()
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort(compareStrings)
    .map((name) => ({
      ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Discarded),
      copy: join(folder, name),
    }))
}

/**
 * Puts the memory that was discarded last, or the one with this id, back into the tool's
 * files, among changes that were made since.
 *
 * @returns the memory and the paths of its files; undefined if nothing was discarded.
 * @throws an error that names a file that cannot take it back, and the copy; then nothing is written.
 */
export function restoreMemory(id?: string): { id: string; statement: string; files: string[] } | undefined {
  const discarded = readCopies().findLast((copy) => id === undefined || copy.id === id)
  if (!discarded) return undefined
  const writes = discarded.files.map((file): Write => {
    const current = currentText(file.path)
    const to = restored(current, file)
    if (to !== undefined) return { path: file.path, from: current, to, mode: file.mode }
    throw new Error(
      `${file.path} was deleted or made again since. Its text is in ${discarded.copy}; nothing was written.`,
    )
  })
  writeAll(writes)
  rmSync(discarded.copy)
  recordDecisions([discarded.id], undefined)
  return { id: discarded.id, statement: discarded.statement, files: writes.map(({ path }) => path) }
}

/** The text with the memory; undefined if the file is gone, or a new one has its name. */
function restored(current: string | null, { before, after }: FileEdit): string | undefined {
  if (current === after || current === before) return before
  return current === null || after === null ? undefined : withLinesAgain(current, before, after)
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/** Inserts the lines that `after` lacks beside the lines that were around them, or at the end where none is left. */
function withLinesAgain(current: string, before: string, after: string): string {
  const [lines, left] = [linesOf(current), linesOf(after)]
  for (const { at, removed } of removedLines(linesOf(before), left).reverse()) {
    const previous = nearest(lines, left[at - 1], at - 1)
    const next = nearest(lines, left[at], at)
    const isLast = previous === undefined && next === undefined
    const end = lines.at(-1)
    if (isLast && end !== undefined && !end.endsWith('\n')) lines[lines.length - 1] = `${end}\n`
    lines.splice(isLast ? lines.length : previous === undefined ? next! : previous + 1, 0, ...removed)
  }
  return lines.join('')
}

/** Lines that are missing, by the position in what is left before which they stood. */
function removedLines(all: readonly string[], left: readonly string[]): { at: number; removed: string[] }[] {
  const found: { at: number; removed: string[] }[] = []
  let at = 0
  for (const line of all) {
    const last = found.at(-1)
    if (line === left[at]) at++
    else if (last?.at === at) last.removed.push(line)
    else found.push({ at, removed: [line] })
  }
  return found
}

/** The position of an equal line that is nearest to the former one. */
function nearest(lines: readonly string[], line: string | undefined, former: number): number | undefined {
  const positions = lines.flatMap((each, at) => (each === line ? [at] : []))
  return positions.sort((a, b) => Math.abs(a - former) - Math.abs(b - former))[0]
}
