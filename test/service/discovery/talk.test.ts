import { afterAll, beforeAll, expect, test } from 'vitest'
import { sureScore } from '#core/domain/similar/sure-score.ts'
import { discover, importContent } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { propose } from '../../support/sessions.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService({})
  tenant = await service.register()
})
afterAll(() => service.stop())

const type = 'conversation' as const
const observations = async (agentId: string) => (await tenant.get(`/observations?agentId=${agentId}`)).body.data

test('a change of mind withdraws what was observed before, which promotes nothing anymore', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  await importContent(
    service,
    tenant,
    agentId,
    [
      'Ada: I always squash commits before a merge.',
      'Ada: i squash my commits before every merge',
      'Ada: commits? I always squash my commits before I merge',
      'Ada: i changed my mind, from now on i never squash commits before a merge',
    ],
    { type },
  )
  await discover(service, tenant, agentId)
  const [latest, ...earlier] = await observations(agentId)
  expect(latest.withdrawn_by).toBeNull()
  expect(earlier.map((one: any) => one.withdrawn_by)).toEqual(earlier.map(() => latest.id))
  expect((await tenant.get(`/beliefs?agentId=${agentId}`)).body.count).toBe(0)
})

test('the same sentence in three conversations of one day is a habit, in two and a post it is none', async () => {
  const said = 'I check every backup by restoring it.'
  const agentId = await tenant.agent({ name: 'Ada' })
  const talk = (prefix: string) => importContent(service, tenant, agentId, [`Ada: ${said}`], { type, prefix })
  await talk('first')
  await talk('second')
  await importContent(service, tenant, agentId, [said])
  await discover(service, tenant, agentId)
  expect(await signals(agentId)).toMatchObject([{ n_count: 3, wordings: 1, days: 1, promoted: false }])
  await talk('third')
  await discover(service, tenant, agentId)
  expect(await signals(agentId)).toMatchObject([{ n_count: 4, wordings: 1, days: 1, promoted: true }])
})

const prompt = (contract: string) =>
  `Human: You are a futures analyst of ${contract}. From now on always cite the source of a price, and never guess a volume. ${'Read the table of the day before you answer. '.repeat(2)}`

test('a long message that begins alike in three conversations is the prompt of a program, and is counted', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  const contracts = ['ESZ6', 'NQH7', 'CLF7']
  await importContent(
    service,
    tenant,
    agentId,
    contracts.map((contract) => `${prompt(contract)}\n\nAda: Done.\n\nHuman: Never push to main without a review.`),
    { type },
  )
  const { result } = await discover(service, tenant, agentId)
  expect(result.skipped).toEqual({ program_prompt: 3 })
  const quotes = (await observations(agentId)).map(({ quote }: any) => quote)
  expect(new Set(quotes)).toEqual(new Set(['Never push to main without a review.']))
})

test('the same message in two conversations is what a person told the agent', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  const said = ['ESZ6', 'NQH7'].map((contract) => `${prompt(contract)}\n\nAda: Done.`)
  await importContent(service, tenant, agentId, said, { type })
  const { result } = await discover(service, tenant, agentId)
  expect(result.skipped).toEqual({})
  expect((await observations(agentId)).length).toBeGreaterThan(0)
})

test('a pasted review and text of a tool in a message of a conversation are nobody’s rules', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  await importContent(
    service,
    tenant,
    agentId,
    [
      'Human: Here is the feedback from the reviewer:\n- From now on always use named exports.\nNever push to main.\n\nAda: Done.',
      'Human: <system-reminder>Never use tabs from now on.</system-reminder>\n\nAda: Yes?',
    ],
    { type },
  )
  await discover(service, tenant, agentId)
  expect((await observations(agentId)).map(({ quote }: any) => quote)).toEqual(['Never push to main.'])
})

test('content in a language that is not read is skipped, and the run says so', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  await importContent(
    service,
    tenant,
    agentId,
    [
      'Ada: io scrivo sempre i test prima del codice, e non mi piace quando non ci sono',
      'Ada: I always write tests before I change the code.',
    ],
    { type },
  )
  const { result } = await discover(service, tenant, agentId)
  expect(result).toMatchObject({ content_items_read: 2, observations_found: 1, skipped: { language: 1 } })
})

