import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countTokens } from '#reader/count-tokens.ts'
import { discover } from '../../support/discovery.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { report, said, source } from '../../support/sessions.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** An agent in a group, and a function that adds an item to one of its layers and returns its id. */
async function newTeam(person: Pick<Person, 'post'> & { tenant: Tenant }) {
  const { tenant } = person
  const groupId = await tenant.group({ name: 'Platform' })
  const agentId = await tenant.agent({ name: 'Ada', groupId })
  const paths = { agent: '', group: `/groups/${groupId}`, org: `/organizations/${tenant.orgId}` }
  const add = async (
    scope: keyof typeof paths,
    category: string,
    statement: string,
    { starred = false, ...more }: { starred?: boolean; status?: string; nCount?: number } = {},
  ) => {
    const { status, body } = await person.post(`${paths[scope]}/beliefs`, {
      category,
      statement,
      ...(scope === 'agent' && { agentId }),
      ...more,
    })
    expect(status).toBe(201)
    if (starred) await person.post(`${paths[scope]}/beliefs/${body.id}/star`)
    return body.id as string
  }
  const read = async (query = '') => {
    const { status, body } = await tenant.get(`/agents/${agentId}/prompt-report${query}`)
    expect(status).toBe(200)
    return body
  }
  return { tenant, groupId, agentId, add, read }
}

const newAgent = async () => newTeam(await newPerson(service))

test('tokens are those of the prompt, by layer and by category', async () => {
  const { tenant, agentId, add, read } = await newAgent()
  expect(await read()).toMatchObject({ tokens: { by_layer: { org: 0, group: 0, agent: 0 } }, compared: 0 })
  await add('org', 'axiom', 'Simple code is easier to trust')
  await add('group', 'boundary', 'Never merge on red', { starred: true })
  await add('agent', 'voice', 'Answer in short sentences')
  const { tokens, over_budget, ...found } = await read()
  const { text } = await tenant.get(`/agents/${agentId}/prompt`)
  expect(tokens).toMatchObject({ total: countTokens(text), tokenizer: 'o200k_base' })
  expect(tokens.by_layer).toEqual({
    org: countTokens('- Simple code is easier to trust\n'),
    group: countTokens('- **Never merge on red**\n'),
    agent: countTokens('- Answer in short sentences\n'),
  })
  expect(tokens.by_category).toMatchObject({ axiom: tokens.by_layer.org, voice: tokens.by_layer.agent, ownership: 0 })
  expect(over_budget).toBe(false)
  expect(found).toMatchObject({ compared: 3, duplicates: [], contradictions: [], weak: [], suggestions: [] })
})

test('items of any layer that repeat each other are to be merged into the inherited one', async () => {
  const { tenant, agentId, groupId, add, read } = await newAgent()
  const own = await add('agent', 'principle', 'Client files must be kept confidential', { starred: true })
  const inherited = await add('org', 'principle', 'Keep client files confidential')
  await add('agent', 'voice', 'Client files must be kept confidential.')
  const { duplicates, suggestions } = await read()
  const organization = { scope: 'org', id: tenant.orgId, name: expect.any(String) }
  expect(duplicates).toEqual([
    {
      a: {
        id: own,
        statement: 'Client files must be kept confidential',
        owner: { scope: 'agent', id: agentId, name: 'Ada' },
      },
      b: { id: inherited, statement: 'Keep client files confidential', owner: organization },
      similarity: expect.any(Number),
    },
  ])
  const saved = countTokens('- **Client files must be kept confidential**\n')
  expect(suggestions).toEqual([
    { action: 'merge', ids: [inherited, own], saves_tokens: saved, reason: expect.stringContaining('keep the first') },
  ])
  // Items that are not in the prompt repeat nothing.
  await tenant.post(`/beliefs/${own}/hide`)
  expect((await read()).duplicates).toEqual([])
  await tenant.post(`/beliefs/${own}/hide`)
  expect((await read()).duplicates).toHaveLength(1)
  await tenant.post(`/agents/${agentId}/overrides`, { sourceType: 'org_belief', sourceId: inherited })
  expect((await read()).duplicates).toEqual([])
  const ofGroup = await add('group', 'principle', 'Keep the files of clients confidential')
  const [{ a, b }] = (await read()).duplicates
  expect([a.id, b.id].sort()).toEqual([own, ofGroup].sort())
  expect([a, b].find(({ id }) => id === ofGroup).owner).toEqual({ scope: 'group', id: groupId, name: 'Platform' })
})

