import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kinds } from '../../server/domain/kinds.ts'
import { builtinEmbedder } from '../../server/outside/builtin-embedding.ts'
import { builtinLanguage } from '../../server/outside/builtin-language/engine.ts'
import { newGitHub } from '../../server/outside/github.ts'
import { type FakeGitHub, type FakeRepository, startGitHub } from '../fakes/github.ts'
import { type Answer, type Service, startService, type Tenant } from '../service.ts'

/** Bootstrap: scrape, recommend, apply (specification 4.10, decisions 9). */

let github: FakeGitHub
let service: Service
let tenant: Tenant
/** Fails for texts that hold the word. */
let broken: string | undefined
beforeAll(async () => {
  github = await startGitHub()
  const quick = newGitHub({ githubApiUrl: github.url, githubToken: undefined }, { retryBaseMs: 1 })
  const language: typeof builtinLanguage = {
    ...builtinLanguage,
    decompose: async (definition, asker) => {
      if (broken && definition.body.includes(broken)) throw new Error('a fault that nobody foresaw')
      return builtinLanguage.decompose(definition, asker)
    },
  }
  service = await startService(
    { GITHUB_API_URL: github.url, BOOTSTRAP_REPOSITORIES: 'tide/agents, tide/more@next' },
    { github: quick, language },
  )
})
afterAll(async () => {
  await service.stop()
  await github.stop()
})
beforeEach(async () => {
  broken = undefined
  github.fault = () => undefined
  github.repositories.clear()
  github.requests.length = 0
  for (const table of ['template_items', 'templates', 'template_repositories'] as const) {
    await service.deps.db.deleteFrom(table).execute()
  }
  tenant = await service.register()
})

const commit = (number = 1) => ({ message: `Change ${number}`, date: '2026-03-04T06:00:00Z', author: 'Mira Holt' })
const repository = (files: FakeRepository['files'], more: Partial<FakeRepository> = {}): FakeRepository => ({
  commits: [commit()],
  license: 'MIT',
  files,
  ...more,
})
const definition = (name: string, description: string, rules: string[]) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n## Principles\n\n${rules.map((rule) => `- ${rule}`).join('\n')}\n`

const pilot = definition('harbor-pilot', 'Guides ships into the harbor, by tide and weather', [
  'Always check the tide table before entering the harbor',
  'Never enter the harbor in fog without a tug',
  'Report the position of the ship to the harbor master every ten minutes',
])
const cook = definition('ship-cook', 'Cooks for the crew of a ship, plans meals and provisions', [
  'Always taste a dish before serving it',
  'Never serve fish that is older than a day',
  'Plan the meals of a week before buying provisions',
])

const scrape = async (body: object = { owner: 'tide', repo: 'agents' }) => {
  const { status, body: result } = await tenant.post('/bootstrap/scrape', body)
  expect(status, JSON.stringify(result)).toBe(200)
  return result
}
const templates = () => service.deps.db.selectFrom('templates').selectAll().orderBy('path').execute()
const recommend = async (agentId: string) => {
  const { status, body } = await tenant.post('/bootstrap/recommend', { agentId })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Record<'beliefs' | 'responsibilities', Recommendation[]>
}
interface Recommendation {
  category: string
  statement: string
  confidence: number
  source: string
}

