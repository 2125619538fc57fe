import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivedTableNames, fileOf } from '#core/domain/archive/tables.ts'
import { removeAbandonedImports } from '../../../server/features/archive/import.ts'
import { discover } from '../../support/discovery.ts'
import { furnish, furnishWithTalk } from '../../support/furnish.ts'
import {
  exportArchive,
  importArchive,
  pack,
  recordsIn,
  type Unpacked,
  unpack,
} from '../../support/organization-archive.ts'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** Export and import of an organization, within an engine and, in the project postgres, to the other one and back. */

let service: Service
let elsewhere: Service
let owner: Person
let guest: Person
let archive: Buffer
let unpacked: Unpacked
const imported: string[] = []

beforeAll(async () => {
  service = await startService()
  elsewhere = await startService({ DATABASE_URL: '' })
  owner = await newPerson(service, { orgName: 'Acme' })
  guest = await newPerson(elsewhere)
  const { tenant } = owner
  const { agent, grace } = await furnish(service, tenant)
  await furnishWithTalk(service, tenant, agent)
  const [shared] = (await tenant.get(`/organizations/${tenant.slug}/beliefs`)).body.data
  await tenant.post(`/agents/${grace}/overrides`, { sourceType: 'org_belief', sourceId: shared.id })
  for (const id of await agentIds(owner)) await tenant.get(`/agents/${id}/prompt`)
  await tenant.put(`/agents/${agent}/labels/production`, { version: 'live', reason: 'Reviewed' })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Say it once' })
  await tenant.patch(`/organizations/${tenant.slug}`, { autoDedup: true, protectedLabels: ['production'] })
  await tenant.post('/content-sources', {
    agentId: agent,
    platform: 'rss',
    config: { feedUrl: 'https://blog.example.com/feed.xml' },
  })
  // Reading stores the last texts as versions, which the archive then has.
  await prompts(owner, tenant.slug)
  archive = await exportArchive(service, owner, tenant.slug)
  unpacked = await unpack(archive)
})
afterAll(async () => {
  await service.stop(imported)
  await elsewhere.stop(imported)
})

const agentIds = async ({ get }: Person, slug?: string): Promise<string[]> => {
  const { body } = await get(`/agents?limit=100${slug ? `&orgSlug=${slug}` : `&orgId=${owner.tenant.orgId}`}`)
  return body.data.map(({ id }: { id: string }) => id)
}

async function importInto(person: Person, content: Buffer): Promise<{ id: string; slug: string }> {
  const { status, body } = await importArchive(person, content)
  expect([status, body.error]).toEqual([201, undefined])
  imported.push(body.organization.id)
  return body.organization
}

async function prompts(person: Person, slug: string): Promise<Record<string, string>> {
  const { body } = await person.get(`/agents?limit=100&orgSlug=${slug}`)
  const texts: Record<string, string> = {}
  for (const { id, slug: name } of body.data) {
    texts[name] = (await person.get(`/agents/${id}/prompt`)).text
    texts[`${name} live`] = (await person.get(`/agents/${id}/prompt`)).headers['x-prompt-version']!
    texts[`${name} production`] = (await person.get(`/agents/${id}/prompt?label=production`)).text
  }
  return texts
}

/** Records without their ids, which an import replaces. */
const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const withoutIds = ({ files }: Unpacked) => {
  const { 'audit-log.ndjson': _log, 'members.ndjson': _members, ...records } = files
  return Object.fromEntries(Object.entries(records).map(([path, text]) => [path, text.replace(idPattern, 'id')]))
}

