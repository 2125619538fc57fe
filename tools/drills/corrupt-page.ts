import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../../server/db/embedded/backup.ts'
import { restore } from '../../server/db/embedded/restore.ts'
import { call, launch, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

const pageBytes = 4096

export const corruptPage: Drill = {
  summary:
    'pages of the database are damaged while the service runs: /readyz and a new start say so, a backup mends it',
  async run() {
    const folder = newFolder()
    const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')]
    let running = await start(folder, limitsOff)
    try {
      const ledger = await Ledger.open(running)
      await ledger.writeUntil(running, sleep(2000))
      await running.stop()
      await backUp(dataDir, backup)

      running = await start(folder, limitsOff)
      const pages = damage(join(dataDir, 'identity.db'))
      const path = `/beliefs?agentId=${ledger.agentId}&limit=1000`
      const { status } = await call(running, 'GET', path, undefined, ledger.key)
      const reason = await readiness(running)
      ok(reason.includes('damaged'), `/readyz says: ${reason}`)
      strictEqual((await fetch(`${running.url}/healthz`)).status, 200)
      await running.stop()

      running = await launch(folder, limitsOff)
      const saidAtStart = await Promise.race([running.exited.then(() => running.output()), firstReadiness(running)])
      ok(saidAtStart.includes('damaged'), `The start says: ${saidAtStart}`)
      await running.stop('SIGKILL')

      await restore(dataDir, backup)
      running = await start(folder, limitsOff)
      deepStrictEqual(await ledger.lost(running), [])
      return `${pages} pages damaged, the next read answered ${status}, /readyz 503 after it and at the next start; restored, none of ${ledger.acknowledged.size} acknowledged writes lost`
    } finally {
      await running.stop('SIGKILL')
      removeFolder(folder)
    }
  },
}

/** Overwrites the second half of the file and returns the number of overwritten pages. */
function damage(path: string): number {
  const pages = Math.floor(statSync(path).size / pageBytes)
  const file = openSync(path, 'r+')
  for (let page = Math.floor(pages / 2); page < pages; page++) {
    writeSync(file, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, page * pageBytes)
  }
  closeSync(file)
  return Math.ceil(pages / 2)
}

const readiness = async (running: Running) => (await fetch(`${running.url}/readyz`)).text()

/** The answer of /readyz as soon as the service answers at all. */
async function firstReadiness(running: Running): Promise<string> {
  while (running.process.exitCode === null) {
    const said = await readiness(running).catch(() => undefined)
    if (said) return said
    await sleep(50)
  }
  return running.exited.then(() => running.output())
}
