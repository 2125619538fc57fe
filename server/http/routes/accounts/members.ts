import { memberRoles } from '#core/domain/kinds.ts'
import { addMember } from '../../../features/accounts/invitations.ts'
import { changeRole, listMembers, removeMember } from '../../../features/accounts/members.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { contextOf } from '../../access/auth.ts'
import { Email, Id, List, OneOf, OrgInPath, responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { CreatedInvitation, Member } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Organizations']
const OrgParams = Type.Object({ orgId: OrgInPath })

/** Members of an organization (behavior: Membership). */
export const memberRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/members',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List members',
        description:
          'People with their role. `profiles` repeats the name and the address, as existing clients read them.',
        params: OrgParams,
        response: responses(200, List(Member), [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listMembers(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }))
    },
  )

  app.post(
    '/organizations/:orgId/members',
    {
      config: { access: 'session', tier: 'auth', showsSecret: true },
      schema: {
        tags,
        summary: 'Add a member',
        description:
          'For owners. An account whose address is verified becomes a member immediately (201); anyone else, with or without an account, is invited (202).',
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

  app.patch(
    '/organizations/:orgId/members/:userId',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: "Change a member's role",
        description:
          'For owners. A role that falls lowers the access of the keys that the member made to the most that it allows: `write` for a member, `read` for a viewer. The last owner keeps the role.',
        params: Type.Object({ ...OrgParams.properties, userId: Id }),
        body: Type.Object({ role: OneOf(memberRoles) }),
        response: responses(200, Member, [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { orgId, userId } = request.params
      return changeRole(ctx, await resolveOrganization(ctx, { org_id: orgId }), userId, request.body.role)
    },
  )

  app.delete(
    '/organizations/:orgId/members/:userId',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: 'Remove a member',
        description:
          'Owners can remove anyone; members can remove themselves. The last owner cannot be removed. The keys and invitations that the member made are revoked.',
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
