import { Type } from 'typebox'
import { memberRoles } from '../../../domain/kinds.ts'
import { addMember } from '../../../features/accounts/invitations.ts'
import { listMembers, removeMember } from '../../../features/accounts/members.ts'
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  resolveOrganization,
  summarizeOrganization,
  updateOrganization,
} from '../../../features/accounts/organizations.ts'
import { contextOf } from '../../auth.ts'
import { CreatedInvitation, Member, Organization, OrganizationHead } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'
import {
  Email,
  Flag,
  Id,
  List,
  Name,
  nextStep,
  notEmpty,
  OneOf,
  OrgInPath,
  responses,
  Share,
  Slug,
  Success,
  success,
  Text,
  withNextSteps,
} from '../../schemas.ts'

const tags = ['Organizations']
const OrgParams = Type.Object({ orgId: OrgInPath })
const setting = Type.Optional(Flag)

/** Organizations, their settings and their members (behavior: Membership). */
export const organizationRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations',
    {
      schema: {
        tags,
        summary: 'List organizations',
        description: 'The organizations that the caller may see with its role in each; a key sees its own.',
        response: responses(
          200,
          Type.Object({
            data: Type.Array(Type.Object({ role: OneOf(memberRoles), organization: Organization })),
            ...withNextSteps,
          }),
          [401],
        ),
      },
    },
    async (request) => {
      const data = await listOrganizations(contextOf(request, deps))
      return {
        data,
        next_steps: data.map(({ organization: { slug, name } }) =>
          nextStep('read_summary', 'GET', `/organizations/${slug}/summary`, `See ${name} at a glance`),
        ),
      }
    },
  )

  app.post(
    '/organizations',
    {
      schema: {
        tags,
        summary: 'Create an organization',
        description: 'The creator becomes its owner. Reach it with a session, or with one of its own keys.',
        body: Type.Object({ name: Name('Acme'), slug: Slug }),
        response: responses(201, Type.Object({ ...Organization.properties, ...withNextSteps }), [400, 401, 409]),
      },
    },
    async (request, reply) => {
      const organization = await createOrganization(contextOf(request, deps), request.body)
      reply.status(201)
      const path = `/organizations/${organization.slug}/api-keys`
      return {
        ...organization,
        next_steps: [
          nextStep('create_key', 'POST', path, 'Create a key for the new organization, signed in to the dashboard'),
        ],
      }
    },
  )

  app.patch(
    '/organizations/:orgId',
    {
      schema: {
        tags,
        summary: 'Change an organization',
        params: OrgParams,
        body: Type.Object(
          {
            name: Type.Optional(Name('Acme')),
            auto_approve_beliefs: setting,
            auto_approve_responsibilities: setting,
            auto_publish_conversations: setting,
            auto_promote_shared_beliefs: setting,
            auto_promote_shared_responsibilities: setting,
            consensus_similarity_threshold: Type.Optional(Share),
            consensus_agent_percentage: Type.Optional(Share),
          },
          notEmpty,
        ),
        response: responses(200, Organization, [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return updateOrganization(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }), request.body)
    },
  )

  app.delete(
    '/organizations/:orgId',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: 'Delete an organization',
        description:
          'For owners with a session. Deletes all data of the organization. confirmSlug must equal its slug.',
        params: OrgParams,
        body: Type.Object(
          { confirm_slug: Type.Optional(Type.String({ maxLength: 64, examples: ['acme'] })) },
          { documented: { required: ['confirmSlug'] } },
        ),
        response: responses(200, Type.Object({ ...Success.properties, deleted_org: Slug }), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return { ...success, deleted_org: await deleteOrganization(ctx, orgId, request.body.confirm_slug) }
    },
  )

  const count = Type.Integer({ examples: [1] })
  app.get(
    '/organizations/:orgId/summary',
    {
      schema: {
        tags,
        summary: 'Read an organization summary',
        params: OrgParams,
        response: responses(
          200,
          Type.Object({
            organization: OrganizationHead,
            groups: Type.Array(Type.Object({ id: Id, name: Name('Platform'), agent_count: count })),
            agents: Type.Array(
              Type.Object({ id: Id, name: Name('Ada'), belief_count: count, responsibility_count: count }),
            ),
            content_sources: Type.Array(
              Type.Object({ id: Id, platform: Text(50, 'github'), scope: Text(20, 'agent') }),
            ),
            content_items_count: count,
            counts: Type.Object({ agents: count, groups: count, content_sources: count, content_items: count }),
            ...withNextSteps,
          }),
          [401, 404],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const summary = await summarizeOrganization(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }))
      const [agent] = summary.agents
      const next = agent
        ? nextStep('read_identity', 'GET', `/agents/${agent.id}/resolved-identity`, `Read who ${agent.name} is`)
        : nextStep('create_agent', 'POST', '/agents', 'Create your first agent')
      return { ...summary, next_steps: [next] }
    },
  )

  app.get(
    '/organizations/:orgId/members',
    {
      schema: { tags, summary: 'List members', params: OrgParams, response: responses(200, List(Member), [401, 404]) },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listMembers(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }))
    },
  )

  app.post(
    '/organizations/:orgId/members',
    {
      config: { tier: 'auth' },
      schema: {
        tags,
        summary: 'Add a member',
        description:
          'For owners, by session or by a key that an owner made. An account whose address is verified becomes a member immediately (201); anyone else, with or without an account, is invited (202).',
        params: OrgParams,
        body: Type.Object({ email: Email, role: Type.Optional(OneOf(memberRoles)) }),
        response: {
          ...responses(201, Member, [400, 401, 404, 409]),
          ...responses(202, {
            ...CreatedInvitation,
            description: 'an invitation was made; its link is shown only once',
          }),
        },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { member, invitation } = await addMember(ctx, orgId, { role: 'member', ...request.body })
      reply.status(member ? 201 : 202)
      return member ?? invitation
    },
  )

  app.delete(
    '/organizations/:orgId/members/:userId',
    {
      config: { tier: 'auth' },
      schema: {
        tags,
        summary: 'Remove a member',
        description:
          'Owners, by session or by a key that an owner made, can remove anyone; members can remove themselves. The last owner cannot be removed. The keys and invitations that the member made are revoked.',
        params: Type.Object({ ...OrgParams.properties, userId: Id }),
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      await removeMember(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }), request.params.userId)
      return success
    },
  )
}
