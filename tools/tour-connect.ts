import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AgentIdentity } from '../clients/typescript/src/index.ts'
import { call, newFolder, type Running, removeFolder, start } from '../test/process/running.ts'
import { bold, chapter, dim, line, showChanges } from '../test/support/narration.ts'
import { programs } from '../test/support/programs.ts'
import { pythonClient, pythonWith } from '../test/support/python.ts'

/**
 * `npm run tour -- connect`: one agent, reached by an MCP client, both clients and the command, on a temporary service. A
 * file is edited in one repository, and another one learns that it is behind.
 */

const command = join(import.meta.dirname, '../cli/main.ts')
const seed = 7

export async function tourOfConnections() {
  const folder = newFolder()
  const service = await start(folder, { LOG_LEVEL: 'error' })
  try {
    await connect(service, folder)
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

async function connect(service: Running, folder: string) {
  chapter('An agent with two beliefs', 'POST /register, POST /agents, POST /beliefs')
  const { key } = (await call(service, 'POST', '/register', { display_name: 'Tour' })).body
  await call(service, 'POST', '/agents', { name: 'Ada', jobTitle: 'Engineer' }, key)
  for (const [category, statement] of [
    ['principle', 'Tests come before code'],
    ['boundary', 'Never merge while a check is red'],
  ]) {
    await call(service, 'POST', '/beliefs', { agentId: 'ada', category, statement, status: 'approved' }, key)
    line(statement!)
  }

  chapter('An MCP client reads the prompt and reports an observation', `${service.url}/mcp`)
  const client = new Client({ name: 'tour', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }))
  const use = async (name: string, args: object): Promise<string> =>
    ((await client.callTool({ name, arguments: { ...args } })) as any).content[0].text
  const prompt = await use('get_prompt', { agent: 'ada' })
  line(`${(await client.listTools()).tools.length} tools; get_prompt gave ${prompt.length} characters`)
  const observations = [{ content: 'I ask for a failing test first', sourceQuote: 'Can you add a test?' }]
  await use('report_observations', { agent: 'ada', observations })
  line('reported: I ask for a failing test first')
  await client.close()

  chapter('Both clients read the prompt, and make the same variant of it', 'prompt(), render(7)')
  const ada = new AgentIdentity({ baseUrl: service.url, apiKey: key, cacheDir: '' }).agent('ada')
  const variant = await ada.render(seed)
  line(`TypeScript: the prompt ${(await ada.prompt()).text === prompt ? 'is that of MCP' : 'DIFFERS'}`)
  const python = pythonWith()
  if (python) {
    const script = `from agent_identity_client import AgentIdentity\nada = AgentIdentity(cache_dir="").agent("ada")\nprint(ada.prompt().text, end="\\0")\nprint(ada.render(${seed}).text, end="")`
    const env = { ...process.env, AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key }
    const { stdout } = await promisify(execFile)(python, ['-c', script], { cwd: pythonClient, env })
    const [ofPython, variantOfPython] = stdout.split('\0')
    line(`Python: the prompt ${ofPython === prompt ? 'is that of MCP' : 'DIFFERS'}`)
    line(`render(${seed}): ${variantOfPython === variant.text ? 'the same bytes in both' : 'DIFFERS'}`)
  } else line(`Python: left out, since this machine lacks ${programs.python.name}`)

  const [first, second] = ['first', 'second'].map((name) => join(folder, name)) as [string, string]
  for (const repository of [first, second]) mkdirSync(repository)
  const env = { ...process.env, AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key, HOME: folder }
  const run = (repository: string, ...args: string[]) =>
    new Promise<number>((resolve) => {
      line(dim(`${repository === first ? 'first' : 'second'}$ agent-identity ${args.join(' ')}`))
      execFile(process.execPath, [command, ...args], { cwd: repository, env }, (error, stdout, stderr) => {
        for (const text of `${stdout}${stderr}`.trimEnd().split('\n')) line(text)
        const status = Number(error?.code ?? 0)
        if (status !== 0) line(dim(`exit status ${status}`))
        resolve(status)
      })
    })

  chapter('Two repositories get CLAUDE.md', 'agent-identity pull')
  for (const repository of [first, second]) await run(repository, 'pull', 'ada', '--format', 'claude_md')

  chapter('Somebody edits it by hand in the first, and proposes the edit', 'agent-identity push')
  const file = join(first, 'CLAUDE.md')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, before.replace('Tests come before code', 'A failing test comes before any code'))
  await run(first, 'push')

  chapter(
    'A person reviews the change request and merges it',
    'agent-identity review, POST /change-requests/{id}/merge',
  )
  await run(first, 'review')
  const { data } = (await call(service, 'GET', '/change-requests?status=open', undefined, key)).body
  const merged = await call(service, 'POST', `/change-requests/${data[0].id}/merge`, {}, key)
  line(`change request ${merged.body.number}: ${bold(merged.body.status)}`)

  chapter('The second repository is behind, as a check in CI tells', 'agent-identity pull --check')
  await run(second, 'pull', '--check')
  await run(second, 'pull')
  await run(second, 'pull', '--check')
  line('')
  showChanges(before, readFileSync(join(second, 'CLAUDE.md'), 'utf8'))
}
