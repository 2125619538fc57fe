import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const sources = [
  'core',
  'reader',
  'server',
  'cli',
  'clients/typescript/src',
  'package.json',
  'package-lock.json',
  'scripts/build-server.ts',
]
/** Besides those in use. */
const buildsKept = 3
const useMark = 'in-use-by-'

/**
 * `buildWhenStale` for a process that loads parts of the build later: rebuilds keep the folder for as long as it runs.
 *
 * @returns the built entry.
 */
export function buildToRun() {
  const entry = buildWhenStale()
  const mark = join(dist, `${useMark}${process.pid}`)
  try {
    writeFileSync(mark, basename(dirname(entry)))
    process.on('exit', () => rmSync(mark, { force: true }))
  } catch {
    // A clone that this user only reads: another one builds in it, and /readyz tells of a lost build.
  }
  return entry
}

/**
 * Builds the server unless that was done from these very sources; each build has a folder of its own.
 *
 * @returns the built entry.
 */
export function buildWhenStale() {
  const folder = join(dist, `build-${fingerprint()}`)
  const entry = join(folder, 'cli.js')
  if (existsSync(entry)) return entry
  if (!existsSync(join(root, 'node_modules/vite'))) {
    console.error('The service is not built, and what builds it is not installed. Run "npm ci --include=dev" first.')
    process.exit(1)
  }
  console.error('Building the server …')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build-server.ts'), folder], {
    // Standard output belongs to the command.
    stdio: ['inherit', 2, 2],
  })
  if (status !== 0) process.exit(1)
  removeOldBuilds()
  return entry
}

/** Identifies the sources by path, size and time: reading them would take longer than loading the build. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    const isFolder = statSync(path).isDirectory()
    const files = isFolder ? readdirSync(path, { recursive: true }).sort() : ['']
    for (const file of files) {
      const { size, mtimeMs } = statSync(join(path, file))
      hash.update(`${source}/${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

function removeOldBuilds() {
  const inUse = buildsInUse()
  const builds = readdirSync(dist)
    .filter((name) => /^build-[0-9a-f]{16}$/.test(name) && !inUse.has(name))
    .sort((a, b) => statSync(join(dist, b)).mtimeMs - statSync(join(dist, a)).mtimeMs)
  for (const build of builds.slice(buildsKept)) rmSync(join(dist, build), { recursive: true, force: true })
}

/** Removes the marks of processes that were killed. */
function buildsInUse() {
  const builds = new Set()
  for (const name of readdirSync(dist)) {
    if (!name.startsWith(useMark)) continue
    const mark = join(dist, name)
    if (isRunning(Number(name.slice(useMark.length)))) builds.add(readFileSync(mark, 'utf8'))
    else rmSync(mark, { force: true })
  }
  return builds
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    // The process of another user.
    return code === 'EPERM'
  }
}
