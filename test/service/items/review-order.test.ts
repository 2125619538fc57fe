import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, importContent } from '../../support/discovery.ts'
import { type Service, startService } from '../../support/service.ts'
import { report, said } from '../../support/sessions.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const principle = (statement: string) => ({ category: 'principle', statement })

test('lists proposals surest first, then by sessions, with where they were said, in pages that change nothing', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent({ name: 'Coder' })
  await tenant.post('/beliefs', { agentId, ...principle('Be brief') })
  const at = (day: number) => `2026-11-0${day}T09:00:00Z`
  const told = (session: string, content: string, confidence: number) =>
    said(session, { content, confidence, how: 'explicit' })
  await report(tenant, agentId, [
    told('1', 'Use tabs', 0.3),
    told('1', 'Sort imports', 0.7),
    told('2', 'Name the unit', 0.3),
    { ...told('3', 'Name the unit', 0.2), source: { ...told('3', '', 0).source, at: at(9) } },
  ])
  const talk = 'Dev: From now on always squash commits before the merge.\n\nCoder: I will.'
  await importContent(service, tenant, agentId, [talk], { type: 'conversation' })
  await discover(service, tenant, agentId)
  const path = `/organizations/${tenant.orgId}/proposals`
  const { body } = await tenant.get(path)
  const shown = (data: any[]) => data.map(({ statement }) => statement)
  const bySureness = body.data.filter(({ origin }: any) => origin === 'discovery')
  expect(bySureness.map(({ certainty }: any) => certainty)).toEqual(
    bySureness.map(({ certainty }: any) => certainty).sort((a: number, b: number) => b - a),
  )
  expect(shown(body.data).filter((statement) => !/squash/.test(statement))).toEqual([
    'Sort imports',
    'Name the unit',
    'Use tabs',
    'Be brief',
  ])
  const saidOf = (words: RegExp) => body.data.find(({ statement }: any) => words.test(statement)).said
  expect(saidOf(/unit/)).toEqual({ sessions: 2, conversations: 0, last_at: '2026-11-09T09:00:00.000Z' })
  expect(saidOf(/squash/)).toMatchObject({ sessions: 0, conversations: 1 })
  expect(saidOf(/brief/)).toBeNull()
  const paged: string[] = []
  for (let cursor = ''; cursor !== 'null'; ) {
    const answer = await tenant.get(`${path}?limit=1${cursor && `&cursor=${cursor}`}`)
    expect([answer.body.count, answer.body.proposed]).toEqual([5, 4])
    paged.push(...shown(answer.body.data))
    cursor = `${answer.body.next_cursor}`
  }
  expect(paged).toEqual(shown(body.data))
})
