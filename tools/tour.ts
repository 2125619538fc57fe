import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import { startGitHub } from '../test/fakes/github.ts'
import { harbor, jonas, mira } from '../test/fakes/harbor-history.ts'
import { bold, chapter, dim, line, showChanges } from '../test/support/narration.ts'
import { tourOfConnections } from './tour-connect.ts'

/**
 * `npm run tour`: from the work of agents to their beliefs, on a temporary service. The history is a small one, served
 * in the format of GitHub; `npm run tour -- owner/repo` reads a public repository from GitHub. `npm run tour --
 * connect` shows the ways to reach an agent instead.
 */

if (process.argv[2] === 'connect') {
  await tourOfConnections()
  process.exit()
}

const repository = process.argv[2] ?? 'tide/harbor'
const folder = mkdtempSync(join(tmpdir(), 'identity-tour-'))
const github = process.argv[2] ? undefined : await startGitHub({ [repository]: harbor(new Date()) })
const port = await freePort()
const service = spawn(process.execPath, ['cli/main.ts', 'serve'], {
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    DATABASE_URL: '',
    REDIS_URL: '',
    LOG_LEVEL: 'error',
    ...(github && { GITHUB_API_URL: github.url }),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
let key = ''

try {
  await tour()
} finally {
  service.kill('SIGTERM')
  if (service.exitCode === null) await once(service, 'exit')
  await github?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function tour() {
  await ready()
  chapter('An organization and its key', 'POST /register')
  const { organization, key: newKey } = await call('POST', '/register', { display_name: 'Tour' })
  key = newKey
  line(`${bold(organization.name)}, reached with ${key.slice(0, 8)}…`)

  chapter('Two agents and a repository with their work', 'POST /agents, POST /content-sources')
  const agents = []
  for (const { name, login } of [mira, jonas]) {
    agents.push(await call('POST', '/agents', { name, githubUsername: login, jobTitle: 'Engineer' }))
    line(`${bold(name)}, who commits as ${login}`)
  }
  const [first] = agents
  const config = { repoUrl: `https://github.com/${repository}`, importFiles: true }
  const source = await call('POST', '/content-sources', { agentId: first.id, platform: 'github', config })
  line(`${source.config.repo_url}, branch ${source.config.branch}`)

  chapter('Import their commits and files', 'POST /content-sources/{id}/sync')
  const synced = await call('POST', `/content-sources/${source.id}/sync`)
  for (const error of synced.errors) line(`GitHub: ${error}`)
  line(`commits: ${synced.commits_imported}, files: ${synced.files_imported}`)
  for (const agent of agents) {
    const { data, count } = await call('GET', `/content-items?agentId=${agent.id}&limit=1000`)
    const redacted = data.filter(({ content }: { content: string }) => content.includes('[redacted]')).length
    line(`${bold(agent.name)}: ${count} items${redacted > 0 ? `, ${redacted} with a secret redacted` : ''}`)
  }

  chapter('Run discovery on them', 'GET /jobs/{jobId}')
  for (const agent of agents) await follow(agent)

  chapter('What it proposes, with evidence', 'GET /beliefs, GET /beliefs/{id}/sources')
  const proposals = []
  for (const agent of agents) proposals.push(...(await showProposals(agent)))
  line(dim('Proposals are hidden: nothing discovered reaches a prompt until a person approves it.'))

  const [chosen] = proposals
  if (!chosen) return line('No habit in this history was seen often enough.')
  chapter('A person approves one of them', `PATCH /${chosen.path}/{id} {"status": "approved"}`)
  const promptOf = async () => (await call('GET', `/agents/${chosen.agent.id}`)).system_prompt as string
  const before = await promptOf()
  await call('PATCH', `/${chosen.path}/${chosen.id}`, { status: 'approved' })
  showChanges(before, await promptOf())

  await explain(chosen)
  await release(chosen.agent)
  chapter('Every change is an entry of a chain', 'GET /organizations/{orgId}/audit-log/verify')
  const { valid, entries } = await call('GET', `/organizations/${organization.id}/audit-log/verify`)
  line(`${entries} entries, the chain is ${valid ? 'whole' : 'broken'}`)
  line(dim(`The service at http://127.0.0.1:${port} stops now, and its data is deleted. Run "npm start" to keep one.`))
}

/** Leads from the line of an approved item to the commits that it rests on. */
async function explain({ statement, agent }: { statement: string; agent: { id: string } }) {
  chapter('Why the line stands there', 'GET /agents/{id}/prompt-blame')
  const { lines } = await call('GET', `/agents/${agent.id}/prompt-blame`)
  const { text, item, sources } = lines.find((each: { text: string }) => each.text.includes(statement))
  line(styleText('green', text))
  line(`${item.origin}, approved by ${item.approved_by.name}`)
  for (const { quote, url } of sources.slice(0, 2)) line(dim(`  “${quote}” ${url}`))
}

/** Pins the prompt by a label, releases a change, and takes it back. */
async function release(agent: { id: string; name: string }) {
  chapter('A label pins a version, and goes back', 'PUT /agents/{id}/labels/production, POST …/rollback')
  const path = `/agents/${agent.id}/labels/production`
  const tell = ({ reason, version }: { reason: string; version: number }) =>
    line(`${reason}: production is version ${version}`)
  tell(await call('PUT', path, { version: 'live', reason: 'First release' }))
  await call('POST', '/beliefs', { agentId: agent.id, category: 'voice', statement: 'Answer in one paragraph' })
  tell(await call('PUT', path, { version: 'live', reason: 'Shorter answers' }))
  tell(await call('POST', `${path}/rollback`, { reason: 'Too short' }))
}

async function follow(agent: { id: string; name: string }) {
  const { data } = await call('GET', `/jobs?agentId=${agent.id}&jobType=pbd`)
  let shown = ''
  for (const [newest] = data; newest; await sleep(100)) {
    const job = await call('GET', `/jobs/${newest.job_id}`)
    const state =
      job.status === 'running' ? `${job.stage} ${job.progress_current} of ${job.progress_total}` : job.status
    if (state !== shown) line(`${bold(agent.name)}: ${state}`)
    shown = state
    if (job.finished_at === null) continue
    if (job.error) throw new Error(job.error)
    const counts = Object.entries(job.result).filter(([, value]) => typeof value === 'number')
    return line(dim(counts.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', ')))
  }
}

async function showProposals(agent: { id: string; name: string }) {
  const proposals = []
  for (const path of ['beliefs', 'responsibilities']) {
    const { data } = await call('GET', `/${path}?agentId=${agent.id}&status=pending`)
    for (const item of data) {
      const sources = await call('GET', `/${path}/${item.id}/sources`)
      line(`${bold(agent.name)} · ${item.category} · seen ${item.n_count} times`)
      line(`  ${styleText('green', item.statement)}`)
      const quotes = new Set<string>(sources.data.map(({ quote }: { quote: string }) => quote))
      for (const quote of [...quotes].slice(0, 2)) line(dim(`  “${quote}”`))
      line('')
      proposals.push({ ...item, agent, path })
    }
  }
  return proposals
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer as any
}

async function ready() {
  while (service.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('The service did not start')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
