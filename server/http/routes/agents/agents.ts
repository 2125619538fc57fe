import { Type } from 'typebox'
import { badRequest } from '../../../domain/errors.ts'
import { kindNames, kinds } from '../../../domain/kinds.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  type AgentProfile,
  createAgent,
  deleteAgent,
  updateAgent,
  updateAgents,
} from '../../../features/agents/agents.ts'
import { readAgentDocument } from '../../../features/agents/identity.ts'
import { listAgents } from '../../../features/agents/lists.ts'
import { groupOwner } from '../../../features/layers/owners.ts'
import { changeContextOf, contextOf } from '../../auth.ts'
import { sendDocument } from '../../documents.ts'
import { Clearable } from '../../patch-null.ts'
import { Agent, AgentSummary, ChangedAgent, CreatedAgent } from '../../resources/agents.ts'
import type { Routes } from '../../routes.ts'
import {
  Count,
  Id,
  List,
  Name,
  NotModified,
  nextStep,
  orgReference,
  pageOf,
  pageQuery,
  responses,
  Share,
  Success,
  success,
  Text,
  withNextSteps,
} from '../../schemas.ts'

const tags = ['Agents']
const defaultLimit = 100
const maxBulk = 50
const AgentParams = Type.Object({ agentId: Id })

const location = Clearable(Text(200, 'Berlin'))
const timezone = Clearable(Text(100, 'Europe/Berlin', { description: 'IANA time zone' }))
const job_title = Clearable(Text(200, 'Backend engineer'))

const profile = {
  description: Clearable(Text(10_000, 'Reviews every change to the payment service')),
  group_id: Clearable(Id),
  identity_markers: Type.Optional(Type.Array(Text(100, 'payments'), { maxItems: 100 })),
  job_title,
  avatar_prompt: Clearable(Text(4000, 'A calm owl')),
  location,
  timezone,
  github_username: Clearable(Text(100, 'ada')),
  min_n_count: Type.Optional(Count),
  decay_rate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'per day', examples: [0.002] })),
  promotion_threshold: Type.Optional(Share),
}

/** The agent's record (behavior: Prompt). */
export const agentRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents',
    {
      schema: {
        tags,
        summary: 'List agents',
        description: 'By name, without prompts. `include` adds each agent’s own items.',
        querystring: Type.Object({
          ...orgReference,
          group_id: Type.Optional(Id),
          include: Type.Optional(
            Type.String({
              description: 'comma-separated: beliefs, responsibilities',
              examples: ['beliefs,responsibilities'],
            }),
          ),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, Type.Object({ ...List(AgentSummary).properties, ...withNextSteps }), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { group_id, include, ...query } = request.query
      const orgId = await resolveOrganization(ctx, query)
      const page = pageOf(query, defaultLimit)
      if (group_id) await groupOwner(ctx, group_id)
      const { data, count } = await listAgents(ctx, orgId, { groupId: group_id, include: kindsIn(include), page })
      const [agent] = data
      const next = agent
        ? nextStep('read_agent', 'GET', `/agents/${agent.id}`, `Read ${agent.name} with the system prompt`)
        : nextStep('create_agent', 'POST', '/agents', 'Create an agent')
      return { data, count, next_steps: [next] }
    },
  )

  app.post(
    '/agents',
    {
      schema: {
        tags,
        summary: 'Create an agent',
        description: 'Its system prompt is null in this response and present on the next read.',
        body: Type.Object({ ...orgReference, name: Name('Ada'), ...profile }),
        response: responses(201, CreatedAgent, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { org_id, org_slug, ...agent } = request.body
      requireTimezone(agent)
      const orgId = await resolveBodyOrganization(ctx, { org_id, org_slug })
      reply.status(201)
      return createAgent(ctx, orgId, agent)
    },
  )

  app.patch(
    '/agents/bulk',
    {
      config: { tier: 'bulk' },
      schema: {
        tags,
        summary: 'Change several agents',
        description: 'Agents that are missing or foreign are skipped; `updated` counts the rest.',
        body: Type.Object({
          agents: Type.Array(Type.Object({ id: Id, name: Type.Optional(Name('Ada')), location, timezone, job_title }), {
            minItems: 1,
            maxItems: maxBulk,
          }),
        }),
        response: responses(
          200,
          Type.Object({ updated: Type.Integer({ examples: [1] }), agents: Type.Array(AgentSummary) }),
          [400, 401],
        ),
      },
    },
    (request) => {
      const changes = request.body.agents.map(({ id, ...profile }) => ({ id, profile }))
      for (const { profile } of changes) requireTimezone(profile)
      return updateAgents(contextOf(request, deps), changes)
    },
  )

  app.get(
    '/agents/:agentId',
    {
      schema: {
        tags,
        summary: 'Read an agent',
        description:
          'With its system prompt, never stale, and its own items. Send the `ETag` back as `If-None-Match` to get 304 while nothing changed.',
        params: AgentParams,
        response: { ...responses(200, Agent, [404]), ...NotModified },
      },
    },
    async (request, reply) => {
      const document = await readAgentDocument(contextOf(request, deps), request.params.agentId)
      return sendDocument(request, reply, document, 'application/json; charset=utf-8')
    },
  )

  app.patch(
    '/agents/:agentId',
    {
      schema: {
        tags,
        summary: 'Change an agent',
        description:
          'Null clears a field; the response has the updated prompt. With an avatarPrompt it names the job that sets `avatar_url`.',
        params: AgentParams,
        body: Type.Object({ name: Type.Optional(Name('Ada')), ...profile }),
        response: responses(200, ChangedAgent, [400, 401, 404, 412]),
      },
    },
    async (request, reply) => {
      requireTimezone(request.body)
      const ctx = changeContextOf(request, deps)
      const { agentId } = request.params
      const agent = await updateAgent(ctx, agentId, request.body)
      reply.header('etag', (await readAgentDocument(ctx, agentId)).etag)
      return agent
    },
  )

  app.delete(
    '/agents/:agentId',
    {
      schema: {
        tags,
        summary: 'Delete an agent',
        description: 'With everything that belongs to it.',
        params: AgentParams,
        response: responses(200, Success, [401, 404, 412]),
      },
    },
    async (request) => {
      await deleteAgent(changeContextOf(request, deps), request.params.agentId)
      return success
    },
  )
}

function kindsIn(include: string | undefined) {
  const names = include?.split(',').map((name) => name.trim()) ?? []
  const unknown = names.find((name) => name !== '' && !kindNames.some((kind) => kinds[kind].plural === name))
  if (unknown !== undefined) throw badRequest('include must be a comma-separated list of beliefs and responsibilities')
  return kindNames.filter((kind) => names.includes(kinds[kind].plural))
}

function requireTimezone({ timezone }: AgentProfile) {
  if (timezone == null || isTimezone(timezone)) return
  throw badRequest('timezone must be an IANA time zone such as Europe/Berlin')
}

/** The platform knows the time zones; it would also take offsets such as +01:00, which are not IANA names. */
function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
