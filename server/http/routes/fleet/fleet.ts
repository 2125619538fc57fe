import { clientPattern, clientStates, maxClientName } from '#core/domain/identity/clients.ts'
import { readPromptStep } from '#core/domain/requests/next-steps.ts'
import { listFleet } from '../../../features/fleet/fleet.ts'
import { reportReceipt } from '../../../features/fleet/report-receipt.ts'
import { summarizeFleet } from '../../../features/fleet/summary.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  Count,
  Id,
  Name,
  Named,
  Nullable,
  OneOf,
  OrgInPath,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Timestamp,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { LabelName } from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Fleet']
const defaultLimit = 100

const ClientName = Type.String({
  maxLength: maxClientName,
  pattern: clientPattern,
  description: 'a kind, a slash and a name',
  examples: ['cli/web-shop'],
})
const State = OneOf(clientStates, {
  title: 'ClientState',
  description:
    'fetched: the service answered it, or confirmed the copy; written: a file holds it; delivered: a hook printed it into a session; loaded: the tool said that it loaded the file',
})
const Version = Type.Integer({ examples: [7] })

const FleetClient = Named('FleetClient', {
  agent_id: Id,
  agent_name: Name('Ada'),
  group_id: Nullable(Id),
  group_name: Nullable(Name('Platform')),
  client: ClientName,
  state: State,
  version: Nullable(Type.Integer({ description: 'null for a text that is no version of the agent', examples: [7] })),
  current_version: Nullable(
    Type.Integer({
      description: 'that of the label which the client reads, else the live one; null as `live_version`',
      examples: [8],
    }),
  ),
  live_version: Nullable(Type.Integer({ description: 'null until it is rendered after a change', examples: [8] })),
  label: Nullable(Type.String({ examples: ['production'] })),
  is_current: Nullable(Type.Boolean({ description: 'null where either version is', examples: [false] })),
  behind: Nullable(
    Type.Integer({
      description: 'how often the prompt changed since this version; null as `is_current`',
      examples: [1],
    }),
  ),
  last_seen_at: Timestamp,
})

const number = (description: string, example: number) => Type.Integer({ description, examples: [example] })

const FleetSummary = Named('FleetSummary', {
  agents: number('all agents of the organization', 62),
  clients: number('all clients', 148),
  clients_in_24h: number('seen within 24 hours', 140),
  current: number('those that have the current version', 145),
  behind: number('those that have an earlier one', 3),
  furthest_behind: number('the most versions that one of them is behind', 5),
  kinds: Named('FleetKinds', {
    cli: number('the command', 61),
    sdk: number('the client libraries', 58),
    mcp: number('coding tools over MCP', 29),
  }),
  labels: Type.Array(
    Named('FleetLabel', {
      label: Type.String({ examples: ['production'] }),
      agents: number('agents that carry it', 41),
      stale: number('agents where it is behind and did not move for 30 days', 2),
    }),
    { description: 'at most 100, those of the most agents first' },
  ),
})

/** Which client runs which version of a prompt (behavior: Fleet). */
export const fleetRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/fleet',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List who runs what',
        description:
          'The clients that read prompts and named themselves, with the version that each has: those that are behind first, the furthest before others, then texts that are no version. Clients go 30 days after they were last seen; of an agent the 200 last seen are kept.',
        params: Type.Object({ orgId: OrgInPath }),
        querystring: Type.Object({
          agent_id: Type.Optional(AgentId),
          group_id: Type.Optional(Id),
          kind: Type.Optional(
            Type.String({
              pattern: '^[A-Za-z0-9_.-]{1,64}$',
              description: 'what the names of clients begin with: cli, mcp, sdk for sdk-ts and sdk-py',
              examples: ['cli'],
            }),
          ),
          state: Type.Optional(State),
          behind: Type.Optional(
            Type.Boolean({ description: 'true: those that are not current; false: those that are', examples: [true] }),
          ),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, PagedList(FleetClient), [400, 401, 404]),
      },
    },
    (request) => {
      const { limit, offset, cursor, ...filters } = request.query
      const page = pageOf({ limit, offset, cursor }, defaultLimit)
      return listFleet(contextOf(request, deps), { org_id: request.params.orgId }, { ...filters, ...page })
    },
  )

  app.get(
    '/organizations/:orgId/fleet/summary',
    {
      config: { access: 'read', tier: 'heavy' },
      schema: {
        tags,
        summary: 'Count who runs what',
        description:
          'How many clients there are, and how many of them are current or behind; and how many agents carry each label. A client without a known version is neither.',
        params: Type.Object({ orgId: OrgInPath }),
        response: responses(200, FleetSummary, [400, 401, 404]),
      },
    },
    (request) => summarizeFleet(contextOf(request, deps), { org_id: request.params.orgId }),
  )

  app.post(
    '/agents/:agentId/receipts',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Report a receipt',
        description:
          'Tells how far a client came with a version, by its number or the SHA-256 of its text. Reading the same version later leaves a higher state; another version begins with its own. A hash of no version is kept as an unknown text.',
        params: Type.Object({ agentId: AgentId }),
        body: Type.Object({
          client: ClientName,
          state: State,
          version: Type.Optional(Count),
          hash: Type.Optional(
            Type.String({
              pattern: '^[0-9a-f]{64}$',
              description: '64 hexadecimal digits: the SHA-256 of the text, as in the ETag of the prompt',
              examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
            }),
          ),
          label: Type.Optional(LabelName),
        }),
        response: responses(
          202,
          Named('Receipt', { client: ClientName, state: State, version: Nullable(Version), ...withNextSteps }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const { agentId } = request.params
      const receipt = await reportReceipt(contextOf(request, deps), agentId, request.body)
      reply.status(202)
      return { ...receipt, next_steps: [readPromptStep(agentId)] }
    },
  )
}