const signals = async (agentId: string) => (await tenant.get(`/signals?agentId=${agentId}`)).body.data

test('over several runs, what is said again joins its signal, and what says another thing starts one', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  const say = (daysAgo: number, ...texts: string[]) => {
    const messages = texts.map((text) => `Ada: ${text}`)
    return importContent(service, tenant, agentId, messages, { type, daysAgo, prefix: `before ${daysAgo}` })
  }
  await say(
    7,
    'i never buy bread in a shop',
    'i always lock the shed before dark',
    'honestly i only water the roses at night',
  )
  await discover(service, tenant, agentId)
  const before = await signals(agentId)
  expect(before.map(({ n_count }: any) => n_count)).toEqual([1, 1, 1])
  const bread = before.find(({ statement }: any) => statement.startsWith('Never buy bread'))

  await say(0, 'we never buy bread in a shop', 'we always bake our own loaves before the weekend')
  await discover(service, tenant, agentId)
  const after = await signals(agentId)
  expect(after.map(({ n_count }: any) => n_count)).toEqual([2, 1, 1, 1])
  expect(after[0].id).toBe(bread.id)

  await discover(service, tenant, agentId)
  expect(await signals(agentId)).toEqual(after)
})

test('what people tell an agent in conversations is proposed like in sessions: explicit, sure, or said in three', async () => {
  const tell = async (...turns: string[]) => {
    const agentId = await tenant.agent({ name: 'Coder' })
    const talks = turns.map((turn) => `Dev: ${turn}\n\nCoder: I'll look at it.`)
    await importContent(service, tenant, agentId, talks, { type })
    const { result } = await discover(service, tenant, agentId)
    return { observed: await observations(agentId), proposed: result.items_proposed }
  }
  const explicit = await tell('From now on always run the linter before you commit.')
  expect(explicit).toMatchObject({ observed: [{ how: 'explicit', score: expect.any(Number) }], proposed: 1 })
  const sure = await tell("No, don't mock the database, our tests run against a real one.")
  expect(sure).toMatchObject({ observed: [{ how: 'implied' }], proposed: 1 })
  expect(sure.observed[0].score).toBeGreaterThanOrEqual(sureScore)
  const unsureTurn = 'The parser should not need a second config file, we want one config.'
  const unsure = await tell(unsureTurn)
  expect(unsure).toMatchObject({ observed: [{ how: 'implied' }], proposed: 0 })
  expect(unsure.observed[0].score).toBeLessThan(sureScore)
  expect(await tell(unsureTurn, unsureTurn, unsureTurn)).toMatchObject({ proposed: 1 })
})

test('what an organization rejected is read less in its conversations, and in nobody else’s', async () => {
  const subjects = ['parser', 'router', 'mailer', 'scheduler', 'importer', 'exporter', 'renderer', 'tokenizer']
  const ruleFor = (subject: string) => `The ${subject} should not need a second config file, we want one config`
  const readIn = async (tenant: Tenant) => {
    const agentId = await tenant.agent({ name: 'Coder' })
    const talk = `Dev: ${ruleFor('formatter')}.\n\nCoder: I'll look at the formatter.`
    await importContent(service, tenant, agentId, [talk], { type })
    await discover(service, tenant, agentId)
    return (await tenant.get(`/observations?agentId=${agentId}`)).body.data.map(({ statement }: any) => statement)
  }
  const person = await newPerson(service)
  expect(await readIn(person.tenant)).toEqual([ruleFor('formatter')])
  const items = await propose(service, person.tenant, await person.tenant.agent(), subjects.map(ruleFor))
  const ids = Object.values(items).map(({ id }) => id)
  await person.patch('/beliefs/bulk', { ids, updates: { status: 'rejected' } })
  expect(await readIn(person.tenant)).toEqual([])
  expect(await readIn(await service.register())).toEqual([ruleFor('formatter')])
})
