import { deepStrictEqual, ok } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

const kills = 20
const maxStartMs = 5000

export const kill: Drill = {
  summary: `SIGKILL ${kills} times under concurrent writes: no acknowledged write is lost, every start takes less than ${maxStartMs / 1000} s`,
  async run() {
    const folder = newFolder()
    let running = await start(folder, limitsOff)
    try {
      const ledger = await Ledger.open(running)
      let slowestMs = 0
      for (let kill = 1; kill <= kills; kill++) {
        const killed = sleep(100 + Math.random() * 400).then(() => running.process.kill('SIGKILL'))
        await ledger.writeUntil(running, killed)
        await running.exited
        const started = performance.now()
        running = await start(folder, limitsOff)
        const startMs = performance.now() - started
        slowestMs = Math.max(slowestMs, startMs)
        console.log(
          `kill ${kill}: ${ledger.acknowledged.size} writes acknowledged so far, ready in ${startMs.toFixed(0)} ms`,
        )
        deepStrictEqual(await ledger.lost(running), [])
        ok(startMs < maxStartMs, `The start took ${startMs.toFixed(0)} ms`)
      }
      return `${kills} kills, ${ledger.acknowledged.size} acknowledged writes, none lost, slowest start ${slowestMs.toFixed(0)} ms`
    } finally {
      await running.stop('SIGKILL')
      removeFolder(folder)
    }
  },
}
