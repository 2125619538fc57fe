import { restorableDays } from '#core/domain/requests/restorable.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import { createGroup, deleteGroup, listGroups, updateGroup } from '../../../features/layers/groups.ts'
import { restoreGroup } from '../../../features/layers/restore-group.ts'
import { changeContextOf, contextOf } from '../../access/auth.ts'
import { Clearable } from '../../requests/patch-null.ts'
import {
  AgentId,
  Deleted,
  DisplayOrder,
  Id,
  Integer,
  Name,
  Named,
  nextStep,
  orgReference,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Success,
  success,
  Text,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Group } from '../../resources/layers.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Groups']
const defaultLimit = 100
const GroupParams = Type.Object({ groupId: Id })
const changes = {
  description: Clearable(Text(10_000, 'Keeps the lights on')),
  display_order: Type.Optional(DisplayOrder),
  manager_agent_id: Clearable(AgentId),
}

const CountedGroup = Named('GroupSummary', { ...Group.properties, agent_count: Integer(3) })

/** Groups of an organization (behavior: Groups). */
export const groupRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/groups',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List groups',
        description: 'By display_order, then name, with the number of agents in each.',
        querystring: Type.Object({ ...orgReference, ...pageQuery(defaultLimit) }),
        response: responses(
          200,
          Type.Object({ ...PagedList(CountedGroup).properties, ...withNextSteps }),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, request.query)
      const { data, count, next_cursor } = await listGroups(ctx, orgId, pageOf(request.query, defaultLimit))
      const [group] = data
      const next = group
        ? nextStep(
            'create_group_belief',
            'POST',
            `/groups/${group.id}/beliefs`,
            `Say what everybody in ${group.name} believes`,
          )
        : nextStep('create_group', 'POST', '/groups', 'Create your first group')
      return { data, count, next_cursor, next_steps: [next] }
    },
  )

  app.post(
    '/groups',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Create a group',
        description: 'Its agents inherit its beliefs and responsibilities.',
        body: Type.Object({ ...orgReference, name: Name('Platform'), ...changes }),
        response: responses(201, Group, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { org_id, org_slug, ...group } = request.body
      const orgId = await resolveBodyOrganization(ctx, { org_id, org_slug })
      reply.status(201)
      return createGroup(ctx, orgId, group)
    },
  )

  app.patch(
    '/groups/:groupId',
    {
      config: { access: 'write' },
      schema: {
        tags,
        summary: 'Change a group',
        description: 'The manager must be an agent of another group; null removes the manager.',
        params: GroupParams,
        body: Type.Object({ name: Type.Optional(Name('Platform')), ...changes }),
        response: responses(200, Group, [400, 401, 404, 412]),
      },
    },
    (request) => updateGroup(changeContextOf(request, deps), request.params.groupId, request.body),
  )

  app.delete(
    '/groups/:groupId',
    {
      config: { access: 'write', changesPrompts: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Delete a group',
        description: 'Its agents are kept, without a group; its items and their overrides are deleted.',
        params: GroupParams,
        response: responses(200, Deleted, [401, 404, 412]),
      },
    },
    async (request) => ({
      ...success,
      restorable_until: await deleteGroup(changeContextOf(request, deps), request.params.groupId),
    }),
  )

  app.post(
    '/groups/:groupId/restore',
    {
      config: { access: 'write', changesPrompts: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Restore a deleted group',
        description: `Within ${restorableDays} days: with its id, its items, their overrides, and its agents that have no other group now.`,
        params: GroupParams,
        response: responses(200, Success, [401, 404, 409]),
      },
    },
    async (request) => {
      await restoreGroup(contextOf(request, deps), request.params.groupId)
      return success
    },
  )
}
