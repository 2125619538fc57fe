import type { Copy, PromptStore } from './prompt.ts'

/**
 * Stores a prompt in a file that only its owner may read. A folder that cannot be written is not an error: then there
 * is no copy for the next process. In a browser there is none at all.
 * @param name what the copy is of, including the address and key it was read with; the file's name is a hash of it
 */
export function diskStore(folder: string | undefined, name: string): PromptStore | undefined {
  if (folder === '' || typeof process === 'undefined' || !process.versions?.node) return undefined
  const prepareFile = async () => {
    const [fs, path, crypto] = await Promise.all([
      import('node:fs/promises'),
      import('node:path'),
      import('node:crypto'),
    ])
    const inside = folder ?? (await defaultFolder())
    const hash = crypto.createHash('sha256').update(name).digest('hex')
    return { fs, path, inside, file: path.join(inside, `${hash}.json`) }
  }
  return {
    async read() {
      try {
        const { fs, file } = await prepareFile()
        const kept: unknown = JSON.parse(await fs.readFile(file, 'utf8'))
        return isCopy(kept) ? kept : undefined
      } catch {
        return undefined
      }
    },
    async write(copy) {
      try {
        const { fs, path, inside, file } = await prepareFile()
        const makeFolder = (folder: string) => fs.mkdir(folder, { mode: 0o700 })
        await makeWithParents(inside, makeFolder, path.dirname)
        const draft = `${file}.${crypto.randomUUID()}`
        await fs.writeFile(draft, JSON.stringify(copy), { mode: 0o600 })
        await fs.rename(draft, file)
      } catch {
        // See above.
      }
    },
    async delete() {
      try {
        const { fs, file } = await prepareFile()
        await fs.rm(file, { force: true })
      } catch {
        // See above.
      }
    },
  }
}

/** The recursive `mkdir` of Node.js never settles below a folder that takes no entries, such as /proc. */
async function makeWithParents(
  folder: string,
  make: (folder: string) => Promise<void>,
  parentOf: (folder: string) => string,
): Promise<void> {
  try {
    await make(folder)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || parentOf(folder) === folder) throw error
    await makeWithParents(parentOf(folder), make, parentOf)
    await make(folder)
  }
}

/** The folder for caches of the user's programs: `$XDG_CACHE_HOME`, `%LOCALAPPDATA%` or `~/.cache`. */
async function defaultFolder(): Promise<string> {
  const [{ homedir }, { join }] = await Promise.all([import('node:os'), import('node:path')])
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'agent-identity')
}

function isCopy(value: unknown): value is Copy {
  const { text, version, etag } = (value ?? {}) as Record<string, unknown>
  return (
    typeof text === 'string' &&
    (version === null || typeof version === 'number') &&
    (etag === null || typeof etag === 'string')
  )
}
