import { ok, strictEqual } from 'node:assert'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { seeded } from '#core/base/random.ts'
import { backend } from '../../evaluation/data/tuning/backend.ts'
import { supportLead } from '../../evaluation/data/tuning/support-lead.ts'
import { technicalWriter } from '../../evaluation/data/tuning/technical-writer.ts'
import { call, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { limitsOff } from './ledger.ts'
import { onBothEngines } from './on-both-engines.ts'

/** How many bytes of conversations are sent, and how many times as many discovery may add. */
const sentBytes = 9_000_000
const mostTimes = 10
const messagesEach = 300
/** One in this many messages of the person states a rule that nobody else stated. */
const ruleEvery = 5

export const storedBytes: Drill = {
  summary: 'discovery reads 9 MB of conversations, and adds at most ten times of that to the database of either engine',
  run: () =>
    onBothEngines((environment) => {
      const { DATABASE_URL: url } = environment
      return measure(environment, url ? () => bytesOfServer(url) : bytesOfEmbedded)
    }),
}

type Sizes = Record<string, number>

async function measure(environment: Record<string, string>, sizesOf: (folder: string) => Promise<Sizes> | Sizes) {
  const folder = newFolder()
  const running = await start(folder, { ...limitsOff, ...environment })
  try {
    const { key } = (await call(running, 'POST', '/register', {})).body
    const agent = (await call(running, 'POST', '/agents', { name: 'Ada' }, key)).body
    const sent = await converse(running, key, agent.id)
    const before = await sizesOf(folder)
    const startedAt = Date.now()
    const { jobId } = (await call(running, 'POST', '/pbd/process', { agentId: agent.id }, key)).body
    const job = await finished(running, key, jobId)
    strictEqual(job.status, 'completed', job.error)
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const sizes = await sizesOf(folder)
    const added = Object.entries(sizes).map(([name, bytes]) => [name, bytes - (before[name] ?? 0)] as const)
    const times = added.reduce((sum, [, bytes]) => sum + bytes, 0) / sent
    const said = [
      `${megabytes(sent)} of messages take ${megabytes(total(before))} (${largest(before)})`,
      `discovery adds ${times.toFixed(1)} times the messages in ${seconds} s (${largest(Object.fromEntries(added))})`,
    ].join('; ')
    ok(times <= mostTimes, said)
    return said
  } finally {
    await running.stop()
    removeFolder(folder)
  }
}

/** Sends and publishes conversations. @returns the bytes of their messages. */
async function converse(running: Running, key: string, agentId: string): Promise<number> {
  const random = seeded(1)
  const texts = [backend, supportLead, technicalWriter].flatMap(({ items }) => items.map(({ content }) => content))
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+/)).filter((text) => text.length > 20)
  const sentence = () => sentences[Math.floor(random() * sentences.length)]!
  const word = () => Array.from({ length: 4 }, () => syllables[Math.floor(random() * syllables.length)]).join('')
  const rule = () => `Always check the ${word()} ${word()} before the ${word()}.`
  let bytes = 0
  while (bytes < sentBytes) {
    const participants = [{ participantType: 'agent', agentId }, { participantType: 'human' }]
    const { id, participants: made } = (await call(running, 'POST', '/conversations', { participants }, key)).body
    const messages = Array.from({ length: messagesEach }, (_, at) => ({
      participantId: made[at % 2].id,
      content: [sentence(), sentence(), at % (2 * ruleEvery) === 1 ? rule() : sentence()].join(' '),
    }))
    bytes += messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    strictEqual((await call(running, 'POST', `/conversations/${id}/messages`, { messages }, key)).status, 201)
    const published = await call(running, 'POST', `/conversations/${id}/publish`, { agentId }, key)
    ok(published.status < 300, JSON.stringify(published.body))
  }
  return bytes
}

const syllables = ['ba', 'ko', 'ri', 'tu', 'me', 'lo', 'sa', 'vi', 'nu', 'pe', 'da', 'go']

async function finished(running: Running, key: string, jobId: string) {
  while (true) {
    const { body } = await call(running, 'GET', `/jobs/${jobId}`, undefined, key)
    if (!['queued', 'running', 'pending'].includes(body.status)) return body
    await sleep(1000)
  }
}

/** The bytes of the pages of each table and index. */
function bytesOfEmbedded(folder: string): Sizes {
  const database = new DatabaseSync(join(folder, 'data/identity.db'), { readOnly: true })
  try {
    const rows = database.prepare('select name, sum(pgsize) as bytes from dbstat group by name').all()
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
  } finally {
    database.close()
  }
}

async function bytesOfServer(url: string): Promise<Sizes> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('vacuum')
    const { rows } = await client.query(
      `select relname as name, pg_table_size(oid) as bytes from pg_class
      where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`,
    )
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
  } finally {
    await client.end()
  }
}

/** The tables and indexes with the most bytes. */
const largest = (sizes: Sizes) =>
  Object.entries(sizes)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([name, bytes]) => `${name} ${megabytes(bytes)}`)
    .join(', ')
const total = (sizes: Sizes) => Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
