import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256Hex } from '#core/base/hash.ts'
import type { ConfigEdit } from './config-edit.ts'
import { credentialsFile, makeConfigFolder } from './credentials.ts'
import { findBlock } from './identity-block.ts'
import type { Replacement } from './text-replacement.ts'
import { writeWhole } from './writable-files.ts'

/**
 * The changes that `connect` made to files on this machine, so that `disconnect` can undo exactly these. The record may
 * hold a key, as the files do, and only its owner may read it.
 */

export interface ConnectedFile {
  /** The tools that use what was written: several tools read the same file. */
  tools: string[]
  /** Whether the file existed before. */
  existed: boolean
  /** Its permissions before the key was written into it, if others had any. */
  mode?: number | undefined
  /** The folders that were made for it, innermost first. */
  folders: string[]
  /** The text before had no line break at its end. */
  open?: true
  /**
   * The identity within a file of a person's own, as it was written last: other lines between
   * its comment lines are the person's.
   */
  block?: string
  /** SHA-256 of the text after the change: while the file still has it, the change is undone byte for byte. */
  hash: string
  /** Undoes the change; the last replacement comes first. */
  undo: Replacement[]
  /** The parts that were written, for a file that has changed since. */
  parts: (Pick<ConfigEdit, 'path'> & { created: number })[]
}

export interface Journal {
  /** By absolute path. */
  files: Record<string, ConnectedFile>
}

const journalFile = () => join(dirname(credentialsFile()), 'connections.json')

/** @throws an error when the record exists and cannot be used. */
export function readJournal(): Journal {
  const file = journalFile()
  try {
    const { files } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Journal>
    return { files: files ?? {} }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { files: {} }
    throw new Error(`${file} cannot be read: ${message}. Repair it, or move it away.`)
  }
}

/** Records that `pull` rewrote files, so that `disconnect` still takes out exactly what was written. */
export function recordRewritten(files: readonly { file: string; text: string }[]): void {
  if (!existsSync(journalFile())) return
  const journal = readJournal()
  const known = files.filter(({ file }) => journal.files[file] !== undefined)
  if (known.length === 0) return
  for (const { file, text } of known) {
    const written = journal.files[file]!
    const block = findBlock(text)?.content
    const undo = [{ offset: 0, removed: text, inserted: '' }]
    journal.files[file] = {
      ...written,
      ...(block !== undefined && { block }),
      ...(!written.existed && { hash: sha256Hex(text), undo }),
    }
  }
  writeJournal(journal)
}

export function writeJournal(journal: Journal): void {
  makeConfigFolder()
  writeWhole(journalFile(), `${JSON.stringify(journal, undefined, 2)}\n`, 0o600)
}
