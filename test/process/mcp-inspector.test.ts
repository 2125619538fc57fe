import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newWorld, type World } from '../support/operations.ts'
import { type Service, startService } from '../support/service.ts'
import { newFolder, removeFolder } from './running.ts'

/** The protocol's inspector, run by npx, lists every tool without a complaint and calls each with its own example. Two answer a text alone. */

const inspector = '@modelcontextprotocol/inspector@2.12.0'

let folder: string
let service: Service
let world: World
beforeAll(async () => {
  folder = newFolder()
  mkdirSync(join(folder, 'home'))
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  world = await newWorld(service)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

interface Outcome {
  exitCode: number
  error?: string
  result: any
}

/** The results of the inspector's command for each list of arguments, all run in one process. */
async function inspect(toolsets: string, runs: string[][]): Promise<Outcome[]> {
  const { port } = service.app.server.address() as AddressInfo
  const target = ['--server-url', `http://127.0.0.1:${port}/mcp?toolsets=${toolsets}`, '--transport', 'http']
  const key = ['--header', `Authorization: Bearer ${world.person.tenant.key}`]
  const [file, results] = [join(folder, 'runs.json'), join(folder, 'results.json')]
  writeFileSync(file, JSON.stringify(runs.map((args) => [...target, ...key, ...args])))
  const script = join(import.meta.dirname, '../support/inspect.ts')
  const args = ['--yes', '--prefer-offline', `--package=${inspector}`, '--', process.execPath, script, file, results]
  const env = { ...process.env, MCP_CATALOG_PATH: join(folder, 'home/mcp.json') }
  await promisify(execFile)('npx', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024, env })
  return JSON.parse(readFileSync(results, 'utf8'))
}

/** The example in a description, with the ids of the world instead of the documented one. */
function exampleOf(name: string, description: string): Record<string, unknown> {
  const example = JSON.parse(description.slice(description.indexOf('Example: ') + 'Example: '.length))
  return withIds(example, '') as Record<string, unknown>

  function withIds(value: unknown, key: string): unknown {
    if (Array.isArray(value)) return value.map((entry) => withIds(entry, key))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withIds(entry, key)]))
    if (!/^019a3c51-/.test(String(value))) return value
    return key === 'id' || key === 'ids' ? idOf(name) : (world.ids[key] ?? value)
  }
}

/** The meaning of `id` in a tool. */
function idOf(tool: string): string {
  const nouns = {
    close_: 'otherChangeRequestId',
    source: 'sourceId',
    conversation: 'sessionId',
    messages: 'sessionId',
    job: 'jobId',
  }
  const more = { change_request: 'changeRequestId', responsibilit: 'responsibilityId' }
  const noun = Object.entries({ ...nouns, ...more }).find(([part]) => tool.includes(part))
  return world.ids[noun?.[1] ?? 'beliefId']!
}

/** Tools that remove something are called after those that need it. */
const turnOf = (name: string) =>
  name === 'delete_agent' ? 2 : /^delete_|^restore_|^close_|complete_/.test(name) ? 1 : 0

test.each([
  ['identity,review,discovery,organization,admin', 72],
  ['persona', 44],
])('every tool of %s', async (toolsets, count) => {
  const { tenant } = world.person
  const { agentId } = world.ids
  const source = { agentId, platform: 'github', name: toolsets, config: { owner: 'acme', repo: 'shop' } }
  world.ids.sourceId = (await tenant.post('/content-sources', source)).body.id
  world.ids.jobId = (await tenant.post('/pbd/process', { agentId })).body.job_id
  const owner = { orgId: tenant.orgId }
  const change = { op: 'add', owner, kind: 'belief', category: 'voice', statement: 'Speak plainly' }
  world.ids.otherChangeRequestId = (await tenant.post('/change-requests', { title: '3', changes: [change] })).body.id
  for (const [index, version] of [1, 2].entries()) {
    await tenant.post('/beliefs', { agentId, category: 'voice', statement: `Speak of ${toolsets}, ${index}` })
    await tenant.get(`/agents/${agentId}/prompt`)
    await tenant.put(`/agents/${agentId}/labels/production`, { version })
  }
  const [listed] = await inspect(toolsets, [['--method', 'tools/list', '--strict']])
  expect(listed).toMatchObject({ exitCode: 0 })
  const { tools } = listed!.result as { tools: { name: string; description: string }[] }
  expect(tools).toHaveLength(count)
  const calls = tools
    .map(({ name, description }) => ({ name, args: exampleOf(name, description) }))
    .toSorted((a, b) => turnOf(a.name) - turnOf(b.name))
  const outcomes = await inspect(
    toolsets,
    calls.map(({ name, args }) => [
      ...['--method', 'tools/call', '--tool-name', name],
      ...['--tool-args-json', JSON.stringify(args)],
    ]),
  )
  const wrong = calls.flatMap(({ name, args }, index) => {
    const { exitCode, error, result } = outcomes[index]!
    const text: string = result?.content?.[0]?.text ?? error ?? ''
    const isText = ['get_prompt', 'get_digest', 'get_version'].includes(name)
    return exitCode === 0 && !result.isError && isText === !result.structuredContent
      ? []
      : [{ name, args, exitCode, text: text.slice(0, 300) }]
  })
  expect(wrong).toEqual([])
})

test('the skills are what their entries say', async () => {
  const era = ['--protocol-era', 'modern']
  const [verified, listed, resources] = await inspect('identity', [
    ['--method', 'skills/list', '--verify', '--require-digests', ...era],
    ['--method', 'skills/list', ...era],
    ['--method', 'resources/list', ...era],
  ])
  expect(verified).toMatchObject({ exitCode: 0 })
  const uris = listed!.result.skills.map(({ uri }: { uri: string }) => uri)
  expect(uris).toHaveLength(3)
  expect(resources!.result.resources.map(({ uri }: { uri: string }) => uri)).toEqual(expect.arrayContaining(uris))
})
