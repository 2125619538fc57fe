import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tiers } from '../../server/config.ts'
import { startService } from './load.ts'

/**
 * `npm run kill-test`: kills the embedded service twenty times with SIGKILL under concurrent writes. Every write that
 * was acknowledged must be there afterwards, and the service ready again within five seconds.
 */

const kills = 20
const writers = 8
const patienceMs = 5000

const folder = mkdtempSync(join(tmpdir(), 'identity-kill-'))
const environment = {
  DATA_DIR: folder,
  ...Object.fromEntries(tiers.map((tier) => [`RATE_LIMIT_${tier.toUpperCase()}`, '0'])),
}
const start = () => startService(environment)

let service = await start()
const { key } = await call<{ key: string }>('/register', '', {})
const { id: agentId } = await call<{ id: string }>('/agents', key, { name: 'Survivor' })
const acknowledged = new Set<string>()
let number = 0
let slowestMs = 0

for (let kill = 1; kill <= kills; kill++) {
  let isRunning = true
  const writing = Array.from({ length: writers }, async () => {
    while (isRunning) {
      const statement = `Promise number ${number++}`
      // A call that the kill cuts off was not acknowledged; it may or may not have been stored.
      const answer = await call('/beliefs', key, { agentId, category: 'principle', statement }).catch(() => undefined)
      if (answer) acknowledged.add(statement)
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))
  service.child.kill('SIGKILL')
  isRunning = false
  await Promise.all(writing)

  service = await start()
  slowestMs = Math.max(slowestMs, service.readyMs)
  const stored = await storedStatements()
  const lost = [...acknowledged].filter((statement) => !stored.has(statement))
  console.log(
    `kill ${kill}: ${acknowledged.size} writes acknowledged so far, ${lost.length} lost, ready again in ${service.readyMs.toFixed(0)} ms`,
  )
  if (lost.length > 0 || service.readyMs > patienceMs) process.exitCode = 1
}

await service.stop()
rmSync(folder, { recursive: true, force: true })
console.log(
  process.exitCode
    ? 'FAILED'
    : `OK: ${kills} kills, ${acknowledged.size} acknowledged writes, none lost, slowest start ${slowestMs.toFixed(0)} ms`,
)

async function call<T>(path: string, token: string, body?: object): Promise<T> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as T
}

async function storedStatements(): Promise<Set<string>> {
  const statements = new Set<string>()
  for (let offset = 0; ; offset += 1000) {
    const { data } = await call<{ data: { statement: string }[] }>(
      `/beliefs?agentId=${agentId}&limit=1000&offset=${offset}`,
      key,
    )
    for (const { statement } of data) statements.add(statement)
    if (data.length < 1000) return statements
  }
}
