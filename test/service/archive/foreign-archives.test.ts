import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { furnish, furnishWithTalk } from '../../support/furnish.ts'
import {
  exportArchive,
  importArchive,
  pack,
  recordsIn,
  type Unpacked,
  unpack,
  withRecords,
} from '../../support/organization-archive.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'
import { zipOf } from '../../support/zip.ts'

/** Files that somebody made or changed, and archives of earlier versions. */

let service: Service
let owner: Person
let archive: Buffer
let unpacked: Unpacked
const imported: string[] = []

beforeAll(async () => {
  service = await startService()
  owner = await newPerson(service, { orgName: 'Acme' })
  const { agent } = await furnish(service, owner.tenant)
  await furnishWithTalk(service, owner.tenant, agent)
  await owner.tenant.get(`/agents/${agent}/prompt`)
  const config = { feedUrl: 'https://blog.example.com/feed.xml' }
  await owner.tenant.post('/content-sources', { agentId: agent, platform: 'rss', config })
  archive = await exportArchive(service, owner, owner.tenant.slug)
  unpacked = await unpack(archive)
})
afterAll(() => service.stop(imported))

async function importInto(person: Person, content: Buffer): Promise<{ id: string; slug: string }> {
  const { status, body } = await importArchive(person, content)
  expect([status, body.error]).toEqual([201, undefined])
  imported.push(body.organization.id)
  return body.organization
}

describe('a file that is no archive', () => {
  const changeManifest = (changes: object) => pack({ ...unpacked, manifest: { ...unpacked.manifest, ...changes } })
  const change = (path: string, values: object) => {
    const [first, ...rest] = recordsIn(unpacked, path)
    return withRecords(unpacked, path, [{ ...first, ...values }, ...rest])
  }
  const cases: [string, RegExp, () => Promise<Buffer> | Buffer][] = [
    ['text', /complete ZIP archive/, () => Buffer.from('no archive')],
    ['cut off', /complete ZIP archive/, () => archive.subarray(0, archive.length - 200)],
    ['of another kind', /archive of an organization/, () => zipOf({ a: 'b' })],
    ['newer', /version 2 of the format/, () => changeManifest({ format: 'agent-identity-service organization 2' })],
    ['without an organization', /incomplete manifest/, () => changeManifest({ organization: null })],
    ['with a head of nonsense', /incomplete manifest/, () => changeManifest({ audit_head: { seq: 'x' } })],
    ['with a broken line', /no record in line 1 of agents/, () => withText('agents.ndjson', '{\n')],
    ['with a deep line', /no record in line 1 of agents/, () => withText('agents.ndjson', `${'['.repeat(100)}\n`)],
    ['with a foreign field', /unknown field password/, () => change('agents.ndjson', { password: 'x' })],
    ['with a zero character', /invalid name in line 1 of agents/, () => change('agents.ndjson', { name: 'a\0' })],
    ['with half a pair', /invalid name/, () => change('agents.ndjson', { name: '\ud800' })],
    ['with a wrong type', /invalid starred in line 1 of items/, () => change('items.ndjson', { starred: 1 })],
    ['with a number out of range', /invalid n_count/, () => change('items.ndjson', { n_count: 1e12 })],
    ['with a wrong word', /invalid status/, () => change('items.ndjson', { status: 'sure' })],
    ['with a script as address', /invalid avatar_url/, () => change('agents.ndjson', { avatar_url: 'javascript:1' })],
    [
      'with hidden text in a version',
      /invalid prompt/,
      () => change('prompt-versions.ndjson', { prompt: 'a\u{e0041}' }),
    ],
    ['with zeros in metadata', /invalid metadata/, () => change('messages.ndjson', { metadata: { a: '\0' } })],
    [
      'with a private source',
      /source that cannot be imported/,
      () => change('content-sources.ndjson', { config: { feed_url: 'http://127.0.0.1/x' } }),
    ],
    [
      'with a source of nonsense',
      /source that cannot be imported/,
      () => change('content-sources.ndjson', { config: { feed_url: 7 } }),
    ],
    ['with a missing group', /contradict each other/, () => change('agents.ndjson', { group_id: crypto.randomUUID() })],
    [
      'with an item twice',
      /contradict each other/,
      () =>
        withRecords(unpacked, 'items.ndjson', [
          ...recordsIn(unpacked, 'items.ndjson'),
          recordsIn(unpacked, 'items.ndjson')[0]!,
        ]),
    ],
    [
      'with less than a record',
      /contradict each other/,
      () => withRecords(unpacked, 'groups.ndjson', [{ id: crypto.randomUUID() }]),
    ],
    [
      'changed',
      /another items.ndjson than its manifest/,
      () =>
        zipOf({
          ...unpacked.files,
          'items.ndjson': '',
          'manifest.json': JSON.stringify(unpacked.manifest),
        }),
    ],
    ['that unpacks to much', /unpacks to more than 100 times/, () => withText('messages.ndjson', '{}\n'.repeat(3e6))],
  ]
  const withText = (path: string, text: string) => pack({ ...unpacked, files: { ...unpacked.files, [path]: text } })

  test.each(cases)('%s is refused, and leaves nothing', async (_name, sentence, make) => {
    const count = async () =>
      (
        await service.deps.db
          .selectFrom('organizations')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    const before = await count()
    const { status, body } = await importArchive(owner, await make())
    expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)])
    expect(body.error).toMatch(/^file /)
    expect(await count()).toBe(before)
  })

  test('is taken with older records, which lack fields that came later', async () => {
    const records = recordsIn(unpacked, 'items.ndjson').map(({ needs_wording, approved_at, ...record }) => record)
    const old = await withRecords(unpacked, 'items.ndjson', records)
    const { status, body } = await importArchive(owner, old)
    expect([status, body.error]).toEqual([201, undefined])
    imported.push(body.organization.id)
  })

  test('gets statements without invisible characters and secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const [first, ...rest] = recordsIn(unpacked, 'items.ndjson')
    const { slug } = await importInto(
      owner,
      await withRecords(unpacked, 'items.ndjson', [{ ...first, statement: `Use\u{e0041} ${secret} daily` }, ...rest]),
    )
    const { files } = await unpack(await exportArchive(service, owner, slug))
    expect(files['items.ndjson']).toContain('Use [redacted] daily')
  })
})
