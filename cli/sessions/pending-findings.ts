import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { writeWhole } from '../files/writable-files.ts'
import { externalId, type Finding } from './finding.ts'

/**
 * Findings that wait on this machine: those of hooks for a person's yes, and those that were agreed to until the
 * service has taken them. Each reading has a file of its own, so that two sessions that end at once do not write the
 * same one, and that a crash leaves whole files.
 */

export interface PendingFindings {
  /** The agent, and the address of its service, that they were read for. */
  agent: string
  address: string
  findings: Finding[]
}

/** Files beyond these, the oldest ones, are removed. */
const maxFiles = 500
const maxFindings = 100
/** Findings beyond these, the oldest ones, come again when their session is resumed. */
const maxHandled = 5000

/** `$XDG_DATA_HOME`, `%LOCALAPPDATA%` or `~/.local/share`. */
function dataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env
  return join(XDG_DATA_HOME || LOCALAPPDATA || join(homedir(), '.local', 'share'), 'agent-identity')
}

const pendingFolder = () => join(dataFolder(), 'pending')
const handledFile = () => join(dataFolder(), 'handled.json')

type Target = Omit<PendingFindings, 'findings'>

const keyOf = ({ agent, address }: Target, finding: Finding): string =>
  createHash('sha256')
    .update(JSON.stringify([agent, address, externalId(finding)]))
    .digest('base64url')
    .slice(0, 22)

/** Keys of findings that were sent or removed, so that their session does not bring them again when it is resumed. */
function readHandled(): string[] {
  try {
    const keys: unknown = JSON.parse(readFileSync(handledFile(), 'utf8'))
    return Array.isArray(keys) ? keys : []
  } catch {
    return []
  }
}

function addHandled(keys: readonly string[]): void {
  const all = [...new Set([...readHandled(), ...keys])]
  writeWhole(handledFile(), JSON.stringify(all.slice(-maxHandled)), 0o600)
}

/**
 * Stores what a hook found in one session, in place of what the same session held before.
 *
 * @returns the findings without those that were sent or removed before.
 */
export function storeSession(pending: PendingFindings): Finding[] {
  const handled = new Set(readHandled())
  const findings = pending.findings.filter((finding) => !handled.has(keyOf(pending, finding))).slice(0, maxFindings)
  const { tool, session } = pending.findings[0]!
  store({ ...pending, findings }, tool, session)
  return findings
}

/** Stores findings until the service has taken them, whatever their number. */
export function storeUnsent({ findings, ...target }: PendingFindings): void {
  for (let at = 0; at < findings.length; at += maxFindings) {
    const part = findings.slice(at, at + maxFindings)
    store({ ...target, findings: part }, ...part.map(externalId))
  }
}

/** Writes a file with a name of its own for the target and the key, so that the same findings are stored once. */
function store(pending: PendingFindings, ...key: string[]): void {
  const name = createHash('sha256')
    .update(JSON.stringify([pending.agent, pending.address, ...key]))
    .digest('hex')
  const path = join(pendingFolder(), `${name}.json`)
  if (pending.findings.length === 0) rmSync(path, { force: true })
  else writeWhole(path, JSON.stringify(pending), 0o600)
  for (const file of pendingFiles().slice(0, -maxFiles)) rmSync(file, { force: true })
}

/** Returns what waits, oldest first, without files that are no longer readable. */
export const readPending = (): PendingFindings[] => readFiles().map(({ file: _, ...pending }) => pending)

const readFiles = (): (PendingFindings & { file: string })[] =>
  pendingFiles().flatMap((file) => {
    try {
      const pending = JSON.parse(readFileSync(file, 'utf8')) as PendingFindings
      return Array.isArray(pending.findings) ? [{ ...pending, file }] : []
    } catch {
      return []
    }
  })

/** Removes findings of an agent, whichever files hold them. */
export function removePending(target: Target, externalIds: ReadonlySet<string>): void {
  for (const { file, ...pending } of readFiles()) {
    if (pending.agent !== target.agent || pending.address !== target.address) continue
    const [left, removed] = [false, true].map((isRemoved) =>
      pending.findings.filter((finding) => externalIds.has(externalId(finding)) === isRemoved),
    ) as [Finding[], Finding[]]
    if (removed.length === 0) continue
    addHandled(removed.map((finding) => keyOf(target, finding)))
    if (left.length === 0) rmSync(file, { force: true })
    else writeWhole(file, JSON.stringify({ ...pending, findings: left }), 0o600)
  }
}

/** Removes all that waits. */
export function clearPending(): void {
  addHandled(readPending().flatMap((pending) => pending.findings.map((finding) => keyOf(pending, finding))))
  for (const file of pendingFiles()) rmSync(file, { force: true })
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
