import { deepStrictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import { databaseUrl, findPostgresBinaries, runSql, startPostgres } from '../../test/support/postgres.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

const kills = 50
const changesPerSecond = 200
const seconds = 60

/** The service dies amid writes, and two replicas change one organization: its audit log tells every change, once. */
export const auditLog: Drill = {
  summary: `the audit log after ${kills} kills on each engine, and of ${changesPerSecond} changes a second from two replicas: one chain, no gap, an entry for each change`,
  async run() {
    const embedded = await killUnderWrites({}, kills)
    if (!findPostgresBinaries()) return `embedded: ${embedded}`
    const server = await startPostgres()
    try {
      await runSql(server.url, 'create database killed')
      await runSql(server.url, 'create database shared')
      const killed = await killUnderWrites({ DATABASE_URL: databaseUrl(server.url, 'killed') }, kills)
      const shared = await writeFromTwoReplicas({ DATABASE_URL: databaseUrl(server.url, 'shared') })
      return `embedded: ${embedded}; PostgreSQL: ${killed}; two replicas: ${shared}`
    } finally {
      await server.stop()
    }
  },
}

/** Kills a service amid writes again and again, and compares the log with the beliefs after each start. */
export async function killUnderWrites(environment: Record<string, string>, times: number): Promise<string> {
  const folder = newFolder()
  const settings = { ...limitsOff, ...environment }
  let running = await start(folder, settings)
  try {
    const ledger = await Ledger.open(running)
    let entries = 0
    for (let kill = 0; kill < times; kill++) {
      const killed = sleep(100 + Math.random() * 300).then(() => running.process.kill('SIGKILL'))
      await ledger.writeUntil(running, killed)
      await running.exited
      running = await start(folder, settings)
      entries = await requireWholeLog(running, ledger)
      deepStrictEqual(await ledger.lost(running), [])
    }
    return `${times} kills, ${entries} entries`
  } finally {
    await running.stop('SIGKILL')
    removeFolder(folder)
  }
}

/** Two replicas change one organization at a steady rate. */
async function writeFromTwoReplicas(environment: Record<string, string>): Promise<string> {
  const folder = newFolder()
  const replicas: Running[] = []
  try {
    for (let replica = 0; replica < 2; replica++) replicas.push(await start(folder, { ...limitsOff, ...environment }))
    const ledger = await Ledger.open(replicas[0]!)
    const pending: Promise<boolean>[] = []
    const started = performance.now()
    for (let sent = 0; sent < changesPerSecond * seconds; sent++) {
      const early = started + (sent * 1000) / changesPerSecond - performance.now()
      if (early > 0) await sleep(early)
      pending.push(ledger.write(replicas[sent % 2]!))
    }
    await Promise.all(pending)
    const tookSeconds = (performance.now() - started) / 1000
    const entries = await requireWholeLog(replicas[0]!, ledger)
    deepStrictEqual([...ledger.refusals], [])
    return `${pending.length} changes in ${tookSeconds.toFixed(0)} s, all acknowledged, ${entries} entries`
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
    removeFolder(folder)
  }
}

/** @throws when the chain is broken, or a belief has no entry, or an entry has no belief. Returns the entries. */
async function requireWholeLog(running: Running, { key, agentId }: Ledger): Promise<number> {
  const get = async (path: string) => (await call(running, 'GET', path, undefined, key)).body
  const [{ organization }] = (await get('/organizations')).data
  const log = `/organizations/${organization.id}/audit-log`
  const { valid, entries, head } = await get(`${log}/verify`)
  const created = (await get(`${log}?action=belief.create&limit=1`)).count
  const beliefs = (await get(`/beliefs?agentId=${agentId}&limit=1`)).count
  deepStrictEqual({ valid, entries, created }, { valid: true, entries: head.seq, created: beliefs })
  return entries
}
