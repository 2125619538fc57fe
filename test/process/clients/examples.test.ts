import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeLanguageModel, startLanguageModel } from '../../fakes/language-model.ts'
import { needs } from '../../support/programs.ts'
import { pythonClient, pythonWith } from '../../support/python.ts'
import { call, newFolder, type Running, removeFolder, start } from '../running.ts'

/**
 * Runs each example as published, against the service in a process of its own and a fake model. CrewAI brings 1 GB of
 * libraries, so its test runs only with TEST_CREWAI=1.
 */

const root = join(import.meta.dirname, '../../..')
const examples = join(root, 'examples')
const node = join(root, 'node_modules/.bin/node')
const run = promisify(execFile)
const rule = 'Write a failing test before you fix a bug'
/** Varies its words each time, as models do. */
const wordings = [rule, 'Write a failing test before you fix any bug', rule]

let folder: string
let service: Running
let model: FakeLanguageModel
let key: string

beforeAll(async () => {
  folder = newFolder()
  model = await startLanguageModel()
  let asked = 0
  const nextRule = () => wordings[asked++ % wordings.length]!
  model.reply = ({ messages }) => (JSON.stringify(messages.at(-1)).includes('Which rule') ? nextRule() : 'I fixed it.')
  service = await start(folder, { LOG_LEVEL: 'warn', RATE_LIMIT_REGISTER: '0' })
})
afterAll(async () => {
  await service.stop()
  await model.stop()
  removeFolder(folder)
})

beforeEach(async () => {
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  await believe('We ship small changes')
  model.requests.length = 0
})

const believe = (statement: string) =>
  call(service, 'POST', '/beliefs', { agentId: 'ada', category: 'axiom', statement, status: 'approved' }, key)

/** Runs a program of an example, and answers its question with yes. */
async function runExample(command: string, args: string[], cwd: string, environment = {}) {
  const running = run(command, args, {
    cwd,
    env: {
      ...process.env,
      AGENT_IDENTITY_URL: service.url,
      AGENT_IDENTITY_API_KEY: key,
      XDG_CACHE_HOME: join(folder, 'cache'),
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: 'fake',
      ...environment,
    },
    maxBuffer: 16 * 1024 * 1024,
  })
  running.child.stdin!.end('y\n')
  return (await running).stdout
}

/** Common to every example: work by the prompt, three reports, a proposal, and the prompt with it. */
function expectLoop(output: string) {
  expect(JSON.stringify(model.requests[0]!.messages)).toContain('We ship small changes')
  expect(model.requests.length).toBeGreaterThanOrEqual(6)
  expect(output).toContain(`"${rule}", seen 3 times. Approve? (y/n) `)
  expect(output).toContain(`\n- ${rule}\n`)
}

test('openai-loop, with the client as it is published', async () => {
  const project = join(folder, 'openai-loop')
  cpSync(join(examples, 'openai-loop'), project, { recursive: true })
  const client = join(project, 'node_modules/agent-identity-client')
  mkdirSync(client, { recursive: true })
  const source = join(root, 'clients/typescript')
  const tsc = join(root, 'node_modules/.bin/tsc')
  await run(tsc, ['-p', join(source, 'tsconfig.build.json'), '--outDir', join(client, 'dist')])
  cpSync(join(source, 'package.json'), join(client, 'package.json'))
  symlinkSync(join(root, 'node_modules/openapi-fetch'), join(project, 'node_modules/openapi-fetch'))
  expectLoop(await runExample(node, ['loop.ts'], project))
})

const langgraph = pythonWith(['langgraph', 'langchain-openai'], 'langgraph')
test('langgraph', needs('python', langgraph), async () => {
  const environment = { PYTHONPATH: pythonClient }
  expectLoop(await runExample(langgraph!, ['graph.py'], join(examples, 'langgraph'), environment))
})

const crewai = process.env.TEST_CREWAI ? pythonWith(['crewai'], 'crewai') : undefined
test.skipIf(!crewai)('crewai', async () => {
  const environment = {
    PYTHONPATH: pythonClient,
    CREWAI_DISABLE_TELEMETRY: 'true',
    OTEL_SDK_DISABLED: 'true',
    HOME: folder,
  }
  expectLoop(await runExample(crewai!, ['crew.py'], join(examples, 'crewai'), environment))
})

describe('claude-code', () => {
  test('the server of .mcp.json has the tools that CLAUDE.md names, and they make the loop', async () => {
    const environment: Record<string, string> = { AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key }
    const text = readFileSync(join(examples, 'claude-code/.mcp.json'), 'utf8')
    const expanded = text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name, otherwise) => environment[name] ?? otherwise)
    const { type, url, headers } = JSON.parse(expanded).mcpServers['agent-identity']
    expect(type).toBe('http')
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    const use = async (name: string, args: object): Promise<string> => {
      const result = (await client.callTool({ name, arguments: { ...args } })) as any
      if (result.isError) throw new Error(`${name}: ${result.content[0].text}`)
      return result.content[0].text
    }
    const { tools } = await client.listTools()
    const instructions = readFileSync(join(examples, 'claude-code/CLAUDE.md'), 'utf8')
    const named = [...instructions.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !tools.some((tool) => tool.name === name))).toEqual([])

    expect(await use('get_prompt', { agent: 'ada' })).toContain('We ship small changes')
    const observations = wordings.map((content) => ({ content, kind: 'belief', category: 'principle' }))
    await use('report_observations', { agent: 'ada', observations })
    const { body } = await call(service, 'POST', '/pbd/process', { agentId: 'ada' }, key)
    const isDone = async () => (await call(service, 'GET', `/jobs/${body.jobId}`, undefined, key)).body.status
    await expect.poll(isDone).toBe('completed')
    const pending = await use('list_pending', { agent: 'ada' })
    expect(pending).toContain(rule)
    const [id] = (await call(service, 'GET', '/beliefs?agentId=ada&status=pending', undefined, key)).body.data
    await use('review_beliefs', { ids: [id.id], updates: { status: 'approved' } })
    expect(await use('get_prompt', { agent: 'ada' })).toContain(rule)
    await client.close()
  })
})

test('every program is shorter than 40 lines', () => {
  for (const file of ['openai-loop/loop.ts', 'langgraph/graph.py', 'crewai/crew.py']) {
    expect(existsSync(join(examples, file))).toBe(true)
    expect(readFileSync(join(examples, file), 'utf8').trimEnd().split('\n').length).toBeLessThan(40)
  }
})
