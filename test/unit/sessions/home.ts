import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { type ReadOptions, readSessions } from '../../../cli/sessions/read-sessions.ts'
import { type Session, type SessionTool, SkipCounts } from '../../../cli/sessions/session.ts'
import { isRecordReason } from '../../../cli/transcripts/session.ts'

/** A person's home folder with transcripts, for one test. */

export interface Home {
  path: string
  env: Record<string, string>
  skipped: SkipCounts
  write(path: string, content: string | Uint8Array): string
  /** Writes a transcript with one record a line. */
  writeLines(path: string, records: unknown[]): string
  /** Reads all sessions. Each record that was read is a turn, or is counted by the reason why it is none. */
  read(tool?: SessionTool, options?: ReadOptions): Promise<Session[]>
  /** The texts of all turns. */
  words(tool?: SessionTool, options?: ReadOptions): Promise<string[]>
  /** Reasons for which something in the name of a person was skipped, with the count of each. */
  counts(): Record<string, number>
}

const homes: string[] = []

/** Removes the homes of a test file. */
export function removeHomes(): void {
  const remove = () => {
    for (const path of homes.splice(0)) rmSync(path, { recursive: true, force: true })
  }
  afterEach(remove)
  afterAll(remove)
}

export function newHome(): Home {
  const path = join(tmpdir(), `home-${crypto.randomUUID()}`)
  mkdirSync(path)
  homes.push(path)
  const startMs = Date.now()
  let count = 0
  const home: Home = {
    path,
    env: {},
    skipped: new SkipCounts(),
    write(relative, content) {
      const file = join(path, relative)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      // Clocks of files are coarse; the order of writing is that of the times.
      const written = new Date(startMs + count++ * 1000)
      utimesSync(file, written, written)
      return file
    },
    writeLines: (relative, records) =>
      home.write(relative, records.map((record) => `${JSON.stringify(record)}\n`).join('')),
    async read(tool, options = {}) {
      home.skipped = new SkipCounts()
      const machine = { home: path, env: home.env }
      const sessions: Session[] = []
      for await (const session of readSessions({ tool, machine, skipped: home.skipped, ...options }))
        sessions.push(session)
      const turns = sessions.reduce((sum, session) => sum + session.turns.length, 0)
      expect(home.skipped.records, 'turns and counted records').toBe(turns + skippedRecords(home.skipped))
      return sessions
    },
    words: async (tool, options) =>
      (await home.read(tool, options)).flatMap(({ turns }) => turns.map(({ text }) => text)),
    counts() {
      const counts: Record<string, number> = {}
      for (const { reason, count } of home.skipped.list())
        if (!ofOthers.has(reason)) counts[reason] = (counts[reason] ?? 0) + count
      return counts
    },
  }
  return home
}

const ofOthers = new Set(['agent_message', 'tool_result', 'tool_record'])

const skippedRecords = (skipped: SkipCounts) =>
  skipped.list().reduce((sum, { reason, count }) => sum + (isRecordReason(reason) ? count : 0), 0)

/** Times one minute after the other, as ISO 8601. */
export const minute = (count: number): string => new Date(Date.UTC(2026, 9, 5, 9, count)).toISOString()
