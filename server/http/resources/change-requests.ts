import { changeConflicts, changeOps, changeRequestStatuses } from '../../domain/identity/change-requests.ts'
import { categories, kindNames, overrideSources } from '../../domain/kinds.ts'
import { AnyText, Flag, Id, Integer, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { exampleStatement } from './items.ts'

const who = { user_id: Id, name: Nullable(AnyText('ada')), key_hint: Nullable(AnyText('x7Qd')) }

const head = {
  id: Id,
  org_id: Id,
  number: Integer(1),
  title: AnyText('Roll back first'),
  description: Nullable(AnyText('Seen in three incidents')),
  base_version: Nullable(AnyText('7')),
  status: OneOf(changeRequestStatuses),
  author: Type.Object({ ...who, client: Nullable(AnyText('cli/web-shop')) }),
  decision: NullableObject({ by: Type.Object(who), at: Timestamp, reason: Nullable(AnyText('Said already')) }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** A change request in a list. */
export const ChangeRequestHead = Type.Object({ ...head, change_count: Integer(1), comment_count: Integer(0) })

const Owner = Type.Object({ agent_id: Type.Optional(Id), group_id: Type.Optional(Id), org_id: Type.Optional(Id) })
/** The fields that a change may set. */
const settable = Type.Partial(
  Type.Object({
    category: OneOf(categories),
    statement: AnyText(exampleStatement.belief),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
    name: AnyText('Ada'),
    description: Nullable(AnyText('Reviews every change')),
    job_title: Nullable(AnyText('Backend engineer')),
    location: Nullable(AnyText('Berlin')),
    timezone: Nullable(AnyText('Europe/Berlin')),
    group_id: Nullable(Id),
  }),
).properties
/** The state of an item, with `overridden` for an inherited one, or the changed fields of a profile. */
const state = {
  ...settable,
  overridden: Type.Optional(Type.Boolean({ examples: [false] })),
  group_name: Type.Optional(Nullable(AnyText('Platform'))),
}

const Change = Type.Object({
  index: Integer(0),
  op: OneOf(changeOps),
  kind: Nullable(OneOf(kindNames)),
  id: Nullable(Id),
  owner: Owner,
  owner_name: Nullable(AnyText('Ada')),
  agent_id: Type.Optional(Nullable(Id)),
  source_type: Type.Optional(OneOf(Object.keys(overrideSources) as (keyof typeof overrideSources)[])),
  source_id: Type.Optional(Nullable(Id)),
  ...settable,
  before: NullableObject(state),
  after: NullableObject(state),
  conflict: Nullable(OneOf(changeConflicts)),
  conflict_item: NullableObject({
    id: Id,
    kind: OneOf(kindNames),
    category: OneOf(categories),
    statement: AnyText(exampleStatement.belief),
    owner: Owner,
    owner_name: Nullable(AnyText('Ada')),
  }),
  merged: Type.Boolean({ examples: [false] }),
})

export const ChangeRequestComment = Type.Object({
  id: Id,
  author: Type.Object(who),
  text: AnyText('Which incidents?'),
  created_at: Timestamp,
})

const named = (example: string) => Type.Array(Type.Object({ id: Id, name: AnyText(example) }))

/** A single change request; reading an open one includes its effect. */
export const ChangeRequest = Type.Object({
  ...head,
  changes: Type.Array(Change),
  comments: Type.Array(ChangeRequestComment),
  blast_radius: NullableObject({
    agents_reached: Integer(2),
    agents_changed: Integer(1),
    agents: named('Ada'),
    groups: named('Platform'),
  }),
  prompt: NullableObject({
    agent_id: Id,
    name: AnyText('Ada'),
    before: AnyText('# Ada\n'),
    after: AnyText('# Ada\n'),
  }),
})

function NullableObject<const P extends Parameters<typeof Type.Object>[0]>(properties: P) {
  return Nullable(Type.Object(properties))
}
