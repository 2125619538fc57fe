import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { databaseFile } from '../../server/db/embedded/data-folder.ts'
import {
  exampleRequest,
  newWorld,
  type Operation,
  operationsOf,
  type Request,
  send,
  type World,
} from '../support/operations.ts'
import { freePort } from '../support/postgres.ts'
import { type Call, tenantOf } from '../support/tenant.ts'
import { archiveOf } from './heavy.ts'
import { entriesOf, largeRequests, messagesOf } from './large-requests.ts'
import { startService } from './load.ts'
import { itemsEach } from './reads.ts'
import type { Seeded } from './seed.ts'
import { openWorkspace } from './workspace.ts'

/**
 * `npm run bench -- stalls`: measures how long each operation of the API stalls the main thread on the embedded engine,
 * one at a time, in an organization with a lot of data of every type.
 */

export const longestMs = 5

export const amounts = { items: 10_000, messages: 10_000, archiveMegabytes: 8 }

interface Stall {
  /** The operation, with a number if it has several large requests. */
  name: string
  status: number
  /** The time until the answer, and the longest stall of the main thread, in milliseconds. */
  tookMs: number
  stallMs: number
}

export interface Stalls {
  agents: number
  /** How many calls were made, and the ones that stalled the thread for longer than `longestMs`. */
  calls: number
  long: Stall[]
}

const numberOfAgents = 50_000

/** @param wanted calls only the operations whose names contain one of these. */
export async function benchStalls(agents = numberOfAgents, wanted: string[] = ['']): Promise<Stalls> {
  const workspace = await openWorkspace('sqlite', [{ agentCount: agents, itemsEach }], { writes: true })
  try {
    const { environment } = workspace
    const archive = await archiveOf(amounts.archiveMegabytes)
    const probe = await freePort()
    const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'stall-probe.ts'))}`
    const service = await startService({ ...environment, NODE_OPTIONS: preload, STALL_PORT: String(probe) })
    const longestStall = async () => Number(await (await fetch(`http://127.0.0.1:${probe}`)).text())
    try {
      base = service.url
      const world = await worldIn(workspace.tenants[0]!, databaseFile(environment.DATA_DIR!))
      await addMuch(world)
      const operations = operationsOf(await (await fetch(`${service.url}/openapi.json`)).json())
      const ordered = inOrder(operations).filter(({ name }) => wanted.some((part) => name.includes(part)))
      const stalls: Stall[] = []
      for (const operation of ordered) {
        const example = exampleRequest(world, operation)
        const large = largeRequests(world, archive, agents)[operation.name] ?? [{}]
        for (const [at, change] of large.entries()) {
          const request = async () => ({ ...example, ...(typeof change === 'function' ? await change() : change) })
          const name = `${operation.name}${large.length > 1 ? ` (${at + 1})` : ''}`
          const callOnce = async (): Promise<Stall> => {
            const made = await request()
            await sleep(restMs)
            await longestStall()
            const begun = performance.now()
            const status = await ask(world, operation, made)
            const tookMs = performance.now() - begun
            await sleep(restMs)
            return { name, status, tookMs, stallMs: await longestStall() }
          }
          const first = await callOnce()
          const isRepeated = operation.method !== 'DELETE' && first.tookMs < onceMs
          const again: Stall[] = []
          while (isRepeated && again.length < repetitions) again.push(await callOnce())
          // Other activity of the machine delays some calls; the operation's own stalls occur every time.
          const least = again.toSorted((a, b) => a.stallMs - b.stallMs).slice(0, 1)
          for (const stall of [first, ...least.map((each) => ({ ...each, name: `${name}, again` }))]) {
            stalls.push(stall)
            console.log(
              `  ${stall.stallMs.toFixed(1).padStart(7)} ms of ${stall.tookMs.toFixed(0).padStart(6)}  ${stall.status}  ${stall.name}`,
            )
          }
        }
      }
      return { agents, calls: stalls.length, long: stalls.filter(({ stallMs }) => stallMs > longestMs) }
    } finally {
      await service.stop()
    }
  } finally {
    await workspace.close()
  }
}

/** A slower operation is called once, any other is repeated this often. */
const onceMs = 3000
const repetitions = 3
/** The pause before and after each call: work that a call defers counts as its own. */
const restMs = 150

/** Skips operations that sign out or lock out the caller, or that leave this machine. */
const leftOut = /logout|reset|\/github\/|scrape|\/sync$|\/cron\//

/** Deletions come last, in reverse order of creation. */
function inOrder(operations: Operation[]): Operation[] {
  const kept = operations.filter(({ name }) => !leftOut.test(name) && name !== 'PATCH /account')
  const isDeletion = ({ method }: Operation) => method === 'DELETE'
  return [...kept.filter((each) => !isDeletion(each)), ...kept.filter(isDeletion).reverse()]
}

let base = ''
const call: Call = async (method, path, body, headers = {}) => {
  const isForm = body instanceof FormData
  const answer = await fetch(`${base}${/^\/(healthz|readyz|metrics|avatars)/.test(path) ? '' : '/api/v1'}${path}`, {
    method,
    headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined || isForm ? body : JSON.stringify(body),
    redirect: 'manual',
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
  return {
    status: answer.status,
    text,
    body: isJson ? JSON.parse(text) : text,
    headers: Object.fromEntries(answer.headers),
  }
}

async function ask({ person }: World, operation: Operation, request: Request): Promise<number> {
  const [security = {}] = operation.security
  const who = 'apiKey' in security || operation.security.length === 0 ? 'key' : 'session'
  const answer =
    request.body instanceof FormData
      ? await person.tenant.post(operation.path, request.body)
      : await send(person, who, operation, request)
  if (answer.status >= 400 && process.env.SHOW) console.log(answer.text.slice(0, 200))
  return answer.status
}

/** Creates records of every type in a seeded organization, and a person who is only signed in there. */
function worldIn({ key, orgId }: Seeded, file: string): Promise<World> {
  const register = async (input: object = {}) => {
    const { body } = await call('POST', '/register', input)
    const database = new DatabaseSync(file, { timeout: 5000 })
    database.prepare('update members set org_id = ? where user_id = ?').run(orgId, body.user_id)
    const slug = database.prepare('select slug from organizations where id = ?').get(orgId)!.slug
    database.close()
    return tenantOf(call, { key, user_id: body.user_id, organization: { id: orgId, slug } })
  }
  return newWorld({ call, register })
}

/** Adds an agent with many items and a long conversation. */
async function addMuch({ person: { tenant }, ids }: World) {
  for (const kind of ['beliefs', 'responsibilities'] as const)
    for (let from = 0; from < amounts.items / 2; from += 100)
      await tenant.post(`/${kind}/bulk`, { agentId: ids.agentId, [kind]: entriesOf(kind, from, 100) })
  const participants = [{ participantType: 'agent', agentId: ids.agentId }]
  const talk = await tenant.post('/conversations', { participants })
  ids.sessionId = talk.body.id
  ids.participantId = talk.body.participants[0].id
  for (let from = 0; from < amounts.messages; from += 1000)
    await tenant.post(`/conversations/${ids.sessionId}/messages`, { messages: messagesOf(ids, from, 1000) })
  const { body } = await tenant.post(`/agents/${ids.agentId}/snapshots`, {})
  ids.a = body.snapshot.id
  ids.snapshotId = body.snapshot.id
}
