import { Option } from 'commander'
import { clientStates } from '#core/domain/identity/clients.ts'
import type { Schemas } from '../../clients/typescript/src/index.ts'
import { pluralize, print, printNote, table } from '../output.ts'
import { chooseOrganization } from '../service/organization.ts'
import { serviceCommand, unwrap, withService } from '../service/service.ts'

type FleetClient = Schemas['FleetClient']

/** The most clients of one page. */
const limit = 1000

export const fleet = serviceCommand('fleet')
  .description('list which client runs which version of a prompt, those that are behind first')
  .argument('[agent]', 'slug or id; all agents by default')
  .option('--behind', 'only clients that are not current')
  .addOption(new Option('--state <state>', 'only clients that came this far').choices(clientStates))
  .action((agentId, { behind, state, ...options }) =>
    withService(options, async (service) => {
      const filters = { ...(agentId && { agentId }), ...(state && { state }), ...(behind && { behind }) }
      const params = { path: { orgId: await chooseOrganization(service) }, query: { ...filters, limit } }
      const { data, count } = await unwrap(service.api.GET('/organizations/{orgId}/fleet', { params }))
      print(options, { data, count }, () =>
        data.length === 0 ? emptyText(filters) : table(data.map(columnsOf as (client: unknown) => string[])),
      )
      if (!options.json && count > data.length)
        printNote(`These are ${data.length} of ${count} clients; name an agent to see all of one.`)
    }),
  )

const emptyText = (filters: object): string =>
  Object.keys(filters).length > 0
    ? 'No client matches.'
    : 'No client has read a prompt in the last 30 days. "agent-identity pull" and "agent-identity connect" make some.'

/** One client as the columns of its line. */
const columnsOf = ({ agent_name, client, label, state, version, behind, last_seen_at }: FleetClient): string[] => [
  agent_name,
  label === null ? client : `${client} (${label})`,
  state,
  version === null ? 'no version' : `v${version}`,
  behind === null ? 'unknown' : behind === 0 ? 'current' : `${pluralize(behind, 'change')} behind`,
  `${last_seen_at.slice(0, 16).replace('T', ' ')} UTC`,
]
