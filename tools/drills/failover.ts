import { deepStrictEqual, ok } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import {
  findPostgresBinaries,
  postgresAdvice,
  runSql,
  startPostgres,
  unprivilegedUser,
} from '../../test/support/postgres.ts'
import type { Drill } from './drill.ts'
import { Ledger, limitsOff } from './ledger.ts'

/** How long clients write before the kill and after the failover. */
const quietMs = 3000
/** As long as a monitor needs to notice that the primary is gone. */
const noticeMs = 2000
const maxAwayMs = 30_000

export const failover: Drill = {
  summary:
    'the primary of PostgreSQL is killed under load and a synchronous standby takes over: two replicas go on by themselves, and no acknowledged write is lost',
  missing() {
    const binaries = findPostgresBinaries()
    if (!binaries) return postgresAdvice
    return existsSync(join(binaries, 'pg_basebackup')) ? undefined : 'pg_basebackup is missing (Debian: postgresql).'
  },
  async run() {
    const primary = await startPostgres({ durable: true })
    const standby = await startStandby(primary.port)
    await runSql(primary.url, "alter system set synchronous_standby_names = '*'")
    await runSql(primary.url, 'select pg_reload_conf()')
    const address = await startAddress(primary.port)
    const folders = [newFolder(), newFolder()]
    const replicas: Running[] = []
    try {
      const settings = {
        ...limitsOff,
        DATABASE_URL: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
        SECRET_KEY: 'a secret for this drill, long enough',
      }
      for (const folder of folders) replicas.push(await start(folder, settings))
      return await killPrimary(replicas as [Running, Running], primary, standby, address)
    } finally {
      for (const replica of replicas) await replica.stop('SIGKILL')
      address.stop()
      await standby.stop()
      for (const folder of [...folders, primary.folder]) removeFolder(folder)
    }
  },
}

type Server = Awaited<ReturnType<typeof startPostgres>>
type Address = Awaited<ReturnType<typeof startAddress>>

async function killPrimary([first, second]: [Running, Running], primary: Server, standby: Server, address: Address) {
  const ledgers = [await Ledger.open(first), await Ledger.open(first)]
  const writeUntil = (until: Promise<unknown>) =>
    Promise.all([ledgers[0]!.writeUntil(first, until), ledgers[1]!.writeUntil(second, until)])
  await writeUntil(sleep(quietMs))
  const before = acknowledged(ledgers)
  let killedAt = 0
  let awayMs = 0
  const takeOver = async () => {
    killedAt = performance.now()
    process.kill(Number(readFileSync(join(primary.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    address.cut()
    const during = acknowledged(ledgers)
    await sleep(noticeMs)
    await runSql(standby.url, 'select pg_promote()')
    address.moveTo(standby.port)
    while (acknowledged(ledgers) <= during + ledgers.length * 8) {
      ok(performance.now() - killedAt < maxAwayMs, `no write succeeded within ${maxAwayMs / 1000} s of the kill`)
      await sleep(20)
    }
    awayMs = performance.now() - killedAt
    await sleep(quietMs)
  }
  await writeUntil(takeOver())
  const refused = ledgers.flatMap(({ refusals }) => [...refusals])
  for (const [status] of refused) ok(status === 503, `a write was answered by ${status}`)
  const count = refused.reduce((sum, [, times]) => sum + times, 0)
  for (const ledger of ledgers) deepStrictEqual(await ledger.lost(second), [])
  return `${before} writes before the kill, ${acknowledged(ledgers)} in all, none lost; ${count} answers of 503; writes succeeded ${(awayMs / 1000).toFixed(1)} s after the kill, ${noticeMs / 1000} s of which the drill waited before it promoted the standby`
}

const acknowledged = (ledgers: readonly Ledger[]) =>
  ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

/** A copy of the primary that follows it. */
async function startStandby(primaryPort: number): Promise<Server> {
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'identity-standby-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const from = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres']
  const copy = ['-D', join(folder, 'data'), '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast']
  execFileSync(join(findPostgresBinaries()!, 'pg_basebackup'), [...from, ...copy], { ...user, cwd: folder })
  return startPostgres({ folder, durable: true })
}

/** The address that clients know, which moves from one server to another. */
async function startAddress(firstPort: number) {
  let target: number | undefined = firstPort
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    if (target === undefined) return void incoming.destroy()
    const outgoing = connect(target, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    target = undefined
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    moveTo: (port: number) => {
      target = port
    },
    stop: () => {
      cut()
      server.close()
    },
  }
}
