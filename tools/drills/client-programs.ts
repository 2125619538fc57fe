import { ok } from 'node:assert'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call, newFolder, removeFolder, start } from '../../test/process/running.ts'
import { type MeasuredIdentity, measureIdentity } from './coding-tools/measure-identity.ts'
import { startModelStandIn } from './coding-tools/model-stand-in.ts'
import { scriptedCalls } from './coding-tools/scripted-calls.ts'
import type { Drill } from './drill.ts'
import { limitsOff } from './ledger.ts'
import { installedVersion, installPackages, interpreter } from './packages.ts'

/**
 * Released libraries for agents and proxies for MCP, each in a small program that gives its model the tools of the
 * service: the stand-in for the model reads the prompt, proposes a change and ends.
 */

const run = promisify(execFile)

interface Program {
  packages: string[]
  /** The file in the folder `client-programs`. */
  script: string
}

const programs: Record<string, Program> = {
  'AI SDK': { packages: ['ai', '@ai-sdk/mcp', '@ai-sdk/openai-compatible'], script: 'ai-sdk.js' },
  Mastra: { packages: ['@mastra/core', '@mastra/mcp', '@ai-sdk/openai-compatible'], script: 'mastra.js' },
  'pydantic-ai': { packages: ['pydantic-ai-slim[mcp,openai]'], script: 'pydantic_agent.py' },
  'openai-agents': { packages: ['openai-agents'], script: 'openai_agents.py' },
  'langchain-mcp-adapters': {
    // Its release imports a name that the second version of the protocol's library no longer has.
    packages: ['langchain-mcp-adapters', 'langchain', 'langchain-openai', 'mcp<2'],
    script: 'langchain_agent.py',
  },
  fastmcp: { packages: ['fastmcp', 'httpx'], script: 'fastmcp_client.py' },
  'mcp-remote': { packages: ['mcp-remote', '@modelcontextprotocol/client'], script: 'mcp-remote.js' },
}

interface Outcome extends MeasuredIdentity {
  program: string
  version: string
  /** Tools that the program offered its model. */
  tools: number
  /** Name of the author of the change that the model proposed. */
  proposal: string
}

const mark = 'Never ship the walrus on a Friday'

async function drillProgram(name: string, program: Program, installed: string, data: string): Promise<Outcome> {
  const folder = join(installed, name.replace(/\W/g, '-'))
  const registry = program.script.endsWith('.py') ? 'PyPI' : 'npm'
  await installPackages(registry, program.packages, folder)
  mkdirSync(data)
  const service = await start(data, limitsOff)
  const model = await startModelStandIn(scriptedCalls(['get_prompt', 'propose_changes']))
  try {
    const { key } = (await call(service, 'POST', '/register', {})).body
    await call(service, 'POST', '/agents', { name: 'Ada' }, key)
    const belief = { agentId: 'ada', category: 'boundary', statement: mark }
    await call(service, 'POST', '/beliefs', { ...belief, status: 'approved' }, key)
    const prompt = await fetch(`${service.url}/api/v1/agents/ada/prompt`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const env = { ...process.env, SERVICE_URL: service.url, API_KEY: key, MODEL_URL: model.url }
    const script = join(folder, program.script)
    copyFileSync(join(import.meta.dirname, 'client-programs', program.script), script)
    await run(interpreter(registry, folder), [script], { env, timeout: 120_000 })
    const [proposal] = (await call(service, 'GET', '/change-requests', undefined, key)).body.data
    return {
      ...{ program: name, version: await installedVersion(registry, program.packages[0]!, folder) },
      tools: Math.max(0, ...model.requests.map((request) => request.tools.length)),
      ...measureIdentity(model.requests.at(-1)?.body, await prompt.text(), mark),
      proposal: proposal ? (proposal.author.client ?? 'without a name') : 'none',
    }
  } finally {
    await model.close()
    await service.stop()
  }
}

export const clientPrograms: Drill = {
  summary:
    'released libraries for agents, and a proxy, list and call the tools of the service (CLIENT_PROGRAMS=FOLDER: where they are installed)',
  async run() {
    const folder = newFolder()
    const installed = process.env.CLIENT_PROGRAMS || join(folder, 'installed')
    try {
      const outcomes: Outcome[] = []
      for (const [name, program] of Object.entries(programs))
        outcomes.push(await drillProgram(name, program, installed, join(folder, name.replace(/\W/g, '-'))))
      console.table(outcomes)
      // AI SDK and Mastra put the result of any tool as JSON into the conversation, so 'as text' is only shown.
      const missing = outcomes.filter(({ times, proposal }) => times !== 1 || proposal === 'none')
      ok(missing.length === 0, `no prompt, or no proposal: ${missing.map(({ program }) => program).join(', ')}`)
      return `${outcomes.length} programs read the prompt once and proposed a change.`
    } finally {
      removeFolder(folder)
    }
  },
}
