import { findMarker, isMarkerLine } from '../../server/domain/formats/marker.ts'
import { chooseDestination, chooseKey } from '../address.ts'
import { exportAgent } from '../agent-files.ts'
import { chooseAgent, chooseTool, hasOwnHook } from '../connect/connection.ts'
import { type IdentityFile, identityFiles } from '../connect/rules-read.ts'
import { codingTools } from '../connect/tools.ts'
import { digestTokens, readDigest } from '../digest.ts'
import { type HookEvent, readHookEvent } from '../hook-event.ts'
import { findBlock } from '../identity-block.ts'
import { print, printNote } from '../output.ts'
import { findRepository } from '../repository.ts'
import { openService, type ServiceOptions, serviceCommand } from '../service.ts'

interface Options extends ServiceOptions {
  for: string
  agent: string
  plugin?: boolean
  maxTokens: string
  timeout: string
}

export const hook = serviceCommand('hook')
  .description('print the digest in the form that the hook of a coding tool takes')
  .requiredOption('--for <tool>', Object.keys(codingTools).join(', '))
  .option('--agent <agent>', 'slug or id (AGENT_IDENTITY_AGENT, the one of agent-identity.json, or the only agent)')
  .option('--plugin', 'print nothing where connect has set up a hook for the tool too')
  .option('--max-tokens <count>', 'size of the digest in tokens', String(digestTokens))
  .option('--timeout <milliseconds>', 'time after which the session starts without an answer', '2000')
  .action(async (options: Omit<Options, 'agent'> & { agent?: string }) => {
    // A session must start whatever happens here.
    const guard = setTimeout(() => process.exit(0), Number(options.timeout))
    try {
      const event = await readHookEvent()
      if (options.plugin && hasOwnHook(options.for, folderOf(event))) process.exit(0)
      const text = await digestFor({ ...options, agent: options.agent ?? (await findAgent(options)) }, event)
      if (text !== undefined) print(options, { text }, () => formOf(options.for, text))
    } catch (error) {
      printNote((error as Error).message)
    }
    clearTimeout(guard)
    process.exit(0)
  })

/** Share of the time that the service has; the rest is for starting, and for the copy on disk. */
const requestShare = 0.6

const folderOf = ({ cwd }: HookEvent): string => (typeof cwd === 'string' ? cwd : process.cwd())

/** The digest; undefined while a file that the tool reads holds the present identity. */
async function digestFor(options: Options, event: HookEvent): Promise<string | undefined> {
  chooseTool(options.for)
  const destination = chooseDestination(options)
  const key = chooseKey(options, destination)
  const rules = event.source === 'compact' ? undefined : identityFiles(options.for, folderOf(event))[0]
  if (rules && (await isCurrent(rules, options, destination.address, key))) return undefined
  return readDigest(options.agent, {
    ...{ address: destination.address, key },
    ...{ maxTokens: Number(options.maxTokens), timeoutMs: Number(options.timeout) * requestShare },
  })
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

/** Whether a file holds the present identity. While the service is away, it is what there is. */
async function isCurrent({ text, marker, format }: IdentityFile, { agent }: Options, address: string, key: string) {
  try {
    const { files } = await exportAgent(await openService(address, key), agent, format)
    const present = files[0]!.content
    // The line of an earlier build names another version of the same text.
    return marker.version === findMarker(present)?.version || unmarked(text) === unmarked(present)
  } catch {
    return true
  }
}

/** The identity in a file, without the line that names its version. */
const unmarked = (text: string): string =>
  (findBlock(text)?.content ?? text)
    .split(/\r?\n/)
    .filter((line) => !isMarkerLine(line))
    .join('\n')
    .trim()

/** The output that makes the tool put the text into the context of the model. */
function formOf(tool: string, text: string): string {
  if (tool === 'copilot') return JSON.stringify({ additionalContext: text })
  if (tool === 'gemini')
    return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } })
  return text.trimEnd()
}
