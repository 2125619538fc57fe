import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover } from '../../support/discovery.ts'
import { type Service, startService } from '../../support/service.ts'
import { propose, report, said } from '../../support/sessions.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const rule = 'Use pnpm, never npm'

/** An agent with a rejected rule of sessions. */
async function newRejection() {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  const { [rule]: item } = await propose(service, tenant, agentId, [rule])
  await tenant.patch(`/beliefs/${item.id}`, { status: 'rejected' })
  const proposals = async () => (await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body
  const explicitly = async (content: string, more: object = {}) => {
    await report(tenant, agentId, [said(content, { content, sourceQuote: content, how: 'explicit', ...more })])
    await discover(service, tenant, agentId)
  }
  return { tenant, agentId, item, proposals, explicitly }
}

test.each([
  ['the same words', rule, 'preference'],
  ['other words', 'Use pnpm instead of npm', 'preference'],
  ['other words and another category', 'Use pnpm instead of npm', 'principle'],
  ['other words that start a signal of their own', 'Prefer pnpm over npm', 'voice'],
])('what was rejected is not proposed again in %s', async (_, content, category) => {
  const { tenant, agentId, item, proposals, explicitly } = await newRejection()
  await explicitly(content, { category })
  expect((await proposals()).count).toBe(0)
  const held_back = { id: item.id, statement: rule }
  const { data } = (await tenant.get(`/observations?agentId=${agentId}&source=session&promoted=false`)).body
  expect(data.map((one: any) => one.held_back)).toContainEqual(held_back)
  const signals = (await tenant.get(`/signals?agentId=${agentId}`)).body.data
  const held = signals.find((signal: any) => signal.held_back)
  expect(held.held_back).toEqual(held_back)
  expect((await tenant.get(`/signals/${held.id}`)).body).toMatchObject({ held_back })
})

test.each(['Use npm, never pnpm', 'Never use pnpm', 'Answer in German'])(
  'its opposite, its negation and other rules are proposed: %s',
  async (content) => {
    const { proposals, explicitly } = await newRejection()
    await explicitly(content)
    expect((await proposals()).data).toMatchObject([{ statement: content }])
  },
)

test('a rejected rule that a person approves after all is held back no longer', async () => {
  const { tenant, agentId, item, explicitly } = await newRejection()
  await explicitly('Use pnpm instead of npm')
  await tenant.patch(`/beliefs/${item.id}`, { status: 'approved' })
  const { data } = (await tenant.get(`/observations?agentId=${agentId}&source=session`)).body
  expect(data.filter((one: any) => one.held_back)).toEqual([])
})
