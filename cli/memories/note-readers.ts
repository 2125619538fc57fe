import type { NoteForm } from '../coding-tools/memory-source.ts'
import { readAdded, readCodex, readGoose, readMemoryBank, readPersonal } from './listed-notes.ts'
import type { Note } from './memory.ts'
import type { MemoryFile } from './memory-file.ts'
import { readNotes } from './note-folder.ts'

/** Reads the notes in files of each form. */
export const noteReaders: Record<NoteForm, (files: readonly MemoryFile[]) => Note[]> = {
  'note-folder': readNotes,
  personal: readPersonal,
  added: readAdded,
  codex: readCodex,
  goose: readGoose,
  'memory-bank': readMemoryBank,
}
