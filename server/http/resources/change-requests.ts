import {
  changeConflicts,
  changeOps,
  changeRequestStatuses,
  changeSources,
} from '#core/domain/identity/change-requests.ts'
import { categories, kindNames } from '#core/domain/kinds.ts'
import { AnyText, Flag, Id, Integer, Named, Nullable, OneOf, Reference, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { exampleStatement, ItemOwner } from './items.ts'

const who = { user_id: Id, name: Nullable(AnyText('ada')), key_hint: Nullable(AnyText('x7Qd')) }

const Actor = Named('Actor', who)

const head = {
  id: Id,
  org_id: Id,
  number: Integer(1),
  title: AnyText('Roll back first'),
  description: Nullable(AnyText('Seen in three incidents')),
  base_version: Nullable(AnyText('7')),
  status: OneOf(changeRequestStatuses),
  author: Named('ChangeRequestAuthor', { ...who, client: Nullable(AnyText('cli/web-shop')) }),
  decision: NullableObject('ChangeRequestDecision', {
    by: Actor,
    at: Timestamp,
    reason: Nullable(AnyText('Said already')),
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** A change request in a list. */
export const ChangeRequestHead = Named('ChangeRequestSummary', {
  ...head,
  change_count: Integer(1),
  comment_count: Integer(0),
})

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
const ChangeState = Named('ChangeState', {
  ...settable,
  overridden: Type.Optional(Type.Boolean({ examples: [false] })),
  group_name: Type.Optional(Nullable(AnyText('Platform'))),
})

const Change = Named('Change', {
  index: Integer(0),
  op: OneOf(changeOps),
  kind: Nullable(OneOf(kindNames)),
  id: Nullable(Id),
  owner: ItemOwner,
  owner_name: Nullable(AnyText('Ada')),
  agent_id: Type.Optional(Nullable(Id)),
  source_type: Type.Optional(OneOf(changeSources)),
  source_id: Type.Optional(Nullable(Id)),
  quote: Type.Optional(Nullable(AnyText('The user said: never merge on red'))),
  file: Type.Optional(Nullable(AnyText('AGENTS.md'))),
  line: Type.Optional(Nullable(Integer(12))),
  ...settable,
  before: Nullable(ChangeState),
  after: Nullable(ChangeState),
  conflict: Nullable(OneOf(changeConflicts)),
  conflict_number: Nullable(Integer(12)),
  conflict_item: NullableObject('ConflictItem', {
    id: Id,
    kind: OneOf(kindNames),
    category: OneOf(categories),
    statement: AnyText(exampleStatement.belief),
    owner: ItemOwner,
    owner_name: Nullable(AnyText('Ada')),
  }),
  merged: Type.Boolean({ examples: [false] }),
})

export const ChangeRequestComment = Named('ChangeRequestComment', {
  id: Id,
  author: Actor,
  text: AnyText('Which incidents?'),
  created_at: Timestamp,
})

/** A single change request; reading an open one includes its effect. */
export const ChangeRequest = Named('ChangeRequest', {
  ...head,
  changes: Type.Array(Change),
  comments: Type.Array(ChangeRequestComment),
  blast_radius: NullableObject('BlastRadius', {
    agents_reached: Integer(2),
    agents_changed: Integer(1),
    agents: Type.Array(Reference('Ada')),
    groups: Type.Array(Reference('Platform')),
  }),
  prompt: NullableObject('PromptChange', {
    agent_id: Id,
    name: AnyText('Ada'),
    before: AnyText('# Ada\n'),
    after: AnyText('# Ada\n'),
  }),
})

/** The request that proposes all of it already. */
export const ExistingChangeRequest = Named('ChangeRequest', { ...ChangeRequest.properties, _existing: Flag })

function NullableObject<const P extends Parameters<typeof Type.Object>[0]>(name: string, properties: P) {
  return Nullable(Named(name, properties))
}
