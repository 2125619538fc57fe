import type { Machine } from '../transcripts/reader.ts'

/** A place where a tool keeps what it notes by itself. */
export interface MemorySource {
  /** The tool's own folder; `project` for each folder that a session ran in. */
  in: 'project' | ((machine: Machine) => string | undefined)
  /** Folders below it; `*` is any name. */
  at: string
  /** Files of such a folder. */
  files: RegExp
  form: NoteForm
  /** How `*` names the project: by its path with dashes, or by its last name. */
  names?: 'dashed path' | 'name'
  /** The files are not shared with colleagues, although they lie in the project. */
  isLocal?: true
  /** Advice about notes that the tool writes again. */
  comesBack?: string
}

/**
 * The form of the notes, each with a reader in `memories/note-readers.ts`: a folder with a file for each note and an
 * index, the person's own `GEMINI.md`, a rules file that notes are added to, and the forms of one tool each.
 */
export type NoteForm = 'note-folder' | 'personal' | 'added' | 'codex' | 'goose' | 'memory-bank'

/** Files in the folder itself. */
export const topNotes = /^[^/]+\.md$/

/** Files below folders by kind, but for those that the person pinned. */
export const notesByKind = /^(?!pinned\/)(?:[^/]+\/){0,2}[^/]+\.md$/
