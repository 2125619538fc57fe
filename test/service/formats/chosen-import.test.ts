import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Dry runs that say what is present, imports of what a person kept of one, and imports into a layer. */

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const belief = (path: string, statement: string, more: object = {}) =>
  tenant.post(path, { category: 'principle', statement, status: 'approved', ...more })

async function newWorld() {
  const group = await tenant.group()
  const agent = await tenant.agent({ groupId: group })
  await belief('/beliefs', 'Never merge on red', { agentId: agent })
  await belief(`/groups/${group}/beliefs`, 'Prefer small changes over large ones')
  return { group, agent }
}

const file = (...rules: string[]) => [
  { path: 'AGENTS.md', content: `# Rules\n${rules.map((rule) => `- ${rule}\n`).join('')}` },
]

const planOf = async (path: string, ...rules: string[]) => {
  const { status, body } = await tenant.post(path, { files: file(...rules), dryRun: true })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map(({ statement, line, match }: any) => [statement, line, match?.source])
}

test('a dry run says for each line what has it already', async () => {
  const { agent, group } = await newWorld()
  const rules = [
    'Never merge on red',
    'Prefer small changes over large ones',
    'Always pin the versions of dependencies',
    'Always pin the versions of dependencies.',
  ]
  expect(await planOf(`/agents/${agent}/import`, ...rules)).toEqual([
    [rules[0], 2, 'agent'],
    [rules[1], 3, 'group'],
    [rules[2], 4, undefined],
    [rules[3], 5, 'files'],
  ])
  expect(await planOf(`/groups/${group}/import`, ...rules.slice(0, 3))).toEqual([
    [rules[0], 2, undefined],
    [rules[1], 3, 'group'],
    [rules[2], 4, undefined],
  ])
})

test('an item that the agent overrides is not present', async () => {
  const { agent, group } = await newWorld()
  const { body } = await tenant.get(`/groups/${group}/beliefs`)
  await tenant.post(`/agents/${agent}/overrides`, { sourceType: 'group_belief', sourceId: body.data[0].id })
  const rule = 'Prefer small changes over large ones'
  expect(await planOf(`/agents/${agent}/import`, rule)).toEqual([[rule, 2, undefined]])
})

test('chosen items keep the file and line that they are from, in every layer', async () => {
  const { agent, group } = await newWorld()
  const items = [
    { category: 'boundary', statement: 'Never deploy on a Friday', file: 'AGENTS.md', line: 7 },
    { category: 'ownership', statement: 'Own the ledger', file: 'AGENTS.md', line: 9 },
  ]
  for (const path of [`/agents/${agent}`, `/groups/${group}`, `/organizations/${tenant.slug}`]) {
    const { status, body } = await tenant.post(`${path}/import`, { items, status: 'approved' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.items.map((item: any) => [item.statement, item.status])).toEqual(
      items.map(({ statement }) => [statement, 'created']),
    )
  }
  const { lines } = (await tenant.get(`/agents/${agent}/prompt-blame`)).body
  const line = lines.find(({ text }: any) => text.includes('Never deploy on a Friday'))
  expect(JSON.stringify(line)).toContain('"file":"AGENTS.md","line":7')
})

test.each([
  ['neither files nor items', {}, 400, 'files or items is required, not both'],
  ['both', { files: file('Be kind'), items: [{ category: 'voice', statement: 'Be kind' }] }, 400, 'files or items'],
  ['a blank statement', { items: [{ category: 'voice', statement: '\u2800' }] }, 400, 'items[0].statement'],
  ['an unknown category', { items: [{ category: 'mood', statement: 'Be kind' }] }, 400, 'category'],
])('an import with %s is refused', async (_, body, status, error) => {
  const { agent } = await newWorld()
  const answer = await tenant.post(`/agents/${agent}/import`, body)
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(error)])
})

test('a group and an organization of others do not exist', async () => {
  const stranger = await service.register()
  const { group } = await newWorld()
  for (const path of [`/groups/${group}`, `/organizations/${tenant.slug}`]) {
    const answer = await stranger.post(`${path}/import`, { files: file('Be kind') })
    expect(answer.status).toBe(404)
  }
})
