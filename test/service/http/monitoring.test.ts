import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startLanguageModel } from '../../fakes/language-model.ts'
import { type Service, startService } from '../../support/service.ts'

/** The dashboard and the alert rules use metrics and labels that /metrics has. */

let model: Awaited<ReturnType<typeof startLanguageModel>>
let service: Service
beforeAll(async () => {
  model = await startLanguageModel()
  const state = { isRunning: true, failures: 0 }
  service = await startService({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'fake' }, { jobsThread: () => state })
})
afterAll(async () => {
  await service.stop()
  await model.stop()
})

const read = (file: string) => readFileSync(new URL(`../../../deploy/monitoring/${file}`, import.meta.url), 'utf8')

const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  read('grafana-dashboard.json'),
)
const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(read('alerts.yaml'))

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
]

test('each metric and label of the dashboard and the alert rules is in /metrics', async () => {
  await service.register()
  const { body } = await service.app.inject({ url: '/metrics' })
  const known = new Set(
    [...body.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  )
  const metric = /\b(?:agent_identity|nodejs|process)_\w+/g
  const unknown = expressions.flatMap(([title, expr]) =>
    (expr.match(metric) ?? []).filter((name) => !known.has(name)).map((name) => `${title}: ${name}`),
  )
  expect(unknown).toEqual([])
  expect(expressions.filter(([, expr]) => !expr.match(metric))).toEqual([])

  const labels = new Set([...body.matchAll(/[{,](\w+)="/g)].map(([, label]) => label!))
  // Labels of Prometheus itself, and those of metrics that have no series yet.
  const others = ['job', 'instance', 'task', 'type', 'state']
  const used = expressions.flatMap(([, expr]) =>
    [...expr.matchAll(/\bby \(([^)]*)\)|(\w+)(?:=~|=)"/g)].flatMap(([, grouped, filtered]) =>
      grouped ? grouped.split(', ') : [filtered!],
    ),
  )
  expect(used.filter((label) => !labels.has(label) && !others.includes(label))).toEqual([])
})

test('sign-ins are counted by their result', async () => {
  const [email, password] = ['ada@example.com', 'correct horse battery staple']
  await service.call('POST', '/register', { email, password })
  const counts = async () => {
    const { body } = await service.app.inject({ url: '/metrics' })
    const series = body.matchAll(/^agent_identity_sign_ins_total\{by="password",result="(\w+)"\} (\d+)$/gm)
    return Object.fromEntries([...series].map(([, result, count]) => [result, Number(count)]))
  }
  const before = await counts()
  expect((await service.call('POST', '/auth/login', { email, password: `${password}!` })).status).toBe(401)
  expect((await service.call('POST', '/auth/login', { email, password })).status).toBe(200)
  expect(await counts()).toEqual({ ok: before.ok! + 1, failed: before.failed! + 1 })
})
