import type { CommandFolders } from './command-bodies.ts'
import type { Transcript } from './lines.ts'
import type { SessionCollector } from './session-collector.ts'
import type { TranscriptFolder } from './transcript-folders.ts'

/** How the transcripts of one tool are found and read. */

/** The user's machine; tests set their own. */
export interface Machine {
  home: string
  env: Readonly<Record<string, string | undefined>>
}

export interface Reader {
  /** Folders that may hold transcripts. */
  folders: TranscriptFolder[]
  /** Folders with the person's own commands, for tools that store their text in place of what was typed. */
  commands?: CommandFolders
  /**
   * Adds the sessions of a transcript. Unknown records are skipped and counted.
   *
   * @throws an error when the file cannot be read.
   */
  read(transcript: Transcript, sessions: SessionCollector): Promise<void>
}

export type ReaderOf = (machine: Machine) => Reader
