import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { startGitHub } from '../fakes/github.ts'
import { startX } from '../fakes/x.ts'
import { unpack } from '../support/organization-archive.ts'
import {
  accountPassword,
  connection,
  foreignKey,
  githubConnection,
  inAddress,
  letters,
  mailPassword,
  pasted,
  sentences,
  settings,
  spoken,
  startEcho,
  wrongPassword,
} from '../support/planted-secrets.ts'
import { findPostgresBinaries, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'
import { compileCache, newFolder, type Running, removeFolder, start } from './running.ts'

/**
 * Plants secrets of every kind that the service meets, and looks for them in everything that it stores, writes and sends:
 * none may stand there in plain text. Messages of a conversation are stored as they were sent, so none is planted there.
 */

async function look(environment: Record<string, string>, dump: () => Promise<string>) {
  const planted: Record<string, string> = {
    ...settings,
    ...pasted,
    ...spoken,
    ...connection,
    mailPassword,
    githubConnection,
    accountPassword,
    wrongPassword,
    foreignKey,
    inAddress,
  }
  const folder = newFolder()
  const [github, x, echo] = [await startGitHub(), await startX(), await startEcho()]
  github.accounts.set(githubConnection, 'ada')
  const running = await start(folder, {
    ...limitsOff,
    ...settings,
    SMTP_URL: `smtp://mail:${mailPassword}@127.0.0.1:9`,
    MAIL_FROM: 'identity@example.com',
    LLM_BASE_URL: echo.url,
    LLM_MODEL: 'model',
    IMAGE_BASE_URL: echo.url,
    IMAGE_MODEL: 'model',
    GITHUB_API_URL: github.url,
    GITHUB_CLIENT_ID: 'client',
    X_API_URL: x.url,
    OIDC_ISSUER: echo.url,
    OIDC_CLIENT_ID: 'client',
    ALLOWED_PRIVATE_HOSTS: new URL(echo.url).host,
    LOG_LEVEL: 'trace',
    ...environment,
  })
  const sources: Record<string, string> = {}
  try {
    const answers: string[] = []
    const client = clientOf(running, answers)
    await plant(client, planted, echo.url)
    sources.answers = answers.join('\n')
    sources.webhooks = echo.heard.join('\n')
    sources.dump = await dump()
    await running.stop()
    sources.log = running.output()
    if (!environment.DATABASE_URL) {
      sources['data folder'] = filesIn(folder)
      sources.backup = backUp(folder)
    }
  } finally {
    await running.stop('SIGKILL')
    await Promise.all([github.stop(), x.stop(), echo.stop()])
    removeFolder(folder)
  }
  expect(Object.keys(planted).length).toBeGreaterThanOrEqual(40)
  for (const [source, text] of Object.entries(sources)) expect(text.length, source).toBeGreaterThan(0)
  const found = Object.entries(sources).flatMap(([source, text]) =>
    Object.entries(planted).flatMap(([name, value]) => (text.includes(value) ? `${name} in ${source}` : [])),
  )
  expect(found).toEqual([])
}

type Send = ReturnType<typeof clientOf>

/** Sends requests. Every answer is kept but those that show a secret once. */
function clientOf({ url }: Running, answers: string[]) {
  return async (method: string, path: string, { body, token, cookie, shows }: Options = {}) => {
    const answer = await fetch(`${url}${path.startsWith('/api') ? '' : '/api/v1'}${path}`.replace('/api/v1/root', ''), {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie, 'sec-fetch-site': 'same-origin' }),
      },
      body: typeof body === 'string' ? body : body && JSON.stringify(body),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isArchive = answer.headers.get('content-type')?.includes('zip')
    const text = isArchive ? JSON.stringify(await unpack(bytes)) : bytes.toString()
    if (!shows) answers.push(`${method} ${answer.status} ${JSON.stringify([...answer.headers])} ${text}`)
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
    return { status: answer.status, body: json, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] }
  }
}
interface Options {
  body?: string | object
  token?: string
  cookie?: string
  shows?: boolean
}

