import { badRequest } from '#core/base/errors.ts'
import { kindNames, kinds } from '#core/domain/kinds.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import { createAgent, updateAgents } from '../../../features/agents/agents.ts'
import { readAgentsJson } from '../../../features/agents/agents-json.ts'
import { groupOwner } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { sendJson } from '../../answers/documents.ts'
import {
  AgentId,
  Id,
  Integer,
  Name,
  nextStep,
  orgReference,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { AgentSummary, CreatedAgent } from '../../resources/agents.ts'
import type { Routes } from '../../routes.ts'
import { bulkProfile, profile, requireTimezone } from './profile.ts'

const tags = ['Agents']
const defaultLimit = 100
const maxBulk = 500
/** The agents of an organization. */
export const agentRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List agents',
        description:
          'By name, without prompts. `include` adds each agent’s own items, of each kind the first 1,000; `truncated` tells that there are more.',
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
        response: responses(
          200,
          Type.Object({ ...PagedList(AgentSummary).properties, ...withNextSteps }),
          [400, 401, 404, 413, 429],
        ),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { group_id, include, ...query } = request.query
      const orgId = await resolveOrganization(ctx, query)
      const page = pageOf(query, defaultLimit)
      if (group_id) await groupOwner(ctx, group_id)
      const { first, json } = await readAgentsJson(ctx, orgId, { groupId: group_id, include: kindsIn(include), page })
      const next = first
        ? nextStep('read_agent', 'GET', `/agents/${first.id}`, `Read ${first.name} with the system prompt`)
        : nextStep('create_agent', 'POST', '/agents', 'Create an agent')
      return sendJson(reply, json, [next])
    },
  )

  app.post(
    '/agents',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Create an agent',
        description: 'Its system prompt is null in this response and present on the next read.',
        body: Type.Object({ ...orgReference, name: Name('Ada'), ...profile }),
        response: responses(201, CreatedAgent, [400, 401, 404, 409]),
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
      config: { access: 'write', changesPrompts: true, tier: 'bulk', turns: 'always' },
      schema: {
        tags,
        summary: 'Change several agents',
        description:
          'Agents that are missing or foreign are skipped; `updated` counts the rest. A `groupId` that is not a group of the organization changes none.',
        body: Type.Object({
          agents: Type.Array(Type.Object({ id: AgentId, name: Type.Optional(Name('Ada')), ...bulkProfile }), {
            minItems: 1,
            maxItems: maxBulk,
          }),
        }),
        response: responses(200, Type.Object({ updated: Integer(), agents: Type.Array(AgentSummary) }), [400, 401]),
      },
    },
    (request) => {
      const changes = request.body.agents.map(({ id, ...profile }) => ({ id, profile }))
      for (const { profile } of changes) requireTimezone(profile)
      return updateAgents(contextOf(request, deps), changes)
    },
  )
}

function kindsIn(include: string | undefined) {
  const names = include?.split(',').map((name) => name.trim()) ?? []
  const unknown = names.find((name) => name !== '' && !kindNames.some((kind) => kinds[kind].plural === name))
  if (unknown !== undefined) throw badRequest('include must be a comma-separated list of beliefs and responsibilities')
  return kindNames.filter((kind) => names.includes(kinds[kind].plural))
}
