import { homedir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { chooseDestination } from '../address.ts'
import { compareEntry } from '../agent-files.ts'
import { type Doubles, findDoubles, isReadBy } from '../connect/rules-read.ts'
import { codingTools } from '../connect/tools.ts'
import { pluralize, print, shellWord } from '../output.ts'
import { findRepository } from '../repository.ts'
import { type Service, type ServiceOptions, serviceCommand, unwrap, withService } from '../service.ts'

export const doctor = serviceCommand('doctor')
  .description('check the way to the service, the key, and the files of this repository')
  .action(async (options) => {
    const findings = await examine(options)
    print(options, findings, () =>
      findings.map(({ ok, warning, text }) => `${ok ? 'ok     ' : warning ? 'warning' : 'problem'}  ${text}`),
    )
    if (findings.some(({ ok, warning }) => !ok && !warning)) process.exitCode = 1
  })

interface Finding {
  ok: boolean
  /** Everything works, but not as well as it could: the command succeeds. */
  warning?: true
  text: string
}

async function examine(options: ServiceOptions): Promise<Finding[]> {
  const findings: Finding[] = []
  const attempt = async (check: () => Promise<string | undefined>) => {
    try {
      const text = await check()
      if (text !== undefined) findings.push({ ok: true, text })
      return true
    } catch (error) {
      findings.push({ ok: false, text: (error as Error).message })
      return false
    }
  }
  const isFound = await attempt(async () => `commands go to ${chooseDestination(options).address}`)
  if (!isFound) return findings
  await attempt(() =>
    withService(options, async (service) => {
      findings.push({ ok: true, text: await describeKey(service) })
      await attempt(() => describeFiles(service))
    }).then(() => undefined),
  )
  const doubles = findDoubles(process.cwd()).map(describeDoubles)
  return [...findings, ...doubles.map((text): Finding => ({ ok: false, warning: true, text }))]
}

async function describeKey({ api, key }: Service): Promise<string> {
  const { data } = await unwrap(api.GET('/organizations'))
  const reach = data.map(({ organization, access, agent_id }) =>
    agent_id === null
      ? `${organization.name} with ${access} access`
      : `one agent of ${organization.name} with ${access} access`,
  )
  return `the key ends with ${key.slice(-4)} and opens ${reach.join(', ')}`
}

async function describeFiles(service: Service): Promise<string> {
  const repository = findRepository()
  if (!repository) return 'no agent-identity.json here, so "agent-identity pull" needs an agent and a format'
  const files = []
  for (const entry of repository.entries) files.push(...(await compareEntry(service, repository.folder, entry)))
  const outdated = files.filter(({ state }) => state !== 'current')
  if (outdated.length === 0) return `${pluralize(files.length, 'file')} of agent-identity.json, all current`
  const advice = outdated.every(({ state }) => state === 'edited')
    ? 'Run "agent-identity push" to propose the edits.'
    : 'Run "agent-identity pull".'
  throw new Error(`${outdated.map(({ path, state }) => `${path} is ${state}`).join(', ')}. ${advice}`)
}

/** Names files that a tool would read together, and the one to keep. */
function describeDoubles({ tools, files }: Doubles): string {
  const kept = files.find((file) => basename(file) === 'AGENTS.md') ?? files[0]!
  const others = files.filter((file) => file !== kept)
  const titles = tools.map((tool) => codingTools[tool]!.title)
  const hooks = Object.entries(codingTools).filter(
    ([name, { rules }]) => rules === undefined && !tools.includes(name) && others.some((file) => isReadBy(name, file)),
  )
  return [
    `${nameList(titles)} would read the same identity ${files.length === 2 ? 'twice' : `${files.length} times`}: ${nameList(files.map(shortPath))} hold it.`,
    `Keep it in ${shortPath(kept)}, and remove it from ${nameList(others.map(shortPath))} and agent-identity.json.`,
    ...hooks.map(([name, { title }]) => `"agent-identity connect ${name}" gives it to ${title} by a hook.`),
  ].join(' ')
}

const nameList = (names: string[]): string => new Intl.ListFormat('en').format(names)

/** A path as people write it: relative to the working directory, or to the home folder. */
function shortPath(file: string): string {
  const within = relative(process.cwd(), file)
  const short =
    within.startsWith('..') && file.startsWith(`${homedir()}${sep}`) ? join('~', relative(homedir(), file)) : within
  return shellWord(short)
}
