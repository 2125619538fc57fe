import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentIdentity } from 'agent-identity-client'

/** An agent that works by its identity, reports what it notices about itself, and changes when a person approves. */

const { OPENAI_BASE_URL = 'https://api.openai.com/v1', OPENAI_API_KEY, MODEL = 'gpt-5-mini' } = process.env
const agentId = process.env.AGENT ?? 'ada'
const identity = new AgentIdentity()

async function chat(system: string, user: string): Promise<string> {
  const messages = Object.entries({ system, user }).map(([role, content]) => ({ role, content }))
  const headers = { authorization: `Bearer ${OPENAI_API_KEY}`, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ model: MODEL, messages }) }
  return (await (await fetch(`${OPENAI_BASE_URL}/chat/completions`, request)).json()).choices[0].message.content
}

for (const task of ['Fix the rounding of invoices.', 'Fix the time zone of reminders.', 'Fix the order of results.']) {
  const { text } = await identity.agent(agentId).prompt()
  const work = await chat(text, task)
  const content = await chat(text, `You did this:\n${work}\n\nWhich rule did you follow? Answer with the rule alone.`)
  await identity.api.POST('/observations', { body: { agentId, content, kind: 'belief', category: 'principle' } })
}

const { data: run } = await identity.api.POST('/pbd/process', { body: { agentId } })
const params = { path: { jobId: run!.jobId! } }
while (!(await identity.api.GET('/jobs/{jobId}', { params })).data?.finished_at) await sleep(500)

const query = { agentId, status: 'pending' } as const
const { data: proposals } = await identity.api.GET('/beliefs', { params: { query } })
const person = createInterface({ input: process.stdin, output: process.stdout })
for (const belief of proposals!.data) {
  const answer = await person.question(`"${belief.statement}", seen ${belief.n_count} times. Approve? (y/n) `)
  const body = { status: answer === 'y' ? 'approved' : 'rejected' } as const
  await identity.api.PATCH('/beliefs/{beliefId}', { params: { path: { beliefId: belief.id } }, body })
}
person.close()
console.log((await new AgentIdentity().agent(agentId).prompt()).text)
