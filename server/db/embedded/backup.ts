import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { wallClock } from '#core/base/clock.ts'
import { flush } from '#core/base/files.ts'
import { isDiskFull } from '../failures.ts'
import { databaseFile, isOwn, secretFile } from './data-folder.ts'
import { isRestoreUnfinished } from './restore-swap.ts'

/** A backup is one file: a line of JSON, then the database. The line contains the secret, so the file has mode 0600. */
interface Header {
  format: typeof format
  made_at: string
  /** Hex digest of the database's bytes. */
  sha256: string
  /** Null if the service takes its key from SECRET_KEY. */
  secret: string | null
}

const format = 'agent-identity-service backup 1'
/** The first characters of a backup of any version. */
const formatStart = '{"format":"agent-identity-service backup '
const maxHeaderBytes = 4096

/**
 * Copies the embedded database into `file` while the service may keep writing, and checks the copy. An existing backup
 * is replaced once the new one is complete, and left unchanged by a failure.
 *
 * @throws an error of one line with the way out.
 */
export async function backUp(dataDir: string, file: string): Promise<Header> {
  requireSource(dataDir)
  refuseOwnFile(dataDir, file)
  await refuseOtherFile(file)
  const folder = `${file}.partial`
  try {
    // Removes the folder left by a backup that was killed.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    const complete = join(folder, 'backup')
    const header = await writeBackup(dataDir, join(folder, 'database'), complete)
    renameSync(complete, file)
    flush(dirname(file))
    return header
  } catch (error) {
    if (isDiskFull(error)) throw new Error(`${file} cannot be written: its disk is full. Choose another disk.`)
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeBackup(dataDir: string, copy: string, complete: string): Promise<Header> {
  const secret = readSecret(dataDir)
  // Creates the file first, so that nobody else can read the data written to it.
  for (const path of [copy, complete]) await (await open(path, 'w', 0o600)).close()
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  try {
    // Copies all pages in one step: the copy starts again whenever the service writes between two steps.
    await backup(database, copy, { rate: 0x7fffffff })
  } finally {
    database.close()
  }
  if (readSecret(dataDir) !== secret) throw new Error('The secret was replaced during the backup. Start it again.')
  checkIntegrity(copy)
  const header: Header = { format, made_at: wallClock().toISOString(), sha256: await hashOf(copy), secret }
  const output = createWriteStream(complete, { mode: 0o600, flush: true })
  output.write(`${JSON.stringify(header)}\n`)
  await pipeline(createReadStream(copy), output)
  if ((await readBackup(complete)).sha256 !== header.sha256) throw new Error('The backup was not written completely')
  return header
}

function requireSource(dataDir: string): void {
  const source = databaseFile(dataDir)
  if (!existsSync(source)) throw new Error(`${source} does not exist; set DATA_DIR to the service's data directory`)
  if (statSync(source).size === 0)
    throw new Error(`${source} is empty; restore an earlier backup (docs/how-to/back-up.md)`)
  if (isRestoreUnfinished(dataDir)) {
    throw new Error(`A restore into ${dataDir} was interrupted. Start the service, which completes it, then try again.`)
  }
}

/** Refuses the service's own files, because a backup replaces the file that it is written to. */
function refuseOwnFile(dataDir: string, file: string): void {
  if (!existsSync(dirname(file))) throw new Error(`${dirname(file)} does not exist; create it first`)
  if (realpathSync(dirname(file)) !== realpathSync(dataDir) || !isOwn(basename(file))) return
  throw new Error(`${file} is a file of the service itself; give the backup another name`)
}

async function refuseOtherFile(file: string): Promise<void> {
  if (!existsSync(file) || (statSync(file).isFile() && (await startOf(file)).startsWith(formatStart))) return
  throw new Error(`${file} is there already, and is no backup. Choose another name, or move it away.`)
}

async function startOf(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(formatStart.length), 0, formatStart.length, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

const readSecret = (dataDir: string): string | null =>
  existsSync(secretFile(dataDir)) ? readFileSync(secretFile(dataDir), 'utf8').trim() : null

/** Returns the header, and the hash of the rest of the file, which is written to `target` if there is one. */
export async function readBackup(file: string, target?: string): Promise<{ header: Header; sha256: string }> {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
  await handle.close()
  const length = buffer.subarray(0, bytesRead).indexOf('\n')
  const header = headerOf(buffer.toString('utf8', 0, Math.max(length, 0)))
  if (!header) throw new Error(`${file} is not a backup that npm run backup has made`)
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(file, { start: length + 1 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    target ? createWriteStream(target, { mode: 0o600 }) : new Writable({ write: (_chunk, _encoding, done) => done() }),
  )
  return { header, sha256: hash.digest('hex') }
}

function headerOf(line: string): Header | undefined {
  try {
    const header = JSON.parse(line) as Header
    return header.format === format ? header : undefined
  } catch {
    return undefined
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Checks the database file; afterwards it has no companion files.
 * @throws if a page of the file is damaged.
 */
export function checkIntegrity(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete')
    const [row] = database.prepare('pragma integrity_check(1)').all()
    if (row?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${row?.integrity_check}`)
  } finally {
    database.close()
  }
}
