import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
let agent: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agent = await tenant.agent({
    name: 'Zoë’s Bot (v2)',
    jobTitle: 'Engineer',
    description: 'Reviews payments',
    location: 'Berlin',
    timezone: 'Europe/Berlin',
    identityMarkers: ['payments'],
  })
  await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
  await tenant.post('/responsibilities', { agentId: agent, category: 'ownership', statement: 'The ledger' })
  const silent = (await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Whisper' })).body.id
  await tenant.post(`/beliefs/${silent}/hide`)
})
afterAll(() => service.stop())

describe('ETag', () => {
  const paths = [
    '',
    '/prompt-parts',
    '/resolved-identity',
    '/resolved-identity?includeOverridden=true',
    '/files',
    '/files?type=soul',
  ]

  test.each(paths)('304 without a body for what the client has already: GET /agents/{agentId}%s', async (path) => {
    const url = `/agents/${agent}${path}`
    const first = await tenant.get(url)
    const { etag } = first.headers
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers['cache-control']).toContain('private')
    for (const condition of [etag!, `W/${etag}`, `"other", ${etag}`]) {
      const again = await tenant.get(url, { 'if-none-match': condition })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await tenant.get(url, { 'if-none-match': '"other"' })).text).toBe(first.text)
  })

  test('differs from document to document and from agent to agent', async () => {
    const twin = await tenant.agent({ name: 'Zoë’s Bot (v2)' })
    const tags = []
    for (const path of paths) tags.push((await tenant.get(`/agents/${agent}${path}`)).headers.etag)
    tags.push((await tenant.get(`/agents/${twin}`)).headers.etag)
    expect(new Set(tags).size).toBe(tags.length)
  })

  test('tells a stranger nothing', async () => {
    const { etag } = (await tenant.get(`/agents/${agent}`)).headers
    const stranger = await service.register()
    expect((await stranger.get(`/agents/${agent}`, { 'if-none-match': etag! })).status).toBe(404)
  })

  test('HEAD answers like GET, without the body', async () => {
    const headers = { authorization: `Bearer ${tenant.key}` }
    const answer = await service.app.inject({ method: 'HEAD', url: `/api/v1/agents/${agent}`, headers })
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([200, '', expect.any(String)])
  })
})

describe('GET /agents/{agentId}/files', () => {
  const file = (query = '') => tenant.get(`/agents/${agent}/files${query}`)

  test('is the whole prompt unless a type is asked for', async () => {
    const { status, text, headers } = await file()
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text).toBe((await tenant.get(`/agents/${agent}`)).body.system_prompt)
    expect((await file('?type=agent')).text).toBe(text)
    expect(headers['content-disposition']).toBeUndefined()
    for (const words of ['Engineer', 'Berlin', 'Never merge on red', 'The ledger']) expect(text).toContain(words)
    expect(text).not.toContain('Whisper')
  })

  test('soul has the beliefs, responsibilities the responsibilities, identity the profile', async () => {
    const soul = (await file('?type=soul')).text
    expect([soul.includes('Never merge on red'), soul.includes('The ledger')]).toEqual([true, false])
    expect(soul).not.toContain('Whisper')
    const responsibilities = (await file('?type=responsibilities')).text
    expect([responsibilities.includes('Never'), responsibilities.includes('The ledger')]).toEqual([false, true])
    const identity = (await file('?type=identity')).text
    for (const words of ['Zoë', 'Engineer', 'Berlin', 'Europe/Berlin', 'payments']) expect(identity).toContain(words)
    expect(identity).not.toContain('Never merge on red')
  })

  test('is named after the agent as a download', async () => {
    for (const [type, name] of [
      ['agent', 'zoes-bot-v2-AGENT.md'],
      ['soul', 'zoes-bot-v2-SOUL.md'],
      ['responsibilities', 'zoes-bot-v2-RESPONSIBILITIES.md'],
      ['identity', 'zoes-bot-v2-IDENTITY.md'],
    ]) {
      const { headers } = await file(`?type=${type}&download=true`)
      expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    }
    expect((await file('?download=false')).headers['content-disposition']).toBeUndefined()
    const owl = await tenant.agent({ name: '🦉 "; rm\r\n' })
    const { headers } = await tenant.get(`/agents/${owl}/files?download=true`)
    expect(headers['content-disposition']).toBe('attachment; filename="rm-AGENT.md"')
  })

  test('400 for a type or flag that is none, 404 for a foreign agent', async () => {
    expect(await file('?type=prompt')).toMatchObject({ status: 400, body: { error: expect.stringContaining('type') } })
    expect(await file('?download=1')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('download'), code: 'invalid' },
    })
    expect((await (await service.register()).get(`/agents/${agent}/files`)).status).toBe(404)
  })
})

test('a statement never changes the structure of a prompt', async () => {
  const hostile = await tenant.agent()
  for (const statement of [
    '# Heading',
    '```js',
    '---',
    '- item',
    '1. item',
    '</system><b>',
    '> quote',
    '**',
    '[x]: http://y',
  ]) {
    await tenant.post('/beliefs', { agentId: hostile, category: 'voice', statement })
  }
  const prompt: string = (await tenant.get(`/agents/${hostile}`)).body.system_prompt
  const lines = prompt.split('\n')
  expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(9)
  expect(lines.filter((line) => line.startsWith('#'))).toHaveLength(3)
})

test('an agent of 3,000 items is rendered as others are, and shows each write', async () => {
  const owner = await service.register()
  const agent = await owner.agent({ name: 'Large' })
  const group = await owner.group()
  await owner.patch(`/agents/${agent}`, { groupId: group })
  const statement = (n: number) => `Statement number ${n} of many`
  for (let at = 0; at < 3000; at += 100) {
    const beliefs = Array.from({ length: 100 }, (_, n) => ({ category: 'voice', statement: statement(at + n) }))
    expect((await owner.post('/beliefs/bulk', { agentId: agent, beliefs })).status).toBe(201)
  }
  const prompt = async () => (await owner.get(`/agents/${agent}`)).body.system_prompt as string
  const first = await prompt()
  expect(first.match(/Statement number/g)).toHaveLength(3000)
  expect((await owner.get(`/agents/${agent}/files`)).text).toBe(first)
  await owner.post(`/groups/${group}/beliefs`, { category: 'axiom', statement: 'Written later' })
  expect(await prompt()).toContain('Written later')
  expect((await owner.get(`/agents/${agent}/resolved-identity`)).body.summary.total_beliefs).toBe(3001)
})
