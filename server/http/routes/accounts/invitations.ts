import { memberRoles } from '#core/domain/kinds.ts'
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  readInvitation,
  registerByInvitation,
  revokeInvitation,
} from '../../../features/accounts/invitations.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { contextOf } from '../../access/auth.ts'
import {
  Email,
  Id,
  LinkToken,
  List,
  Name,
  OneOf,
  OrgInPath,
  Password,
  responses,
  Success,
  success,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { CreatedInvitation, Invitation, Membership, OpenInvitation } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Organizations']
const OrgParams = Type.Object({ orgId: OrgInPath })
const TokenParams = Type.Object({ token: LinkToken })

/** Membership by consent (behavior: Membership). */
export const invitationRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/organizations/:orgId/invitations',
    {
      config: { access: 'session', tier: 'auth', showsSecret: true },
      schema: {
        tags,
        summary: 'Invite a person',
        description:
          'For owners. The link works once, for 7 days, and is shown only once. With `email`, only the account with that address can accept, and a new invitation replaces the last one for the address; if the service sends mail, it is also mailed, with a separate link that confirms the address. At most 200 are open at a time.',
        params: OrgParams,
        body: Type.Object({ email: Type.Optional(Email), role: Type.Optional(OneOf(memberRoles)) }),
        response: responses(201, CreatedInvitation, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      reply.status(201)
      return createInvitation(ctx, orgId, { role: 'member', ...request.body })
    },
  )

  app.get(
    '/organizations/:orgId/invitations',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: 'List open invitations',
        description: 'For owners; without the links, which are shown only when they are made.',
        params: OrgParams,
        response: responses(200, List(Invitation), [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listInvitations(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }))
    },
  )

  app.delete(
    '/organizations/:orgId/invitations/:invitationId',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: 'Revoke an invitation',
        description: 'For owners.',
        params: Type.Object({ ...OrgParams.properties, invitationId: Id }),
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      await revokeInvitation(ctx, orgId, request.params.invitationId)
      return success
    },
  )

  app.get(
    '/invitations/:token',
    {
      config: { access: 'public', tier: 'auth' },
      schema: {
        tags,
        summary: 'Read an invitation',
        description: 'For anyone who has the link.',
        params: TokenParams,
        response: responses(200, OpenInvitation, [404]),
      },
    },
    (request) => readInvitation(deps, request.params.token),
  )

  app.post(
    '/invitations/:token/accept',
    {
      config: { access: 'session', tier: 'auth' },
      schema: {
        tags,
        summary: 'Accept an invitation',
        description: 'Makes the signed-in account a member. The default organization of the account stays as it is.',
        params: TokenParams,
        response: responses(200, Membership, [400, 401, 404, 409]),
      },
    },
    (request) => acceptInvitation(contextOf(request, deps), request.params.token),
  )

  app.post(
    '/invitations/:token/register',
    {
      config: { access: 'public', tier: 'register' },
      schema: {
        tags,
        summary: 'Register and accept an invitation',
        description:
          'Creates an account that joins the organization, which becomes its default; no other organization is created.',
        params: TokenParams,
        body: Type.Object({ email: Email, password: Password, display_name: Type.Optional(Name('Ada')) }),
        response: responses(201, Membership, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      const member = await registerByInvitation(deps, request.params.token, request.body)
      reply.status(201)
      return member
    },
  )
}
