import { homedir } from 'node:os'
import { InvalidArgumentError, Option } from 'commander'
import { codingTools, findTool, partOf, type ToolWith, toolsWith } from '../coding-tools/tools.ts'
import { confirm } from '../confirm.ts'
import { programOnPath } from '../files/program-on-path.ts'
import { pluralize, print, printNote } from '../output.ts'
import { chooseDestination } from '../service/address.ts'
import { type ServiceOptions, serviceCommand } from '../service/service.ts'
import { countGroups, describeGroups } from '../sessions/describe-findings.ts'
import type { FindingGroup, RedactedTurn } from '../sessions/finding.ts'
import type { AgentKnowledge } from '../sessions/known-statements.ts'
import type { ReadOptions } from '../sessions/read-sessions.ts'
import type { Sent } from '../sessions/send-findings.ts'
import { SkipCounts } from '../sessions/session.ts'
import { describeNoSessions, describeSkipped, selectionOptions } from '../sessions/session-options.ts'
import type { Reading, TurnReader } from '../sessions/turn-reader.ts'

interface Options extends ServiceOptions, ReadOptions {
  agent?: string
  with: ReaderName
  send?: boolean
  show?: boolean
  yes?: boolean
}

type ReaderName = 'builtin' | 'model' | ToolWith<'runsAsReader'>

/** @throws a usage error that lists the readers. */
function readerNamed(name: string): ReaderName {
  const reader = name === 'builtin' || name === 'model' ? name : findTool(name, 'runsAsReader')
  if (reader) return reader
  throw new InvalidArgumentError(`Allowed choices are ${readerNames.join(', ')}.`)
}

const readerNames = ['builtin', 'model', ...toolsWith('runsAsReader')]

export const sessionsRead = selectionOptions(serviceCommand('read'))
  .description('read the rules that you told coding agents; nothing leaves this machine without --send or a model')
  .option('--agent <agent>', 'slug or id; the only agent by default')
  .addOption(
    new Option('--with <reader>', 'the built-in reader, the language model of LLM_BASE_URL, or a coding agent')
      .choices(readerNames)
      .argParser(readerNamed)
      .default('builtin'),
  )
  .option('--send', 'send what was found to the service as observations, after a summary of it')
  .option('--show', 'with --send, print the whole requests instead of the summary')
  .option('--yes', 'do not ask before something leaves this machine')
  .action(async (options: Options) => {
    const skipped = new SkipCounts()
    const projects = new Set<string>()
    const turns = await readTurns(options, skipped, projects)
    const knowledge = await knowledgeFor(options)
    const reading = await readRules(turns, options, knowledge)
    const { groupFindings } = await import('../sessions/finding.ts')
    const { describeSent } = await import('../sessions/send-findings.ts')
    const { withoutRejected } = await import('../sessions/known-statements.ts')
    const findings = withoutRejected(reading.findings, knowledge)
    const groups = groupFindings(findings, knowledge.statements)
    const sent = options.send ? await sendGroups(groups, knowledge.agent!, options) : undefined
    const counts = {
      dropped: reading.dropped,
      rejected: reading.findings.length - findings.length,
      unread: reading.unread,
    }
    const found = { data: groups, count: groups.length, turns: turns.length, ...counts }
    const answer = { ...found, records: skipped.records, skipped: skipped.list() }
    print(options, { ...answer, ...(sent && { sent }) }, () => {
      if (turns.length === 0) return describeNoSessions(options)
      if (groups.length === 0) return `No rules in ${pluralize(turns.length, 'turn')}.`
      return sent ? describeSent(sent, [knowledge.agent!]) : describeGroups(groups)
    })
    if (options.json) return
    for (const line of notesOn(counts, skipped)) printNote(line)
    const memories = await memoriesNote(options, projects, knowledge)
    if (memories !== undefined) printNote(memories)
    const rules = groups.filter(({ is_sure }) => is_sure).length
    if (options.with === 'builtin' && rules < fewRules && turns.length >= manyTurns) {
      const other = installedReader()
      if (other)
        printNote(
          `Few rules in ${turns.length} turns. ${other.title} can read them too: "agent-identity sessions read --with ${other.name}" asks first.`,
        )
    }
    if (!sent && groups.length > 0) {
      printNote(
        `${countGroups(groups)} in ${pluralize(turns.length, 'turn')}${knownAmong(groups)}. Nothing was sent; --send sends them for review.`,
      )
    }
  })

/** ", 74 of them known already": those that the identity has, or that await review. */
function knownAmong(groups: readonly FindingGroup[]): string {
  const known = groups.filter(({ is_known, is_proposed }) => is_known || is_proposed).length
  return known > 0 ? `, ${known} of them in the identity or in review already` : ''
}

