import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Ledger, limitsOff } from '../../tools/drills/ledger.ts'
import { missingMemory, mountMemory } from '../../tools/drills/volume.ts'
import { compileCache, newFolder, type Running, removeFolder, start } from './running.ts'

let folder: string
let running: Running
beforeEach(async () => {
  folder = newFolder()
  running = await start(folder, limitsOff)
})
afterEach(async () => {
  await running.stop('SIGKILL')
  removeFolder(folder)
})

/** As `npm run backup -- FILE` runs it, from its sources. */
async function run(command: 'backup' | 'restore', file: string, dataDir: string, environment = {}) {
  const root = join(import.meta.dirname, '../..')
  const child = spawn(process.execPath, ['cli/main.ts', command, file], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir, ...environment },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data))
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { status, text }
}

test('a backup that is made under concurrent writes is restored elsewhere with every write from before it', async () => {
  const file = join(folder, 'backup')
  const ledger = await Ledger.open(running)
  await ledger.writeUntil(running, sleep(500))
  const before = new Set(ledger.acknowledged)
  const made = run('backup', file, join(folder, 'data'))
  await ledger.writeUntil(running, made)
  expect(await made).toMatchObject({ status: 0, text: expect.stringContaining('complete and sound') })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const refused = await run('restore', file, join(folder, 'data'))
  expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('is in use by process') })

  const secret = readFileSync(join(folder, 'data/secret'), 'utf8')
  expect((await run('restore', file, join(folder, 'other'))).status).toBe(0)
  expect(readFileSync(join(folder, 'other/secret'), 'utf8')).toBe(secret)
  await running.stop()
  running = await start(folder, { ...limitsOff, DATA_DIR: join(folder, 'other') })
  const lost = await ledger.lost(running)
  expect(lost.filter((statement) => before.has(statement))).toEqual([])

  // Restores over an existing database, which is kept beside the restored one.
  await ledger.write(running)
  await running.stop()
  const again = await run('restore', file, join(folder, 'other'))
  expect(again.text).toMatch(/Kept: .*identity\.db\.before-restore-/)
  running = await start(folder, { ...limitsOff, DATA_DIR: join(folder, 'other') })
  expect((await ledger.lost(running)).filter((statement) => before.has(statement))).toEqual([])
})

test('a damaged backup, a file that is none and a PostgreSQL service are refused with the reason', async () => {
  const file = join(folder, 'backup')
  const dataDir = join(folder, 'other')
  expect((await run('backup', file, join(folder, 'data'))).status).toBe(0)
  const bytes = readFileSync(file)
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(file, bytes)
  expect(await run('restore', file, dataDir)).toMatchObject({ status: 1, text: expect.stringContaining('is damaged') })
  writeFileSync(file, 'something else\n')
  expect((await run('restore', file, dataDir)).text).toContain('is not a backup')
  expect((await run('backup', file, dataDir, { DATABASE_URL: 'postgres://x/y' })).text).toContain(
    'docs/how-to/back-up.md',
  )
})

test('a backup never replaces a file of the service itself', async () => {
  const dataDir = join(folder, 'data')
  for (const name of ['identity.db', 'secret', 'identity.db-wal']) {
    // The running service may write to them, so the file itself is compared.
    const before = statSync(join(dataDir, name)).ino
    expect(await run('backup', join(dataDir, name), dataDir)).toMatchObject({
      status: 1,
      text: expect.stringContaining('is a file of the service itself; give the backup another name'),
    })
    expect(statSync(join(dataDir, name)).ino).toBe(before)
  }
  expect((await run('backup', join(dataDir, 'monday'), dataDir)).status).toBe(0)
})

test.skipIf(missingMemory())(
  'a backup to a full disk says so and leaves nothing, and keeps what was there',
  async () => {
    const volume = mountMemory(64 * 1024)
    try {
      const file = join(volume.path, 'backup')
      const ofYesterday = '{"format":"agent-identity-service backup 1"}\n'
      writeFileSync(file, ofYesterday)
      expect(await run('backup', file, join(folder, 'data'))).toMatchObject({
        status: 1,
        text: expect.stringMatching(/cannot be written: its disk is full\. Choose another disk/),
      })
      expect(readdirSync(volume.path)).toEqual(['backup'])
      expect(readFileSync(file, 'utf8')).toBe(ofYesterday)
    } finally {
      volume.remove()
    }
  },
)

test('what a killed backup has left is gone after the next one', async () => {
  mkdirSync(join(folder, 'backup.partial'))
  writeFileSync(join(folder, 'backup.partial/database'), 'half of a database')
  expect((await run('backup', join(folder, 'backup'), join(folder, 'data'))).status).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['backup', 'data'])
})