test('a contradiction between layers names both owners and the ways out', async () => {
  const { tenant, agentId, add, read } = await newAgent()
  const inherited = await add('org', 'principle', 'Reply to customers within 4 hours')
  const own = await add('agent', 'boundary', 'Reply to customers within 24 hours')
  const { contradictions, suggestions } = await read()
  expect(contradictions).toMatchObject([
    {
      a: { id: own, owner: { scope: 'agent', id: agentId } },
      b: { id: inherited, owner: { scope: 'org', id: tenant.orgId } },
      reason: expect.stringContaining('different numbers'),
    },
  ])
  expect(suggestions).toEqual([
    { action: 'decide', ids: [own, inherited], saves_tokens: 0, reason: expect.stringContaining('override') },
  ])
})

test('an item that people had to say again in three sessions is weak', async () => {
  const person = await newPerson(service)
  const { tenant, agentId, add, read } = await newTeam(person)
  const id = await add('org', 'preference', 'Use pnpm, never npm', { status: 'approved' })
  const later = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const again = async (agent: string, session: string, hours: number) => {
    await report(tenant, agent, [said(session, { source: { ...source, session, at: later(hours) } })])
    await discover(service, tenant, agent)
  }
  await again(agentId, 'one', 1)
  await again(agentId, 'two', 2)
  expect((await read()).weak).toEqual([])
  const other = await tenant.agent({ name: 'Grace' })
  await again(other, 'three', 3)
  const { weak, suggestions } = await read('?budget=1')
  expect(weak).toEqual([
    { id, statement: 'Use pnpm, never npm', owner: expect.objectContaining({ scope: 'org' }), reason: 'said_again' },
  ])
  // It is reworded, but never among the items that a prompt can do without.
  expect(suggestions).toMatchObject([
    { action: 'reword', ids: [id], saves_tokens: 0, reason: expect.stringContaining('3 sessions') },
    { action: 'shorten', ids: [] },
  ])
  // A key of one agent does not learn what other agents were told.
  const keys = `/organizations/${tenant.orgId}/api-keys`
  const { key } = (await person.post(keys, { access: 'read', agentId })).body
  const authorization = `Bearer ${key}`
  const seen = await service.call('GET', `/agents/${agentId}/prompt-report`, undefined, { authorization })
  expect([seen.status, seen.body.weak]).toEqual([200, []])
  const foreign = await service.call('GET', `/agents/${other}/prompt-report`, undefined, { authorization })
  expect(foreign.status).toBe(404)
})

test('items that end with a colon or contain placeholders are weak', async () => {
  const { add, read } = await newAgent()
  const unfinished = await add('agent', 'principle', 'Follow these steps before each release:')
  const variable = await add('agent', 'axiom', 'You work for {{company}}')
  const blank = await add('agent', 'voice', 'Sign messages with [your name]')
  await add('agent', 'preference', 'Begin commits with:`fix`')
  await add('agent', 'preference', 'Write `{{ name }}` in templates, see [your guide](https://example.com)')
  const { weak, suggestions } = await read()
  expect(weak.map(({ id, reason }: any) => [id, reason]).sort()).toEqual(
    [
      [unfinished, 'unfinished'],
      [variable, 'placeholder'],
      [blank, 'placeholder'],
    ].sort(),
  )
  expect(suggestions.map(({ action }: any) => action)).toEqual(['reword', 'reword', 'reword'])
})

