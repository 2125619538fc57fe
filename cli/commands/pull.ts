import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Option } from 'commander'
import { sha256Hex } from '#core/base/hash.ts'
import { formatNames } from '#core/domain/formats/format.ts'
import { holdsPrompt, promptIn } from '#core/domain/formats/marker.ts'
import { warningsOf } from '../coding-tools/taken-away.ts'
import { addEntries, type Entry } from '../files/repository.ts'
import { print, printNote, table } from '../output.ts'
import {
  type AgentFile,
  chooseEntries,
  compareEntry,
  explainKept,
  pathHelp,
  requireSeparateFiles,
  type WrittenFile,
  writeFiles,
} from '../service/agent-files.ts'
import { presentHash, reportHash } from '../service/receipts.ts'
import { type Service, serviceCommand, withService } from '../service/service.ts'
import { words } from './option-values.ts'

export const pull = serviceCommand('pull')
  .description('write the files that agent-identity.json lists, or those of one agent')
  .argument('[agent]', 'slug or id; all agents by default')
  .addOption(
    new Option('--format <format>', 'a format of this agent; it is added to agent-identity.json').choices(formatNames),
  )
  .option('--path <folder>', pathHelp)
  .option('--label <label>', 'the version that carries this label instead of the live prompt, from now on', words)
  .option('--block', 'keep the rest of a file that is yours, and add the identity between two comment lines')
  .option('--watch', 'go on, and write each change within two seconds')
  .option('--check', 'write nothing, and exit with 2 when something is behind')
  .option('--force', 'overwrite files that have edits of their own')
  .action((agent, options) =>
    withService(options, async (service) => {
      if (options.watch && options.dataDir) throw new Error('--watch needs a service; nothing else changes this folder')
      const { repository, entries, added } = await chooseEntries(service, { ...options, agent })
      const { folder } = repository
      const labeled = entries.find(({ label }) => label !== undefined)
      if (options.watch && labeled)
        throw new Error(`--watch follows the live prompt, and ${labeled.path} holds the label ${labeled.label}`)
      requireSeparateFiles(folder, entries)
      if (options.check) return check(service, folder, entries, options)
      warnOfRules(folder, entries, options.force === true || added.length === 0)
      const first = await pullAll(service, folder, entries, options)
      const kept = first.filter(({ result }) => result === 'kept')
      if (added.length > 0 && kept.length === 0) addEntries(repository, added)
      printPulled(first, options)
      if (!options.watch && kept.length > 0) throw new Error(explainKept(kept))
      if (options.watch) await watch(service, folder, entries, options)
    }),
  )

/**
 * Says before a file is written that a tool stops to read rules of the person's own.
 *
 * @throws an error for a new CLAUDE.md that nobody agreed to.
 */
function warnOfRules(folder: string, entries: Entry[], isAgreed: boolean): void {
  const files = entries.map(({ path, agent }) => ({ file: join(folder, path), agent }))
  const texts = warningsOf(files)
  if (!isAgreed && warningsOf(files, 'claude-code').length > 0)
    throw new Error(`Nothing was written. ${texts.join(' ')} --force writes it all the same.`)
  for (const text of texts) printNote(text)
}

interface PullOptions {
  json?: boolean
  force?: boolean
}

async function pullAll(service: Service, folder: string, entries: Entry[], { force }: PullOptions) {
  const pulled: WrittenFile[] = []
  const held: AgentFile[] = []
  const present = await presentHashes(service, entries)
  for (const entry of entries) {
    const files = await compareEntry(service, folder, entry)
    const results = await writeFiles(service, files, force)
    pulled.push(...results)
    held.push(...files.map((file, at) => (results[at]!.result === 'written' ? asWritten(file) : file)))
  }
  await reportFiles(service, held, present)
  return pulled
}

const asWritten = (file: AgentFile): AgentFile => ({ ...file, state: 'current', local: file.present })

const sourceOf = ({ agent, label = '' }: Entry) => `${agent} ${label}`

