import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The keys that `login` and `register` store, in a file that its owner alone may read. */

interface Stored {
  /** The address that commands use when nothing else names one. */
  default: string
  /** By the service's address, or the `file:` address of an embedded database's folder. */
  keys: Record<string, string>
}

/** `$XDG_CONFIG_HOME`, `%APPDATA%` or `~/.config`. */
export function credentialsFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  return join(XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config'), 'agent-identity', 'credentials.json')
}

/** @throws an error when the file is there and cannot be used. */
export function readCredentials(): Partial<Stored> & Pick<Stored, 'keys'> {
  const file = credentialsFile()
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored?.keys === 'object' && stored.keys !== null) return stored
    throw new Error('it holds no keys')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { keys: {} }
    throw new Error(`${file} cannot be read: ${message}. Delete it and log in again.`)
  }
}

/** Stores the key, and makes its address the one that commands use. */
export function storeKey(address: string, key: string): void {
  const { keys } = readCredentials()
  const file = credentialsFile()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  const stored: Stored = { default: address, keys: { ...keys, [address]: key } }
  writeFileSync(draft, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
