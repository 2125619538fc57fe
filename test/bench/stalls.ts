import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { databaseFile } from '../../server/db/data-folder.ts'
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
import { startService } from './load.ts'
import { openPlace } from './place.ts'
import { itemsEach } from './reads.ts'
import type { Seeded } from './seed.ts'
import { statementsOf } from './statements.ts'

/**
 * `npm run bench -- stalls`: how long each operation of the API holds up the thread that serves on the embedded engine,
 * one at a time, in an organization with much of everything.
 */

export const longestMs = 5

export const amounts = { items: 10_000, messages: 10_000, messageLength: 3000, archiveMegabytes: 62 }

interface Stall {
  /** The operation, and what is large about it. */
  name: string
  status: number
  /** What the answer took, and what the longest stall of the serving thread was, in milliseconds. */
  tookMs: number
  stallMs: number
}

export interface Stalls {
  agents: number
  /** How many calls were made, and those that held it up for longer than `longestMs`. */
  calls: number
  long: Stall[]
}

const numberOfAgents = 50_000

/** @param wanted calls only the operations whose names contain one of these. */
export async function benchStalls(agents = numberOfAgents, wanted: string[] = ['']): Promise<Stalls> {
  const place = await openPlace('sqlite', [{ agentCount: agents, itemsEach }], { writes: true })
  try {
    const { environment } = place
    const archive = await archiveOf(amounts.archiveMegabytes)
    const probe = await freePort()
    const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'stall-probe.ts'))}`
    const service = await startService({ ...environment, NODE_OPTIONS: preload, STALL_PORT: String(probe) })
    const longestStall = async () => Number(await (await fetch(`http://127.0.0.1:${probe}`)).text())
    try {
      base = service.url
      const world = await worldIn(place.tenants[0]!, databaseFile(environment.DATA_DIR!))
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
          // What else runs on the machine delays some of them; what is the operation's own comes each time.
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
    await place.close()
  }
}

/** What takes longer is called once; all else is called again so often. */
const onceMs = 3000
const repetitions = 3
/** Before and after each call: what a call leaves to be done later counts as its own. */
const restMs = 150

/** Those that sign out or lock out whoever calls, and those that leave this machine. */
const leftOut = /logout|reset|\/github\/|scrape|\/sync$|\/cron\//

/** Deletions last, and of what was made first at the very end. */
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

/** Something of everything in a seeded organization, and somebody who is signed in there alone. */
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

/** An agent with many items and a long conversation. */
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

const firstCategory = { beliefs: 'principle', responsibilities: 'execution' }
const entriesOf = (kind: keyof typeof firstCategory, from: number, count: number) =>
  statementsOf(from + (kind === 'beliefs' ? 1_000_000 : 2_000_000), count).map((statement, at) => ({
    category: firstCategory[kind],
    statement: `${statement}, case ${from + at}`,
    status: 'approved',
  }))

const talkOf = (at: number) =>
  statementsOf(3_000_000 + at, 60)
    .join('. ')
    .slice(0, amounts.messageLength)
const messagesOf = ({ participantId }: Record<string, string>, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ participantId, content: talkOf(from + at) }))
const transcriptOf = (messages: number) =>
  Array.from({ length: messages }, (_, at) => `${at % 2 ? 'Ada' : 'Human'}: ${talkOf(at)}`).join('\n')

type Change = Partial<Request> | (() => Promise<Partial<Request>>)

