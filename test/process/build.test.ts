import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newFolder, removeFolder } from './running.ts'

/** `start.js` in a clone whose sources change, with a build that only says where it is. */

const root = join(import.meta.dirname, '../..')
const node = join(root, 'node_modules/.bin/node')

let clone: string
let children: ChildProcess[] = []
beforeEach(() => {
  clone = newFolder()
  for (const path of ['start.js', 'scripts/build-when-stale.js']) cpSync(join(root, path), join(clone, path))
  for (const folder of ['core', 'reader', 'server', 'cli', 'clients/typescript/src', 'node_modules/vite'])
    mkdirSync(join(clone, folder), { recursive: true })
  for (const file of ['package-lock.json', 'server/a.ts']) writeFileSync(join(clone, file), '')
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  const built = `console.log(import.meta.dirname); process.argv[2] === 'stay' && setInterval(() => {}, 1000)`
  writeFileSync(
    join(clone, 'scripts/build-server.ts'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync(process.argv[2], { recursive: true })
    writeFileSync(process.argv[2] + '/cli.js', ${JSON.stringify(built)})`,
  )
})
afterEach(async () => {
  await Promise.all(children.map(end))
  children = []
  removeFolder(clone)
})

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Starts the command after a change of the sources; resolves to the folder of its build once it runs. */
async function run(...parameters: string[]) {
  const child = spawn(node, [join(clone, 'start.js'), ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = await once(child.stdout!, 'data')
  return { child, build: String(line).trim() }
}

let changes = 0
async function rebuild() {
  // Sources are known by their times and sizes.
  writeFileSync(join(clone, 'server/a.ts'), 'x'.repeat(++changes))
  const { child, build } = await run()
  if (child.exitCode === null) await once(child, 'exit')
  utimesSync(build, changes, changes)
  return build
}

const builds = () => readdirSync(join(clone, 'dist')).filter((name) => name.startsWith('build-'))

test('a build in use is kept through rebuilds, and removed after its process has ended, also by a kill', async () => {
  const { child, build } = await run('stay')
  utimesSync(build, 0, 0)
  const others = [await rebuild(), await rebuild(), await rebuild(), await rebuild(), await rebuild()]
  expect(existsSync(build)).toBe(true)
  expect(others.map((other) => existsSync(other))).toEqual([false, false, true, true, true])
  expect(builds()).toHaveLength(4)
  await end(child)
  await rebuild()
  expect(existsSync(build)).toBe(false)
  expect(readdirSync(join(clone, 'dist')).filter((name) => !name.startsWith('build-'))).toEqual([])
})
