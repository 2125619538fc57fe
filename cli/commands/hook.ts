import { setTimeout as sleep } from 'node:timers/promises'
import { Option } from 'commander'
import { isMarkerLine } from '#core/domain/formats/marker.ts'
import { type ConnectedTool, chooseAgent, chooseTool, hasOwnHook } from '../coding-tools/connection.ts'
import { type HookEvent, readHookEvent } from '../coding-tools/hook-event.ts'
import { reportLoaded } from '../coding-tools/loaded-file.ts'
import { identityFiles } from '../coding-tools/rules-read.ts'
import { codingTools, toolsWith } from '../coding-tools/tools.ts'
import { findBlock } from '../files/identity-block.ts'
import { findRepository, labelOf } from '../files/repository.ts'
import { print, printNote } from '../output.ts'
import { chooseDestination, chooseKey } from '../service/address.ts'
import { exportAgent } from '../service/agent-files.ts'
import { digestTokens, readDigest } from '../service/digest.ts'
import { reportHash, reportText } from '../service/receipts.ts'
import { openService, type ServiceOptions, serviceCommand } from '../service/service.ts'

interface Options extends ServiceOptions {
  for: ConnectedTool
  agent: string
  plugin?: boolean
  maxTokens: string
  timeout: string
}

export const hook = serviceCommand('hook')
  .description('print the digest in the form that the hook of a coding tool takes')
  .addOption(
    new Option('--for <tool>', 'the coding tool').choices(toolsWith('connect')).argParser(String).makeOptionMandatory(),
  )
  .option('--agent <agent>', 'slug or id (AGENT_IDENTITY_AGENT, the one of agent-identity.json, or the only agent)')
  .option('--plugin', 'print nothing where connect has set up a hook for the tool too')
  .option('--max-tokens <count>', 'size of the digest in tokens', String(digestTokens))
  .option('--timeout <milliseconds>', 'time after which the session starts without an answer', '2000')
  .action(async (input: Omit<Options, 'for' | 'agent'> & { for: string; agent?: string }) => {
    // A session must start whatever happens here.
    const guard = setTimeout(() => process.exit(0), Number(input.timeout))
    const endsAt = performance.now() + Number(input.timeout)
    try {
      const options = { ...input, for: chooseTool(input.for) }
      const event = await readHookEvent()
      // A plugin's hook does not start in the folder of the session.
      if (typeof event.cwd === 'string') process.chdir(event.cwd)
      if (options.plugin && hasOwnHook(options.for, process.cwd())) process.exit(0)
      if (event.hook_event_name === 'InstructionsLoaded') {
        await reportFile(options, event)
        process.exit(0)
      }
      const agent = options.agent ?? (await findAgent(options))
      const { text, report } = await digestFor({ ...options, agent }, event, endsAt)
      if (text !== undefined) print(options, { text }, () => formOf(options.for, text))
      await report?.()
    } catch (error) {
      printNote((error as Error).message)
    }
    clearTimeout(guard)
    process.exit(0)
  })

/** The share of the time that the texts of files have. */
const exportShare = 0.3
/** The share of what is then left that the digest has; the rest is for the copy on disk. */
const digestShare = 0.75

/** The text for the session, and the receipt to send once it is printed. */
interface Delivery {
  /** The digest; undefined while a file that the tool reads holds the present identity. */
  text?: string
  /** Reports the version; undefined where it is not known, as of a copy on disk. */
  report?: () => Promise<void>
}

/** @param endsAt when the session starts without it, by `performance.now()`. */
async function digestFor(options: Options, event: HookEvent, endsAt: number): Promise<Delivery> {
  const destination = chooseDestination(options)
  const key = chooseKey(options, destination)
  const service = await openService(destination.address, key)
  const { agent } = options
  const files = event.source === 'compact' ? [] : identityFiles(options.for, process.cwd())
  const inTime = <Value>(answer: Promise<Value>) =>
    Promise.race([answer.catch(() => undefined), sleep(Number(options.timeout) * exportShare, undefined)])
  // Asked before the digest, so that a change between both makes the report older than the text, and never newer.
  const [prompt, ...exports] = await Promise.all([
    inTime(service.client.agent(agent).prompt()),
    ...files.map(({ file, format }) =>
      inTime(exportAgent(service, agent, format, { label: labelOf(file) }).then(({ files }) => files[0]!.content)),
    ),
  ])
  // The version in a file says nothing about its text, which anybody may have changed below that line.
  const current = files.find(({ text }, at) => exports[at] !== undefined && unmarked(text) === unmarked(exports[at]))
  if (current) {
    const content = findBlock(current.text)?.content ?? current.text
    const held = { agent, format: current.format, content, label: labelOf(current.file) }
    return { report: () => reportText(service, 'written', held) }
  }
  const digest = await readDigest(agent, {
    address: destination.address,
    key,
    maxTokens: Number(options.maxTokens),
    timeoutMs: Math.max(1, (endsAt - performance.now()) * digestShare),
  })
  if (files.some(({ text }, at) => exports[at] === undefined && holdsItems(text, digest.text))) return {}
  const hash = digest.source === 'fresh' ? prompt?.etag?.replaceAll('"', '') : undefined
  return { text: digest.text, ...(hash && { report: () => reportHash(service, 'delivered', { agent, hash }) }) }
}

/** Reports a file that the tool says it has loaded. */
async function reportFile(options: ServiceOptions & { agent?: string }, { file_path: file }: HookEvent) {
  if (typeof file !== 'string') return
  const destination = chooseDestination(options)
  const open = () => openService(destination.address, chooseKey(options, destination))
  const known = [...(findRepository()?.entries ?? []), ...(options.agent ? [{ agent: options.agent }] : [])]
  const named = [...new Set(known.map(({ agent }) => agent))]
  await reportLoaded(file, open, async () => (named.length > 0 ? named : [await findAgent(options)]))
}

/**
 * The agent of a plugin, whose hook is the same for everybody.
 *
 * @throws an error that lists the agents when there are several.
 */
async function findAgent(options: ServiceOptions): Promise<string> {
  const { AGENT_IDENTITY_AGENT } = process.env
  // Named agents need no request, so that the copy on disk serves while the service is away.
  if (AGENT_IDENTITY_AGENT) return AGENT_IDENTITY_AGENT
  const agents = new Set(findRepository()?.entries.map(({ agent }) => agent))
  const [named] = agents
  if (agents.size === 1) return named!
  const destination = chooseDestination(options)
  return chooseAgent(await openService(destination.address, chooseKey(options, destination)), undefined)
}

/** Whether each item of a digest is a line of a file. */
function holdsItems(text: string, digest: string): boolean {
  const lines = new Set(text.split(/\r?\n/))
  return digest.split('\n').every((line) => !line.startsWith('- ') || lines.has(line))
}

/** The identity in a file, without the line that names its version. */
const unmarked = (text: string): string =>
  (findBlock(text)?.content ?? text)
    .split(/\r?\n/)
    .filter((line) => !isMarkerLine(line))
    .join('\n')
    .trim()

/** The output that makes the tool put the text into the context of the model. */
const formOf = (tool: ConnectedTool, text: string): string => codingTools[tool].hook?.output?.(text) ?? text.trimEnd()
