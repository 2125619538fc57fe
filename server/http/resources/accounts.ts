import { memberRoles } from '#core/domain/kinds.ts'
import { keyAccesses } from '#core/domain/requests/caller.ts'
import { AnyText, Flag, Id, Named, Nullable, OneOf, Share, Slug, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

export const OrganizationHead = Named('SlugReference', { id: Id, name: AnyText('Acme'), slug: Slug })

/** At most a hundred years. */
export const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: 36_500,
  description: 'after how many days the content of audit entries is erased; null keeps it',
  examples: [365],
})

export const Organization = Named('Organization', {
  ...OrganizationHead.properties,
  auto_approve_beliefs: Flag,
  auto_approve_responsibilities: Flag,
  auto_publish_conversations: Flag,
  auto_promote_shared_beliefs: Flag,
  auto_promote_shared_responsibilities: Flag,
  consensus_similarity_threshold: Share,
  consensus_agent_percentage: Share,
  require_review: Flag,
  auto_dedup: Flag,
  dedupe_on_create: Flag,
  protected_labels: Type.Array(AnyText('production'), {
    description: 'labels that only owners move, and keys with full access',
  }),
  audit_retention_days: Nullable(RetentionDays),
  created_at: Timestamp,
})

export const Member = Named('Member', {
  id: Id,
  user_id: Id,
  role: OneOf(memberRoles),
  display_name: AnyText('brave-otter-4821'),
  email: Nullable(AnyText('ada@example.com')),
  email_verified: Type.Boolean({ description: 'whether the owner of the address has confirmed it', examples: [true] }),
  profiles: Named('MemberProfile', {
    display_name: AnyText('brave-otter-4821'),
    email: Nullable(AnyText('ada@example.com')),
  }),
})

/** An accepted membership with its organization. */
export const Membership = Named('Membership', { ...Member.properties, organization: OrganizationHead })

const invitee = {
  email: Nullable(Type.String({ description: 'null for whoever has the link', examples: ['ada@example.com'] })),
  role: OneOf(memberRoles),
}

/** An open invitation, without its link. */
export const Invitation = Named('Invitation', {
  id: Id,
  ...invitee,
  created_by: Id,
  created_at: Timestamp,
  expires_at: Timestamp,
})

/** A new invitation; its link is returned only this once. */
export const CreatedInvitation = Named('CreatedInvitation', {
  id: Id,
  ...invitee,
  link: AnyText('https://identity.example.com/invitations/kq0Vh3…'),
  expires_at: Timestamp,
})

/** An invitation as seen by the recipient of its link. */
export const OpenInvitation = Named('OpenInvitation', {
  organization: Type.Object({ name: AnyText('Acme'), slug: Slug }),
  ...invitee,
  expires_at: Timestamp,
})

export const ApiKeyRecord = Named('ApiKey', {
  id: Id,
  org_id: Id,
  created_by: Id,
  label: Nullable(AnyText('CI')),
  key_hint: AnyText('x7Qd'),
  access: OneOf(keyAccesses),
  agent_id: Nullable(Id),
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  created_at: Timestamp,
})
