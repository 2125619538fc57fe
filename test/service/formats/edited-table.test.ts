import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a table that was added to an exported file is left out, and becomes no responsibility', async () => {
  const { tenant } = await newPerson(service)
  const agentId = await tenant.agent({ name: 'Ada' })
  const owned = { category: 'ownership', statement: 'Owns the payments ledger' }
  await tenant.post('/responsibilities', { agentId, ...owned })
  const { body } = await tenant.get(`/agents/${agentId}/export?format=claude_md&report=true`)
  const content = `${body.files[0].content}\n| Service | Owner |\n|---|---|\n| ledger | Ada |\n\n- Owns the mail service\n`
  const files = [{ path: 'CLAUDE.md', content }]
  const { status, body: found } = await tenant.post(`/agents/${agentId}/import`, { files, dryRun: true })
  expect(status).toBe(200)
  expect(found.items.map(({ statement, status }: any) => [statement, status])).toEqual([
    [owned.statement, 'unchanged'],
    ['Owns the mail service', 'proposed'],
  ])
  expect(found.lost.map(({ reason }: any) => reason)).toEqual([
    expect.stringContaining('is a table; write each rule in it as an entry of a list'),
  ])
  expect(found.lost_count).toBe(1)
})
