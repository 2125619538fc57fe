import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { writeWhole } from '../writable-files.ts'
import type { Finding } from './finding.ts'

/**
 * Findings that wait on this machine for a person's yes. Each session has a file of its own, so that two sessions that
 * end at once do not write the same one, and that a crash leaves whole files.
 */

export interface PendingSession {
  /** The agent, and the address of its service, that the hook was set up for. */
  agent: string
  address: string
  findings: Finding[]
}

/** Sessions beyond these, the oldest ones, are removed. */
const maxSessions = 500
const maxFindings = 100

/** `$XDG_DATA_HOME`, `%LOCALAPPDATA%` or `~/.local/share`. */
function pendingFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env
  return join(XDG_DATA_HOME || LOCALAPPDATA || join(homedir(), '.local', 'share'), 'agent-identity', 'pending')
}

/** Stores what one session holds, in place of what the same session held before. */
export function storePending({ findings, ...session }: PendingSession): void {
  const { tool, session: id } = findings[0]!
  const name = createHash('sha256')
    .update(JSON.stringify([session.agent, session.address, tool, id]))
    .digest('hex')
  const stored: PendingSession = { ...session, findings: findings.slice(0, maxFindings) }
  writeWhole(join(pendingFolder(), `${name}.json`), JSON.stringify(stored), 0o600)
  for (const file of pendingFiles().slice(0, -maxSessions)) rmSync(file, { force: true })
}

/** The sessions with findings, oldest first; files that are no longer readable are left out. */
export const readPending = (): (PendingSession & { file: string })[] =>
  pendingFiles().flatMap((file) => {
    try {
      const session = JSON.parse(readFileSync(file, 'utf8')) as PendingSession
      return Array.isArray(session.findings) ? [{ ...session, file }] : []
    } catch {
      return []
    }
  })

/** Removes the findings of a session that were sent, and its file with the last one. */
export function removePending(
  { file, ...session }: PendingSession & { file: string },
  sent: ReadonlySet<Finding>,
): void {
  const findings = session.findings.filter((finding) => !sent.has(finding))
  if (findings.length === 0) rmSync(file, { force: true })
  else writeWhole(file, JSON.stringify({ ...session, findings }), 0o600)
}

function pendingFiles(): string[] {
  const folder = pendingFolder()
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const times = files.map((name) => {
      const file = join(folder, name)
      return { file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    return times.sort((a, b) => a.at - b.at).map(({ file }) => file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
