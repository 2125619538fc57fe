import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sources = [
  'server',
  'cli',
  'clients/typescript/src',
  'package.json',
  'package-lock.json',
  'scripts/build-server.ts',
]
/** Services that were started before may still load parts of an earlier build. */
const buildsKept = 3

/**
 * Builds the server unless that was done from these very sources; each build has a folder of its own.
 *
 * @returns the built entry.
 */
export function buildWhenStale() {
  const folder = join(root, 'dist', `build-${fingerprint()}`)
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
  const dist = join(root, 'dist')
  const builds = readdirSync(dist)
    .filter((name) => /^build-[0-9a-f]{16}$/.test(name))
    .map((name) => join(dist, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const build of builds.slice(buildsKept)) rmSync(build, { recursive: true, force: true })
}
