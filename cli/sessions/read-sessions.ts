import { homedir } from 'node:os'
import { basename, resolve, sep } from 'node:path'
import { fileTranscript } from './lines.ts'
import type { Machine, ReaderOf } from './reader.ts'
import { claudeCode } from './readers/claude-code.ts'
import { cline } from './readers/cline.ts'
import { codex } from './readers/codex.ts'
import { continueCli } from './readers/continue.ts'
import { copilot } from './readers/copilot.ts'
import { cursor } from './readers/cursor.ts'
import { gemini } from './readers/gemini.ts'
import { opencode } from './readers/opencode.ts'
import { openclaw, pi } from './readers/pi.ts'
import { qwen } from './readers/qwen.ts'
import { type Session, SkipCounts, type ToolName, toolNames } from './session.ts'
import { SessionCollector } from './session-collector.ts'
import { findTranscripts } from './transcript-folders.ts'

export interface ReadOptions {
  /** All tools by default. */
  tool?: ToolName | undefined
  /** A working directory, anything below it, or its last name. */
  project?: string | undefined
  /** Turns since this time. */
  since?: Date | undefined
  /** Counts what is left out. */
  skipped?: SkipCounts
  machine?: Machine
}

const readers: Record<ToolName, ReaderOf> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  openclaw,
  pi,
  gemini,
  qwen,
  copilot,
  opencode,
  cline,
  continue: continueCli,
}

/**
 * Yields the sessions on this machine that have words of a person, by tool and in the order in which they began. Nothing
 * is sent anywhere, and no file is changed. A file that cannot be read is counted in `skipped`.
 */
export async function* readSessions(options: ReadOptions = {}): AsyncGenerator<Session> {
  const { tool, since, skipped = new SkipCounts(), machine = { home: homedir(), env: process.env } } = options
  for (const name of toolNames) {
    if (tool !== undefined && tool !== name) continue
    const sessions = new SessionCollector(name, skipped)
    const reader = readers[name](machine)
    for (const folder of reader.folders) {
      for (const file of await findTranscripts(folder, () => sessions.skip('unreadable_file'))) {
        // A session that went on later has a newer file.
        if (since && file.modifiedAt < since) continue
        const transcript = fileTranscript(file.path, file.modifiedAt)
        await reader.read(transcript, sessions).catch(() => sessions.skip('unreadable_file'))
      }
    }
    for (const session of sessions.sessions()) {
      const chosen = sinceTime(session, since)
      if (chosen && isInProject(session, options.project)) yield chosen
    }
  }
}

/** The session with its turns since a time; undefined if there are none. */
function sinceTime(session: Session, since: Date | undefined): Session | undefined {
  if (since === undefined) return session
  const start = since.toISOString()
  const turns = session.turns.filter(({ at }) => at >= start)
  return turns.length === 0 ? undefined : { ...session, startedAt: turns[0]!.at, turns }
}

function isInProject({ project }: Session, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  if (project === null) return false
  const folder = resolve(wanted)
  return (
    project === folder || project.startsWith(folder + sep) || basename(project) === wanted || project === dashed(folder)
  )
}

/** The name that Cursor gives to the folder of a project. */
const dashed = (path: string) => path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-/, '')
