import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languageModel } from '../../../server/outside/models/language-model.ts'
import {
  type ChatRequest,
  completionWith,
  dataOf,
  type FakeLanguageModel,
  failsWith,
  type Reply,
  startLanguageModel,
} from '../../fakes/language-model.ts'
import { discover, discovered, importContent } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Content counts as read only if the answer about it was understood (behavior: Reading with a language model). */

let model: FakeLanguageModel
let service: Service
let tenant: Tenant
let agentId: string
beforeAll(async () => {
  model = await startLanguageModel()
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  await model.stop()
})
beforeEach(async () => {
  connect()
  tenant = await service.register()
  agentId = await tenant.agent()
  model.requests.length = 0
})

const connect = (name = 'fake') => {
  const endpoint = { baseUrl: model.baseUrl, apiKey: undefined, model: name, timeoutMs: 20_000 }
  service.deps.language = languageModel(endpoint, { backoffMs: 1, now: Date.now })
}

/** Quotes every item; the answer about a question with the word "poison" is `fault`. */
const poisoned =
  (fault: Reply) =>
  (request: ChatRequest): Reply => {
    const data = dataOf(request)
    if (data.includes('poison')) return fault
    const items = [...data.matchAll(/^\[item \d+.*\]\n(.*)/gm)]
    const observations = items.map(([, words], at) => ({
      item: at + 1,
      category: 'principle',
      statement: words,
      quote: words,
      confidence: 1,
    }))
    return JSON.stringify({ observations })
  }

const texts = ['I salt the water.', 'I weigh the flour.', 'This is poison.', 'I rest the dough.']
const questionsOf = (word: string) => model.requests.filter((request) => dataOf(request).includes(word)).length

describe.each<[string, Reply, RegExp]>([
  ['is prose', 'I would rather not.', /cannot be read/],
  ['is refused', completionWith({ content: null, refusal: 'I cannot read this' }), /refused.*I cannot read this/],
  ['is too much for the endpoint', failsWith(400, { error: { message: 'context length exceeded' } }), /context length/],
])('an item about which the answer %s', (_, fault, reason) => {
  test('stays unread and is reported; others are read; it is tried by three runs at most', async () => {
    model.reply = poisoned(fault)
    const [, , id] = await importContent(service, tenant, agentId, texts)
    const entry = (tries: number) => ({ content_item_id: id, tries, reason: expect.stringMatching(reason) })
    const first = await discover(service, tenant, agentId)
    expect(first).toMatchObject({
      status: 'completed',
      error: null,
      result: { content_items_read: 3, observations_found: 3, unreadable: [entry(1)] },
    })
    expect(
      (await tenant.get(`/content-items?agentId=${agentId}`)).body.data.find((item: any) => item.id === id)
        .processed_at,
    ).toBeNull()
    expect((await discovered(service, agentId)).unread).toHaveLength(1)
    for (const tries of [2, 3]) {
      await importContent(service, tenant, agentId, ['I knead by hand.'], { prefix: `more-${tries}` })
      expect((await discover(service, tenant, agentId)).result).toMatchObject({
        content_items_read: 1,
        unreadable: [entry(tries)],
      })
    }
    const asked = questionsOf('poison')
    await importContent(service, tenant, agentId, ['I bake at night.'], { prefix: 'last' })
    const result = { content_items_read: 1, unreadable: [entry(3)] }
    expect((await discover(service, tenant, agentId)).result).toMatchObject(result)
    expect((await discover(service, tenant, agentId)).result).toMatchObject({
      content_items_read: 0,
      unreadable: [entry(3)],
    })
    expect(questionsOf('poison')).toBe(asked)
  })
})

