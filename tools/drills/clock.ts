import { ok, strictEqual } from 'node:assert'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { limitsOff } from './ledger.ts'

const limit = 5
const hourMs = 3_600_000

/** Debian's libfaketime for programs with threads, in the folder of any architecture. */
const libraries = '/usr/lib'
const libfaketime = existsSync(libraries)
  ? readdirSync(libraries)
      .map((folder) => join(libraries, folder, 'faketime/libfaketimeMT.so.1'))
      .find((file) => existsSync(file))
  : undefined

export const clock: Drill = {
  summary:
    'the clock of the machine is stepped ahead by two days and back, then back by an hour: schedules and rate windows go on',
  missing: () => (libfaketime ? undefined : 'There is no libfaketime (Debian: apt install libfaketime).'),
  async run() {
    const folder = newFolder()
    const offsetFile = join(folder, 'offset')
    const step = (offset: string) => writeFileSync(offsetFile, offset)
    step('+0')
    let running: Running | undefined
    try {
      running = await start(folder, {
        ...limitsOff,
        RATE_LIMIT_GENERAL: String(limit),
        LD_PRELOAD: libfaketime!,
        FAKETIME_TIMESTAMP_FILE: offsetFile,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      })
      return await drill(running, join(folder, 'data/identity.db'), step)
    } finally {
      await running?.stop('SIGKILL')
      removeFolder(folder)
    }
  },
}

async function drill(running: Running, databaseFile: string, step: (offset: string) => void) {
  const { key } = (await call(running, 'POST', '/register', {})).body
  const read = async () => (await call(running, 'GET', '/agents', undefined, key)).status
  const nextSync = () => {
    const database = new DatabaseSync(databaseFile, { readOnly: true })
    const row = database.prepare("select next_run_at from schedules where name = 'sync-sources'").get()
    database.close()
    return row ? Date.parse(String(row.next_run_at)) - Date.now() : undefined
  }
  const until = async (what: string, holds: () => boolean) => {
    const start = performance.now()
    while (!holds()) {
      ok(performance.now() - start < 30_000, `${what}: the schedule stands at ${nextSync()} ms from now`)
      await sleep(100)
    }
    return performance.now() - start
  }
  await until('at first', () => nextSync() !== undefined)
  step('+2d')
  await until('ahead', () => nextSync()! > 24 * hourMs)
  step('+0')
  const backMs = await until('back again', () => nextSync()! <= hourMs)

  for (let count = 0; count < limit; count++) strictEqual(await read(), 200)
  strictEqual(await read(), 429)
  const full = performance.now()
  step('-1h')
  while ((await read()) !== 200) {
    ok(performance.now() - full < 90_000, 'the window stays full')
    await sleep(1000)
  }
  const openMs = performance.now() - full
  return `the schedule was right ${(backMs / 1000).toFixed(1)} s after the clock was; a full window opened after ${(openMs / 1000).toFixed(1)} s`
}
