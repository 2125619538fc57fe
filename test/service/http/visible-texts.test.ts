import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { propertiesOf, type Schema, valueReader, visibleOnly } from '../../../server/http/requests/key-case.ts'
import {
  inlined,
  newWorld,
  type Operation,
  readDescription,
  readOperations,
  type World,
} from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let world: World
let operations: Operation[]
beforeAll(async () => {
  service = await startService()
  world = await newWorld(service)
  operations = await readOperations(service)
})
afterAll(() => service.stop())

/** All of it is invisible: a bell, a direction override, an isolate, a zero-width space, a tag. */
const unseen = '\u0007\u202e\u2066\u200b\u{e0041}'

describe('what people write', () => {
  /** Texts that are stored or compared literally, with the reason. */
  const toTheLetter: Record<string, string> = {
    content: 'of messages, which are stored as they were sent, and of files',
    rawText: 'of transcripts, whose words become messages',
    template: 'a file, whose other parts are kept',
    context: 'is compared and not stored',
    path: 'of a file, and not stored',
    filename: 'is compared and not stored',
    file: 'an archive',
    password: 'a secret',
    current_password: 'a secret',
    apiKey: 'a secret',
    apiSecret: 'a secret',
    accessToken: 'a secret',
    accessTokenSecret: 'a secret',
    orgId: 'an id or a slug',
    orgSlug: 'a slug',
    confirmSlug: 'a slug, and compared',
    since: 'a date, and parsed',
    email: 'is looked up',
  }

  test('loses what cannot be seen, in every body, but for what is named here', async () => {
    const kept = new Set<string>()
    const { paths } = inlined(await readDescription(service))
    const look = (schema: any, name: string): void => {
      if (schema === null || typeof schema !== 'object') return
      for (const [key, property] of Object.entries<any>(schema.properties ?? {})) look(property, key)
      for (const alternative of schema.anyOf ?? []) look(alternative, name)
      if (schema.items) look(schema.items, name)
      const isFree =
        [schema.type].flat().includes('string') && !schema.enum && !schema.format && !/^\^/.test(schema.pattern ?? '')
      if (isFree && !schema['x-visible-only']) kept.add(name)
    }
    for (const { method, path } of operations) {
      for (const { schema } of Object.values<any>(paths[path][method.toLowerCase()].requestBody?.content ?? {}))
        look(schema, '')
    }
    expect([...kept].filter((name) => !(name in toTheLetter))).toEqual([])
    expect(kept.size).toBeGreaterThan(5)
  })

  test('a comment is stored without it', async () => {
    const { tenant } = world.person
    const path = `/change-requests/${world.ids.changeRequestId}`
    const { status, body } = await tenant.post(`${path}/comments`, { text: `Roll${unseen} back\vfirst\n👩‍💻` })
    expect([status, body.text]).toEqual([201, 'Roll back\nfirst\n👩‍💻'])
    expect((await tenant.get(path)).body.comments.at(-1).text).toBe(body.text)
    const empty = await tenant.post(`${path}/comments`, { text: unseen })
    expect([empty.status, empty.body.error]).toEqual([400, 'text must not be empty'])
  })
})

test('a line end of any kind is a space in names, titles, labels and statements', async () => {
  const { tenant } = world.person
  const { agentId } = world.ids
  const words = 'One\vtwo\fthree\u2028four\u2029five\u0085six\x1cseven\x1fnine\r\nten'
  const line = 'One two three four five six seven nine ten'
  const change = { op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement: `${words} eleven` }
  const posted = async (path: string, body: object) => {
    const answer = await tenant.post(path, body)
    expect([path, answer.status, answer.body.error]).toEqual([path, 201, undefined])
    return answer.body
  }
  const agent = await posted('/agents', { name: words, jobTitle: words, identityMarkers: [words] })
  expect([agent.name, agent.job_title, agent.identity_markers]).toEqual([line, line, [line]])
  expect((await posted('/groups', { name: words })).name).toBe(line)
  expect((await posted('/conversations', { title: words, participants: [] })).title).toBe(line)
  expect((await posted('/change-requests', { title: words, changes: [change] })).title).toBe(line)
  expect((await posted(`/agents/${agentId}/snapshots`, { label: words })).snapshot.label).toBe(line)
  expect((await posted('/beliefs', { agentId, category: 'axiom', statement: words })).statement).toBe(line)
  expect((await tenant.get(`/agents/${agentId}/resolved-identity`)).text).toContain(line)
})