describe('a budget', () => {
  test('is met by merging first, then by the least important items, never by boundaries and starred ones', async () => {
    const { add, read } = await newAgent()
    await add('agent', 'boundary', 'Never share the passwords of customers')
    await add('agent', 'principle', 'Test each change before it is merged', { starred: true })
    const important = await add('agent', 'preference', 'Prefer boring technology', { nCount: 5 })
    const least = await add('agent', 'preference', 'Put the newest entry of a list first')
    const { tokens } = await read()
    const atBudget = await read(`?budget=${tokens.total}`)
    expect([atBudget.over_budget, atBudget.suggestions]).toEqual([false, []])
    const over = await read(`?budget=${tokens.total - 1}`)
    const saved = countTokens('- Put the newest entry of a list first\n')
    expect(over.over_budget).toBe(true)
    expect(over.suggestions).toEqual([
      {
        action: 'shorten',
        ids: [least],
        saves_tokens: saved,
        reason: expect.stringContaining('over its budget by 1 token;'),
      },
    ])
    const [{ ids, reason }] = (await read('?budget=1')).suggestions
    expect(ids).toEqual([least, important])
    expect(reason).toContain('still exceed it by')
    await add('agent', 'axiom', 'Keep client files confidential')
    await add('agent', 'axiom', 'Client files must be kept confidential')
    const { suggestions } = await read(`?budget=${(await read()).tokens.total - 1}`)
    expect(suggestions.map(({ action }: any) => action)).toEqual(['merge'])
    const [merge, shorten] = (await read('?budget=40')).suggestions
    expect(merge).toMatchObject({ action: 'merge', saves_tokens: expect.any(Number) })
    expect(shorten.reason).toContain('after merging;')
  })

  test.each(['0', '-1', '1.5', 'many', '', '1000001', '1e400'])('of %j is a 400 with one sentence', async (budget) => {
    const { tenant, agentId } = await newAgent()
    const { status, body } = await tenant.get(`/agents/${agentId}/prompt-report?budget=${budget}`)
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^budget must /)])
  })
})

test('an agent of another organization is one that does not exist', async () => {
  const { agentId } = await newAgent()
  const { tenant: stranger } = await newAgent()
  const foreign = await stranger.get(`/agents/${agentId}/prompt-report?budget=100`)
  const random = await stranger.get('/agents/019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11/prompt-report?budget=100')
  expect([foreign.status, foreign.body]).toEqual([404, random.body])
})

test('2,000 items of the same words are compared while other organizations are answered', async () => {
  const { tenant, agentId, read } = await newAgent()
  for (let from = 0; from < 2100; from += 100) {
    const beliefs = Array.from({ length: 100 }, (_, at) => ({
      category: 'principle',
      statement: `Reply to the mails of customers within ${from + at} hours`,
    }))
    expect((await tenant.post('/beliefs/bulk', { agentId, beliefs, dedupe: false })).status).toBe(201)
  }
  const { read: readOther } = await newAgent()
  let isReported = false
  const reporting = read('?budget=1000').finally(() => {
    isReported = true
  })
  let answered = 0
  while (!isReported) {
    await readOther()
    answered++
  }
  const { compared, contradictions, suggestions, tokens } = await reporting
  expect([compared, contradictions.length]).toEqual([2000, 100])
  expect(tokens.by_layer.agent).toBe(tokens.by_category.principle)
  expect(suggestions.at(-1)).toMatchObject({ action: 'shorten' })
  expect(suggestions.at(-1).saves_tokens).toBeGreaterThanOrEqual(tokens.total - 1000)
  // Were it computed on the main thread, no more than the first would have been answered.
  expect(answered).toBeGreaterThan(3)
})

test('items in similar words that name different things are never to be merged', async () => {
  const { add, read } = await newAgent()
  const one = await add('agent', 'principle', 'Review the payments ledger before each release')
  const other = await add('agent', 'principle', 'Review the payments ledger and the audit before each release')
  const { duplicates, suggestions } = await read()
  expect(duplicates).toHaveLength(1)
  expect(suggestions).toEqual([
    {
      action: 'decide',
      ids: expect.arrayContaining([one, other]),
      saves_tokens: 0,
      reason: 'Similar wording, but not the same: “audit” stands in one alone; keep both if that is meant',
    },
  ])
})
