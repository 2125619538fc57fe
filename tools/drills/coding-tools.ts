import { ok } from 'node:assert'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call, newFolder, removeFolder, start } from '../../test/process/running.ts'
import { type MeasuredIdentity, measureIdentity } from './coding-tools/measure-identity.ts'
import { type ModelRequest, startModelStandIn } from './coding-tools/model-stand-in.ts'
import { scriptedCalls } from './coding-tools/scripted-calls.ts'
import { toolRuns } from './coding-tools/tool-runs.ts'
import type { Drill } from './drill.ts'
import { limitsOff } from './ledger.ts'
import { installPackages } from './packages.ts'

/**
 * The released commands of coding tools, connected by `agent-identity connect` in an empty home folder, and run without a
 * terminal against a stand-in for their models. No vendor is called; telemetry and updates are switched off.
 */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const mark = 'Never ship the walrus on a Friday'

/** Runs a command in the environment of the tool. */
type Use = (command: string, ...args: string[]) => Promise<{ stdout: string }>

/** Connects the tool with the service, and takes that out again. */
export interface Installation {
  install: (use: Use) => Promise<unknown>
  remove: (use: Use) => Promise<unknown>
}

const byConnect = (name: string): Installation => ({
  install: (use) => use('agent-identity', 'connect', name),
  remove: (use) => use('agent-identity', 'disconnect', name),
})

/** The result of one tool. */
interface Outcome extends MeasuredIdentity {
  tool: string
  version: string
  /** Tools of the service that the model was offered. */
  tools: number
  /** Name of the author of the change that the model proposed. */
  proposal: string
  /** Files in the repository that were not there before the installation, after its removal. */
  left: string
  /** Seconds from the start of the installation until the model is sent the identity by the tool's first run. */
  seconds: string
}

