import { basename } from 'node:path'
import { describeError } from '#core/base/system-errors.ts'
import { type Doubles, findDoubles, findTakenAway, isReadBy } from '../coding-tools/rules-read.ts'
import { describeTakenAway } from '../coding-tools/taken-away.ts'
import { codingTools, partOf, toolsWith } from '../coding-tools/tools.ts'
import { findRepository } from '../files/repository.ts'
import { nameList, pluralize, print, shortPath } from '../output.ts'
import { chooseDestination } from '../service/address.ts'
import { compareEntry, explainKept } from '../service/agent-files.ts'
import { type Service, type ServiceOptions, serviceCommand, unwrap, withService } from '../service/service.ts'

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
      findings.push({ ok: false, text: describeError(error) })
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
  const warnings = [
    ...findDoubles(process.cwd()).map(describeDoubles),
    ...findTakenAway(process.cwd()).map((taken) => describeTakenAway(taken)),
  ]
  return [...findings, ...warnings.map((text): Finding => ({ ok: false, warning: true, text }))]
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
  // A pull would refuse it.
  if (outdated.some(({ state }) => state === 'foreign')) throw new Error(explainKept(outdated))
  const advice = outdated.every(({ state }) => state === 'edited')
    ? 'Run "agent-identity push" to propose the edits.'
    : 'Run "agent-identity pull".'
  throw new Error(`${outdated.map(({ path, state }) => `${path} is ${state}`).join(', ')}. ${advice}`)
}

/** Names files that a tool would read together, and the one to keep. */
function describeDoubles({ tools, files }: Doubles): string {
  const kept = files.find((file) => basename(file) === 'AGENTS.md') ?? files[0]!
  const others = files.filter((file) => file !== kept)
  const titles = tools.map((tool) => codingTools[tool].title)
  const hooks = toolsWith('rules').filter(
    (tool) =>
      partOf(tool, 'rules').written === undefined &&
      !tools.includes(tool) &&
      others.some((file) => isReadBy(tool, file)),
  )
  return [
    `${nameList(titles)} would read the same identity ${files.length === 2 ? 'twice' : `${files.length} times`}: ${nameList(files.map(shortPath))} hold it.`,
    `Keep it in ${shortPath(kept)}, and remove it from ${nameList(others.map(shortPath))} and agent-identity.json.`,
    ...hooks.map((tool) => `"agent-identity connect ${tool}" gives it to ${codingTools[tool].title} by a hook.`),
  ].join(' ')
}
