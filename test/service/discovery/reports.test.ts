import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover } from '../../support/discovery.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('what agents of the public clients send: one report, and several, by slug and in snake_case', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const one = await tenant.post('/observations', {
    agent_id: 'ada',
    content: 'User corrected my tone — I was too formal for a casual conversation',
    source_quote: 'Hey, just talk to me normally,\n no need to be so stiff',
  })
  expect([one.status, one.body.created, one.body.count, one.body.ids.length]).toEqual([201, 1, 1, 1])
  const several = await tenant.post('/observations', {
    agent_id: agentId,
    observations: [
      { content: 'I default to bullet points when the user prefers prose' },
      { content: 'I consistently recommend testing before deployment' },
    ],
  })
  expect([several.status, several.body.created]).toEqual([201, 2])
  const { data } = (await tenant.get('/content-items?agentId=ada&sourceType=observation')).body
  expect(data.map(({ id }: any) => id).sort()).toEqual([...one.body.ids, ...several.body.ids].sort())
  expect(data.find(({ id }: any) => id === one.body.ids[0])).toMatchObject({
    title: null,
    content:
      'User corrected my tone — I was too formal for a casual conversation\n> Hey, just talk to me normally, no need to be so stiff',
    processed_at: null,
  })
  // No job runs by itself; the suggested next steps work.
  expect((await tenant.get('/jobs')).body.count).toBe(0)
  const [run, list] = several.body.next_steps
  expect((await tenant.post(run.path, { agentId })).status).toBe(202)
  expect((await tenant.get(list.path)).body.count).toBe(3)
})

test('a report with kind and category is the observation, and reaches a prompt by review alone', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const report = {
    content: 'Answer in prose unless a list is asked for',
    sourceQuote: 'Please, no bullets',
    kind: 'belief',
    category: 'voice',
  }
  for (let time = 1; time < 5; time++) await tenant.post('/observations', { agentId, ...report })
  await tenant.post('/observations', { agentId, ...report, sourceQuote: 'Could you write it as text?' })
  const job = await discover(service, tenant, agentId)
  expect(job).toMatchObject({ status: 'completed', result: { content_items_read: 5, observations_found: 5 } })
  const observations = (await tenant.get(`/observations?agentId=${agentId}`)).body.data
  expect(observations.at(-1)).toMatchObject({
    kind: 'belief',
    category: 'voice',
    statement: 'Answer in prose unless a list is asked for',
    quote: 'Please, no bullets',
  })
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
  expect(data).toMatchObject([
    { category: 'voice', statement: report.content, status: 'pending', hidden: true, n_count: 5 },
  ])
  expect((await tenant.get(`/agents/${agentId}`)).body.system_prompt).not.toContain(report.content)
})

test('what is reported again and again in the same words on one day is one wording, and no habit', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const report = { content: 'Sign off with a joke', kind: 'belief', category: 'voice' }
  for (let time = 0; time < 5; time++) await tenant.post('/observations', { agentId, ...report })
  await discover(service, tenant, agentId)
  const { data } = (await tenant.get(`/signals?agentId=${agentId}`)).body
  expect(data).toMatchObject([{ n_count: 5, wordings: 1, days: 1, promoted: false }])
})

test('other reports are read like any content', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await tenant.post('/observations', { agentId, content: 'I always write tests before I change the code.' })
  expect((await discover(service, tenant, agentId)).result).toMatchObject({
    content_items_read: 1,
    observations_found: 1,
  })
})

test.each([
  [{}, 'content'],
  [{ content: '' }, 'content'],
  [{ content: ' \u200b ' }, 'content'],
  [{ content: '<!-- nothing -->' }, 'content'],
  [{ content: 'x', observations: [{ content: 'y' }] }, 'either'],
  [{ observations: [] }, 'observations'],
  [{ observations: Array.from({ length: 51 }, () => ({ content: 'x' })) }, 'observations'],
  [{ observations: [{ content: 'x', kind: 'belief', category: 'ownership' }] }, 'category does not belong'],
  [{ content: 'x', kind: 'wish' }, 'kind'],
  [{ content: 'x'.repeat(4001), kind: 'belief', category: 'voice' }, '4000 characters'],
])('400 for %j', async (body, sentence) => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const answer = await tenant.post('/observations', { agentId, ...body })
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(sentence)])
  expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.count).toBe(0)
})

test('secrets in a report are not stored', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
  await tenant.post('/observations', { agentId, content: `I paste tokens such as ${secret} into logs` })
  const { data } = (await tenant.get(`/content-items?agentId=${agentId}`)).body
  expect(data[0].content).not.toContain(secret)
})