describe('an exported organization', () => {
  test('is described by its manifest', async () => {
    const { body: verified } = await owner.get(`/organizations/${owner.tenant.slug}/audit-log/verify`)
    expect(unpacked.manifest).toMatchObject({
      format: 'agent-identity-service organization 1',
      organization: { id: owner.tenant.orgId, name: 'Acme', slug: owner.tenant.slug },
      audit_head: verified.head,
    })
    const { files } = JSON.parse(JSON.stringify(unpacked.manifest))
    expect((await unpack(await pack(unpacked))).manifest.files).toEqual(files)
    expect(recordsIn(unpacked, 'audit-log.ndjson')).toHaveLength(verified.entries)
  })

  test('has each table of its records, and few of them are empty', () => {
    const counts = Object.fromEntries(unpacked.manifest.files.map(({ path, records }) => [path, records]))
    for (const table of archivedTableNames) expect(counts).toHaveProperty([fileOf(table)])
    const empty = archivedTableNames.filter((table) => counts[fileOf(table)] === 0)
    expect(empty).toEqual(
      ['avatars', 'item_lineage', 'prompt_outcomes', 'agent_models', 'decisions', 'change_request_comments'].filter(
        (table) => empty.includes(table as never),
      ),
    )
  })

  test('is the same in the next service, prompts byte for byte, and after another way back', async () => {
    const before = await prompts(owner, owner.tenant.slug)
    expect(Object.keys(before).length).toBeGreaterThan(8)
    const { slug } = await importInto(guest, archive)
    expect(await prompts(guest, slug)).toEqual(before)
    const second = await exportArchive(elsewhere, guest, slug)
    expect(withoutIds(await unpack(second))).toEqual(withoutIds(unpacked))
    const back = await importInto(owner, second)
    expect(await prompts(owner, back.slug)).toEqual(before)
    expect(withoutIds(await unpack(await exportArchive(service, owner, back.slug)))).toEqual(withoutIds(unpacked))
  })

  test('comes with new ids, a slug that is free, one owner, and a log that names the archive', async () => {
    const { id, slug } = await importInto(owner, archive)
    expect(slug).toMatch(new RegExp(`^${owner.tenant.slug}-[0-9a-f]{8}$`))
    const again = await unpack(await exportArchive(service, owner, slug))
    const idsOf = ({ files }: Unpacked) =>
      new Set(['groups', 'agents', 'items', 'messages'].flatMap((name) => files[`${name}.ndjson`]!.match(idPattern)!))
    expect(idsOf(again).size).toBe(idsOf(unpacked).size)
    expect(idsOf(again).intersection(idsOf(unpacked)).size).toBe(0)
    expect((await owner.get(`/organizations/${id}/members`)).body.data).toMatchObject([{ role: 'owner' }])
    const { body: log } = await owner.get(`/organizations/${id}/audit-log`)
    expect(log.data).toMatchObject([
      {
        seq: 1,
        action: 'organization.import',
        actor: { id: owner.tenant.userId },
        after: { from: unpacked.manifest.organization, audit_head: unpacked.manifest.audit_head },
      },
    ])
    expect((await owner.get(`/organizations/${id}/audit-log/verify`)).body.valid).toBe(true)
  })

  test('has sources that are off, and works: it is searched, discovered and changed', async () => {
    const { slug } = await importInto(owner, archive)
    const { body: sources } = await owner.get(`/content-sources?orgSlug=${slug}`)
    expect(sources).toMatchObject([{ enabled: false, platform: 'rss' }])
    expect((await owner.get(`/search?orgSlug=${slug}&q=release`)).text).toContain('Watch every release')
    const agents = (await owner.get(`/agents?limit=100&orgSlug=${slug}`)).body.data
    const ada = agents.find(({ name }: { name: string }) => name === 'Ada')
    const job = await discover(service, owner as never, ada.id)
    expect(job).toMatchObject({ status: 'completed' })
    const { body: requests } = await owner.get(`/change-requests?orgSlug=${slug}&status=open`)
    expect((await owner.post(`/change-requests/${requests.data[0].id}/merge`)).status).toBe(200)
    expect((await owner.get(`/agents/${ada.id}/prompt`)).text).toContain('Never release without a way back')
  })
})

describe('access', () => {
  test('is for owners and for keys with full access', async () => {
    const { tenant } = owner
    const path = `/organizations/${tenant.slug}/export`
    const member = await newPerson(service)
    await join(owner, member)
    expect((await member.get(path)).status).toBe(401)
    const foreign = await (await newPerson(service)).get(path)
    const random = await owner.get(`/organizations/${crypto.randomUUID()}/export`)
    expect([foreign.status, foreign.body]).toEqual([random.status, random.body])
    expect(foreign.status).toBe(404)
    expect((await tenant.get(path)).status).toBe(200)
    const { body: key } = await owner.post(`/organizations/${tenant.slug}/api-keys`, { access: 'write' })
    expect((await service.call('GET', path, undefined, { authorization: `Bearer ${key.key}` })).status).toBe(401)
  })

  test('secrets stand in no archive', async () => {
    const { tenant } = owner
    const { body: hook } = await owner.post(`/organizations/${tenant.slug}/webhooks`, {
      url: 'https://hooks.example.com/x',
      events: ['prompt.changed'],
    })
    const { files } = await unpack(await exportArchive(service, owner, tenant.slug))
    const texts = Object.values(files).join('')
    for (const secret of [hook.secret, tenant.key, owner.password, owner.cookie.split('=')[1]!])
      expect(texts).not.toContain(secret)
  })
})

test('an import whose process died is invisible, and removed later', async () => {
  const id = crypto.randomUUID()
  const hour = 3_600_000
  const importing_since = new Date(service.deps.now().getTime() - 3 * hour).toISOString()
  const values = { id, name: 'Half', slug: 'half', created_at: importing_since, importing_since }
  await service.deps.db.insertInto('organizations').values(values).execute()
  expect((await owner.get(`/organizations/${id}/summary`)).status).toBe(404)
  const find = () => service.deps.db.selectFrom('organizations').select('id').where('id', '=', id).execute()
  await removeAbandonedImports(service.deps.db, new Date(service.deps.now().getTime() - 2 * hour))
  expect(await find()).toHaveLength(1)
  await removeAbandonedImports(service.deps.db, service.deps.now())
  expect(await find()).toHaveLength(0)
})
