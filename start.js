#!/usr/bin/env node
// Plain JavaScript on purpose: `npm start` and the command `agent-identity` begin here, under any Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const script = fileURLToPath(import.meta.url)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) runUnderNewerNode()
else await run()

async function run() {
  // The next start need not compile again. Threads read the directory from the environment, and take 20 MB less each
  // (measured).
  const { directory } = module.enableCompileCache()
  if (directory) process.env.NODE_COMPILE_CACHE = directory
  await import(await findBuild())
}

/** The package holds what is built; a clone builds anew whenever a source has changed. */
async function findBuild() {
  const inPackage = new URL('dist/server/cli.js', import.meta.url)
  if (!existsSync(new URL('cli', import.meta.url))) return inPackage.href
  const { buildWhenStale } = await import('./scripts/build-when-stale.js')
  return pathToFileURL(buildWhenStale()).href
}

/** npm brings the newer Node and keeps it. */
function runUnderNewerNode() {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  console.error(`Node ${process.versions.node} is too old, so this runs under Node 24, which npx gets once.`)
  const found = spawnSync(npx, ['--yes', '--prefer-offline', '--package=node@24', 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const node = found.stdout?.trim()
  if (found.status !== 0 || !node) {
    console.error(`Node 24 could not be installed. Install Node 22.18 or newer, then try again.\n${found.stderr ?? ''}`)
    process.exit(1)
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)))
}
