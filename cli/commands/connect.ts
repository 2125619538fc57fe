import { Option } from 'commander'
import { createTwoFilesPatch } from 'diff'
import { type ConfigEdit, UneditableFile } from '../connect/config-edit.ts'
import { type PlannedFile, planEdits, writePlanned } from '../connect/connected-files.ts'
import {
  type ConnectOptions,
  chooseAgent,
  chooseTool,
  chooseWhere,
  describeExcessAccess,
  hookCommand,
  scopeOptions,
  toolName,
} from '../connect/connection.ts'
import { readJournal, writeJournal } from '../connect/journal.ts'
import { rulesEdits } from '../connect/rules-file.ts'
import type { Connection } from '../connect/tool.ts'
import { codingTools } from '../connect/tools.ts'
import { digestTokens, readDigest } from '../digest.ts'
import { print } from '../output.ts'
import { type ServiceOptions, serviceCommand, withService } from '../service.ts'

const digestTimeoutMs = 10_000

interface Options extends ServiceOptions, ConnectOptions {
  agent?: string
  dryRun?: boolean
  learn?: true | 'send'
}

export const connect = scopeOptions(serviceCommand('connect'))
  .description('connect a coding tool: our tools by MCP, and the identity at the start of each session')
  .argument('<tool>', Object.keys(codingTools).join(', '), toolName)
  .option('--agent <agent>', 'slug or id; the only agent by default')
  .addOption(
    new Option(
      '--learn [mode]',
      'read each session when it ends, and keep the rules that you told the tool on this machine; =send sends them',
    ).choices(['send']),
  )
  .option('--dry-run', 'show the changes and write nothing')
  .action((name, options) =>
    withService<Options>(options, async (service) => {
      const tool = chooseTool(name)
      const where = chooseWhere(tool, options)
      const agent = await chooseAgent(service, options.agent)
      const journal = readJournal()
      // VS Code asks for the key itself.
      const needsKey = where.scope === 'user' && name !== 'vscode'
      const connection: Connection = {
        ...{ ...where, url: service.address, hook: hookCommand('hook', name, agent, service.address) },
        learn: options.learn && learnCommand(options.learn, name, agent, service.address),
        key: needsKey ? service.key : undefined,
      }
      const edits = tool.edits(connection)
      if (!edits) {
        throw new Error(`${tool.title} has no settings in a repository. Run "agent-identity connect ${name} --user".`)
      }
      if (connection.learn !== undefined && !JSON.stringify(edits).includes(connection.learn))
        throw new Error(`${tool.title} has no hook at the end of a session, so connect it without --learn.`)
      const planned = plan([...edits, ...(await rulesEdits(service, agent, name, where))], connection.key)
      if (!options.dryRun) {
        writePlanned(planned, name, journal, where.scope === 'user' ? 0o600 : undefined)
        writeJournal(journal)
        // The hook of the first session then has a copy, however slow that start is. Without one it works too.
        if (edits.some(({ path }) => path[0] === 'hooks')) {
          const request = { address: service.address, key: service.key, maxTokens: digestTokens }
          await readDigest(agent, { ...request, timeoutMs: digestTimeoutMs }).catch(() => undefined)
        }
      }
      const changed = planned.filter(({ before, after }) => before !== after)
      const excess = needsKey ? await describeExcessAccess(service) : undefined
      const steps = [
        ...tool.steps(connection),
        ...(excess === undefined ? [] : [excess]),
        ...(options.learn && where.scope === 'project'
          ? ['Everyone with these settings of the repository has their sessions read; --user sets it up for you alone.']
          : []),
      ]
      const files = changed.map(({ file, before }) => ({ file, change: before === undefined ? 'created' : 'changed' }))
      print(options, { tool: name, agent, scope: where.scope, files, steps }, () => [
        ...changed.map((file) => describeChange(file, connection.key)),
        summarize(tool.title, agent, { isDry: options.dryRun === true, isChanged: changed.length > 0 }),
        ...(steps.length > 0 ? ['', 'These steps are yours:', ...steps.map((step) => `- ${step}`)] : []),
      ])
    }),
  )

const learnCommand = (mode: true | 'send', tool: string, agent: string, address: string): string =>
  `${hookCommand('sessions learn', tool, agent, address)}${mode === 'send' ? ' --send' : ''}`

/** @throws an error that shows what to add by hand when a file cannot be changed. */
function plan(edits: readonly ConfigEdit[], key: string | undefined): PlannedFile[] {
  try {
    return planEdits(edits)
  } catch (error) {
    if (!(error instanceof UneditableFile)) throw error
    const lines = edits.flatMap(({ file, path, value, isOurs }) =>
      value === undefined
        ? []
        : masked(`${file}: ${path.join('.')}${isOurs ? ', one more element' : ''}: ${JSON.stringify(value)}`, key),
    )
    throw new Error(`${error.message}. Nothing was written. Repair the file, or add this by hand:\n${lines.join('\n')}`)
  }
}

function summarize(title: string, agent: string, { isDry, isChanged }: { isDry: boolean; isChanged: boolean }): string {
  if (!isChanged) return `${title} is connected with ${agent} already.`
  return isDry
    ? `Nothing was written. ${title} would be connected with ${agent}.`
    : `${title} is connected with ${agent}.`
}

/** The change of a file in the form of `diff -u`, without the key. */
function describeChange({ file, before = '', after }: PlannedFile, key: string | undefined): string {
  const patch = createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: 2 })
  return masked(patch.replace(/^=+\n/, '').trimEnd(), key)
}

const masked = (text: string, key: string | undefined): string =>
  key === undefined ? text : text.replaceAll(key, `…${key.slice(-4)}`)
