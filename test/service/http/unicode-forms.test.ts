import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Texts with separate accents (NFD), as macOS and PDF files have them, and with combined ones (NFC). */

let service: Service
let person: Person
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  person = await newPerson(service)
  tenant = person.tenant
})
afterAll(() => service.stop())

const words: [language: string, text: string][] = [
  ['German', 'Prüfe die Länge'],
  ['Vietnamese', 'Trả lời ngắn gọn bằng tiếng Việt'],
  ['Korean', '항상 먼저 확인한다'],
  ['Greek', 'Γράφω πάντα σύντομα'],
  ['Japanese', 'ガイドを読んでから書く'],
  ['Hindi', 'हमेशा ज़रूर पढ़ें'],
  ['a sign with one form', 'Measure every length in \u212b and \u2126'],
]

describe.each(words)('a text in %s is the same in both forms', (_language, text) => {
  const composed = text.normalize('NFC')
  const decomposed = text.normalize('NFD')
  const hidden = decomposed.replace(/\p{M}/u, '\u200b$&')
  const forms = [decomposed, hidden, text, composed]

  test('as a statement of an agent, a group and an organization', async () => {
    const agentId = await tenant.agent()
    const groupId = await tenant.group({ name: `Group ${composed}` })
    for (const [path, more] of [
      ['/beliefs', { agentId }],
      [`/groups/${groupId}/beliefs`, {}],
      [`/organizations/${tenant.orgId}/beliefs`, {}],
    ] as const) {
      const answers = []
      for (const statement of forms)
        answers.push(await tenant.post(path, { ...more, category: 'principle', statement }))
      expect(answers.map(({ status }) => status)).toEqual([201, 409, 409, 409])
      expect(answers[0]!.body.statement).toBe(composed)
    }
    const bulk = forms.map((statement) => ({ category: 'voice', statement }))
    expect((await tenant.post('/beliefs/bulk', { agentId, beliefs: bulk })).body).toMatchObject({ created: 1 })
  })

  test('as a name, title, label or description', async () => {
    for (const [path, field, more] of [
      ['/agents', 'name', {}],
      ['/agents', 'description', { name: 'Ada' }],
      ['/agents', 'jobTitle', { name: 'Ada' }],
      ['/groups', 'description', { name: 'Platform' }],
      ['/models', 'name', { provider: 'p', modelId: composed }],
    ] as const) {
      const { status, body } = await tenant.post(path, { ...more, [field]: decomposed })
      expect([status, body[field === 'jobTitle' ? 'job_title' : field]]).toEqual([201, composed])
    }
    const agent = await tenant.agent()
    expect((await tenant.patch(`/agents/${agent}`, { name: hidden })).body.name).toBe(composed)
    const { body } = await tenant.post(`/agents/${agent}/snapshots`, { label: decomposed })
    expect(body.snapshot.label).toBe(composed)
    expect((await tenant.patch(`/agents/${agent}`, { identityMarkers: [decomposed] })).body.identity_markers).toEqual([
      composed,
    ])
    const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { label: decomposed })).body
    expect(key).toMatch(/^ais_/)
  })

  test('for a search, whichever form is searched', async () => {
    const name = `${composed} ${crypto.randomUUID().slice(0, 4)}`
    const id = await tenant.agent({ name: name.normalize('NFD') })
    for (const form of ['NFC', 'NFD'] as const) {
      const { body } = await tenant.get(`/search?q=${encodeURIComponent(name.normalize(form))}`)
      expect(JSON.stringify(body)).toContain(id)
    }
  })

  test('in an export that comes back with separate accents: nothing changes', async () => {
    const agentId = await tenant.agent({ name: composed })
    await tenant.post('/beliefs', { agentId, category: 'principle', statement: composed })
    await tenant.post('/responsibilities', { agentId, category: 'ownership', statement: composed })
    const { body } = await tenant.get(`/agents/${agentId}/export?format=agents_md&report=true`)
    const files = body.files.map(({ path, content }: any) => ({ path, content: content.normalize('NFD') }))
    const back = await tenant.post(`/agents/${agentId}/import`, { files })
    expect([back.status, back.body.changes]).toEqual([200, []])
    const content = `- ${decomposed}\n- Never push to main\n`
    const rules = JSON.stringify((await tenant.post(`/agents/${agentId}/import-claude-md`, { content })).body)
    expect(rules).toContain('Never push to main')
    expect(rules.normalize('NFC')).toBe(rules)
  })

  test('in a rule, a report and published talk', async () => {
    const agentId = await tenant.agent()
    const report = await tenant.post('/observations', {
      agentId,
      content: decomposed,
      kind: 'belief',
      category: 'voice',
    })
    expect(report.status).toBe(201)
    const { data } = (await tenant.get(`/content-items?agentId=${agentId}`)).body
    expect(data[0].content).toBe(composed)
    const talk = (
      await tenant.post('/conversations', { title: decomposed, participants: [{ participantType: 'agent', agentId }] })
    ).body
    expect(talk.title).toBe(composed)
    const message = { participantId: talk.participants[0].id, content: decomposed }
    const sent = await tenant.post(`/conversations/${talk.id}/messages`, message)
    expect(sent.status).toBe(201)
    const { messages } = (await tenant.get(`/conversations/${talk.id}`)).body
    expect(messages[0].content).toBe(decomposed)
    const published = await tenant.post(`/conversations/${talk.id}/publish`, { agentId })
    expect(JSON.stringify(published.body)).toContain(composed)
  })
})

test('a password is left as it is', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'prüfe die Länge'
  const { status } = await service.call('POST', '/register', { email, password: password.normalize('NFD') })
  expect(status).toBe(201)
  const login = (password: string) => service.call('POST', '/auth/login', { email, password })
  expect((await login(password.normalize('NFC'))).status).toBe(401)
  expect((await login(password.normalize('NFD'))).status).toBe(200)
})
