import { Command, Option } from 'commander'
import { keyAccesses } from '#core/domain/requests/caller.ts'
import { print, printNote, table } from '../output.ts'
import { chooseDestination, chooseKey, confirmDestination } from '../service/address.ts'
import { chooseOrganization } from '../service/organization.ts'
import { openService, type Service, type ServiceOptions, serviceCommand, unwrap } from '../service/service.ts'
import { signIn } from '../service/sign-in.ts'
import { words } from './option-values.ts'

interface Options extends ServiceOptions {
  email?: string
  organization?: string
}

interface NewKey extends Options {
  access: (typeof keyAccesses)[number]
  agent?: string
}

export const keys = new Command('keys').description('list, create and show API keys')

/** Keys are made by people: the service refuses a key that asks for another one. */
const sessionCommand = (name: string) =>
  serviceCommand(name)
    .option('--email <address>', 'of your account; the password is asked for, or read from standard input', words)
    .option('--organization <slug>', 'the one that you registered with by default', words)

keys.addCommand(
  sessionCommand('list')
    .description('list the keys of your organization, after signing in')
    .action((options: Options) =>
      withSession(options, async ({ api }, orgId) => {
        const list = await unwrap(api.GET('/organizations/{orgId}/api-keys', { params: { path: { orgId } } }))
        const slugOf = await slugsOf(
          api,
          list.flatMap(({ agent_id }) => agent_id ?? []),
        )
        print(options, list, () =>
          table([
            ['ends with', 'label', 'access', 'agent', 'last used', 'expires'],
            ...list.map(({ key_hint, label, access, agent_id, last_used_at, expires_at }) => [
              key_hint,
              label ?? '',
              String(access),
              agent_id ? (slugOf.get(agent_id) ?? agent_id) : 'all',
              last_used_at?.slice(0, 10) ?? 'never',
              expires_at?.slice(0, 10) ?? 'never',
            ]),
          ]),
        )
      }),
    ),
  { isDefault: true },
)

keys.addCommand(
  sessionCommand('create')
    .description('create a key and print it, after signing in')
    .argument('[label]', 'what the key is for')
    .addOption(new Option('--access <access>', 'what the key may do').choices(keyAccesses).default('full'))
    .option('--agent <agent>', 'slug or id of the only agent that the key is for', words)
    .action((label: string | undefined, options: NewKey) =>
      withSession(options, async ({ api }, orgId) => {
        const { access, agent } = options
        const body = { access, ...(label !== undefined && { label }), ...(agent !== undefined && { agentId: agent }) }
        const call = api.POST('/organizations/{orgId}/api-keys', { params: { path: { orgId } }, body })
        const created = await unwrap(call, { agentId: '--agent', label: '[label]' })
        print(options, created, () => created.key)
        if (!options.json)
          printNote(
            'The key is shown only this once. "agent-identity login --key KEY" makes it the one of commands here.',
          )
      }),
    ),
)

keys.addCommand(
  serviceCommand('show')
    .description('print the key that commands use here')
    .action((options: ServiceOptions) => {
      const destination = chooseDestination(options)
      const key = chooseKey(options, destination)
      print(options, { url: destination.address, key }, () => key)
      if (!options.json) printNote(`The key for ${destination.address}.`)
    }),
)

/** Runs a command with the session of a person, and the organization that the account registered with. */
async function withSession(options: Options, run: (service: Service, orgId: string) => Promise<void>): Promise<void> {
  const destination = chooseDestination(options)
  await confirmDestination(destination)
  const service = await openService(destination.address, '')
  try {
    await signIn(service, options)
    await run(service, await chooseOrganization(service, options.organization))
    await service.api.POST('/auth/logout')
  } finally {
    await service.close()
  }
}

/** The slugs of agents by their ids. */
async function slugsOf(api: Service['api'], agentIds: string[]): Promise<Map<string, string>> {
  const agents = await Promise.all(
    [...new Set(agentIds)].map((agentId) => unwrap(api.GET('/agents/{agentId}', { params: { path: { agentId } } }))),
  )
  return new Map(agents.map(({ id, slug }) => [id, slug]))
}
