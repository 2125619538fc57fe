import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, unprivilegedUser } from './postgres.ts'

/** PgBouncer in transaction mode, in front of a PostgreSQL server of the tests. */

/** Returns its port, and a function that stops it. `settings` are further lines of its configuration. */
export async function startPgbouncer(serverPort: number, settings: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 5',
    'max_client_conn = 200',
    ...settings,
  ]
  writeFileSync(file, lines.join('\n'))
  const user = unprivilegedUser()
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
  const pooler: ChildProcess = spawn('pgbouncer', [file], { ...user, cwd: folder, stdio: 'ignore' })
  const stop = async () => {
    const ended = new Promise((resolve) => pooler.once('exit', resolve))
    pooler.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return { port, stop }
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