/** The hash of the prompt of each agent and label with a file that words it in its own way. */
async function presentHashes(service: Service, entries: readonly Entry[]): Promise<Map<string, string | undefined>> {
  const bySource = new Map(entries.flatMap((entry) => (holdsPrompt(entry.format) ? [] : [[sourceOf(entry), entry]])))
  const hashes = [...bySource].map(async ([source, { agent, label }]) => {
    return [source, await presentHash(service, agent, label)] as const
  })
  return new Map(await Promise.all(hashes))
}

/** Reports the version of each agent and label that the files hold; of several files, that of the first one that is not current. */
async function reportFiles(service: Service, files: readonly AgentFile[], present: Map<string, string | undefined>) {
  // `json` holds the agent's own layer, which is not what a prompt says.
  const held = files.filter(({ local, format }) => local !== undefined && format !== 'json')
  for (const [source, own] of Map.groupBy(held, sourceOf)) {
    const file = own.find(({ state }) => state !== 'current') ?? own[0]!
    const hash = hashIn(file) ?? present.get(source)
    if (hash) await reportHash(service, 'written', { agent: file.agent, label: file.label, hash })
  }
}

/**
 * The hash of the prompt in a file. In a format that words it in its own way, an outdated or edited file counts as an
 * unknown text; for a current one, undefined: it is made from the present prompt.
 */
function hashIn({ format, local = '', state }: AgentFile): string | undefined {
  const prompt = promptIn(format, local)
  return prompt === undefined && state === 'current' ? undefined : sha256Hex(prompt ?? local)
}

function printPulled(pulled: WrittenFile[], options: PullOptions) {
  const lines = pulled.map(({ path, agent, state, result }) => [
    state === 'edited' && result !== 'written' ? 'edited' : result,
    path,
    agent,
  ])
  print(options, { files: pulled }, () => table(lines))
}

async function check(service: Service, folder: string, entries: Entry[], options: PullOptions) {
  const files = []
  const present = await presentHashes(service, entries)
  for (const entry of entries) files.push(...(await compareEntry(service, folder, entry)))
  await reportFiles(service, files, present)
  const found = files.map(({ path, agent, format, state }) => ({ path, agent, format, state }))
  const isBehind = found.some(({ state }) => state === 'behind' || state === 'missing' || state === 'foreign')
  print(options, { files: found, behind: isBehind }, () =>
    table(found.map(({ state, path, agent }) => [state, path, agent])),
  )
  if (isBehind) process.exitCode = 2
}

/** Delay before a failed write is retried, in milliseconds. */
const retryMs = 1000

/** Watches the prompts of the agents; does not return. */
async function watch(service: Service, folder: string, entries: Entry[], options: PullOptions): Promise<never> {
  const changed = new Set(entries.map(({ agent }) => agent))
  let wake = () => {}
  for (const name of changed) {
    const agent = service.client.agent(name)
    agent.onChange(() => {
      changed.add(name)
      wake()
    })
  }
  // Changes between the first pull and now are written too: each agent is pulled once more.
  for (;;) {
    for (const agent of [...changed]) {
      changed.delete(agent)
      const own = entries.filter((entry) => entry.agent === agent)
      try {
        const pulled = await pullAll(service, folder, own, options)
        const kept = pulled.filter(({ result }) => result === 'kept')
        if (kept.length > 0) printNote(explainKept(kept))
        const written = pulled.filter(({ result }) => result === 'written')
        if (written.length > 0) printPulled(written, options)
      } catch (error) {
        printNote((error as Error).message)
        changed.add(agent)
        await sleep(retryMs)
      }
    }
    if (changed.size > 0) continue
    await new Promise<void>((resolve) => {
      wake = resolve
      // Watching alone does not keep the process alive.
      const alive = setInterval(() => {}, 60_000)
      wake = () => {
        clearInterval(alive)
        resolve()
      }
    })
  }
}
