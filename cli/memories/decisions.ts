import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { writeWhole } from '../files/writable-files.ts'

/** Stores decisions about memories on this machine, so that a review shows new memories only. */

export interface Decision {
  decision: 'promoted' | 'kept' | 'discarded'
  at: string
}

/** `$XDG_STATE_HOME`, `%LOCALAPPDATA%` or `~/.local/state`. */
export function stateFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env
  const folder = [XDG_STATE_HOME, LOCALAPPDATA].find((name) => name && isAbsolute(name))
  return join(folder ?? join(homedir(), '.local', 'state'), 'agent-identity', 'memories')
}

const decisionsFile = () => join(stateFolder(), 'decisions.json')

/** Decisions by the id of the memory. A file that cannot be read has none: each memory is shown again. */
export function readDecisions(): Map<string, Decision> {
  try {
    const stored: unknown = JSON.parse(readFileSync(decisionsFile(), 'utf8'))
    return new Map(Object.entries(stored as Record<string, Decision>))
  } catch {
    return new Map()
  }
}

/** Remembers a decision on each of some memories; undefined forgets earlier ones. */
export function recordDecisions(ids: readonly string[], decision: Decision['decision'] | undefined): void {
  const decisions = readDecisions()
  const at = new Date().toISOString()
  for (const id of ids) {
    if (decision === undefined) decisions.delete(id)
    else decisions.set(id, { decision, at })
  }
  writeWhole(decisionsFile(), `${JSON.stringify(Object.fromEntries(decisions), null, 2)}\n`, 0o600)
}
