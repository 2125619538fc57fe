import { deepStrictEqual, ok } from 'node:assert'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../../server/db/embedded/backup.ts'
import { newFolder, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

const kills = 30
/** A database as SIGKILL left it, and the writes that it acknowledged. */
interface State {
  ledger: Ledger
  folder: string
  secret: string
}

export const interruptedRestore: Drill = {
  summary: `SIGKILL ${kills} times during a restore: the service starts with all acknowledged writes of the former or the restored database, and their secret`,
  async run() {
    const folder = newFolder()
    const killed = join(folder, 'killed')
    try {
      const [former, other] = [await fill(join(folder, 'former')), await fill(join(folder, 'other'))]
      const backup = join(folder, 'backup')
      await backUp(join(other.folder, 'data'), backup)
      const prepare = () => {
        rmSync(killed, { recursive: true, force: true })
        cpSync(former.folder, killed, { recursive: true })
      }
      prepare()
      const wholeMs = await restoreFor(Number.POSITIVE_INFINITY, join(killed, 'data'), backup)
      const outcomes = { former: 0, restored: 0 }
      for (let kill = 0; kill < kills; kill++) {
        prepare()
        await restoreFor(Math.random() * wholeMs * 1.2, join(killed, 'data'), backup)
        outcomes[await stateAfter(killed, former, other)]++
      }
      ok(
        outcomes.former > 0 && outcomes.restored > 0,
        `Every kill came too early or too late: ${JSON.stringify(outcomes)}`,
      )
      return `${kills} kills left the former database ${outcomes.former} times and the restored one ${outcomes.restored} times; of ${former.ledger.acknowledged.size} and ${other.ledger.acknowledged.size} acknowledged writes none was lost`
    } finally {
      removeFolder(folder)
    }
  },
}

async function fill(folder: string): Promise<State> {
  mkdirSync(folder)
  const running = await start(folder, limitsOff)
  const ledger = await Ledger.open(running)
  await ledger.writeUntil(running, sleep(500))
  await running.stop('SIGKILL')
  return { ledger, folder, secret: readFileSync(join(folder, 'data/secret'), 'utf8') }
}

/** Kills a restore this many milliseconds after it began to change files. Returns after how many it ended. */
async function restoreFor(ms: number, dataDir: string, backup: string): Promise<number> {
  const script = join(import.meta.dirname, '../../test/fakes/killed-restore.ts')
  const child = spawn(process.execPath, [script, dataDir, backup], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  while (child.exitCode === null && !existsSync(join(dataDir, 'restore-prepared'))) await sleep(1)
  const begun = performance.now()
  if (Number.isFinite(ms)) await Promise.race([ended, sleep(ms)])
  else await ended
  child.kill('SIGKILL')
  await ended
  return performance.now() - begun
}

/** Starts the service on the result and checks that it is one of the two databases, complete. */
async function stateAfter(folder: string, former: State, other: State): Promise<'former' | 'restored'> {
  const running = await start(folder, limitsOff)
  try {
    const secret = readFileSync(join(folder, 'data/secret'), 'utf8')
    const isRestored = secret === other.secret
    const state = isRestored ? other : former
    deepStrictEqual(secret, state.secret)
    deepStrictEqual(await state.ledger.lost(running), [])
    const names = readdirSync(join(folder, 'data'))
    deepStrictEqual(
      names.filter((name) => name.startsWith('restore-')),
      [],
    )
    deepStrictEqual(names.filter((name) => name.includes('before-restore')).length, isRestored ? 2 : 0)
    return isRestored ? 'restored' : 'former'
  } finally {
    await running.stop()
  }
}
