#!/usr/bin/env node
// Plain JavaScript on purpose: `npm start` and the command `agent-identity` begin here, under any Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const script = fileURLToPath(import.meta.url)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) runUnder(newerNode())
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
  const { buildToRun } = await import('./scripts/build-when-stale.js')
  return pathToFileURL(buildToRun()).href
}

function runUnder(node) {
  // Settings of coding tools name the Node that outlives the cache.
  const env = { ...process.env, AGENT_IDENTITY_NODE: process.execPath }
  const child = spawn(node, [script, ...process.argv.slice(2)], { env, stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => giveUp(`${node} does not start (${message}).`))
  child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)))
}

/**
 * A newer Node: the one that a clone has among its packages, or one that npm installs once for this person. Neither the
 * working directory nor the PATH has a part in it, because hooks run in repositories of others.
 */
function newerNode() {
  const { platform, arch } = process
  const program = platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const ofClone = join(dirname(script), 'node_modules/node', program)
  if (existsSync(ofClone)) return ofClone
  // The package `node` would need an installation script for the same file.
  const name = `node${platform === 'darwin' && arch === 'arm64' ? '-bin' : ''}-${platform === 'win32' ? 'win' : platform}-${arch}`
  const folder = join(cacheFolder(), 'agent-identity', 'node-24')
  const node = join(folder, 'node_modules', name, program)
  if (existsSync(node)) return node
  const errors = install(`${name}@24`, folder)
  return existsSync(node) ? node : giveUp(`Node 24 could not be installed.\n${errors}`)
}

/** `$XDG_CACHE_HOME`, `%LOCALAPPDATA%` or `~/.cache`. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  return [XDG_CACHE_HOME, LOCALAPPDATA].find((folder) => folder && isAbsolute(folder)) ?? join(homedir(), '.cache')
}

/** @returns the errors of npm. */
function install(name, folder) {
  const isOld = `Node ${process.versions.node} is too old`
  if (process.argv[2] === 'hook') {
    console.error(`${isOld}. Run "agent-identity doctor" once, which installs Node 24 for this command.`)
    process.exit(0)
  }
  console.error(`${isOld} for this command, so npm installs Node 24 for it once, into ${folder}.`)
  const bin = dirname(process.execPath)
  const npm = [
    join(bin, 'npm'),
    join(bin, 'node_modules/npm/bin/npm-cli.js'),
    join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .find((path) => path.endsWith('.js'))
  if (!npm) giveUp(`There is no npm beside ${process.execPath}.`)
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  const draft = mkdtempSync(`${folder}-`)
  const options = ['--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync(process.execPath, [npm, 'install', ...options, name], {
    ...{ cwd: draft, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  })
  try {
    if (status === 0) renameSync(draft, folder)
  } catch {
    // Another start has installed it meanwhile.
  }
  rmSync(draft, { recursive: true, force: true })
  return stderr
}

function giveUp(reason) {
  console.error(`${reason}\nInstall Node 22.18 or newer, then try again.`)
  process.exit(1)
}
