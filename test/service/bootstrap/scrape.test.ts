import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FakeGitHub } from '../../fakes/github.ts'
import { type Bootstrap, commit, cook, definition, pilot, repository, startBootstrap } from '../../support/bootstrap.ts'
import type { Service, Tenant } from '../../support/service.ts'

/** POST /bootstrap/scrape (behavior: Templates). */

let world: Bootstrap
let github: FakeGitHub
let service: Service
let tenant: Tenant
beforeAll(async () => {
  world = await startBootstrap()
  ;({ github, service } = world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.clear()
  tenant = await service.register()
})

const scrape = (body?: object) => world.scrape(tenant, body)
const recommend = (agentId: string) => world.recommend(tenant, agentId)
const templates = () => service.deps.db.selectFrom('templates').selectAll().orderBy('path').execute()

describe('POST /bootstrap/scrape', () => {
  test('makes templates of a repository, with its license, and answers with counts', async () => {
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
      expect([status, Object.keys(answer)]).toEqual([400, ['error', 'code']])
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

  test('counts a copy of a text as created, and names the repository that brought it first', async () => {
    github.repositories.set('tide/more', repository({ 'agents/pilot.md': pilot }, { default_branch: 'next' }))
    github.repositories.set('tide/agents', repository({ 'agents/copy.md': pilot }))
    expect(await scrape({ owner: 'tide', repo: 'more' })).toMatchObject({ templates_created: 1 })
    expect(await scrape()).toMatchObject({ templates_created: 1, templates_skipped: 0 })
    const { responsibilities } = await recommend(await tenant.agent({ jobTitle: 'Harbor pilot' }))
    expect(responsibilities[0]!.source).toBe('tide/more:agents/pilot.md')
    expect(responsibilities.some(({ source }) => source.startsWith('tide/agents:'))).toBe(false)
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

  test('reads a repository without a license only when it is named', async () => {
    const { license, ...unlicensed } = repository({ 'agents/pilot.md': pilot })
    github.repositories.set('tide/agents', unlicensed)
    const all = await scrape({})
    expect(all).toMatchObject({ repos_scraped: 0, templates_created: 0 })
    expect(all.errors[0]).toMatchObject({
      repository: 'tide/agents',
      path: null,
      reason: expect.stringMatching(/license/),
    })
    expect(await scrape()).toMatchObject({ repos_scraped: 1, templates_created: 1 })
  })

  test('takes the license from its file where GitHub names none', async () => {
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

  test('reads at most 20 repositories for an organization, and those again; 400 beyond', async () => {
    const read = (at: number, by = tenant) => by.post('/bootstrap/scrape', { owner: 'drift', repo: `cooks-${at}` })
    for (let at = 1; at <= 21; at++) {
      github.repositories.set(`drift/cooks-${at}`, repository({ 'agents/pilot.md': pilot }))
      const { status, body } = await read(at)
      expect([at, status]).toEqual([at, at <= 20 ? 200 : 400])
      if (at > 20) expect(body.error).toMatch(/at most 20 repositories.*BOOTSTRAP_REPOSITORIES/)
    }
    expect((await read(1)).status).toBe(200)
    expect((await read(21, await service.register())).status).toBe(200)
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
    world.broken = 'fish'
    github.repositories.set('tide/agents', repository({ 'agents/cook.md': cook, 'agents/pilot.md': pilot }))
    const { errors, ...counts } = await scrape()
    expect(counts).toMatchObject({ repos_scraped: 1, templates_created: 1 })
    expect(errors).toEqual([{ repository: 'tide/agents', path: 'agents/cook.md', reason: expect.any(String) }])
    expect(errors[0].reason).not.toContain('nobody foresaw')
    world.broken = undefined
    expect(await scrape()).toMatchObject({ templates_created: 1, errors: [] })
  })
})
