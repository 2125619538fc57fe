import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { wallClock } from '../clock.ts'
import { flush, replaceFile } from '../files.ts'
import { databaseFile, lockDataFolder, secretFile } from './data-folder.ts'

/**
 * A backup is one file: a line of JSON, then the database. The secret stands in the line, so the file has mode 0600.
 */
interface Header {
  format: typeof format
  made_at: string
  /** Of the database's bytes. */
  sha256: string
  /** Null when the service takes its key from SECRET_KEY. */
  secret: string | null
}

const format = 'agent-identity-service backup 1'
const maxHeaderBytes = 4096

/**
 * Copies the embedded database into `file` while the service may go on writing, and checks the copy. A file that is
 * there already is replaced once the new one is whole.
 */
export async function backUp(dataDir: string, file: string): Promise<Header> {
  const source = databaseFile(dataDir)
  if (!existsSync(source)) throw new Error(`${source} does not exist; set DATA_DIR to the service's data directory`)
  const [copy, partial] = [`${file}.database`, `${file}.partial`]
  try {
    const database = new DatabaseSync(source, { readOnly: true })
    // Made here first, so that no one else can read what is written into it.
    for (const path of [copy, partial]) await (await open(path, 'w', 0o600)).close()
    // All pages in one step: the copy starts again whenever the service writes between two steps.
    await backup(database, copy, { rate: 0x7fffffff })
    database.close()
    checkIntegrity(copy)
    const secret = existsSync(secretFile(dataDir)) ? readFileSync(secretFile(dataDir), 'utf8').trim() : null
    const header: Header = { format, made_at: wallClock().toISOString(), sha256: await hashOf(copy), secret }
    const output = createWriteStream(partial, { mode: 0o600, flush: true })
    output.write(`${JSON.stringify(header)}\n`)
    await pipeline(createReadStream(copy), output)
    if ((await readBackup(partial)).sha256 !== header.sha256) throw new Error(`${partial} was not written completely`)
    renameSync(partial, file)
    flush(join(file, '..'))
    return header
  } finally {
    for (const path of [copy, partial]) rmSync(path, { force: true })
  }
}

/**
 * Puts the backup in the place of the data directory's database and secret, which are kept beside it under the names
 * that are returned. Nothing changes before the backup has been checked.
 *
 * @throws when a service runs on the directory, or the backup is damaged.
 */
export async function restore(dataDir: string, file: string): Promise<string[]> {
  const lock = lockDataFolder(dataDir)
  const [target, restoring] = [databaseFile(dataDir), join(dataDir, 'identity.db.restoring')]
  try {
    const { header, sha256 } = await readBackup(file, restoring)
    if (sha256 !== header.sha256) throw new Error(`${file} is damaged: its content does not match its SHA-256`)
    checkIntegrity(restoring)
    flush(restoring)
    const kept = keepFormer(dataDir)
    if (header.secret !== null) replaceFile(secretFile(dataDir), header.secret)
    renameSync(restoring, target)
    flush(dataDir)
    return kept
  } finally {
    rmSync(restoring, { force: true })
    lock.close()
  }
}

/** What was written last stands in the `-wal`, which must never meet another database. */
function keepFormer(dataDir: string): string[] {
  const suffix = `.before-restore-${wallClock().toISOString().replaceAll(':', '-')}`
  const target = databaseFile(dataDir)
  const former = [
    { path: `${target}-wal`, as: `${target}${suffix}-wal` },
    { path: target, as: `${target}${suffix}` },
    { path: secretFile(dataDir), as: `${secretFile(dataDir)}${suffix}` },
  ].filter(({ path }) => existsSync(path))
  for (const { path, as } of former) {
    linkSync(path, as)
    if (path.endsWith('-wal')) rmSync(path)
  }
  rmSync(`${target}-shm`, { force: true })
  flush(dataDir)
  return former.map(({ as }) => as)
}

/** The header, and the hash of what follows it, which is written to `target` when there is one. */
async function readBackup(file: string, target?: string): Promise<{ header: Header; sha256: string }> {
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

function checkIntegrity(file: string): void {
  const database = new DatabaseSync(file)
  try {
    // One file without companions, whatever mode the copied database has.
    database.exec('pragma journal_mode = delete')
    const [row] = database.prepare('pragma integrity_check(1)').all()
    if (row?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${row?.integrity_check}`)
  } finally {
    database.close()
  }
}
