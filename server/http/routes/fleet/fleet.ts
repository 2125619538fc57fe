import { clientPattern, clientStates, maxClientName } from '#core/domain/identity/clients.ts'
import { readPromptStep } from '#core/domain/requests/next-steps.ts'
import { listFleet } from '../../../features/fleet/fleet.ts'
import { reportReceipt } from '../../../features/fleet/report-receipt.ts'
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
  client: ClientName,
  state: State,
  version: Nullable(Type.Integer({ description: 'null for a text that is no version of the agent', examples: [7] })),
  current_version: Nullable(
    Type.Integer({ description: 'null until the prompt is rendered after a change', examples: [8] }),
  ),
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
      const { agent_id, state, behind, ...page } = request.query
      const filters = { agent_id, state, behind, ...pageOf(page, defaultLimit) }
      return listFleet(contextOf(request, deps), { org_id: request.params.orgId }, filters)
    },
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
