import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { startDashboard } from '../test/e2e/dashboard.ts'
import { discover, importContent, testsFirst } from '../test/support/discovery.ts'
import type { Tenant } from '../test/support/service.ts'

/** Takes the screenshots of the dashboard that the documentation shows: `npm run pictures`. */

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 360, height: 780 },
]
const schemes = ['light', 'dark'] as const

const own = {
  beliefs: [
    { category: 'axiom', statement: 'Simple code is easier to trust' },
    { category: 'principle', statement: 'Read the error before the code' },
    { category: 'principle', statement: 'Fix the cause, not the symptom' },
    { category: 'principle', statement: 'Small changes, often' },
    { category: 'principle', statement: 'Measure before tuning' },
    { category: 'principle', statement: 'Leave the code cleaner than it was' },
    { category: 'voice', statement: 'Be direct and kind' },
    { category: 'preference', statement: 'Prefer boring technology' },
    { category: 'boundary', statement: 'Never merge on red' },
  ],
  responsibilities: [
    { category: 'ownership', statement: 'The payment service, from request to ledger' },
    { category: 'execution', statement: 'Review every change to the payment service' },
    { category: 'collaboration', statement: 'Tell the on-call engineer before a risky release' },
    { category: 'deliverables', statement: 'A short note for each incident, within a day' },
  ],
}

const otherHabits = [
  'I never deploy on a Friday.',
  'I prefer small pull requests over large ones.',
  'I always write a changelog entry for each release.',
  'I always write a changelog entry for every release.',
]

mkdirSync(folder, { recursive: true })
await build({ root: 'web', logLevel: 'error' })
const dashboard = await startDashboard()
try {
  const { page, tenant, url } = await dashboard.signIn()
  const { agent, group } = await furnish(tenant)
  await importContent(dashboard.service, tenant, agent, [...testsFirst, ...otherHabits])
  await discover(dashboard.service, tenant, agent)
  const pages: Record<string, string> = {
    home: '',
    overview: '/overview',
    layers: '/layers',
    agents: '/agents',
    inbox: '/review',
    identity: `/agents/${agent}`,
    review: `/agents/${agent}/review`,
    discovery: `/agents/${agent}/discovery`,
    snapshots: `/agents/${agent}/snapshots`,
    playground: `/agents/${agent}/playground`,
    recommendations: `/agents/${agent}/recommendations`,
    group: `/groups/${group}`,
    consensus: '/organization/consensus',
    connections: '/organization/connections',
    models: '/models',
    settings: '/organization/settings',
  }
  for (const [name, path] of Object.entries(pages)) await picture(page, name, `${url}${path}`)
  await picture(await dashboard.open(), 'sign-in', dashboard.url)
} finally {
  await dashboard.stop()
}

async function picture(page: Page, name: string, address: string) {
  for (const { name: size, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
    }
  }
}

/** An organization as it could be after a week. */
async function furnish(tenant: Tenant) {
  await tenant.patch(`/organizations/${tenant.slug}`, { autoApproveBeliefs: true, autoApproveResponsibilities: true })
  const group = await tenant.group({ name: 'Platform', description: 'Keeps the lights on, and the builds green' })
  const manager = await tenant.agent({ name: 'Margaret', job_title: 'Engineering manager' })
  await tenant.patch(`/groups/${group}`, { managerAgentId: manager })
  const agent = await tenant.agent({
    name: 'Ada',
    job_title: 'Backend engineer',
    group_id: group,
    location: 'Berlin',
    timezone: 'Europe/Berlin',
    description: 'Reviews every change to the payment service.',
  })
  const grace = await tenant.agent({ name: 'Grace', job_title: 'Site reliability engineer', group_id: group })
  const katherine = await tenant.agent({ name: 'Katherine', job_title: 'Data analyst' })
  const { beliefs, responsibilities } = own
  await tenant.post('/beliefs/bulk', { agentId: grace, beliefs: [...beliefs.slice(2, 5), ...beliefs.slice(7)] })
  await tenant.post('/responsibilities/bulk', { agentId: grace, responsibilities: responsibilities.slice(2) })
  await tenant.post('/beliefs/bulk', { agentId: katherine, beliefs: beliefs.slice(4, 8) })
  const shared = `/organizations/${tenant.slug}`
  await tenant.post(`${shared}/beliefs`, { category: 'boundary', statement: 'Never share customer data' })
  await tenant.post(`${shared}/beliefs`, { category: 'voice', statement: 'Write plainly; no jargon' })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'principle', statement: 'Roll back first, ask later' })
  await tenant.post(`/groups/${group}/responsibilities`, { category: 'monitoring', statement: 'Watch every release' })
  await tenant.post('/beliefs/bulk', { agentId: agent, beliefs })
  await tenant.post('/responsibilities/bulk', { agentId: agent, responsibilities })
  await tenant.post(`/agents/${agent}/snapshots`, { label: 'Before the rewrite' })
  const starred = await tenant.post('/beliefs', {
    agentId: agent,
    category: 'axiom',
    statement: 'Money is never lost between two systems',
  })
  await tenant.post(`/beliefs/${starred.body.id}/star`)
  await tenant.post(`/agents/${agent}/snapshots`, { label: 'After the audit' })
  const { body: model } = await tenant.post('/models', { provider: 'openai', modelId: 'gpt-5', name: 'GPT-5' })
  await tenant.post('/models', { provider: 'mistral', modelId: 'mistral-large', name: 'Mistral Large' })
  for (const name of ['Production', 'Staging']) {
    const { body } = await tenant.post('/environments', {
      name,
      slug: name.toLowerCase(),
      isDefault: name === 'Staging',
    })
    await tenant.post(`/environments/${body.id}/models`, { modelId: model.id })
  }
  await tenant.patch(`/organizations/${tenant.slug}`, { autoApproveBeliefs: false, autoApproveResponsibilities: false })
  return { agent, group }
}