test.each(['', ' ', '\n\v\f', '\u2028', '\u2800', unseen, ` ${unseen}\u3164`])(
  'a name, title or label of %j is a 400 that names it',
  async (nothing) => {
    const { person, ids } = world
    const { tenant } = person
    const { agentId, orgId, sessionId } = ids
    const change = { op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement: 'Three' }
    const transcript = { rawText: 'Pat: Hi\nAda: Hello', agentName: 'Ada' }
    const source = { agentId, platform: 'rss', config: { feedUrl: 'https://blog.example.com/feed.xml' } }
    const x = { xUsername: 'ada', xUserId: '1', apiKey: 'k', apiSecret: 's', accessToken: 't', accessTokenSecret: 'u' }
    const answers = [
      ['title', await tenant.post('/change-requests', { title: nothing, changes: [change] })],
      ['title', await tenant.post('/conversations', { title: nothing, participants: [] })],
      ['title', await tenant.patch(`/conversations/${sessionId}`, { title: nothing })],
      ['title', await tenant.post('/conversations/format', { ...transcript, title: nothing })],
      ['label', await tenant.post(`/agents/${agentId}/snapshots`, { label: nothing })],
      ['label', await tenant.post('/x-connections', { ...x, label: nothing })],
      ['label', await person.post(`/organizations/${orgId}/api-keys`, { label: nothing })],
      ['name', await tenant.post('/content-sources', { ...source, name: nothing })],
      ['name', await tenant.patch(`/agents/${agentId}`, { name: nothing })],
      ['sourceQuote', await tenant.post('/observations', { agentId, content: 'Seen', sourceQuote: nothing })],
    ] as const
    for (const [field, { status, body }] of answers)
      expect([field, status, body.error]).toEqual([field, 400, `${field} must not be empty`])
    expect((await tenant.patch(`/conversations/${sessionId}`, { title: null })).body.title).toBeNull()
  },
)

describe('a text of blanks or invisible characters alone', () => {
  const blanks = [' ', '\n\t ', '\u2800', unseen, ` ${unseen}\u3164`]

  test('is an empty one in every field that may be empty', async () => {
    const { paths } = inlined(await readDescription(service))
    const fields = new Set<string>()
    for (const { method, path } of operations) {
      const content = paths[path][method.toLowerCase()].requestBody?.content ?? {}
      for (const { schema } of Object.values<any>(content)) {
        const read = valueReader(schema)
        for (const [name, field] of Object.entries<Schema>(propertiesOf(schema) ?? {})) {
          if (!field[visibleOnly] || field.minLength) continue
          fields.add(name)
          for (const nothing of blanks) expect([name, read({ [name]: nothing })]).toEqual([name, { [name]: '' }])
        }
      }
    }
    expect([...fields]).toEqual(expect.arrayContaining(['description', 'jobTitle', 'location', 'timezone', 'reason']))
  })

  test.each(blanks)('is stored as an empty one: %j', async (nothing) => {
    const { tenant } = world.person
    const created = async (path: string, body: object) => {
      const answer = await tenant.post(path, body)
      expect([path, answer.status, answer.body.error]).toEqual([path, 201, undefined])
      return answer.body
    }
    const profile = { description: nothing, jobTitle: nothing, location: nothing }
    const empty = { description: '', job_title: '', location: '' }
    const agent = await created('/agents', { name: 'Ada', ...profile })
    expect(agent).toMatchObject(empty)
    await tenant.patch(`/agents/${agent.id}`, { jobTitle: 'Engineer', location: 'Berlin' })
    expect((await tenant.patch(`/agents/${agent.id}`, profile)).body).toMatchObject(empty)
    expect((await created('/groups', { name: 'Group', description: nothing })).description).toBe('')
    expect((await tenant.get(`/agents/${agent.id}/prompt`)).text).not.toMatch(/\u2800|[^\S\n]{3}/)
  })

  test('says so where a text must not be empty', async () => {
    const { tenant } = world.person
    const answer = await tenant.post('/beliefs', { agentId: world.ids.agentId, category: 'axiom', statement: ' ' })
    expect(answer.status).toBe(400)
  })
})
