import { Option } from 'commander'
import { createTwoFilesPatch } from 'diff'
import { type PlannedFile, planEdits, writePlanned } from '../coding-tools/connected-files.ts'
import {
  type ConnectedTool,
  type ConnectOptions,
  chooseAgent,
  chooseTool,
  chooseWhere,
  describeExcessAccess,
  hookCommand,
  scopeOptions,
  toolArgument,
} from '../coding-tools/connection.ts'
import { repositoryOf, requireEditable } from '../coding-tools/exposed-files.ts'
import { describeMissingProgram } from '../coding-tools/hook-program.ts'
import { rulesEdits } from '../coding-tools/rules-file.ts'
import { warningsOf } from '../coding-tools/taken-away.ts'
import { type Connection, editsOf, emptyConnection, type Where } from '../coding-tools/tool.ts'
import { codingTools, partOf } from '../coding-tools/tools.ts'
import { type ConfigEdit, UneditableFile } from '../files/config-edit.ts'
import { readJournal, writeJournal } from '../files/journal.ts'
import { print, printNote } from '../output.ts'
import { digestTokens, readDigest } from '../service/digest.ts'
import { type ServiceOptions, serviceCommand, withService } from '../service/service.ts'

const digestTimeoutMs = 10_000

interface Options extends ServiceOptions, ConnectOptions {
  agent?: string
  dryRun?: boolean
  learn?: true | 'send'
}

export const connect = scopeOptions(serviceCommand('connect'))
  .description('connect a coding tool: our tools by MCP, and the identity at the start of each session')
  .addArgument(toolArgument)
  .option('--agent <agent>', 'slug or id; the only agent by default')
  .addOption(
    new Option(
      '--learn [mode]',
      'read each session when it ends, and keep the rules that you told the tool on this machine; =send sends them',
    ).choices(['send']),
  )
  .option('--dry-run', 'show the changes and write nothing')
  .action((name, options: Options) => {
    // A coding tool reaches a service by HTTP alone.
    if (options.dataDir !== undefined)
      throw new Error(
        'connect needs a running service: start "agent-identity serve --data-dir FOLDER" and give its --url.',
      )
    return withService<Options>(options, async (service) => {
      const id = chooseTool(name)
      const { title, hook } = codingTools[id]
      const { asksForKey, steps: stepsOf } = partOf(id, 'connect')
      const where = chooseWhere(id, options)
      const agent = await chooseAgent(service, options.agent)
      const journal = readJournal()
      const needsKey = where.scope === 'user' && !asksForKey
      const exposed = needsKey ? findExposed(id, where) : undefined
      const connection: Connection = {
        ...where,
        url: service.address,
        hook: hookCommand('hook', id, agent, service.address, where),
        learn: options.learn && learnCommand(options.learn, id, agent, service.address, where),
        key: needsKey && !exposed ? service.key : undefined,
      }
      const edits = editsOf(codingTools[id], connection)
      if (!edits) {
        throw new Error(`${title} has no settings in a repository. Run "agent-identity connect ${id} --user".`)
      }
      if (connection.learn !== undefined && !hook)
        throw new Error(`${title} has no hook at the end of a session, so connect it without --learn.`)
      const rules = await rulesEdits(service, agent, id, where)
      const planned = plan([...edits, ...rules.edits], connection)
      const created = rules.edits.filter(({ language }) => language === 'markdown')
      for (const text of warningsOf(
        created.map(({ file }) => ({ file, agent })),
        id,
      ))
        printNote(text)
      if (!options.dryRun) {
        const mode = where.scope === 'user' ? 0o600 : undefined
        // A change that cannot be finished is undone by disconnect.
        try {
          writePlanned(planned, id, journal, { key: connection.key, mode })
        } finally {
          writeJournal(journal)
        }
        // The hook of the first session then has a copy, however slow that start is. Without one it works too.
        if (hook) {
          const request = { address: service.address, key: service.key, maxTokens: digestTokens }
          await readDigest(agent, { ...request, timeoutMs: digestTimeoutMs }).catch(() => undefined)
        }
      }
      const changed = planned.filter(({ before, after }) => before !== after)
      const steps = [
        hook ? describeMissingProgram(where) : undefined,
        exposed && `${exposed.file} is in the repository ${exposed.repository}, so it names the variable of the key.`,
        ...stepsOf(connection),
        ...rules.notes,
        connection.key ? await describeExcessAccess(service) : undefined,
        options.learn && where.scope === 'project'
          ? 'Everyone with these settings of the repository has their sessions read; --user sets it up for you alone.'
          : undefined,
      ].filter((step) => step !== undefined)
      const files = changed.map(({ file, before }) => ({ file, change: before === undefined ? 'created' : 'changed' }))
      print(options, { tool: id, agent, scope: where.scope, files, steps }, () => [
        ...changed.map((file) => describeChange(file, service.key)),
        summarize(title, agent, { isDry: options.dryRun === true, isChanged: changed.length > 0 }),
        ...(steps.length > 0 ? ['', 'These steps are yours:', ...steps.map((step) => `- ${step}`)] : []),
      ])
    })
  })

function learnCommand(
  mode: true | 'send',
  ...rest: [tool: ConnectedTool, agent: string, address: string, where: Where]
): string {
  return `${hookCommand('sessions learn', ...rest)}${mode === 'send' ? ' --send' : ''}`
}

/** A file of the person that would get the key and lies in a repository, which others may read. */
function findExposed(tool: ConnectedTool, where: Where) {
  const key = 'KEY'
  const edits = editsOf(codingTools[tool], { ...emptyConnection(where), key }) ?? []
  return edits
    .filter(({ value }) => JSON.stringify(value)?.includes(key))
    .map(({ file }) => ({ file, repository: repositoryOf(file) }))
    .find(({ repository }) => repository !== undefined)
}

/** @throws an error that shows what to add by hand when a file cannot be changed. */
function plan(edits: readonly ConfigEdit[], connection: Connection): PlannedFile[] {
  try {
    for (const edit of edits) requireEditable(edit, connection)
    return planEdits(edits)
  } catch (error) {
    if (!(error instanceof UneditableFile)) throw error
    const lines = edits.flatMap(({ file, path, value, isOurs }) =>
      value === undefined
        ? []
        : masked(
            `${file}: ${path.join('.')}${isOurs ? ', one more element' : ''}: ${JSON.stringify(value)}`,
            connection.key,
          ),
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
function describeChange({ file, before = '', after }: PlannedFile, key: string): string {
  const patch = createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: 2 })
  return masked(patch.replace(/^=+\n/, '').trimEnd(), key)
}

const masked = (text: string, key: string | undefined): string =>
  key === undefined ? text : text.replaceAll(key, `…${key.slice(-4)}`)