/** Brings the secrets into the service by every way, and reads everything that it tells. */
async function plant(send: Send, planted: Record<string, string>, receiver: string) {
  const account = { email: 'ada@example.com', password: accountPassword }
  const { body: made } = await send('POST', '/register', { body: account, shows: true })
  const { key: token, organization } = made
  planted.key = token
  const organizationPath = `/organizations/${organization.id}`
  const expectMade = async (path: string, options: Options) => {
    const answer = await send('POST', path, options)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer
  }
  const signedIn = await expectMade('/auth/login', { body: account, shows: true })
  const { cookie } = signedIn
  planted.session = cookie!.split('=')[1]!
  const agentId = (await expectMade('/agents', { token, body: { name: 'Ada' } })).body.id
  const limited = await expectMade(`${organizationPath}/api-keys`, {
    cookie: cookie!,
    body: { access: 'read' },
    shows: true,
  })
  planted.limitedKey = limited.body.key
  const hook = { url: receiver, events: ['prompt.changed', 'proposal.created', 'job.failed', 'job.completed'] }
  planted.webhook = (await expectMade(`${organizationPath}/webhooks`, { token, body: hook, shows: true })).body.secret
  const invited = await expectMade(`${organizationPath}/invitations`, {
    cookie: cookie!,
    body: { role: 'member' },
    shows: true,
  })
  planted.invitation = invited.body.link.split('/').at(-1)
  await send('GET', `/invitations/${planted.invitation}`, { shows: true })
  const { xKey: apiKey, xSecret: apiSecret, xToken: accessToken, xMore: accessTokenSecret } = connection
  const xConnection = { label: 'Ada', xUsername: '@ada', xUserId: '42', apiKey, apiSecret, accessToken }
  await expectMade('/x-connections', {
    token,
    body: { orgId: organization.id, ...xConnection, accessTokenSecret },
  })
  await expectMade('/github/connections', { token, body: { orgId: organization.id, token: githubConnection } })
  for (const statement of sentences)
    await expectMade('/beliefs', { token, body: { agentId, category: 'principle', statement } })
  const observations = sentences.map((quote) => ({ category: 'principle', statement: quote, quote, n_count: 1 }))
  await send('POST', '/observations', { token, body: { agentId, observations } })
  const content = sentences.map((sentence) => `- ${sentence}\n`).join('')
  await send('POST', `/agents/${agentId}/import-claude-md`, { token, body: { content } })
  await send('POST', `/agents/${agentId}/import`, { token, body: { files: [{ path: 'AGENTS.md', content }] } })
  const additions = sentences.map((statement) => ({ kind: 'belief', category: 'voice', statement }))
  const proposed = { agentId, title: sentences[0], description: content.slice(0, 1900), additions, changes: [] }
  await send('POST', '/change-requests', { token, body: proposed })
  await send('POST', '/pbd/process', { token, body: { agentId } })
  await send('POST', `/agents/${agentId}/generate-avatar`, { token })
  await send('POST', '/conversations/format', { token, body: { rawText: 'Ada: Hello\nBob: Hi', agentName: 'Ada' } })
  // Refused requests, whose errors and log lines must not repeat what was sent.
  await send('POST', '/auth/login', { body: { ...account, password: wrongPassword } })
  await send('POST', '/auth/reset/request', { body: { email: account.email } })
  await send('GET', '/agents', { token: foreignKey })
  await send('GET', `/agents?key=${inAddress}&token=${inAddress}`, { token })
  await send('GET', `/invitations/${inAddress}`)
  await send('POST', '/beliefs', { token, body: `{"agentId": "${wrongPassword}` })
  await send('POST', '/api-keys', { token, body: { password: wrongPassword } })
  await send('GET', '/auth/oidc')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  for (const path of [
    ...['/agents', `/agents/${agentId}/export?format=json`, '/jobs', '/beliefs?limit=1000', '/change-requests'],
    ...['/signals', '/content-items', '/github/connections', '/x-connections', '/observations', '/models'].map(
      (list) => `${list}?agentId=${agentId}`,
    ),
    ...['audit-log?limit=1000', 'webhooks', 'api-keys', 'waiting', 'summary', 'usage'].map(
      (page) => `${organizationPath}/${page}`,
    ),
    '/root/openapi.json',
  ])
    await send('GET', path, { token })
  await send('GET', `${organizationPath}/export`, { cookie: cookie! })
  await send('GET', '/auth/options')
  for (const page of ['stats', 'organizations', 'users', 'usage', 'health'])
    expect((await send('GET', `/admin/${page}`, { token: settings.ADMIN_TOKEN })).status).toBe(200)
  expect((await send('GET', '/root/metrics', { token: settings.METRICS_TOKEN })).status).toBe(200)
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

function backUp(folder: string): string {
  const root = join(import.meta.dirname, '../..')
  const file = join(folder, 'backup')
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, DATA_DIR: join(folder, 'data') }
  execFileSync(process.execPath, ['cli/main.ts', 'backup', file], { cwd: root, env })
  return readFileSync(file, 'latin1')
}

test('no planted secret stands anywhere in plain text on the embedded database', async () => {
  await look({}, async () => 'read as files')
}, 120_000)

describe('on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  test('no planted secret stands anywhere in plain text', async () => {
    const server = await startPostgres()
    const password = letters('database', 24)
    const url = new URL(server.url)
    url.password = password
    try {
      await look({ DATABASE_URL: url.href }, async () => {
        const rows = await rowsOf(server.url)
        expect(rows).not.toContain(password)
        return rows
      })
    } finally {
      await server.stop()
    }
  }, 120_000)
})

/** All rows of all tables as text. */
async function rowsOf(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query(`select t::text as text from "${name}" as t`)
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}
