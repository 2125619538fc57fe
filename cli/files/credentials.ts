import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '#core/base/files.ts'
import { folderAbove } from './folder-above.ts'

/** The keys that `login` and `register` store, in a file that only its owner may read. */

interface Stored {
  /** The address that commands use when nothing else names one. */
  default: string
  /** By the service's address, or the `file:` address of an embedded database's folder. */
  keys: Record<string, string>
  /** Keys that a newer one has replaced. An organization without people is lost with its key. */
  former?: { address: string; key: string }[]
}

/** `$XDG_CONFIG_HOME`, `%APPDATA%` or `~/.config`. */
export function credentialsFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  // A relative one would lie in every folder that a command runs in.
  const folder = [XDG_CONFIG_HOME, APPDATA].find((name) => name && isAbsolute(name)) ?? join(homedir(), '.config')
  return join(folder, 'agent-identity', 'credentials.json')
}

/** Creates the folder of the keys. Where it lies in a repository, as of dotfiles, Git is told to leave it out. */
export function makeConfigFolder(): void {
  const folder = dirname(credentialsFile())
  makeFolder(folder)
  const ignored = join(folder, '.gitignore')
  if (folderAbove('.git', folder) && !existsSync(ignored)) writeFileSync(ignored, '*\n')
}

/** @throws an error when the file exists and cannot be used. */
export function readCredentials(): Partial<Stored> & Pick<Stored, 'keys'> {
  const file = credentialsFile()
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored?.keys === 'object' && stored.keys !== null) return stored
    throw new Error('it holds no keys')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { keys: {} }
    throw new Error(`${file} cannot be read: ${message}. Repair it, or move it away and log in again.`)
  }
}

/**
 * Stores the key, and makes its address the default of all commands.
 *
 * @returns the key that it replaced, which the file keeps under `former`; undefined when there was none.
 */
export async function storeKey(address: string, key: string): Promise<string | undefined> {
  const file = credentialsFile()
  const draft = await openDraft(file)
  try {
    const { keys, former = [] } = readCredentials()
    const replaced = keys[address] === key ? undefined : keys[address]
    const kept = [...former, ...(replaced === undefined ? [] : [{ address, key: replaced }])]
    const stored: Stored = {
      default: address,
      keys: { ...keys, [address]: key },
      ...(kept.length > 0 && { former: kept.filter((one) => one.key !== key) }),
    }
    writeFileSync(draft, `${JSON.stringify(stored, null, 2)}\n`)
    renameSync(draft, file)
    return replaced
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** An older draft was left behind by a killed process, in milliseconds. */
const abandonedMs = 5000

/** Creates the file that will replace the credentials. While it exists, no other process changes them. */
async function openDraft(file: string): Promise<string> {
  makeConfigFolder()
  const draft = `${file}.new`
  for (;;) {
    try {
      writeFileSync(draft, '', { mode: 0o600, flag: 'wx' })
      return draft
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const age = Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > abandonedMs) rmSync(draft, { force: true })
      await sleep(20)
    }
  }
}

/** A sentence for the user whose stored key was replaced. */
export const formerKeyNote = (address: string, former: string): string =>
  `The key that was stored for ${address} before (it ends with ${former.slice(-4)}) is kept under "former" in ${credentialsFile()}.`
