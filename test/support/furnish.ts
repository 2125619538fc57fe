import { discover, importContent, testsFirst } from './discovery.ts'
import type { Service, Tenant } from './service.ts'

/** Organizations with something in them, for pictures of the dashboard and for `npm run dev -- --seed`. */

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

const talk = [
  'The release took the site down for ten minutes. How do we avoid that?',
  'I always watch the error rate after a release.',
  'And if it rises?',
  'I always roll back before I look for the cause.',
  'Good. Who writes it up?',
  'I write a short note for each incident, within a day.',
]

/** Fills an organization with what it could hold after a week, discoveries included. */
export async function furnish(service: Pick<Service, 'deps'>, tenant: Tenant) {
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
  await importContent(service, tenant, agent, [...testsFirst, ...otherHabits])
  await discover(service, tenant, agent)
  return { agent, group, grace }
}

/** Adds to a furnished organization a conversation that was read for discoveries, and an open change request. */
export async function furnishWithTalk(service: Pick<Service, 'deps'>, tenant: Tenant, agentId: string) {
  const participants = [
    { participantType: 'agent', agentId },
    { participantType: 'human', displayName: 'Pat' },
  ]
  const { body: conversation } = await tenant.post('/conversations', { title: 'After the outage', participants })
  const [speaker, requester] = conversation.participants.map(({ id }: { id: string }) => id)
  const messages = talk.map((content, at) => ({ participantId: at % 2 === 0 ? requester : speaker, content }))
  await tenant.post(`/conversations/${conversation.id}/messages`, { messages })
  await tenant.post(`/conversations/${conversation.id}/publish`, { agentId })
  await discover(service, tenant, agentId)
  const change = { op: 'add', owner: { agentId }, kind: 'belief' }
  const title = 'Lessons of the outage'
  const description = 'Two releases failed because nobody watched them.'
  await tenant.post('/change-requests', {
    title,
    description,
    changes: [
      { ...change, category: 'principle', statement: 'Watch a release until its error rate is flat' },
      { ...change, category: 'boundary', statement: 'Never release without a way back' },
    ],
  })
}
