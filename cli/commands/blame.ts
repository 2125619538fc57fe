import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { sha256Hex } from '#core/base/hash.ts'
import { agentCode, findMarker, isMarkerLine, promptIn } from '#core/domain/formats/marker.ts'
import type { Schemas } from '../../clients/typescript/src/index.ts'
import { chooseAgent } from '../coding-tools/connection.ts'
import { findBlock } from '../files/identity-block.ts'
import { findRepository } from '../files/repository.ts'
import { readText } from '../files/text-file.ts'
import { resolveLinks } from '../files/writable-files.ts'
import { print } from '../output.ts'
import { type Service, type ServiceOptions, serviceCommand, unwrap, withService } from '../service/service.ts'
import { allAgents } from './agents.ts'
import { explainLine, summarizeLine } from './blamed-line.ts'
import { wholeNumber, words } from './option-values.ts'

type Blame = Schemas['PromptBlame']

interface BlameOptions extends ServiceOptions {
  agent?: string
  line?: number
  at?: number
  label?: string
}

export const blame = serviceCommand('blame')
  .description('tell why a line stands in a prompt: who wrote or approved it, when, and on which words it stands')
  .argument('[line]', 'FILE:LINE of a file that pull or connect wrote, or of a rules file that was imported')
  .option('--agent <agent>', 'slug or id; the one of the file, or the only agent, by default', words)
  .option('--line <number>', 'this line of the prompt instead of a file', wholeNumber())
  .option('--at <number>', 'of the version with this number; the live prompt by default', wholeNumber())
  .option('--label <label>', 'of the version that carries this label', words)
  .action((address: string | undefined, options: BlameOptions) =>
    withService(options, async (service) => {
      if (address !== undefined && options.line !== undefined)
        throw new Error('FILE:LINE and --line exclude each other: name one line')
      const blamed =
        address === undefined ? await blamePrompt(service, options) : await blameFile(service, address, options)
      const isOne = blamed.lines.length === 1
      print(options, blamed, () => (isOne ? explainLine(blamed.lines[0]!) : blamed.lines.map(summarizeLine)))
    }),
  )

const versionOf = ({ at, label }: BlameOptions) => ({
  ...(at !== undefined && { version: at }),
  ...(label !== undefined && { label }),
})

async function readBlame(
  { api }: Service,
  agentId: string,
  query: { version?: number; label?: string; line?: number },
): Promise<Blame> {
  const call = api.GET('/agents/{agentId}/prompt-blame', { params: { path: { agentId }, query } })
  return (await unwrap(call, { version: '--at', line: '--line' })) as Blame
}

async function blamePrompt(service: Service, options: BlameOptions): Promise<Blame> {
  const agentId = await chooseAgent(service, options.agent)
  const { line } = options
  return readBlame(service, agentId, { ...versionOf(options), ...(line !== undefined && { line }) })
}

/** Explains a line of a file: by its position in a whole version, else by its words or by where it was imported from. */
async function blameFile(service: Service, address: string, options: BlameOptions): Promise<Blame> {
  const [, path, number] = /^(.+):(\d+)$/.exec(address) ?? []
  if (path === undefined) throw new Error(`${address} must be FILE:LINE, such as AGENTS.md:12`)
  if (!existsSync(path)) throw new Error(`${path} does not exist`)
  const text = readText(path)
  const lines = text.split(/\r?\n/)
  const at = Number(number)
  const line = lines[at - 1]
  if (line === undefined || at > lines.length) throw new Error(`${path} has ${lines.length} lines, and no line ${at}`)
  const agentId = options.agent ?? (await agentOfFile(service, path, text))
  const isLive = options.at === undefined && options.label === undefined
  const exact = isLive ? await findInVersion(service, agentId, text, at) : undefined
  if (exact) return readBlame(service, agentId, exact)
  const whole = await readBlame(service, agentId, versionOf(options))
  const found = findLine(whole, { file: path, at, line, isOurs: findMarker(text) !== undefined })
  if (!found)
    throw new Error(
      `Line ${at} of ${path} is not in the prompt: it was edited or deleted there, or never imported. "agent-identity blame --agent ${agentId}" lists the lines of the prompt.`,
    )
  return readBlame(service, agentId, { ...versionOf(options), line: found.line })
}

/** The versions among which that of a file is looked for. */
const versionsSearched = 200

/** The version and the line of a file that holds a whole prompt; undefined for any other file, and for an edited one. */
async function findInVersion({ api }: Service, agentId: string, text: string, at: number) {
  const prompt = promptIn('agents_md', findBlock(text)?.content ?? text)
  if (prompt === undefined) return undefined
  const hash = sha256Hex(prompt)
  const params = { path: { agentId }, query: { limit: versionsSearched } }
  const { data } = await unwrap(api.GET('/agents/{agentId}/prompt-versions', { params }))
  const version = data.find((each) => each.hash === hash)?.version
  const lines = text.split(/\r?\n/)
  const marker = lines.findIndex(isMarkerLine)
  const first = lines.findIndex((line, index) => index > marker && line.trim() !== '')
  const line = at - first
  return version !== undefined && line >= 1 && line <= prompt.trimEnd().split('\n').length
    ? { version, line }
    : undefined
}

interface FileLine {
  file: string
  at: number
  line: string
  isOurs: boolean
}

function findLine({ lines }: Blame, { file, at, line, isOurs }: FileLine) {
  const isSource = ({ sources }: Blame['lines'][number]) =>
    sources.some((source) => source.line === at && source.file !== null && basename(source.file) === basename(file))
  const words = bare(line)
  const byWords = words === '' ? undefined : lines.find(({ text }) => bare(text) === words)
  return isOurs ? byWords : (lines.find(isSource) ?? byWords)
}

/** A line without its bullet and emphasis. */
const bare = (line: string): string =>
  line
    .trim()
    .replace(/^(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/^\*\*(.*)\*\*$/, '$1')

/** The agent that agent-identity.json or the file itself names, else the only one. */
async function agentOfFile(service: Service, path: string, text: string): Promise<string> {
  const repository = findRepository()
  const file = resolveLinks(resolve(path))
  const entry = repository?.entries.find((each) => resolveLinks(join(repository.folder, each.path)) === file)
  if (entry) return entry.agent
  const marker = findMarker(text)
  if (!marker) return chooseAgent(service, undefined)
  const agent = (await allAgents(service)).find(({ id }) => agentCode(id) === marker.agent)
  if (agent) return agent.id
  throw new Error(`${path} was made from an agent that this key does not see; name one with --agent`)
}
