import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeLanguageModel, startLanguageModel } from '../fakes/language-model.ts'
import { databaseUrl, findPostgresBinaries, runSql, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** One job of the crowd takes this long, so that all of them together take most of a minute. */
const answerMs = 1000

describe('two processes on one PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let model: FakeLanguageModel
  const replicas: Running[] = []
  const folder = newFolder()
  beforeAll(async () => {
    server = await startPostgres()
    model = await startLanguageModel()
    model.reply = () => (response) => {
      const message = { role: 'assistant', content: '{"observations": []}' }
      const answer = { id: '1', created: 1, model: 'fake', choices: [{ index: 0, message, finish_reason: 'stop' }] }
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer))
      }, answerMs)
    }
    await runSql(server.url, 'create database fairness')
    const limits = { RATE_LIMIT_GENERAL: '0', RATE_LIMIT_HEAVY: '0', RATE_LIMIT_REGISTER: '0' }
    const models = { LLM_BASE_URL: model.baseUrl, LLM_API_KEY: 'secret', LLM_MODEL: 'fake' }
    const environment = { DATABASE_URL: databaseUrl(server.url, 'fairness'), ...limits, ...models }
    replicas.push(await start(folder, environment), await start(folder, environment))
  })
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()))
    await model.stop()
    await server.stop()
    removeFolder(folder)
  })

  /** A new agent with a conversation to discover from, and the status of the request for that. */
  const discover = async (key: string, replica = replicas[0]!) => {
    const made = async (path: string, body: object) => (await call(replica, 'POST', path, body, key)).body
    const agentId = (await made('/agents', { name: 'Ada' })).id
    const participants = [{ participantType: 'agent', agentId }]
    const conversation = await made('/conversations', { participants })
    const message = { participantId: conversation.participants[0].id, content: 'I never merge on red.' }
    await made(`/conversations/${conversation.id}/messages`, message)
    await made(`/conversations/${conversation.id}/publish`, { agentId })
    return call(replica, 'POST', '/pbd/process', { agentId }, key)
  }
  const count = async (key: string, status: string) =>
    (await call(replicas[0]!, 'GET', `/jobs?status=${status}&limit=1`, undefined, key)).body.count

  test('120 jobs of one tenant do not delay another’s', async () => {
    const [crowd, other] = await Promise.all(
      replicas.map(async (replica) => (await call(replica, 'POST', '/register', {})).body.key),
    )
    for (let round = 0; round < 12; round++) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => discover(crowd, replicas[at % 2]!)))
    }
    const waitingBefore = await count(crowd, 'queued')
    expect(waitingBefore).toBeGreaterThan(60)
    await discover(other)
    await expect.poll(() => count(other, 'completed'), { interval: 200 }).toBe(1)
    expect(model.requests.length).toBeGreaterThan(0)
    // Only jobs that finished in two slots meanwhile are done: nobody waited for the crowd's queue.
    expect(await count(crowd, 'queued')).toBeGreaterThan(waitingBefore / 2)
  })
})
