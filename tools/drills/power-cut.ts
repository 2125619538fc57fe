import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch, newFolder, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'
import { missingDisk, mountDisk } from './volume.ts'

const cutsUnderWrites = 10
const cutsAtFirstStart = 10

export const powerCut: Drill = {
  summary: `the disk loses its power ${cutsUnderWrites} times soon after the first start under concurrent writes, and ${cutsAtFirstStart} times during it: the service starts again, no acknowledged write is lost`,
  missing: missingDisk,
  async run() {
    let acknowledged = 0
    for (let cut = 1; cut <= cutsUnderWrites; cut++) acknowledged += await cutUnderWrites()
    for (let cut = 1; cut <= cutsAtFirstStart; cut++) await cutDuringFirstStart()
    return `${cutsUnderWrites} cuts under writes, ${acknowledged} acknowledged writes, none lost; ${cutsAtFirstStart} cuts during the first start; every start after them succeeded`
  },
}

/** Returns how many writes were acknowledged before the cut. */
const cutUnderWrites = () =>
  onDisk(async (folder, environment, cutPower) => {
    const running = await start(folder, environment)
    const ledger = await Ledger.open(running)
    const cut = sleep(200 + Math.random() * 1000).then(async () => {
      // The process loses its power with the disk: on a removed disk, fsync may report success while it is being shut
      // down (6 of 57 cuts lost writes that were acknowledged after the cut began, and none from before it).
      running.process.kill('SIGSTOP')
      await sleep(100)
      cutPower()
      return running.stop('SIGKILL')
    })
    await ledger.writeUntil(running, cut)
    return async (restarted) => {
      deepStrictEqual(await ledger.lost(restarted), [])
      return ledger.acknowledged.size
    }
  })

const cutDuringFirstStart = () =>
  onDisk(async (folder, environment, cutPower) => {
    const running = await launch(folder, environment)
    await sleep(300 + Math.random() * 1500)
    cutPower()
    await running.stop('SIGKILL')
    return async (restarted) => (await Ledger.open(restarted)).acknowledged.size
  })

type Check = (restarted: Awaited<ReturnType<typeof start>>) => Promise<number>

/** Lets `use` cut the power of a new disk, starts the service on the remaining data, and checks it. */
async function onDisk(
  use: (folder: string, environment: Record<string, string>, cutPower: () => void) => Promise<Check>,
): Promise<number> {
  const folder = newFolder()
  const disk = mountDisk()
  const environment = { ...limitsOff, DATA_DIR: join(disk.path, 'data') }
  try {
    const check = await use(folder, environment, disk.cutPower)
    disk.remount()
    const restarted = await start(folder, environment)
    try {
      return await check(restarted)
    } finally {
      await restarted.stop('SIGKILL')
    }
  } finally {
    disk.remove()
    removeFolder(folder)
  }
}
