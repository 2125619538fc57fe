import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, newFolder, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'
import { missingDisk, mountDisk } from './volume.ts'

const rounds = 20

export const failingDisk: Drill = {
  summary:
    'the disk of the database answers every access with EIO: nothing is acknowledged, no request gets a 500, and nothing is lost',
  missing: missingDisk,
  async run() {
    const folder = newFolder()
    const disk = mountDisk()
    const environment = { ...limitsOff, DATA_DIR: join(disk.path, 'data') }
    let running = await start(folder, environment)
    try {
      const ledger = await Ledger.open(running)
      await ledger.writeUntil(running, sleep(1000))
      const acknowledged = ledger.acknowledged.size
      const { agentId, key } = ledger
      const orgId = (await call(running, 'GET', '/organizations', undefined, key)).body.data[0].organization.id

      // Stopped first: while a disk is being shut down, fsync may report success.
      running.process.kill('SIGSTOP')
      await sleep(100)
      disk.cutPower()
      running.process.kill('SIGCONT')

      const statuses = new Map<number, number>()
      const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const reads = [
        `/agents/${agentId}`,
        `/agents/${agentId}/files`,
        `/beliefs?agentId=${agentId}&limit=1000`,
        '/agents?limit=1000&offset=500',
        `/organizations/${orgId}/overview`,
        `/organizations/${orgId}/summary`,
        '/search?q=promise',
        '/account',
      ]
      const writes = [
        ['POST', '/beliefs', { agentId, category: 'axiom', statement: 'Lost' }],
        ['POST', '/beliefs/bulk', { agentId, beliefs: [{ category: 'axiom', statement: 'Lost' }] }],
        ['PATCH', `/agents/${agentId}`, { name: 'Lost' }],
        ['POST', '/register', {}],
        ['POST', '/pbd/process', { agentId }],
      ] as const
      const successes: string[] = []
      for (let round = 0; round < rounds; round++) {
        const answers = await Promise.all([
          ...reads.map((path) => call(running, 'GET', path, undefined, key)),
          ...writes.map(async ([method, path, body]) => {
            const answer = await call(running, method, path, body, path === '/register' ? undefined : key)
            if (answer.status < 300) successes.push(`${method} ${path}`)
            return answer
          }),
        ])
        for (const { status } of answers) note(status)
      }
      deepStrictEqual(successes, [])
      for (const status of statuses.keys()) ok([200, 503].includes(status), `answered ${status}`)
      strictEqual((await fetch(`${running.url}/healthz`)).status, 200)

      await running.stop('SIGKILL')
      disk.remount()
      running = await start(folder, environment)
      deepStrictEqual(await ledger.lost(running), [])
      strictEqual(ledger.acknowledged.size, acknowledged)
      return `answers by status: ${JSON.stringify(Object.fromEntries(statuses))}; ${acknowledged} acknowledged writes, none lost`
    } finally {
      await running.stop('SIGKILL')
      disk.remove()
      removeFolder(folder)
    }
  },
}
