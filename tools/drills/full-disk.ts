import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, newFolder, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'
import { missingMemory, mountMemory } from './volume.ts'

const reads = 200

export const fullDisk: Drill = {
  summary: 'the disk of the database is full: writes are refused with 507, reads go on, and with space all goes on',
  missing: missingMemory,
  async run() {
    const folder = newFolder()
    const volume = mountMemory(32 * 1024 * 1024)
    const running = await start(folder, { ...limitsOff, DATA_DIR: join(volume.path, 'data') })
    try {
      const ledger = await Ledger.open(running)
      await ledger.writeUntil(running, sleep(500))
      const filler = volume.fill(200_000)
      await ledger.writeUntil(running, sleep(3000))
      ok(ledger.refusals.size > 0, 'The disk did not become full')
      deepStrictEqual([...ledger.refusals.keys()], [507])

      const path = `/agents/${ledger.agentId}`
      const statuses = new Map<number, number>()
      for (let read = 0; read < reads; read++) {
        const { status } = await call(running, 'GET', path, undefined, ledger.key)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      deepStrictEqual([...statuses], [[200, reads]])
      strictEqual((await fetch(`${running.url}/healthz`)).status, 200)

      rmSync(filler)
      const refused = ledger.refusals.get(507)
      ok(await ledger.write(running), 'The service does not write although there is space')
      deepStrictEqual(await ledger.lost(running), [])
      strictEqual(await running.stop(), 0)
      return `${refused} writes refused with 507, ${reads} of ${reads} reads answered meanwhile, ${ledger.acknowledged.size} acknowledged writes, none lost`
    } finally {
      await running.stop('SIGKILL')
      volume.remove()
      removeFolder(folder)
    }
  },
}
