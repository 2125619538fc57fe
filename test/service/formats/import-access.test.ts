import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('with a key that may do less', () => {
  const rules = [{ path: 'AGENTS.md', content: '# Rules\n- Always pin the versions\n- Never merge on red\n' }]
  const keyWith = async (limits: object) => {
    const person = await newPerson(service)
    const { tenant } = person
    const agent = await tenant.agent()
    await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
    const key = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { agentId: agent, ...limits })).body.key
    const headers = { authorization: `Bearer ${key}` }
    const send = (files: object[], more = {}) =>
      service.call('POST', `/agents/${agent}/import`, { files, ...more }, headers)
    const prompt = async () => (await tenant.get(`/agents/${agent}`)).body.system_prompt
    const requireReview = () => person.patch(`/organizations/${tenant.orgId}`, { requireReview: true })
    return { tenant, agent, send, prompt, requireReview }
  }

  const edited = (files: { path: string; content: string }[], from: string, to: string) =>
    files.map(({ path, content }) => ({ path, content: content.replace(from, to) }))

  test.each([{}, { agentId: undefined }])(
    'propose: what is new is one change request, and nothing is written',
    async (limits) => {
      const { tenant, agent, send, prompt } = await keyWith({ access: 'propose', ...limits })
      const before = await prompt()
      const { status, body } = await send(rules, { status: 'approved', dedupe: true })
      expect([status, body.proposed, body.unchanged, body.removed]).toEqual([200, 1, 1, 0])
      expect([body.lost, body.lost_count]).toEqual([[], 0])
      expect(body.items.map((item: any) => item.status).sort()).toEqual(['proposed', 'unchanged'])
      expect(await prompt()).toBe(before)
      const request = (await tenant.get(`/change-requests/${body.change_request_id}`)).body
      expect([request.status, request.changes.map(({ op }: any) => op)]).toEqual(['open', ['add']])
      expect((await tenant.post(`/change-requests/${request.id}/merge`)).status).toBe(200)
      expect(await prompt()).toContain('Always pin the versions')
      const again = (await send(rules)).body
      expect([again.proposed, again.unchanged, again.change_request_id]).toEqual([0, 2, undefined])

      const files = (await tenant.get(`/agents/${agent}/export?format=claude_md&report=true`)).body.files
      const back = (await send(edited(files, 'on red', 'while red'))).body
      expect([back.proposed, back.changes[0].op]).toEqual([1, 'edit'])
      expect(await prompt()).not.toContain('while red')
    },
  )

  test('propose: hidden items of our own format are told as lost', async () => {
    const { tenant, agent, send } = await keyWith({ access: 'propose', agentId: undefined })
    const other = await tenant.agent()
    for (const hidden of [true, false]) {
      const statement = hidden ? 'Out of sight' : 'In sight'
      const { id } = (await tenant.post('/beliefs', { agentId: other, category: 'voice', statement })).body
      await tenant.patch(`/beliefs/${id}`, { hidden })
    }
    const { files } = (await tenant.get(`/agents/${other}/export?format=json&report=true`)).body
    const { body } = await send(files)
    expect(body.changes.map(({ statement }: any) => statement)).toEqual(['In sight'])
    expect(body.lost.map(({ field }: any) => field)).toEqual(['agent', 'hidden'])
    expect((await tenant.get(`/beliefs?agentId=${agent}`)).body.count).toBe(1)
  })

  test('propose: where a review is required too, and more than 500 are refused', async () => {
    const { send, requireReview } = await keyWith({ access: 'propose' })
    await requireReview()
    expect((await send(rules)).body.proposed).toBe(1)
    const content = Array.from({ length: 501 }, (_, at) => `- Always check the list of customers number ${at}`).join(
      '\n',
    )
    const { status, body } = await send([{ path: 'AGENTS.md', content: `# Rules\n${content}\n` }])
    expect([status, body.error]).toEqual([400, expect.stringContaining('at most 500 new items')])
  })

  test('read: a dry run alone', async () => {
    const { send, prompt } = await keyWith({ access: 'read' })
    const before = await prompt()
    expect((await send(rules)).body).toEqual({
      error: 'This key may not change or propose anything',
    })
    const { status, body } = await send(rules, { dryRun: true })
    expect([status, body.proposed, body.items.map((item: any) => item.status)]).toEqual([200, 0, ['new', 'new']])
    expect(await prompt()).toBe(before)
  })

  test('write, of one agent: created at once; a conflict where a review is required', async () => {
    const { send, prompt, requireReview } = await keyWith({ access: 'write' })
    expect((await send(rules)).body.items.map((item: any) => item.status).sort()).toEqual(['created', 'deduplicated'])
    expect(await prompt()).toContain('Always pin the versions')
    await requireReview()
    const { status, body } = await send([{ path: 'AGENTS.md', content: '# Rules\n- Always write tests first\n' }])
    expect([status, body.error]).toEqual([409, expect.stringContaining('/change-requests')])
    expect(await prompt()).not.toContain('Always write tests first')
  })
})
