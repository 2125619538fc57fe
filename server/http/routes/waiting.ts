import { jobTypes } from '#core/domain/requests/jobs.ts'
import { readWaiting } from '../../features/organization-reads/waiting.ts'
import { contextOf } from '../access/auth.ts'
import { Flag, Id, Name, Named, Nullable, OneOf, OrgInPath, responses, Text, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import type { Routes } from '../routes.ts'

const integer = (example: number, description?: string) =>
  Type.Integer({ examples: [example], ...(description && { description }) })
const text = (example: string) => Type.String({ examples: [example] })
const agent = { agent_id: Id, agent_name: Name('Ada') }
const listOf = (name: string, fields: Parameters<typeof Type.Object>[0], description: string) =>
  Type.Object({ count: integer(1), data: Type.Array(Named(name, fields)) }, { description })

const Waiting = Named('Waiting', {
  sources: listOf(
    'FailedSource',
    {
      id: Id,
      ...agent,
      name: Text(500, 'acme/api'),
      error: text('GitHub knows no repository acme/api'),
      last_synced_at: Nullable(Timestamp),
    },
    'enabled sources whose last sync failed',
  ),
  jobs: listOf(
    'FailedJob',
    {
      id: Id,
      agent_id: Nullable(Id),
      agent_name: Nullable(Name('Ada')),
      type: OneOf(jobTypes),
      error: Nullable(text('The model did not answer')),
      finished_at: Nullable(Timestamp),
    },
    'the last job of a type for an agent, where it failed within seven days',
  ),
  change_requests: listOf(
    'WaitingChangeRequest',
    {
      id: Id,
      number: integer(14),
      title: text('Tighten the boundaries'),
      client: Nullable(text('cli/web-shop')),
      created_at: Timestamp,
    },
    'open ones, the newest first',
  ),
  proposals: listOf(
    'OwnerProposals',
    {
      agent_id: Nullable(Id),
      group_id: Nullable(Id),
      name: Nullable(Name('Ada')),
      count: integer(12),
      proposed: integer(9, 'how many of them are proposals of discovery'),
    },
    'pending items by owner, most first; `count` is their sum. Without an agent and a group, the owner is the organization',
  ),
  clients: listOf(
    'ClientBehind',
    {
      ...agent,
      client: text('cli/web-shop'),
      version: Nullable(integer(43)),
      label: Nullable(text('production')),
      behind: Nullable(integer(5, 'in versions')),
    },
    'clients that run another version than the one meant for them, the furthest behind first',
  ),
  keys: listOf(
    'ExpiringKey',
    { id: Id, label: Nullable(Name('CI')), key_hint: text('k3Zq'), expires_at: Timestamp },
    'keys that expire within 14 days, the first to expire first',
  ),
  figures: Type.Object({
    agents: integer(62),
    items: integer(2000, 'of all layers, without rejected and hidden ones'),
    clients: integer(148, 'seen within 24 hours'),
  }),
  steps: Type.Object(
    { agent: Flag, prompt_read: Flag, session_read: Flag, proposal_approved: Flag },
    { description: 'which steps of the first days were made' },
  ),
})

/** The data of the dashboard's home page, and of the counts in its navigation. */
export const waitingRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/waiting',
    {
      config: { access: 'session' },
      schema: {
        tags: ['Organizations'],
        summary: 'Read what waits',
        description:
          'Everything that needs a decision or a repair, by kind: at most 20 records of each, and the count of all. Only for people who are signed in.',
        params: Type.Object({ orgId: OrgInPath }),
        response: responses(200, Waiting, [401, 404]),
      },
    },
    (request) => readWaiting(contextOf(request, deps), { org_id: request.params.orgId }),
  )
}