describe('POST /bootstrap/scrape', () => {
  test('makes templates of a repository, with its licence, and answers with counts', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
    expect(await scrape()).toEqual({
      repos_scraped: 1,
      templates_created: 2,
      templates_updated: 0,
      templates_skipped: 0,
      errors: [],
    })
    const record = await service.deps.db.selectFrom('template_repositories').selectAll().executeTakeFirstOrThrow()
    expect(record).toMatchObject({ repository: 'tide/agents', license: 'MIT', branch: 'main' })
    expect((await templates()).map(({ name, description }) => [name, description])).toEqual([
      ['ship-cook', 'Cooks for the crew of a ship, plans meals and provisions'],
      ['harbor-pilot', 'Guides ships into the harbor, by tide and weather'],
    ])
  })

  test('reads all configured repositories and their branches when none is named', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot }))
    github.repositories.set('tide/more', repository({ 'agents/cook.md': cook }, { default_branch: 'next' }))
    expect(await scrape({})).toMatchObject({ repos_scraped: 2, templates_created: 2, errors: [] })
  })

  test.each([{ owner: 'tide' }, { repo: 'agents' }, { owner: '../x', repo: 'agents' }, { owner: 1, repo: 'a' }])(
    '%j is 400',
    async (body) => {
      const { status, body: answer } = await tenant.post('/bootstrap/scrape', body)
      expect([status, Object.keys(answer)]).toEqual([400, ['error']])
    },
  )

  test('asks for nothing but the newest commit while nothing has changed', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
    await scrape()
    github.requests.length = 0
    expect(await scrape()).toMatchObject({ repos_scraped: 1, templates_created: 0, templates_skipped: 2 })
    expect(github.requests.map(({ path }) => path)).toEqual(['/repos/tide/agents', '/repos/tide/agents/commits'])
    expect(github.requests[1]?.etag).toMatch(/^"/)
  })

  test('reads what changed and nothing else, and forgets what is gone', async () => {
    const changing = repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook, 'agents/old.md': `${cook}- Salt.` })
    github.repositories.set('tide/agents', changing)
    await scrape()
    changing.commits = [commit(2), commit()]
    changing.files = { 'agents/pilot.md': pilot, 'agents/cook.md': cook.replace('taste', 'smell') }
    github.requests.length = 0
    expect(await scrape()).toMatchObject({ templates_created: 0, templates_updated: 1, templates_skipped: 1 })
    expect(github.requests.filter(({ path }) => path.includes('/blobs/'))).toHaveLength(1)
    expect((await templates()).map(({ path }) => path)).toEqual(['agents/cook.md', 'agents/pilot.md'])
    const items = await service.deps.db.selectFrom('template_items').select('statement').execute()
    expect(items.some(({ statement }) => statement.includes('taste'))).toBe(false)
  })

  test('makes one template of one text in two places', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot }))
    github.repositories.set('tide/more', repository({ 'agents/copy.md': pilot }, { default_branch: 'next' }))
    expect(await scrape()).toMatchObject({ templates_created: 1 })
    expect(await scrape({ owner: 'tide', repo: 'more' })).toMatchObject({ templates_created: 0, templates_skipped: 1 })
    const { responsibilities } = await recommend(await tenant.agent({ jobTitle: 'Harbor pilot' }))
    expect(new Set(responsibilities.map(({ source }) => source))).toEqual(new Set(['tide/agents:agents/pilot.md']))
  })

  test.each([
    'plugins/harbor/agents/pilot.md',
    'categories/01-harbor/pilot.md',
    'harbor/pilot.md',
    'harbor/north/pilot.md',
    'cli-tool/components/agents/harbor/pilot.md',
    'agents/pilot.md',
    'agents/pilot.agent.md',
    'agents/harbor/pilot/SOUL.md',
    '.claude/agents/pilot.md',
  ])('finds %s among other files', async (path) => {
    const others = ['README.md', 'docs/pilot.md', 'CONTRIBUTING.md', 'skills/pilot/SKILL.md', `${path}.bak`]
    const files = Object.fromEntries([...others, path].map((name) => [name, pilot]))
    github.repositories.set('tide/agents', repository(files))
    expect(await scrape()).toMatchObject({ templates_created: 1, errors: [] })
    expect((await templates()).map((template) => template.path)).toEqual([path])
  })

  const body = pilot.slice(pilot.indexOf('# harbor'))
  test.each([
    ['an unquoted colon', `---\nname: pilot\ndescription: Use when: ships arrive\ntools: [a\n---\n${body}`, 'pilot'],
    [
      'quotes and a list of tools',
      `---\nname: "pilot"\ndescription: >\n  Guides\n  ships\ntools: [a, b]\n---\n${body}`,
      'pilot',
    ],
    ['no front matter', body, 'harbor-pilot'],
    ['no end of its front matter', `---\nname: pilot\ndescription: Guides\n\n${body}`, 'pilot'],
    ['every line indented', `---\nname: pilot\ndescription: Guides\n---\n${body}`.replace(/^/gm, '    '), 'pilot'],
    ['a byte order mark and CRLF', `\ufeff---\r\nname: pilot\r\n---\r\n${body}`, 'pilot'],
    ['aliases that grow', `---\na: &a [x, x]\nb: &b [*a, *a]\nname: pilot\n---\n${body}`, 'pilot'],
    ['front matter that is a list', `---\n- one\n- two\n---\n${body}`, 'harbor-pilot'],
  ])('reads a definition with %s', async (_, text, name) => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': text }))
    expect(await scrape()).toMatchObject({ templates_created: 1, errors: [] })
    expect((await templates())[0]).toMatchObject({ name })
    expect((await recommend(await tenant.agent({ jobTitle: 'Harbor pilot' }))).beliefs.length).toBeGreaterThan(0)
  })

  test.each([
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
    ['nothing but front matter', '---\nname: pilot\n---\n'],
    ['no rule at all', '---\nname: pilot\n---\n\n```\nnpm test\n```\n'],
    ['200 KB', `${pilot}${'- Keep the log.\n'.repeat(13_000)}`],
  ])(
    'lists a file that holds %s with path and reason, reads the others, and does not ask again',
    async (_, content) => {
      github.repositories.set('tide/agents', repository({ 'agents/bad.md': content, 'agents/pilot.md': pilot }))
      const { errors, ...counts } = await scrape()
      expect(counts).toMatchObject({ repos_scraped: 1, templates_created: 1 })
      expect(errors).toEqual([
        { repository: 'tide/agents', path: 'agents/bad.md', reason: expect.stringMatching(/^\w/) },
      ])
      github.requests.length = 0
      expect(await scrape()).toMatchObject({ templates_skipped: 1, errors })
      expect(github.requests.some(({ path }) => path.includes('/blobs/'))).toBe(false)
    },
  )

  test('asks again for a file that could not be had', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
    github.fault = (_, nth) => (nth > 3 ? { status: 502 } : undefined)
    expect(await scrape()).toMatchObject({ repos_scraped: 1, templates_created: 0, errors: [{}, {}] })
    github.fault = () => undefined
    expect(await scrape()).toMatchObject({ templates_created: 2, errors: [] })
  })

  test('says that a limit is reached, keeps what it read, and goes on from there', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`agents/${at}.md`, `${pilot}- Always keep log number ${at}\n`]),
    )
    github.repositories.set('tide/agents', repository(files))
    github.fault = (_, nth) => (nth > 13 ? { status: 403, headers: { 'x-ratelimit-remaining': '0' } } : undefined)
    const first = await scrape()
    expect(first).toMatchObject({ repos_scraped: 0, templates_created: 8 })
    expect(first.errors).toEqual([
      { repository: 'tide/agents', path: null, reason: expect.stringContaining('rate limit') },
    ])
    github.fault = () => undefined
    expect(await scrape()).toMatchObject({ repos_scraped: 1, templates_created: 12, templates_skipped: 8, errors: [] })
  })

  test('lists a repository that is not there, and reads the others', async () => {
    github.repositories.set('tide/more', repository({ 'agents/cook.md': cook }, { default_branch: 'next' }))
    const { errors, ...counts } = await scrape({})
    expect(counts).toMatchObject({ repos_scraped: 1, templates_created: 1 })
    expect(errors).toEqual([{ repository: 'tide/agents', path: null, reason: expect.stringContaining('tide/agents') }])
  })

  test('reads a repository without a licence only when it is named', async () => {
    const { license, ...unlicensed } = repository({ 'agents/pilot.md': pilot })
    github.repositories.set('tide/agents', unlicensed)
    const all = await scrape({})
    expect(all).toMatchObject({ repos_scraped: 0, templates_created: 0 })
    expect(all.errors[0]).toMatchObject({
      repository: 'tide/agents',
      path: null,
      reason: expect.stringMatching(/licence/),
    })
    expect(await scrape()).toMatchObject({ repos_scraped: 1, templates_created: 1 })
  })

  test('takes the licence from its file where GitHub names none', async () => {
    const { license, ...unlicensed } = repository({ 'agents/pilot.md': pilot, LICENSE: 'MIT License\n\nCopyright …' })
    github.repositories.set('tide/agents', unlicensed)
    expect(await scrape({})).toMatchObject({ repos_scraped: 1, templates_created: 1 })
    const record = await service.deps.db.selectFrom('template_repositories').select('license').executeTakeFirstOrThrow()
    expect(record.license).toBe('MIT')
  })

  test('never reads a private repository, whose words would be everybody’s, also with a connection', async () => {
    github.accounts.set('secret-token', 'mira')
    await tenant.post('/github/connections', { token: 'secret-token' })
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot }, { private: true }))
    expect(await scrape()).toMatchObject({ repos_scraped: 0, templates_created: 0, errors: [{ path: null }] })
    expect(await templates()).toEqual([])
  })

  test('keeps at most a dozen beliefs and a dozen responsibilities of a rich definition', async () => {
    const many = Array.from({ length: 60 }, (_, at) => [
      `Never ${'abcdefgh'[at % 8]}nchor at berth ${at}`,
      `Report depth ${at} daily`,
    ])
    github.repositories.set('tide/agents', repository({ 'agents/rich.md': definition('rich', 'Rich', many.flat()) }))
    await scrape()
    const items = await service.deps.db.selectFrom('template_items').select('kind').execute()
    expect(items.filter(({ kind }) => kind === 'belief').length).toBeLessThanOrEqual(12)
    expect(items.filter(({ kind }) => kind === 'responsibility').length).toBeLessThanOrEqual(12)
  })

  test('does not keep secrets that stand in a definition', async () => {
    const leaking = `${pilot}- Always use the key ghp_${'a1B2'.repeat(9)} for the tide service\n`
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': leaking }))
    await scrape()
    expect(
      JSON.stringify(await service.deps.db.selectFrom('template_items').select('statement').execute()),
    ).not.toContain('ghp_')
  })

  test('survives a fault that nobody foresaw, shows nothing of it, and tries the file again', async () => {
    broken = 'fish'
    github.repositories.set('tide/agents', repository({ 'agents/cook.md': cook, 'agents/pilot.md': pilot }))
    const { errors, ...counts } = await scrape()
    expect(counts).toMatchObject({ repos_scraped: 1, templates_created: 1 })
    expect(errors).toEqual([{ repository: 'tide/agents', path: 'agents/cook.md', reason: expect.any(String) }])
    expect(errors[0].reason).not.toContain('nobody foresaw')
    broken = undefined
    expect(await scrape()).toMatchObject({ templates_created: 1, errors: [] })
  })
})

