import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeLanguageModel, faults, startLanguageModel } from '../fakes/language-model.ts'
import type { Tenant } from '../support/tenant.ts'
import { startThreadedService } from '../support/threaded-service.ts'

/** A language model that fails is left alone by all operations, in whichever thread they ask it. */

let model: FakeLanguageModel
let service: Awaited<ReturnType<typeof startThreadedService>>
let tenant: Tenant
let agentId: string
beforeAll(async () => {
  model = await startLanguageModel()
  // Refused at once, and no fault of a request: nothing is tried again.
  model.reply = () => faults.refusedKey
  service = await startThreadedService({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'fake' })
  tenant = await service.register()
  agentId = await tenant.agent()
  await tenant.post('/beliefs', { agentId, category: 'axiom', statement: 'Never merge on red', status: 'approved' })
})
afterAll(() => Promise.all([service.stop(), model.stop()]))

const failedTooOften = /^The language model has failed too often; it is tried again in \d+ seconds$/
const rawText = 'Ada: I never merge on red.\nHuman: Why?'

test('what opened the breaker by one operation opened it for every other', async () => {
  for (let failure = 0; failure < 5; failure++) {
    const { status, body } = await tenant.post('/conversations/format', { rawText, agentName: 'Ada' })
    expect([status, body.error]).toEqual([500, expect.stringContaining('refused')])
  }
  const { count } = model
  expect(count).toBeGreaterThan(0)

  const participants = [{ participantType: 'agent', agentId }]
  const talk = (await tenant.post('/conversations', { participants })).body
  const content = '- Never merge on red.\n- Write tests first.'
  const operations: [string, object][] = [
    ['/conversations/format', { rawText, agentName: 'Ada' }],
    [`/conversations/${talk.id}/messages`, { format: true, rawText, agentName: 'Ada' }],
    [`/agents/${agentId}/import-claude-md`, { content, dryRun: true }],
    [`/agents/${agentId}/import-claude-md`, { content }],
    [`/agents/${agentId}/import`, { files: [{ path: 'CLAUDE.md', content }] }],
    [`/agents/${agentId}/responsibility-gaps`, {}],
  ]
  for (const [path, body] of operations) {
    const answer = await tenant.post(path, body)
    expect([path, answer.status, answer.body.error]).toEqual([path, 500, expect.stringMatching(failedTooOften)])
  }
  const prose = { format: 'claude_md', wording: 'model' }
  const worded = await tenant.post(`/agents/${agentId}/dynamic-prompt`, prose)
  expect(worded).toMatchObject({ status: 200, body: { wording: 'built_in' } })

  // Discovery asks it in the thread of jobs.
  const participantId = talk.participants[0].id
  await tenant.post(`/conversations/${talk.id}/messages`, {
    messages: [{ participantId, content: 'I never merge on red.' }],
  })
  expect((await tenant.post(`/conversations/${talk.id}/publish`, { agentId })).status).toBe(201)
  const failed = async () => (await tenant.get(`/jobs?orgId=${tenant.orgId}&jobType=pbd`)).body.data[0].error
  await expect.poll(failed).toMatch(failedTooOften)
  expect(model.count).toBe(count)
})
