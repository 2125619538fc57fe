import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'
import { missingMemory, mountMemory } from './volume.ts'

export const fullLog: Drill = {
  summary: 'the disk below the log is full: the service serves, counts the lines it loses, and logs again with space',
  missing: missingMemory,
  async run() {
    const folder = newFolder()
    const volume = mountMemory(1024 * 1024)
    const path = join(volume.path, 'log')
    const log = openSync(path, 'a')
    const filler = volume.fill(0)
    const running = await start(folder, limitsOff, log)
    closeSync(log)
    try {
      const ledger = await Ledger.open(running)
      await ledger.writeUntil(running, sleep(1000))
      deepStrictEqual([...ledger.refusals], [])
      const figures = await (await fetch(`${running.url}/metrics`)).text()
      const dropped = Number(/^agent_identity_log_lines_dropped_total (\d+)$/m.exec(figures)?.[1])
      ok(dropped > 0, 'No line was lost')
      rmSync(filler)
      strictEqual(await running.stop(), 0)
      ok(readFileSync(path, 'utf8').includes('SIGTERM'), 'Nothing was logged although there is space')
      return `${dropped} lines lost and counted, ${ledger.acknowledged.size} writes meanwhile without a refusal, logged again with space`
    } finally {
      await running.stop('SIGKILL')
      volume.remove()
      removeFolder(folder)
    }
  },
}