/** A repository and a home, with a service, an agent whose identity has the mark, and a stand-in for models. */
async function openWorkplace(names: readonly string[], installed: string, folder: string) {
  const [repository, home, bin] = ['repository', 'home', 'bin'].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ]
  for (const path of [join(repository, '.git'), home, bin]) mkdirSync(path, { recursive: true })
  await run('git', ['init', '--quiet', repository])
  writeFileSync(join(bin, 'agent-identity'), `#!/bin/sh\nexec ${process.execPath} ${root}/start.js "$@"\n`)
  chmodSync(join(bin, 'agent-identity'), 0o755)
  const service = await start(folder, limitsOff)
  const model = await startModelStandIn(scriptedCalls(['propose_changes']))
  const { key } = (await call(service, 'POST', '/register', {})).body
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  const belief = { agentId: 'ada', category: 'boundary', statement: mark, status: 'approved' }
  await call(service, 'POST', '/beliefs', belief, key)
  const setting = { repository, home, model: model.url }
  for (const name of names)
    for (const [path, text] of Object.entries(toolRuns[name]!.prepare?.(setting) ?? {})) {
      mkdirSync(join(home, path, '..'), { recursive: true })
      writeFileSync(join(home, path), text)
    }
  const before = readdirSync(repository)
  const headers = { authorization: `Bearer ${key}` }
  const prompt = await (await fetch(`${service.url}/api/v1/agents/ada/prompt`, { headers })).text()
  const options = (name: string) => ({
    cwd: repository,
    env: {
      HOME: home,
      PATH: [bin, join(process.execPath, '..'), join(installed, 'node_modules/.bin'), process.env.PATH].join(':'),
      ...{ AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key },
      ...toolRuns[name]!.environment(setting),
    },
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return {
    service,
    key,
    commandsOf:
      (name: string): Use =>
      (command, ...args) =>
        run(command, args, options(name)),
    /** Runs a tool once. @returns its first request that has the mark, and all of them */
    async session(name: string) {
      const { command, arguments: argumentsOf } = toolRuns[name]!
      const earlier = model.requests.length
      const words = ['-c', 'exec "$@" </dev/null', 'sh', command, ...argumentsOf(setting)]
      await run('sh', words, options(name))
      const requests = model.requests.slice(earlier)
      const first = requests.find(({ text }) => text.includes(mark))
      return { first, requests, ...measureIdentity(first?.body, prompt, mark) }
    },
    left: () =>
      readdirSync(repository)
        .filter((path) => !before.includes(path))
        .join(' ') || 'nothing',
    async close() {
      await model.close()
      await service.stop()
    },
  }
}

export async function drillTool(
  name: string,
  installed: string,
  folder: string,
  { install, remove }: Installation = byConnect(name),
): Promise<Outcome> {
  const workplace = await openWorkplace([name], installed, join(folder, name))
  try {
    const use = workplace.commandsOf(name)
    const { stdout: version } = await use(toolRuns[name]!.command, '--version')
    const started = performance.now()
    await install(use)
    const { first, requests, ...measured } = await workplace.session(name)
    await remove(use)
    const { service, key } = workplace
    const [proposal] = (await call(service, 'GET', '/change-requests', undefined, key)).body.data
    return {
      ...{ tool: name, version: /\d+\.\d+\.\d+/.exec(version)?.[0] ?? version.trim() },
      ...measured,
      tools: Math.max(0, ...requests.map(countOwnTools)),
      proposal: proposal ? (proposal.author.client ?? 'without a name') : 'none',
      left: workplace.left(),
      seconds: first ? ((first.at - started) / 1000).toFixed(1) : '-',
    }
  } finally {
    await workplace.close()
  }
}

/** Connects all tools in one repository, where they read each other's files, and runs each. @returns what is wrong, in sentences */
async function drillTogether(names: readonly string[], installed: string, folder: string): Promise<string[]> {
  const workplace = await openWorkplace(names, installed, join(folder, 'together'))
  try {
    for (const name of names) await byConnect(name).install(workplace.commandsOf(name))
    const wrong: string[] = []
    for (const name of names) {
      const { times } = await workplace.session(name)
      console.log(`${name.padEnd(12)} together with the others, times ${times}`)
      if (times !== 1) wrong.push(`${name}: the identity stands in the context ${times} times beside the other tools`)
    }
    for (const name of names) await byConnect(name).remove(workplace.commandsOf(name))
    // Claude Code keeps the approval of the server, and OpenCode the address of its schema, in files of their own.
    console.log(`after all were disconnected, left ${workplace.left()}`)
    return wrong
  } finally {
    await workplace.close()
  }
}

/** Counts our tools in a request. Qwen Code lists tools of servers by name, beside one that loads their schemas. */
function countOwnTools({ tools, text }: ModelRequest): number {
  const own = tools.filter((name) => /identity/.test(name))
  return new Set([...own, ...(text.match(/mcp__agent-identity__\w+/g) ?? [])]).size
}

/** The folder that has the commands of tools installed: CODING_TOOLS, or a new one. */
export async function installTools(folder: string, names: readonly string[]): Promise<string> {
  // The first start of a clone builds the service, which no user of the package waits for.
  await run(process.execPath, [join(root, 'start.js'), '--version'])
  const installed = process.env.CODING_TOOLS || join(folder, 'installed')
  const packages = names.map((name) => toolRuns[name]!.package)
  await installPackages('npm', packages, installed)
  return installed
}

/** The outcome of a tool in one line, which is printed as soon as the tool is done. */
export const describeOutcome = ({ tool, ...values }: Pick<Outcome, 'tool'> & { connect?: boolean }): string =>
  `${tool.padEnd(12)} ${Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`

/** The sentences that an outcome makes the drill fail with. */
export const faultsOf = ({ tool, times, tools }: Pick<Outcome, 'tool' | 'times' | 'tools'>): string[] => [
  ...(times === 1 ? [] : [`${tool}: the identity stands in the context ${times} times`]),
  ...(tools > 0 ? [] : [`${tool} lists none of our tools`]),
]

export const codingTools: Drill = {
  summary:
    'released coding tools, each alone and all in one repository, have the identity in their context once (CODING_TOOLS=FOLDER: where they are installed)',
  async run() {
    const folder = newFolder()
    try {
      const installed = await installTools(folder, Object.keys(toolRuns))
      const wrong: string[] = []
      for (const name of Object.keys(toolRuns)) {
        const outcome = await drillTool(name, installed, folder)
        console.log(describeOutcome(outcome))
        wrong.push(...faultsOf(outcome))
      }
      wrong.push(...(await drillTogether(Object.keys(toolRuns), installed, folder)))
      ok(wrong.length === 0, wrong.join(', '))
      return `${Object.keys(toolRuns).length} tools have the identity in their context once, each alone and all in one repository.`
    } finally {
      removeFolder(folder)
    }
  },
}
