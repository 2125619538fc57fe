import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { call, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import {
  databaseUrl,
  findPostgresBinaries,
  postgresAdvice,
  runSql,
  startPostgres,
} from '../../test/support/postgres.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

/** The server ends the transaction after 5 s; the rest is a margin for a busy machine. */
const maxBlockedMs = 15_000

export const frozenReplica: Drill = {
  summary: 'one of three replicas is stopped within a transaction: the others stay ready, read and soon write again',
  missing: () => (findPostgresBinaries() ? undefined : postgresAdvice),
  async run() {
    const server = await startPostgres()
    const folder = newFolder()
    const replicas: Running[] = []
    try {
      await runSql(server.url, 'create database frozen')
      const environment = { ...limitsOff, DATABASE_URL: databaseUrl(server.url, 'frozen') }
      for (let replica = 0; replica < 3; replica++) replicas.push(await start(folder, environment))
      return await drill(replicas, server.url)
    } finally {
      replicas[0]?.process.kill('SIGCONT')
      await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
      await server.stop()
      removeFolder(folder)
    }
  },
}

async function drill(replicas: Running[], serverUrl: string) {
  const [frozen, ...others] = replicas as [Running, Running, Running]
  const ledger = await Ledger.open(frozen)
  await ledger.writeUntil(frozen, sleep(500))
  /** A write that takes a lock which all writes of the agent need. */
  const rename = (running: Running) =>
    call(running, 'PATCH', `/agents/${ledger.agentId}`, { name: `Ada ${performance.now()}` }, ledger.key)
      .then(({ status }) => status)
      .catch(() => 0)
  const held = await freezeInTransaction(frozen, serverUrl, () => rename(frozen))

  const start = performance.now()
  const statuses = new Map<string, number>()
  const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1)
  let blockedMs = 0
  const writers = others.flatMap((running) =>
    Array.from({ length: 10 }, async () => {
      let status = await rename(running)
      for (; status !== 200; status = await rename(running)) {
        count(`write ${status}`)
        ok([200, 503].includes(status), `a write was answered with ${status}`)
        ok(performance.now() - start < maxBlockedMs, 'the writes stay blocked')
      }
      blockedMs = Math.max(blockedMs, performance.now() - start)
    }),
  )
  let isWritten = false
  let slowestReadMs = 0
  const readers = others.map(async (running) => {
    while (!isWritten) {
      strictEqual((await fetch(`${running.url}/readyz`)).status, 200)
      const asked = performance.now()
      const { status } = await call(running, 'GET', `/agents/${ledger.agentId}`, undefined, ledger.key)
      slowestReadMs = Math.max(slowestReadMs, performance.now() - asked)
      count(`read ${status}`)
      await sleep(50)
    }
  })
  await Promise.all(writers)
  isWritten = true
  await Promise.all(readers)

  frozen.process.kill('SIGCONT')
  while ((await rename(frozen)) !== 200) await sleep(50)
  deepStrictEqual(await ledger.lost(others[0]), [])
  const counts = [...statuses].map(([what, times]) => `${what}: ${times}`).join(', ')
  return `stopped with ${held} transactions open; the others wrote again within ${(blockedMs / 1000).toFixed(1)} s and read within ${slowestReadMs.toFixed(0)} ms (${counts}); the stopped one goes on; no write lost`
}

/** Stops the process while the server waits for it within transactions that have locked rows; returns how many. */
async function freezeInTransaction({ process }: Running, serverUrl: string, write: () => Promise<unknown>) {
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  try {
    for (let attempt = 0; attempt < 200; attempt++) {
      for (let client = 0; client < 8; client++) write()
      await sleep(5 + Math.random() * 20)
      process.kill('SIGSTOP')
      // Requests under way have arrived by then.
      await sleep(200)
      const { rows } = await admin.query(
        "select count(*)::integer as count from pg_stat_activity where datname = 'frozen' and state = 'idle in transaction' and backend_xid is not null",
      )
      if (rows[0].count > 0) return rows[0].count as number
      process.kill('SIGCONT')
      await sleep(50)
    }
  } finally {
    await admin.end()
  }
  throw new Error('The process was never stopped within a transaction')
}
