import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseFile } from '../../server/db/embedded/data-folder.ts'
import { startThreadedService } from '../support/threaded-service.ts'

/** Long writes on the embedded engine, which has one writer. */

let service: Awaited<ReturnType<typeof startThreadedService>>
beforeAll(async () => {
  service = await startThreadedService()
})
afterAll(() => service.stop())

test('one organization cannot have any number of them wait', async () => {
  const [tenant, neighbor] = [await service.register(), await service.register()]
  const [own, theirs] = [await tenant.agent(), await neighbor.agent()]
  // Every write waits for this one.
  const other = new DatabaseSync(databaseFile(service.deps.config.dataDir))
  other.exec('begin immediate')
  const answers: number[] = []
  const retries = new Set<string | undefined>()
  const asked = Array.from({ length: 70 }, async () => {
    const { status, headers } = await tenant.post(`/agents/${own}/snapshots`, {})
    answers.push(status)
    retries.add(headers['retry-after'])
  })
  await expect.poll(() => answers).toEqual([429, 429])
  expect([...retries]).toEqual(['5'])
  const beside = neighbor.post(`/agents/${theirs}/snapshots`, {})
  other.exec('rollback')
  other.close()
  expect((await beside).status).toBe(201)
  await Promise.all(asked)
  expect(answers.slice(2)).toEqual(Array(68).fill(201))
})

test('a client that goes away ends its request and nothing else', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const participants = [{ participantType: 'agent', agentId }]
  const talk = (await tenant.post('/conversations', { participants })).body
  const message = { participantId: talk.participants[0].id, content: 'I never merge on red. '.repeat(10_000) }
  await tenant.post(`/conversations/${talk.id}/messages`, { messages: Array(15).fill(message) })
  // No request can end before its client goes away: their writes wait for this one.
  const other = new DatabaseSync(databaseFile(service.deps.config.dataDir))
  other.exec('begin immediate')
  for (const ms of [1, 20, 100, 300]) {
    const left = fetch(`${service.base}/api/v1/conversations/${talk.id}/publish`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}` },
      body: JSON.stringify({ agentId }),
      signal: AbortSignal.timeout(ms),
    })
    await expect(left).rejects.toThrow('aborted')
  }
  other.exec('rollback')
  other.close()
  const published = await tenant.post(`/conversations/${talk.id}/publish`, { agentId })
  expect(published.status).toBe(201)
  expect(published.body.items.length).toBeGreaterThan(3)
  expect(service.deps.jobsThread!()).toEqual({ isRunning: true, failures: 0 })
})