let made = 0
/** In place of a small example, requests that have much to do. */
function largeRequests({ ids, person: { tenant } }: World, archive: Blob, agents: number): Record<string, Change[]> {
  const idsOf = async (path: string, count: number) =>
    (await tenant.get(`${path}${path.includes('?') ? '&' : '?'}limit=${count}`)).body.data.map(
      ({ id }: { id: string }) => id,
    )
  const bulk = (kind: 'beliefs' | 'responsibilities'): Record<string, Change[]> => ({
    [`GET /${kind}`]: [{ query: { agentId: ids.agentId!, limit: '500' } }],
    [`POST /${kind}/bulk`]: [
      async () => ({ body: { agentId: ids.agentId, [kind]: entriesOf(kind, 100_000 + 100 * made++, 100) } }),
    ],
    [`PATCH /${kind}/bulk`]: [
      async () => ({
        body: { ids: await idsOf(`/${kind}?agentId=${ids.agentId}`, 500), updates: { starred: made++ % 2 === 0 } },
      }),
    ],
  })
  const file = async (): Promise<Partial<Request>> => {
    const form = new FormData()
    form.set('agentId', ids.agentId!)
    form.set('file', archive, 'x.zip')
    return { body: form }
  }
  const newTalk = async (messages: number) => {
    const participants = [{ participantType: 'agent', agentId: ids.agentId }]
    const { body } = await tenant.post('/conversations', { participants })
    const path = { sessionId: body.id as string }
    const participantId = body.participants[0].id
    if (messages > 0)
      await tenant.post(`/conversations/${path.sessionId}/messages`, {
        messages: messagesOf({ participantId }, 0, messages),
      })
    return { path, participantId }
  }
  return {
    ...bulk('beliefs'),
    ...bulk('responsibilities'),
    'GET /agents': [
      { query: { limit: '100', include: 'beliefs,responsibilities' } },
      { query: { limit: '20', offset: String(agents - 20) } },
    ],
    // The example has changes reviewed, so that everything after it would be refused.
    'PATCH /organizations/{orgId}': [async () => ({ body: { name: `Acme ${made++}` } })],
    'PATCH /agents/bulk': [
      async () => ({
        body: { agents: (await idsOf('/agents', 50)).map((id: string) => ({ id, location: `Berlin ${made++}` })) },
      }),
    ],
    // The example names a label that no version has.
    'GET /agents/{agentId}/prompt': [{ query: {} }],
    'GET /search': [{ query: { q: 'disagree' } }, { query: { q: 'quetzalcoatl' } }],
    'POST /agents/{agentId}/import-claude-md': [
      async () => ({
        body: {
          content: statementsOf(4_000_000 + 1000 * made++, 1000)
            .map((line) => `- ${line}`)
            .join('\n'),
          status: 'pending',
        },
      }),
      {
        body: {
          content: statementsOf(5_000_000, 1000)
            .map((line) => `- ${line}`)
            .join('\n'),
          dryRun: true,
        },
      },
    ],
    'POST /conversations/{sessionId}/messages': [
      async () => {
        const { path, participantId } = await newTalk(0)
        return { path, body: { messages: messagesOf({ participantId }, 0, 1000) } }
      },
      async () => ({
        path: (await newTalk(0)).path,
        body: { format: true, rawText: transcriptOf(300), agentName: 'Ada' },
      }),
      async () => {
        const { path, participantId } = await newTalk(0)
        return { path, body: { participantId, content: talkOf(0) } }
      },
    ],
    'POST /conversations/format': [{ body: { rawText: transcriptOf(300), agentName: 'Ada' } }],
    'PATCH /conversations/{sessionId}': [
      async () => ({ path: (await newTalk(1000)).path, body: { status: 'completed' } }),
    ],
    'POST /x/import': [file],
    'POST /agents/{agentId}/dedup': [{ body: { dryRun: true } }, { body: { dryRun: false } }],
    'POST /organizations/{orgId}/merges/{mergeId}/undo': [
      async () => {
        const items = entriesOf('beliefs', 500_000 + 100 * made++, 50)
        const alike = items.map((item) => ({ ...item, statement: `${item.statement}!` }))
        await tenant.post('/beliefs/bulk', { agentId: ids.agentId, beliefs: [...items, ...alike] })
        const { body } = await tenant.post(`/agents/${ids.agentId}/dedup`, { dryRun: false })
        return { path: { orgId: ids.orgId!, mergeId: body.merge_id } }
      },
    ],
    'DELETE /organizations/{orgId}': [{ body: { confirmSlug: tenant.slug } }],
  }
}
