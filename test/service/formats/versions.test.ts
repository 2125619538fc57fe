import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Files of earlier versions, and of earlier builds. */

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

async function newAgent() {
  const agent = await tenant.agent()
  const { body } = await tenant.post('/beliefs', {
    agentId: agent,
    category: 'boundary',
    statement: 'Never merge on red',
  })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be brief' })
  return { agent, item: body.id as string }
}

const exported = async (agent: string) =>
  (await tenant.get(`/agents/${agent}/export?format=claude_md&report=true`)).body.files[0] as {
    path: string
    content: string
  }

const importFile = (agent: string, path: string, content: string) =>
  tenant.post(`/agents/${agent}/import`, { files: [{ path, content }] })

test('a file with the longer line of earlier builds is compared with what it held', async () => {
  const { agent } = await newAgent()
  const { path, content } = await exported(agent)
  const hash = '0123456789abcdef'.repeat(4)
  const former = `<!-- agent-identity agent=${agent} version=${hash.slice(0, 12)} hash=${hash} -->`
  const file = content.replace(/^<!-- .* -->/, former)
  expect(file).not.toBe(content)
  await service.deps.db.updateTable('agent_exports').set({ hash }).where('agent_id', '=', agent).execute()
  await tenant.post('/beliefs', { agentId: agent, category: 'axiom', statement: 'Added meanwhile' })
  expect((await importFile(agent, path, file)).body).toMatchObject({ unchanged: 2, changes: [] })
  const edited = file.replace('Never merge on red', 'Never merge while tests are red').replace('- Be brief\n', '')
  const { body } = await importFile(agent, path, edited)
  expect(body.changes.map(({ op, statement }: any) => [op, statement]).sort()).toEqual([
    ['edit', 'Never merge while tests are red'],
    ['remove', undefined],
  ])
})

test('an item that was counted again since the export is not stale; one that was edited is', async () => {
  const { agent, item } = await newAgent()
  const { path, content } = await exported(agent)
  const counted = await tenant.post('/beliefs', {
    ...{ agentId: agent, category: 'boundary', statement: 'Never merge on red' },
    dedupe: true,
  })
  expect(counted.body).toMatchObject({ id: item, n_count: 2 })
  expect((await exported(agent)).content).toBe(content)
  const edit = (statement: string) => importFile(agent, path, content.replace('Never merge on red', statement))
  const first = (await edit('Never merge while tests are red')).body.change_request_id
  expect((await tenant.post(`/change-requests/${first}/merge`)).status).toBe(200)
  const second = (await edit('Never merge without green tests')).body.change_request_id
  expect((await tenant.post(`/change-requests/${second}/merge`)).status).toBe(409)
})
