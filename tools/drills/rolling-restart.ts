import { strictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import {
  databaseUrl,
  findPostgresBinaries,
  postgresAdvice,
  runSql,
  startPostgres,
} from '../../test/support/postgres.ts'
import { startBalancer } from './balancer.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

const requestsPerSecond = 100
const delayMs = 2000
/** One transaction for each: with locks on several tables at once, readers and the migration can deadlock. */
const addColumns = ['agents', 'items', 'organizations', 'api_keys'].map(
  (table) => `alter table ${table} drop column if exists drilled, add column drilled integer`,
)

export const rollingRestart: Drill = {
  summary: `three replicas behind a balancer are restarted one by one at ${requestsPerSecond} requests a second, and the schema is migrated meanwhile: with SHUTDOWN_DELAY_MS none fails but writes that say when to try again`,
  missing: () => (findPostgresBinaries() ? undefined : postgresAdvice),
  async run() {
    const server = await startPostgres()
    const folder = newFolder()
    try {
      await runSql(server.url, 'create database rolling')
      const environment = { ...limitsOff, DATABASE_URL: databaseUrl(server.url, 'rolling') }
      const without = await restartAll(folder, environment)
      const withDelay = await restartAll(folder, { ...environment, SHUTDOWN_DELAY_MS: String(delayMs) })
      const line = `failed with SHUTDOWN_DELAY_MS=${delayMs}: ${lineOf(withDelay)}; without: ${lineOf(without)}`
      strictEqual(withDelay.failed, 0, line)
      return line
    } finally {
      await server.stop()
      removeFolder(folder)
    }
  },
}

type Outcome = Awaited<ReturnType<typeof restartAll>>

const lineOf = ({ sent, failed, refused }: Outcome) => `${failed} of ${sent}, and ${refused} writes were a 503`

/**
 * Restarts three replicas in turn under load: half reads, half writes. The first that is back adds a column to each table
 * that the load uses, as the migrations of a new version do.
 */
async function restartAll(folder: string, environment: Record<string, string>) {
  const replicas = await Promise.all([1, 2, 3].map(() => start(folder, environment)))
  const balancer = await startBalancer(() => replicas)
  const ledger = await Ledger.open(replicas[0]!)
  const behind = { url: balancer.url } as Running
  const headers = { authorization: `Bearer ${ledger.key}` }
  let [sent, failed] = [0, 0]
  const answers: Promise<void>[] = []
  const send = async () => {
    const isWrite = sent++ % 2 === 0
    const read = () =>
      fetch(`${behind.url}/api/v1/agents/${ledger.agentId}`, { headers }).then(
        async (answer) => answer.ok && (await answer.text()) !== '',
        () => false,
      )
    if (!(await (isWrite ? ledger.write(behind) : read()))) failed++
  }
  const clock = setInterval(() => answers.push(send()), 1000 / requestsPerSecond)
  for (const [index, replica] of replicas.entries()) {
    await sleep(500)
    await replica.stop('SIGTERM')
    replicas[index] = await start(folder, { ...environment, PORT: String(replica.port) })
    while (!balancer.isReady(replicas[index])) await sleep(50)
    if (index === 0) for (const statement of addColumns) await runSql(environment.DATABASE_URL!, statement)
  }
  clearInterval(clock)
  await Promise.all(answers)
  await balancer.stop()
  await Promise.all(replicas.map((replica) => replica.stop()))
  const refused = ledger.refusals.get(503) ?? 0
  return { sent, failed: failed - refused, refused }
}
