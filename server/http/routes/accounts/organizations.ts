import { memberRoles } from '#core/domain/kinds.ts'
import { keyAccesses } from '#core/domain/requests/caller.ts'
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  resolveOrganization,
  updateOrganization,
} from '../../../features/accounts/organizations.ts'
import { contextOf } from '../../access/auth.ts'
import {
  Flag,
  Id,
  Name,
  Named,
  Nullable,
  nextStep,
  notEmpty,
  OneOf,
  OrgInPath,
  responses,
  Share,
  Slug,
  Success,
  success,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Organization, RetentionDays } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Organizations']
const OrgParams = Type.Object({ orgId: OrgInPath })
const setting = Type.Optional(Flag)

/** Organizations and their settings (behavior: Membership). */
export const organizationRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List organizations',
        description: 'The organizations that the caller may see with its role in each; a key sees its own.',
        response: responses(
          200,
          Type.Object({
            data: Type.Array(
              Named('OrganizationAccess', {
                role: OneOf(memberRoles),
                access: OneOf(keyAccesses, { description: 'what this key may do; full in a session' }),
                agent_id: Nullable(Id),
                organization: Organization,
              }),
            ),
            ...withNextSteps,
          }),
          [401],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { access = 'full', agentId = null } = ctx.caller
      const data = await listOrganizations(ctx)
      return {
        data: data.map((membership) => ({ ...membership, access, agent_id: agentId })),
        next_steps: data.map(({ organization: { slug, name } }) =>
          nextStep('read_summary', 'GET', `/organizations/${slug}/summary`, `See ${name} at a glance`),
        ),
      }
    },
  )

  app.post(
    '/organizations',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Create an organization',
        description: 'The creator becomes its owner. Reach it with a session, or with one of its own keys.',
        body: Type.Object({ name: Name('Acme'), slug: Slug }),
        response: responses(
          201,
          Named('Organization', { ...Organization.properties, ...withNextSteps }),
          [400, 401, 409],
        ),
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
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Change an organization',
        description:
          'Its name and settings; the slug never changes. At least one field is required. Only the session of an owner changes `requireReview` and `auditRetentionDays`. Only owners move the labels in `protectedLabels`, and keys with full access.',
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
            require_review: setting,
            auto_dedup: setting,
            dedupe_on_create: setting,
            protected_labels: Type.Optional(
              Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,64}$', examples: ['production'] }), { maxItems: 100 }),
            ),
            audit_retention_days: Type.Optional(Nullable(RetentionDays)),
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
      config: { access: 'session', tier: 'auth', turns: 'always' },
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
}
