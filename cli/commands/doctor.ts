import { chooseDestination } from '../address.ts'
import { compareEntry } from '../agent-files.ts'
import { pluralize, print } from '../output.ts'
import { findRepository } from '../repository.ts'
import { type Service, type ServiceOptions, serviceCommand, unwrap, withService } from '../service.ts'

export const doctor = serviceCommand('doctor')
  .description('check the way to the service, the key, and the files of this repository')
  .action(async (options) => {
    const findings = await examine(options)
    print(options, findings, () => findings.map(({ ok, text }) => `${ok ? 'ok     ' : 'problem'}  ${text}`))
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  })

interface Finding {
  ok: boolean
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
  return findings
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
  throw new Error(`${outdated.map(({ path, state }) => `${path} is ${state}`).join(', ')}. Run "agent-identity pull".`)
}