/** With fewer rules than this in at least so many turns, a coding agent on this machine is offered as the reader. */
const fewRules = 3
const manyTurns = 20

/** The first coding agent on the PATH that can read turns. It is not started. */
function installedReader(): { name: string; title: string } | undefined {
  const name = toolsWith('runsAsReader').find((each) => programOnPath(partOf(each, 'runsAsReader').command))
  return name && { name, title: codingTools[name].title }
}

/** @param projects gets the folders that the sessions ran in. */
async function readTurns(options: Options, skipped: SkipCounts, projects: Set<string>): Promise<RedactedTurn[]> {
  const { readSessions } = await import('../sessions/read-sessions.ts')
  const { redactTurns } = await import('../sessions/finding.ts')
  const turns: RedactedTurn[] = []
  for await (const session of readSessions({ ...options, skipped })) {
    if (session.project !== null) projects.add(session.project)
    for (const turn of redactTurns(session, homedir())) turns.push(turn)
  }
  return turns
}

/**
 * The notes that tools made by themselves; undefined if there are none, or if the sessions are those of a repository.
 */
async function memoriesNote({ tool, project, git }: Options, projects: Set<string>, knowledge: AgentKnowledge) {
  const ofMemories = toolsWith('memories')
  const noted = ofMemories.find((name) => name === tool)
  if (git !== undefined || (tool !== undefined && noted === undefined)) return undefined
  const { describeUndecided } = await import('../memories/undecided.ts')
  return describeUndecided({ tool: noted, project, projects: [...projects, process.cwd()] }, knowledge)
}

/** The agent's statements and decisions, without which nothing is sent. */
async function knowledgeFor(options: Options): Promise<AgentKnowledge> {
  const { readKnowledge, readKnowledgeIfPossible } = await import('../sessions/known-statements.ts')
  return (options.send ? readKnowledge : readKnowledgeIfPossible)(options, options.agent)
}

async function readRules(turns: RedactedTurn[], options: Options, knowledge: AgentKnowledge): Promise<Reading> {
  const name = options.with
  if (name === 'builtin') {
    const { readBuiltin } = await import('../sessions/builtin-reading.ts')
    return { findings: readBuiltin(turns, knowledge), dropped: 0, unread: 0 }
  }
  const { describeRequests, readWith } = await import('../sessions/turn-reader.ts')
  const reader = await chooseReader(name)
  if (turns.length === 0) return { findings: [], dropped: 0, unread: 0 }
  const description = describeRequests(turns, reader)
  if (options.yes) printNote(description)
  await confirm(`${description} Read them?`, options.yes)
  return untilInterrupted((signal) => readWith(reader, turns, signal))
}

async function chooseReader(name: 'model' | ToolWith<'runsAsReader'>): Promise<TurnReader> {
  if (name === 'model') return (await import('../sessions/model-reader.ts')).modelReader()
  const { agentReader } = await import('../sessions/agent-reader.ts')
  return agentReader({ title: codingTools[name].title, ...partOf(name, 'runsAsReader') })
}

/** Runs until Ctrl-C, which aborts the signal. */
async function untilInterrupted<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('It was interrupted, and nothing was sent to the service.'))
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    return await run(controller.signal)
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
}

/** Shows the requests as they are sent, and sends them; what does not arrive waits on this machine. */
async function sendGroups(groups: FindingGroup[], agent: string, options: Options): Promise<Sent> {
  const findings = groups.flatMap((group) => group.findings)
  if (findings.length === 0) return { created: 0, count: 0 }
  const { sendPending, showRequests } = await import('../sessions/send-findings.ts')
  const { storeUnsent } = await import('../sessions/pending-findings.ts')
  const { address } = chooseDestination(options)
  const pending = { agent, address, findings }
  const count = showRequests(pending, options.show === true)
  await confirm(`Send ${pluralize(count, 'observation')} of ${countGroups(groups)} to ${address}?`, options.yes)
  storeUnsent(pending)
  return sendPending([pending], options)
}

interface Counts {
  dropped: number
  /** Findings that were rejected before. */
  rejected: number
  unread: number
}

function notesOn({ dropped, rejected, unread }: Counts, skipped: SkipCounts): string[] {
  return [
    ...(dropped > 0 ? [`Dropped ${pluralize(dropped, 'rule')} with a quote that you did not type.`] : []),
    ...(rejected > 0 ? [`Left out ${pluralize(rejected, 'rule')} that you rejected before.`] : []),
    ...(unread > 0 ? [`${pluralize(unread, 'turn')} could not be read.`] : []),
    ...describeSkipped(skipped),
  ]
}