describe('POST /bootstrap/recommend', () => {
  const profile = { name: 'Kim', jobTitle: 'Site reliability engineer', description: 'Keeps Kubernetes running' }

  test('answers on a fresh install from the starter roles, the most similar first', async () => {
    const { beliefs, responsibilities } = await recommend(await tenant.agent(profile))
    for (const list of [beliefs, responsibilities]) {
      expect(list.length).toBeGreaterThan(3)
      expect(list.length).toBeLessThanOrEqual(10)
      expect(list[0]?.source).toBe('starter:site-reliability-engineer')
      const confidences = list.map(({ confidence }) => confidence)
      expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
      expect(confidences.every((confidence) => confidence >= 0 && confidence <= 1)).toBe(true)
    }
    expect(beliefs.every(({ category }) => (kinds.belief.categories as readonly string[]).includes(category))).toBe(
      true,
    )
    expect(Object.keys(beliefs[0]!)).toEqual(['category', 'statement', 'confidence', 'source'])
  })

  test.each([
    [{ jobTitle: 'Security auditor', identityMarkers: ['penetration testing'] }, 'security-engineer'],
    [{ jobTitle: 'Support agent', description: 'Answers tickets of customers' }, 'customer-support-agent'],
    [{ name: 'docs-bot', description: 'Writes API documentation and tutorials' }, 'technical-writer'],
    [{ jobTitle: 'UX designer' }, 'product-designer'],
    [{ description: 'Reviews every pull request' }, 'code-reviewer'],
    [{ jobTitle: 'Backend developer' }, 'backend-engineer'],
  ])('knows the role of %j', async (input, role) => {
    const { beliefs } = await recommend(await tenant.agent(input))
    expect(beliefs[0]?.source).toBe(`starter:${role}`)
  })

  test('answers an agent of which nothing is known but a name', async () => {
    const { beliefs, responsibilities } = await recommend(await tenant.agent({ name: 'Zyx' }))
    expect([beliefs.length, responsibilities.length].every((length) => length > 0)).toBe(true)
  })

  test('takes the present identity for a sign of the role', async () => {
    const agentId = await tenant.agent({ name: 'Zyx' })
    const statements = [
      'Write SQL queries for dashboards',
      'Define metrics before calculating them',
      'Check data for gaps',
    ]
    for (const statement of statements) await tenant.post('/beliefs', { agentId, category: 'principle', statement })
    const { beliefs } = await recommend(agentId)
    expect(beliefs[0]?.source).toMatch(/^starter:data-/)
  })

  test('leaves out what the agent has, own, inherited or hidden, in the same words or nearly', async () => {
    const groupId = await tenant.group()
    const agentId = await tenant.agent({ ...profile, groupId })
    const first = await recommend(agentId)
    const [own, group, organization, hidden] = first.beliefs
    await tenant.post('/beliefs', { agentId, ...own, statement: `${own!.statement}.` })
    await tenant.post(`/groups/${groupId}/beliefs`, group)
    await tenant.post(`/organizations/${tenant.orgId}/beliefs`, organization)
    const { body } = await tenant.post('/beliefs', { agentId, ...hidden })
    await tenant.post(`/beliefs/${body.id}/hide`)
    const statements = (await recommend(agentId)).beliefs.map(({ statement }) => statement)
    for (const taken of [own, group, organization, hidden]) expect(statements).not.toContain(taken!.statement)
  })

  test('says nothing twice', async () => {
    const words = [
      'Always check the tide table before entering the harbor',
      'Before entering the harbor always check the tide table',
    ]
    github.repositories.set(
      'tide/agents',
      repository({
        'agents/one.md': definition('harbor-pilot', 'Guides ships into the harbor', [
          words[0]!,
          'Never hurry a docking',
        ]),
        'agents/two.md': definition('harbor-pilot', 'Guides ships into the harbor', [words[1]!, 'Keep the radio on']),
      }),
    )
    await scrape()
    const answer = await recommend(await tenant.agent({ jobTitle: 'Harbor pilot' }))
    for (const list of Object.values(answer)) {
      expect(list.filter(({ statement }) => statement.includes('tide table')).length).toBeLessThanOrEqual(1)
    }
  })

  test('uses what was scraped in the place of the starter roles, and says where it is from', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
    await scrape()
    const { beliefs, responsibilities } = await recommend(await tenant.agent({ jobTitle: 'Pilot of the harbor' }))
    const sources = [...beliefs, ...responsibilities].map(({ source }) => source)
    expect(new Set(sources)).toEqual(new Set(['tide/agents:agents/pilot.md']))
  })

  test('embeds templates anew after the embedding model was changed', async () => {
    github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
    await scrape()
    const [asBefore, id] = [service.deps.embedder, await tenant.agent({ jobTitle: 'Cook' })]
    const shorter = (vector: Float32Array) => vector.slice(0, 256)
    const embed = async (texts: string[]) => (await builtinEmbedder.embed(texts)).map(shorter)
    const ctx = { ...service.deps, embedder: { ...asBefore, model: 'shorter', embed } }
    const caller = { kind: 'key' as const, userId: tenant.userId, orgIds: [tenant.orgId], limitKey: undefined }
    const { recommendFor } = await import('../../server/features/bootstrap-recommend.ts')
    const { beliefs } = await recommendFor({ ...ctx, caller }, id)
    expect(beliefs[0]?.source).toBe('tide/agents:agents/cook.md')
    expect((await templates()).map(({ embedding_model }) => embedding_model)).toEqual(['shorter', 'shorter'])
  })

  test('404 for a foreign agent as for a missing one, 400 without one', async () => {
    const stranger = await service.register()
    const foreign = await tenant.post('/bootstrap/recommend', { agentId: await stranger.agent() })
    const missing = await tenant.post('/bootstrap/recommend', { agentId: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11' })
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await tenant.post('/bootstrap/recommend', {})).status).toBe(400)
  })
})

