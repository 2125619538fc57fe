import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatNames } from '#core/domain/formats/format.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Exports of a version of the prompt, by its label or number. */

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const boundary = (statement: string) => ({ category: 'boundary', statement })
const exported = (agent: string, query: string) => tenant.get(`/agents/${agent}/export?${query}`)
const filesOf = async (agent: string, query: string) => (await exported(agent, `${query}&report=true`)).body.files

/** An agent with statements that Markdown escapes, whose first version is labeled `production`. */
async function labeledAgent() {
  const group = await tenant.group()
  const agent = await tenant.agent({ name: 'Ada *the* first', groupId: group, jobTitle: 'Engineer', location: 'Oslo' })
  const { body: kept } = await tenant.post('/beliefs', { agentId: agent, ...boundary('Never merge on red') })
  const { body: gone } = await tenant.post('/beliefs', {
    agentId: agent,
    ...boundary('Read @docs/style.md and _all_ `!x`'),
  })
  const { body: shared } = await tenant.post(`/groups/${group}/beliefs`, {
    category: 'voice',
    statement: '# Be [brief](x)',
  })
  await tenant.post(`/beliefs/${shared.id}/star`)
  await tenant.post('/responsibilities', { agentId: agent, category: 'ownership', statement: '1. The ledger' })
  await tenant.put(`/agents/${agent}/labels/production`, { version: 'live' })
  return { agent, kept: kept.id as string, gone: gone.id as string }
}

async function changeEverything({ agent, kept, gone }: Awaited<ReturnType<typeof labeledAgent>>) {
  await tenant.patch(`/agents/${agent}`, { name: 'Bo', jobTitle: null, description: 'Reviews', location: 'Rome' })
  await tenant.patch(`/agents/${agent}`, { location: 'Berlin', groupId: null })
  await tenant.patch(`/beliefs/${kept}`, { statement: 'Never merge while tests fail', starred: true })
  await tenant.delete(`/beliefs/${gone}`)
  await tenant.post('/beliefs', { agentId: agent, ...boundary('Added later') })
}

const withVersions = formatNames.filter((format) => format !== 'json')

describe('a labeled version', () => {
  test.each(withVersions)('%s: the files are those of its time, whatever changed since', async (format) => {
    const own = await labeledAgent()
    const { agent } = own
    const before = await filesOf(agent, `format=${format}`)
    const labeled = await filesOf(agent, `format=${format}&label=production`)
    // Some formats have the time of the last change, and so another version.
    const withoutTimes = (files: object) =>
      JSON.stringify(files).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=version=)\d+/g, '')
    expect(withoutTimes(labeled)).toBe(withoutTimes(before))
    await changeEverything(own)
    const now = await filesOf(agent, `format=${format}`)
    expect(now).not.toEqual(before)
    expect(await filesOf(agent, `format=${format}&label=production`)).toEqual(labeled)
    expect(await filesOf(agent, `format=${format}&version=1`)).toEqual(labeled)
    expect(withoutTimes(await filesOf(agent, `format=${format}&label=live`))).toBe(withoutTimes(now))
  })

  test('an edit of its file is compared with that version, and is stale where the item changed since', async () => {
    const own = await labeledAgent()
    await changeEverything(own)
    const [{ path, content }] = await filesOf(own.agent, 'format=claude_md&label=production')
    const send = (text: string) => tenant.post(`/agents/${own.agent}/import`, { files: [{ path, content: text }] })
    expect((await send(content)).body).toMatchObject({ changes: [] })
    const { body } = await send(content.replace('Never merge on red', 'Never merge on any red'))
    expect(body.changes).toMatchObject([{ op: 'edit', id: own.kept, statement: 'Never merge on any red' }])
    const request = (await tenant.get(`/change-requests/${body.change_request_id}`)).body
    expect(request.changes[0].conflict).toBe('stale')
  })
})

test('what cannot be exported says so', async () => {
  const { agent, ...own } = await labeledAgent()
  const errorOf = async (query: string) => {
    const { status, body } = await exported(agent, query)
    return [status, body.error]
  }
  expect(await errorOf('format=json&label=production')).toEqual([400, 'format json has no versions; leave out label'])
  expect(await errorOf('format=gemini&label=none')).toEqual([404, 'Label not found'])
  expect(await errorOf('format=gemini&version=9')).toEqual([404, 'Version not found'])
  expect((await errorOf('format=gemini&version=1&label=production'))[0]).toBe(400)
  const stranger = await service.register()
  for (const id of [agent, crypto.randomUUID()])
    expect((await stranger.get(`/agents/${id}/export?format=gemini&label=production`)).body.error).toBe(
      'Agent not found',
    )
  await changeEverything({ agent, ...own })
  await service.deps.db.updateTable('audit_log').set({ content: null }).where('target_id', '=', agent).execute()
  expect(await errorOf('format=gemini&label=production')).toEqual([
    409,
    'Version 1 cannot be exported: the profile that it shows is no longer known',
  ])
})