describe('an item that was given up', () => {
  beforeEach(async () => {
    model.reply = poisoned('no')
    await importContent(service, tenant, agentId, texts)
    for (let run = 0; run < 3; run++) {
      await importContent(service, tenant, agentId, ['I knead by hand.'], { prefix: `more-${run}` })
      await discover(service, tenant, agentId)
    }
    model.reply = poisoned('{"observations": []}')
  })

  test('is tried again by force', async () => {
    const { result } = await discover(service, tenant, agentId, { force: true })
    expect(result).toMatchObject({ content_items_read: 7, unreadable: [] })
    expect((await discovered(service, agentId)).unread).toEqual([])
  })

  test('is tried again by another model', async () => {
    connect('other')
    expect((await discover(service, tenant, agentId)).result).toMatchObject({ content_items_read: 1, unreadable: [] })
  })

  test('is tried again once its content has changed', async () => {
    service.deps.now = () => new Date(Date.now() + 60_000)
    await importContent(service, tenant, agentId, ['I sift.'], { prefix: 'changed' })
    await service.deps.db
      .updateTable('content_items')
      .set({ content: 'I proof the yeast.', updated_at: new Date(Date.now() + 30_000).toISOString() })
      .where('agent_id', '=', agentId)
      .where('content', '=', 'This is poison.')
      .execute()
    expect((await discover(service, tenant, agentId)).result).toMatchObject({ content_items_read: 2, unreadable: [] })
    service.deps.now = () => new Date()
  })
})

test('when nothing is understood from the beginning, the job fails with the reason, and no try counts', async () => {
  model.reply = () => failsWith(404, { error: { message: "The model 'fake' does not exist" } })
  await importContent(service, tenant, agentId, texts)
  const job = await discover(service, tenant, agentId)
  expect(job).toMatchObject({ status: 'running', error: expect.stringContaining('has no such model') })
  model.reply = () => 'no'
  await tenant.delete(`/jobs/${job.job_id}`)
  expect(await discover(service, tenant, agentId)).toMatchObject({
    status: 'running',
    error: expect.stringContaining('cannot be read'),
  })
  expect((await discovered(service, agentId)).unread).toHaveLength(4)
})

test('an item that failed beside others is tried alone by later runs, which complete', async () => {
  model.reply = poisoned('no')
  await importContent(service, tenant, agentId, texts)
  for (const tries of [1, 2, 3, 3]) {
    expect(await discover(service, tenant, agentId)).toMatchObject({
      status: 'completed',
      result: { unreadable: [{ tries }] },
    })
  }
})

test('more unreadable items than one batch holds do not hold up the items behind them', async () => {
  model.reply = poisoned('no')
  const many = Array.from({ length: 20 }, (_, at) => `Item ${at} is poison.`)
  await importContent(service, tenant, agentId, ['I salt the water.', ...many, 'I rest the dough.'])
  const { result } = await discover(service, tenant, agentId)
  expect(result).toMatchObject({ content_items_read: 2, unreadable: { length: 20 } })
})

test('an item that is claimed to hold something, but is never quoted, is asked about twice and counted', async () => {
  const invented = { item: 1, category: 'axiom', statement: 'Add poison', quote: 'I add poison', confidence: 1 }
  model.reply = poisoned(JSON.stringify({ observations: [invented] }))
  await importContent(service, tenant, agentId, ['This is poison.'])
  expect((await discover(service, tenant, agentId)).result).toMatchObject({
    content_items_read: 1,
    observations_found: 0,
    skipped: { unquoted: 1 },
    unreadable: [],
  })
  expect(questionsOf('poison')).toBe(2)
  expect((await discovered(service, agentId)).unread).toEqual([])
})

describe('a report that is read by a model which copies loosely', () => {
  const content = 'I always weigh a parcel twice — then I seal it…'
  const report = async (reported: string, quote: string) => {
    model.reply = () => {
      const observation = {
        item: '1',
        category: 'Principles',
        statement: 'Weigh a parcel twice',
        quote,
        confidence: '0.9',
      }
      return JSON.stringify({ observations: [{ ...observation, confidence: null }, observation] })
    }
    await tenant.post('/observations', { agentId, content: reported })
    await discover(service, tenant, agentId)
    return (await tenant.get(`/observations?agentId=${agentId}`)).body.data
  }

  test.each([
    ['I always weigh a parcel twice - then I seal it', content.slice(0, -1)],
    ['then I seal it...', 'then I seal it…'],
    ['I always weigh a parcel twice.', 'I always weigh a parcel twice'],
    ['I always … seal it', content.slice(0, -1)],
  ])('stores the content’s own passage for %s', async (quote, own) => {
    expect(await report(content, quote)).toMatchObject([{ quote: own, category: 'principle', confidence: 0.9 }])
  })

  test.each([
    [content, 'I always weigh a parcel thrice'],
    ['I do not seal a parcel before I weigh it', 'I do … seal a parcel'],
  ])('stores nothing of %j for %j', async (reported, quote) => {
    expect(await report(reported, quote)).toEqual([])
  })
})