describe('POST /bootstrap/apply', () => {
  let agentId: string
  beforeEach(async () => {
    agentId = await tenant.agent()
  })
  const apply = (body: object) => tenant.post('/bootstrap/apply', { agentId, ...body })
  const items = async (plural = 'beliefs'): Promise<any[]> =>
    (await tenant.get(`/${plural}?agentId=${agentId}`)).body.data
  const belief = { category: 'axiom', statement: 'The sea is patient' }
  const duty = { category: 'monitoring', statement: 'Watch the tide' }
  const counts = ({ body }: Answer) => [
    body.beliefsCreated,
    body.beliefsUpdated,
    body.responsibilitiesCreated,
    body.responsibilitiesUpdated,
  ]

  test('creates approved, visible items and counts them in both spellings', async () => {
    const { status, body } = await apply({ beliefs: [belief], responsibilities: [duty] })
    expect([status, body]).toEqual([
      200,
      {
        beliefs_created: 1,
        beliefsCreated: 1,
        beliefs_updated: 0,
        beliefsUpdated: 0,
        responsibilities_created: 1,
        responsibilitiesCreated: 1,
        responsibilities_updated: 0,
        responsibilitiesUpdated: 0,
      },
    ])
    expect(await items()).toMatchObject([{ ...belief, status: 'approved', hidden: false, approved_by: tenant.userId }])
    expect((await tenant.get(`/agents/${agentId}`)).body.system_prompt).toContain(duty.statement)
    const [{ id }] = await items()
    expect((await tenant.get(`/beliefs/${id}/sources`)).body.data).toMatchObject([{ source_type: 'bootstrap' }])
  })

  test('takes recommendations as they were answered', async () => {
    const recommended = await recommend(agentId)
    const answer = await apply(recommended)
    expect(counts(answer)).toEqual([recommended.beliefs.length, 0, recommended.responsibilities.length, 0])
  })

  test('takes items of both kinds with status and n-count', async () => {
    const answer = await apply({
      items: [
        { type: 'belief', ...belief, status: 'pending', nCount: 4 },
        { type: 'responsibility', ...duty, status: 'rejected' },
      ],
    })
    expect(counts(answer)).toEqual([1, 0, 1, 0])
    expect(await items()).toMatchObject([{ status: 'pending', hidden: false, n_count: 4, approved_by: null }])
    expect(await items('responsibilities')).toMatchObject([{ status: 'rejected', hidden: true, n_count: 1 }])
  })

  test('updates what the agent has already: approved and shown again, n-count if given', async () => {
    const { body } = await tenant.post('/beliefs', { agentId, ...belief, nCount: 2 })
    await tenant.patch(`/beliefs/${body.id}`, { status: 'rejected' })
    expect(counts(await apply({ beliefs: [{ ...belief, statement: ' The  sea is patient ' }] }))).toEqual([0, 1, 0, 0])
    expect(await items()).toMatchObject([{ id: body.id, status: 'approved', hidden: false, n_count: 2 }])
    expect(counts(await apply({ items: [{ type: 'belief', ...belief, n_count: 7 }] }))).toEqual([0, 1, 0, 0])
    expect(await items()).toMatchObject([{ id: body.id, n_count: 7 }])
  })

  test('takes equal ones for one, and the same words in another category for another', async () => {
    const other = { ...belief, category: 'principle' }
    expect(counts(await apply({ beliefs: [belief, belief, other] }))).toEqual([2, 0, 0, 0])
  })

  test.each([
    [{}],
    [{ beliefs: [], responsibilities: [], items: [] }],
    [{ beliefs: [{ category: 'ownership', statement: 'x' }] }],
    [{ beliefs: [{ category: 'axiom', statement: ' ' }] }],
    [{ beliefs: [{ category: 'axiom' }] }],
    [{ items: [{ category: 'axiom', statement: 'x' }] }],
    [{ items: [{ type: 'belief', category: 'ownership', statement: 'x' }] }],
    [{ items: [{ type: 'belief', category: 'axiom', statement: 'x', nCount: 0 }] }],
    [{ beliefs: Array.from({ length: 101 }, (_, at) => ({ category: 'axiom', statement: `Number ${at}` })) }],
  ])('%j is 400 and changes nothing', async (body) => {
    const { status, body: answer } = await apply(body)
    expect([status, Object.keys(answer)]).toEqual([400, ['error']])
    expect(await items()).toEqual([])
  })

  test('does all or nothing', async () => {
    const answer = await apply({ beliefs: [belief, { category: 'axiom', statement: 'x'.repeat(4001) }] })
    expect(answer.status).toBe(400)
    expect(await items()).toEqual([])
  })

  test('twenty at once make each item once and end', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const statements = Array.from({ length: 10 }, (_, n) => `Statement ${(n * 7 + at) % 10}`)
        return apply({ beliefs: statements.map((statement) => ({ category: 'axiom', statement })) })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await items()).toHaveLength(10)
    expect(answers.reduce((sum, { body }) => sum + body.beliefsCreated, 0)).toBe(10)
  })

  test('404 for a foreign agent as for a missing one', async () => {
    const stranger = await service.register()
    const foreign = await apply({ agentId: await stranger.agent(), beliefs: [belief] })
    const missing = await apply({ agentId: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11', beliefs: [belief] })
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  })
})
