import { ok } from 'node:assert'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call, newFolder, removeFolder, start } from '../process/running.ts'
import { type MeasuredIdentity, measureIdentity } from './coding-tools/measure-identity.ts'
import { type ModelRequest, startModelStandIn } from './coding-tools/model-stand-in.ts'
import { scriptedCalls } from './coding-tools/scripted-calls.ts'
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

interface Setting {
  repository: string
  home: string
  model: string
}

interface ToolRun {
  /** The package that has the tool's command. */
  package: string
  command: string
  /** Trust and sign-in that a person gives once, by hand, in the tool itself. */
  prepare?: (setting: Setting) => Record<string, string>
  arguments: (setting: Setting) => string[]
  environment: (setting: Setting) => Record<string, string>
}

const openAi = ({ model }: Setting) => ({ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'x' })

const toolRuns: Record<string, ToolRun> = {
  'claude-code': {
    ...{ package: '@anthropic-ai/claude-code', command: 'claude' },
    prepare: ({ repository }) => ({
      '.claude.json': JSON.stringify({
        projects: { [repository]: { hasTrustDialogAccepted: true, enabledMcpjsonServers: ['agent-identity'] } },
      }),
    }),
    arguments: () => ['-p', 'hello', '--dangerously-skip-permissions'],
    environment: ({ model }) => ({
      ...{ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'x', DISABLE_AUTOUPDATER: '1' },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', IS_SANDBOX: '1' },
      // Without a terminal the first request would not wait for servers.
      ...{ MCP_CONNECTION_NONBLOCKING: 'false', ENABLE_TOOL_SEARCH: 'false' },
    }),
  },
  codex: {
    ...{ package: '@openai/codex', command: 'codex' },
    prepare: ({ repository }) => ({ '.codex/config.toml': `[projects."${repository}"]\ntrust_level = "trusted"\n` }),
    arguments: ({ model }) => [
      ...['exec', '--skip-git-repo-check', '-m', 'gpt-5', '-c', 'model_provider=stand-in'],
      ...[
        '-c',
        `model_providers.stand-in={name="s",base_url="${model}/v1",wire_api="responses",env_key="OPENAI_API_KEY"}`,
      ],
      ...['-c', 'analytics.enabled=false', '-c', 'check_for_update_on_startup=false'],
      ...['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', 'hello'],
    ],
    environment: openAi,
  },
  gemini: {
    ...{ package: '@google/gemini-cli', command: 'gemini' },
    prepare: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    arguments: () => ['-p', 'hello', '-m', 'gemini-2.5-flash', '--yolo'],
    environment: ({ model }) => ({
      ...{ GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'x', GEMINI_CLI_DISABLE_AUTO_UPDATE: '1' },
    }),
  },
  qwen: {
    ...{ package: '@qwen-code/qwen-code', command: 'qwen' },
    prepare: () => ({
      '.qwen/settings.json': JSON.stringify({
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
    arguments: () => ['--auth-type', 'openai', '-p', 'hello', '--yolo'],
    environment: (setting) => ({ ...openAi(setting), OPENAI_MODEL: 'stand-in' }),
  },
  opencode: {
    ...{ package: 'opencode-ai', command: 'opencode' },
    arguments: () => ['run', '-m', 'stand-in/stand-in', 'hello'],
    environment: ({ model }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        ...{ autoupdate: false, share: 'disabled' },
        provider: {
          'stand-in': {
            ...{ npm: '@ai-sdk/openai-compatible', name: 's', models: { 'stand-in': { name: 's' } } },
            options: { baseURL: `${model}/v1`, apiKey: 'x' },
          },
        },
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    }),
  },
  copilot: {
    ...{ package: '@github/copilot', command: 'copilot' },
    arguments: () => ['-p', 'hello', '--allow-all-tools'],
    environment: ({ model }) => ({
      ...{ COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_API_KEY: 'x' },
      ...{ COPILOT_MODEL: 'gpt-5', COPILOT_OFFLINE: 'true', COPILOT_ALLOW_ALL: 'true' },
    }),
  },
  cline: {
    ...{ package: 'cline', command: 'cline' },
    prepare: ({ model }) => ({
      '.cline/data/settings/providers.json': JSON.stringify({
        ...{ version: 1, lastUsedProvider: 'openai-compatible', modes: {} },
        providers: {
          'openai-compatible': {
            ...{ updatedAt: '2026-11-26T00:00:00.000Z', tokenSource: 'manual' },
            settings: { provider: 'openai-compatible', apiKey: 'x', model: 'gpt-4o', baseUrl: `${model}/v1` },
          },
        },
      }),
    }),
    arguments: () => ['say hello'],
    environment: () => ({ CLINE_TELEMETRY_DISABLED: '1' }),
  },
  continue: {
    ...{ package: '@continuedev/cli', command: 'cn' },
    prepare: ({ model }) => ({
      '.continue/config.yaml': `name: Local
version: 1.0.0
schema: v1
models:
  - name: stand-in
    provider: openai
    model: gpt-4o
    apiBase: ${model}/v1
    apiKey: x
    roles: [chat]
`,
    }),
    arguments: () => ['-p', 'hello', '--auto'],
    environment: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
  },
}

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

export async function drillTool(
  name: string,
  installed: string,
  folder: string,
  { install, remove }: Installation = byConnect(name),
): Promise<Outcome> {
  const tool = toolRuns[name]!
  const [repository, home, bin] = ['repository', 'home', 'bin'].map((part) => join(folder, name, part)) as [
    string,
    string,
    string,
  ]
  for (const path of [join(repository, '.git'), home, bin]) mkdirSync(path, { recursive: true })
  await run('git', ['init', '--quiet', repository])
  writeFileSync(join(bin, 'agent-identity'), `#!/bin/sh\nexec ${process.execPath} ${root}/start.js "$@"\n`)
  chmodSync(join(bin, 'agent-identity'), 0o755)
  const service = await start(join(folder, name), limitsOff)
  const model = await startModelStandIn(scriptedCalls(['propose_changes']))
  try {
    const { key } = (await call(service, 'POST', '/register', {})).body
    await call(service, 'POST', '/agents', { name: 'Ada' }, key)
    const belief = { agentId: 'ada', category: 'boundary', statement: mark, status: 'approved' }
    await call(service, 'POST', '/beliefs', belief, key)
    const setting = { repository, home, model: model.url }
    for (const [path, text] of Object.entries(tool.prepare?.(setting) ?? {})) {
      mkdirSync(join(home, path, '..'), { recursive: true })
      writeFileSync(join(home, path), text)
    }
    const before = readdirSync(repository)
    const env = {
      ...{
        HOME: home,
        PATH: [bin, join(process.execPath, '..'), join(installed, 'node_modules/.bin'), process.env.PATH].join(':'),
      },
      ...{ AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key },
      ...tool.environment(setting),
    }
    const use: Use = (command, ...args) =>
      run(command, args, { cwd: repository, env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 })
    const { stdout: version } = await use(tool.command, '--version')
    const started = performance.now()
    await install(use)
    await run('sh', ['-c', 'exec "$@" </dev/null', 'sh', tool.command, ...tool.arguments(setting)], {
      ...{ cwd: repository, env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
    })
    await remove(use)
    const first = model.requests.find(({ text }) => text.includes(mark))
    const offered = model.requests.map(countOwnTools)
    const [proposal] = (await call(service, 'GET', '/change-requests', undefined, key)).body.data
    const prompt = await fetch(`${service.url}/api/v1/agents/ada/prompt`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return {
      ...{ tool: name, version: /\d+\.\d+\.\d+/.exec(version)?.[0] ?? version.trim() },
      ...measureIdentity(first?.body, await prompt.text(), mark),
      tools: Math.max(0, ...offered),
      proposal: proposal ? (proposal.author.client ?? 'without a name') : 'none',
      left:
        readdirSync(repository)
          .filter((path) => !before.includes(path))
          .join(' ') || 'nothing',
      seconds: first ? ((first.at - started) / 1000).toFixed(1) : '-',
    }
  } finally {
    await model.close()
    await service.stop()
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

export const codingTools: Drill = {
  summary:
    'released coding tools, connected by one command, have the identity in their context once (CODING_TOOLS=FOLDER: where they are installed)',
  async run() {
    const folder = newFolder()
    try {
      const installed = await installTools(folder, Object.keys(toolRuns))
      const outcomes: Outcome[] = []
      for (const name of Object.keys(toolRuns)) outcomes.push(await drillTool(name, installed, folder))
      console.table(outcomes)
      const missing = outcomes.filter(({ times }) => times !== 1).map(({ tool }) => tool)
      ok(missing.length === 0, `the identity does not stand in the context once: ${missing.join(', ')}`)
      return `${outcomes.length} tools have the identity in their context, once each.`
    } finally {
      removeFolder(folder)
    }
  },
}
