import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backUp } from '../../server/db/embedded/backup.ts'
import { holdDatabase } from '../../server/db/embedded/held-database.ts'
import { restore } from '../../server/db/embedded/restore.ts'
import { Ledger, limitsOff } from '../../tools/drills/ledger.ts'
import { newFolder, type Running, removeFolder, start } from './running.ts'

/** A restore that is killed happened completely or not at all. */

/** A database as it is after a kill, with its acknowledged writes in the log. */
interface State {
  ledger: Ledger
  secret: string
}

let folder: string
let former: State
let restored: State
let running: Running | undefined
const [formerDir, backup] = [() => join(folder, 'former/data'), () => join(folder, 'backup')]

beforeAll(async () => {
  folder = newFolder()
  const fill = async (name: string): Promise<State> => {
    mkdirSync(join(folder, name))
    const service = await start(join(folder, name), limitsOff)
    const ledger = await Ledger.open(service)
    await ledger.writeUntil(service, sleep(300))
    await service.stop('SIGKILL')
    return { ledger, secret: readFileSync(join(folder, name, 'data/secret'), 'utf8') }
  }
  former = await fill('former')
  restored = await fill('other')
  await backUp(join(folder, 'other/data'), backup())
})
afterAll(() => removeFolder(folder))

let dataDir: string
beforeEach(() => {
  dataDir = join(folder, 'killed/data')
  freshFolder()
})
afterEach(async () => {
  await running?.stop('SIGKILL')
})

function freshFolder() {
  rmSync(join(folder, 'killed'), { recursive: true, force: true })
  cpSync(formerDir(), dataDir, { recursive: true })
}

/** Runs a restore as a process of its own, killed before its nth change or after this many milliseconds of changing. */
async function killedRestore({ step, afterMs }: { step?: number; afterMs?: number }) {
  const script = join(import.meta.dirname, '../fakes/killed-restore.ts')
  const child = spawn(process.execPath, [script, dataDir, backup(), String(step ?? '')], { stdio: 'inherit' })
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_status, signal) => resolve(signal)),
  )
  if (afterMs !== undefined) {
    while (child.exitCode === null && !existsSync(join(dataDir, 'restore-prepared'))) await sleep(1)
    await sleep(afterMs)
    child.kill('SIGKILL')
  }
  return (await ended) === 'SIGKILL'
}

const statementsIn = (file: string) => {
  const database = new DatabaseSync(file)
  try {
    return new Set(
      database
        .prepare('select statement from items')
        .all()
        .map(({ statement }) => String(statement)),
    )
  } finally {
    database.close()
  }
}

/** Whether the folder holds the restored state; otherwise it holds the former one. Each complete, with its own secret. */
function isRestored(): boolean {
  holdDatabase(dataDir).close()
  const names = readdirSync(dataDir)
  expect(names.filter((name) => name.startsWith('restore-'))).toEqual([])
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8')
  const state = secret === restored.secret ? restored : former
  expect(secret).toBe(state.secret)
  expect(state.ledger.acknowledged.difference(statementsIn(join(dataDir, 'identity.db')))).toEqual(new Set())
  const kept = names.filter((name) => name.includes('before-restore'))
  if (state === former) expect(kept).toEqual([])
  else {
    const database = kept.find((name) => name.startsWith('identity.db'))!
    expect(kept).toHaveLength(2)
    expect(former.ledger.acknowledged.difference(statementsIn(join(dataDir, database)))).toEqual(new Set())
    // A copy, not the live database under a second name.
    expect(readFileSync(join(dataDir, kept.find((name) => name.startsWith('secret'))!), 'utf8')).toBe(former.secret)
  }
  return state === restored
}

async function expectService(state: State) {
  running = await start(join(folder, 'killed'), limitsOff)
  expect(await state.ledger.lost(running)).toEqual([])
  await running.stop()
}

test('killed before any of its changes to files, it leaves the former state or the restored one', async () => {
  const outcomes: boolean[] = []
  for (let step = 1; ; step++) {
    freshFolder()
    const isKilled = await killedRestore({ step })
    // The first and the last state between the two, as the service meets them.
    const isDecided = existsSync(join(dataDir, 'restore-decided'))
    const isFirst = isDecided && !outcomes.includes(true)
    outcomes.push(isRestored())
    expect(outcomes.at(-1)).toBe(isDecided || outcomes.includes(true))
    if (isFirst) await expectService(restored)
    if (!isKilled) break
  }
  expect(outcomes.length).toBeGreaterThan(20)
  expect([outcomes[0], outcomes.at(-1)]).toEqual([false, true])
})

test('killed at 20 random moments, it leaves the former state or the restored one', async () => {
  for (let kill = 0; kill < 20; kill++) {
    freshFolder()
    await killedRestore({ afterMs: Math.random() * 60 })
    const state = isRestored() ? restored : former
    if (kill % 10 === 0) await expectService(state)
  }
})

describe('what is lost is not replaced by something empty', () => {
  test('a restore over a damaged database keeps the file and its log as they were', async () => {
    const file = join(dataDir, 'identity.db')
    const log = Buffer.alloc(8192, 7)
    writeFileSync(file, Buffer.alloc(8192, 0xff))
    writeFileSync(`${file}-wal`, log)
    const kept = await restore(dataDir, backup())
    expect(kept.map((path) => path.replace(/.*before-restore-[\dTZ.-]+?Z/, ''))).toEqual(['', '-wal', ''])
    expect(readFileSync(kept[1]!)).toEqual(log)
    await expectService(restored)
  })

  test('a restore mends a folder whose database is empty, which a start refuses', async () => {
    writeFileSync(join(dataDir, 'identity.db'), '')
    expect(() => holdDatabase(dataDir)).toThrow(/identity\.db is empty/)
    await restore(dataDir, backup())
    await expectService(restored)
  })

  test('a restore is refused while another program has the database open, and changes nothing', async () => {
    const other = new DatabaseSync(join(dataDir, 'identity.db'))
    other.prepare('select count(*) from items').get()
    await expect(restore(dataDir, backup())).rejects.toThrow(/is open in another program. Close it/)
    other.close()
    expect(isRestored()).toBe(false)
  })
})
