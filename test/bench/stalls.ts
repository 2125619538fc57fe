import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/db/connect.ts'
import type { Deps } from '../../server/deps.ts'
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
import { seedAgents } from './seed.ts'
import { statementsOf } from './statements.ts'

/**
 * `npm run bench -- stalls`: how long each operation of the API holds up the thread that serves on the embedded engine,
 * one at a time, in an organization with much of everything.
 */

export const longestMs = 5

export const amounts = { agents: 10_000, items: 10_000, messages: 10_000, messageLength: 3000, archiveMegabytes: 62 }

interface Stall {
  /** The operation, and what is large about it. */
  name: string
  status: number
  /** What the answer took, and what the longest stall of the serving thread was, in milliseconds. */
  tookMs: number
  stallMs: number
}

export interface Stalls {
  /** How many calls were made, and those that held it up for longer than `longestMs`. */
  calls: number
  long: Stall[]
}

/** @param wanted calls only the operations whose names contain one of these. */
export async function benchStalls(wanted: string[] = ['']): Promise<Stalls> {
  const place = await openPlace('sqlite', [], { writes: true })
  try {
    const { environment } = place
    const world = await newOrganization(environment)
    await addAgents(environment, world.ids.orgId!)
    const archive = await archiveOf(amounts.archiveMegabytes)
    const probe = await freePort()
    const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'stall-probe.ts'))}`
    const service = await startService({ ...environment, NODE_OPTIONS: preload, STALL_PORT: String(probe) })
    const longestStall = async () => Number(await (await fetch(`http://127.0.0.1:${probe}`)).text())
    try {
      base = service.url
      await addMuch(world)
      const operations = operationsOf(await (await fetch(`${service.url}/openapi.json`)).json())
      const ordered = inOrder(operations).filter(({ name }) => wanted.some((part) => name.includes(part)))
      const stalls: Stall[] = []
      for (const operation of ordered) {
        const example = exampleRequest(world, operation)
        const large = largeRequests(world, archive)[operation.name] ?? [{}]
        for (const [at, change] of large.entries()) {
          let times = operation.method === 'DELETE' ? 1 : 2
          for (let time = 0; time < times; time++) {
            const request = { ...example, ...(typeof change === 'function' ? await change() : change) }
            await sleep(restMs)
            await longestStall()
            const begun = performance.now()
            const status = await ask(world, operation, request)
            const tookMs = performance.now() - begun
            if (tookMs > onceMs) times = 1
            await sleep(restMs)
            const stallMs = await longestStall()
            const name = `${operation.name}${large.length > 1 ? ` (${at + 1})` : ''}${time === 0 ? '' : ', again'}`
            stalls.push({ name, status, tookMs, stallMs })
            console.log(
              `  ${stallMs.toFixed(1).padStart(7)} ms of ${tookMs.toFixed(0).padStart(6)}  ${status}  ${name}`,
            )
          }
        }
      }
      return { calls: stalls.length, long: stalls.filter(({ stallMs }) => stallMs > longestMs) }
    } finally {
      await service.stop()
    }
  } finally {
    await place.close()
  }
}

/** What takes longer is called once. */
const onceMs = 3000
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
  if (request.body instanceof FormData) return (await person.tenant.post(operation.path, request.body)).status
  return (await send(person, who, operation, request)).status
}

/** An organization with something of everything. */
async function newOrganization(environment: Record<string, string>): Promise<World> {
  const service = await startService(environment)
  base = service.url
  const register = async (input: object = {}) => tenantOf(call, (await call('POST', '/register', input)).body)
  return newWorld({ call, register }).finally(service.stop)
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

async function addAgents(environment: Record<string, string>, orgId: string) {
  const config = readConfig(environment)
  const { db, close } = await connect(config, console.error)
  const deps = { config, db, log: pino({ level: 'silent' }), now: () => new Date() } as unknown as Deps
  await seedAgents(deps, orgId, { agentCount: amounts.agents, itemsEach }).finally(close)
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
function largeRequests({ ids, person: { tenant } }: World, archive: Blob): Record<string, Change[]> {
  const idsOf = async (path: string, count: number) =>
    (await tenant.get(`${path}${path.includes('?') ? '&' : '?'}limit=${count}`)).body.data.map(
      ({ id }: { id: string }) => id,
    )
  const bulk = (kind: 'beliefs' | 'responsibilities'): Record<string, Change[]> => ({
    [`GET /${kind}`]: [{ query: { agentId: ids.agentId!, limit: '500' } }, { query: { limit: '20' } }],
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
      { query: { limit: '20', offset: '9980' } },
    ],
    'PATCH /agents/bulk': [
      async () => ({
        body: { agents: (await idsOf('/agents', 100)).map((id: string) => ({ id, location: `Berlin ${made++}` })) },
      }),
    ],
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
