import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import { findPostgresBinaries, freePort, postgresAdvice, runSql, startPostgres } from '../../test/support/postgres.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

const awayMs = 40_000
/** 22 s for the answer to a statement, and a margin for a busy machine. */
const maxAnswerMs = 30_000
const maxStopMs = 20_000

export const vanishedPostgres: Drill = {
  summary:
    'the host of PostgreSQL vanishes without a word under load: everybody is answered, the service goes on when it is back, and stops meanwhile',
  missing() {
    if (!findPostgresBinaries()) return postgresAdvice
    try {
      execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' })
    } catch {
      return 'There is no "ip" command (Debian: apt install iproute2).'
    }
    return process.getuid?.() === 0 ? undefined : 'Only root may make network namespaces.'
  },
  async run() {
    const server = await startPostgres()
    const folder = newFolder()
    await runSql(server.url, 'create database vanishing')
    const host = await startHost(join(server.folder, `.s.PGSQL.${server.port}`))
    let running: Running | undefined
    try {
      running = await start(folder, { ...limitsOff, DATABASE_URL: `postgres://postgres@${host.address}/vanishing` })
      return await drill(running, host)
    } finally {
      await running?.stop('SIGKILL')
      host.stop()
      await server.stop()
      removeFolder(folder)
    }
  },
}

async function drill(running: Running, host: { vanish(): void; comeBack(): void }) {
  const ledger = await Ledger.open(running)
  await ledger.writeUntil(running, sleep(1000))

  host.vanish()
  const vanished = performance.now()
  const headers = { authorization: `Bearer ${ledger.key}` }
  let [answers, slowestMs] = [0, 0]
  const statuses = new Set<number>()
  const clients = Array.from({ length: 40 }, async (_, client) => {
    while (performance.now() - vanished < awayMs) {
      const asked = performance.now()
      if (client % 2 === 0) await ledger.write(running)
      else statuses.add((await fetch(`${running.url}/api/v1/agents/${ledger.agentId}`, { headers })).status)
      slowestMs = Math.max(slowestMs, performance.now() - asked)
      answers++
      await sleep(10)
    }
  })
  const probed = performance.now()
  strictEqual((await fetch(`${running.url}/readyz`)).status, 503)
  const readinessMs = performance.now() - probed
  await Promise.all(clients)
  for (const status of [...statuses, ...ledger.refusals.keys()]) ok([200, 503].includes(status), `answered ${status}`)
  ok(slowestMs < maxAnswerMs, `an answer took ${slowestMs.toFixed(0)} ms`)

  host.comeBack()
  const back = performance.now()
  while (!(await ledger.write(running))) await sleep(50)
  const recoveryMs = performance.now() - back
  deepStrictEqual(await ledger.lost(running), [])

  await ledger.writeUntil(running, sleep(1000))
  host.vanish()
  const inFlight = Array.from({ length: 20 }, () => ledger.write(running))
  await sleep(200)
  const stopping = performance.now()
  strictEqual(await running.stop('SIGTERM'), 0)
  const stopMs = performance.now() - stopping
  await Promise.all(inFlight)
  ok(stopMs < maxStopMs, `the stop took ${stopMs.toFixed(0)} ms`)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return `away for ${seconds(awayMs)}: ${answers} answers, the slowest after ${seconds(slowestMs)}, /readyz after ${seconds(readinessMs)}; a write ${seconds(recoveryMs)} after the host was back; ${ledger.acknowledged.size} acknowledged writes, none lost; stopped within ${seconds(stopMs)} while it was away again`
}

/** A host of its own in front of the server's socket: a network namespace whose packets can be dropped on their way. */
async function startHost(socketFile: string) {
  const name = `drill${process.pid}`
  const [here, there] = [`${name}a`, `${name}b`]
  const network = `10.213.${process.pid % 250}`
  const ip = (...words: string[]) => execFileSync('ip', words)
  ip('netns', 'add', name)
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there)
  ip('link', 'set', there, 'netns', name)
  ip('addr', 'add', `${network}.1/24`, 'dev', here)
  ip('-n', name, 'addr', 'add', `${network}.2/24`, 'dev', there)
  ip('link', 'set', here, 'up')
  ip('-n', name, 'link', 'set', there, 'up')
  const port = await freePort()
  const forward = `const net = require('node:net')
    net.createServer((incoming) => {
      const outgoing = net.connect(${JSON.stringify(socketFile)})
      incoming.pipe(outgoing).pipe(incoming)
      for (const socket of [incoming, outgoing]) socket.on('error', () => { incoming.destroy(); outgoing.destroy() })
    }).listen(${port}, '${network}.2', () => console.log('listening'))`
  const forwarder = spawn('ip', ['netns', 'exec', name, process.execPath, '-e', forward], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => forwarder.stdout.once('data', resolve))
  return {
    address: `${network}.2:${port}`,
    vanish: () => ip('-n', name, 'route', 'add', 'blackhole', `${network}.1/32`),
    comeBack: () => ip('-n', name, 'route', 'del', 'blackhole', `${network}.1/32`),
    stop: () => {
      forwarder.kill('SIGKILL')
      ip('link', 'del', here)
      ip('netns', 'del', name)
    },
  }
}
