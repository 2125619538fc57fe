import { actorTypes } from '#core/domain/requests/actor.ts'
import { AnyText, FreeForm, Id, Integer, Named, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

export const Hash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 in hexadecimal',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

const surfaces = ['dashboard', 'api', 'mcp', 'cli', 'job'] as const

export const AuditActor = Named('AuditActor', {
  type: OneOf(actorTypes, { title: 'ActorType' }),
  id: Nullable(Id),
  name: Nullable(AnyText('CI')),
  key_hint: Nullable(AnyText('x7Qd')),
})

/** Who changed a record, from where, and which one; null in an erased entry. */
export const auditFields = {
  seq: Integer(1),
  at: Timestamp,
  actor: Nullable(AuditActor),
  surface: Nullable(OneOf(surfaces, { title: 'AuditSurface' })),
  action: AnyText('belief.approve'),
  target: Nullable(
    Named('AuditTarget', {
      type: AnyText('belief'),
      id: Nullable(Id),
      name: Nullable(AnyText('Never deploy on a Friday')),
    }),
  ),
}

/** One change; the fields from `actor` to `client` are null in an erased one, except `action`. */
export const AuditEntry = Named('AuditEntry', {
  ...auditFields,
  agent_id: Nullable(Id),
  group_id: Nullable(Id),
  before: Nullable(FreeForm),
  after: Nullable(FreeForm),
  request_id: Nullable(Id),
  ip: Nullable(AnyText('203.0.113.7')),
  client: Nullable(AnyText('cli/web-shop')),
  hash: Hash,
  erased: Type.Boolean({ description: 'whether the content was erased', examples: [false] }),
})

export const AuditVerification = Named('AuditVerification', {
  valid: Type.Boolean({ examples: [true] }),
  entries: Type.Integer({ description: 'how many entries there are', examples: [120] }),
  head: Named('AuditHead', { seq: Integer(120), hash: Hash, at: Nullable(Timestamp) }),
  first_broken: Type.Optional(
    Type.Integer({ description: 'the number of the first entry that is wrong or missing', examples: [17] }),
  ),
  known: Type.Optional(
    Type.Boolean({
      description: 'whether history up to `seq` is what it was when `hash` was its head',
      examples: [true],
    }),
  ),
})
