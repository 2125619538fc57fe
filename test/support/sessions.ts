import { discover } from './discovery.ts'
import type { Service, Tenant } from './service.ts'

/** Reports of what was read in sessions with coding agents. */

export const source = {
  type: 'session',
  tool: 'claude-code',
  session: '5b0c1f7e-2a55-4d6e-9a43-0d9f2b7c1e88',
  at: '2026-11-03T09:30:00.000Z',
}

/** A rule that was read in a session; each `session` is another one. */
export const said = (session: string, more: object = {}) => ({
  content: 'Use pnpm, never npm',
  sourceQuote: 'use pnpm here, not npm',
  kind: 'belief',
  category: 'preference',
  source: { ...source, session },
  ...more,
})

export async function report(tenant: Pick<Tenant, 'post'>, agentId: string, observations: object[]) {
  const { status, body } = await tenant.post('/observations', { agentId, observations })
  if (status !== 201) throw new Error(`reporting answered ${status}: ${body.error}`)
  return body
}

/** Reports rules that were said explicitly, each in a session of its own, and returns the proposals by statement. */
export async function propose(service: Pick<Service, 'deps'>, tenant: Tenant, agentId: string, rules: string[]) {
  const reports = rules.map((content) =>
    said(content, { content, sourceQuote: content.toLowerCase(), how: 'explicit' }),
  )
  await report(tenant, agentId, reports)
  await discover(service, tenant, agentId)
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
  return Object.fromEntries(data.map((item: any) => [item.statement, item])) as Record<string, any>
}
