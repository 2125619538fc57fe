import { badRequest } from '#core/base/errors.ts'
import { changeOps, changeSources } from '#core/domain/identity/change-requests.ts'
import { type Category, categories, kindNames, kindOf } from '#core/domain/kinds.ts'
import type { AgentProfile } from '../../../features/agents/agents.ts'
import type { NewChange } from '../../../features/change-requests/proposals.ts'
import { AgentId, Count, Flag, Id, Line, Name, Named, OneOf, Statement, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { exampleStatement } from '../../resources/items.ts'
import { placeAndTitle, profile, requireTimezone } from '../agents/profile.ts'

/** A proposed change in a request: the fields of every operation, of which `newChange` requires those of its own. */
export const NewChangeFields = Named('NewChange', {
  op: OneOf(changeOps),
  id: Type.Optional(Id),
  owner: Type.Optional(
    Type.Object({ agent_id: Type.Optional(AgentId), group_id: Type.Optional(Id), org_id: Type.Optional(Id) }),
  ),
  kind: Type.Optional(OneOf(kindNames)),
  category: Type.Optional(OneOf(categories)),
  statement: Type.Optional(Statement(exampleStatement.belief)),
  starred: Type.Optional(Flag),
  hidden: Type.Optional(Flag),
  agent_id: Type.Optional(AgentId),
  source_type: Type.Optional(OneOf(changeSources)),
  quote: Type.Optional(Text(20_000, 'The user said: never merge on red')),
  file: Type.Optional(Line(1000, 'AGENTS.md')),
  line: Type.Optional({ ...Count, description: 'from 1' }),
  source_id: Type.Optional(Id),
  name: Type.Optional(Name('Ada')),
  ...placeAndTitle,
  description: profile.description,
  group_id: profile.group_id,
})

type AnyChange = { [Key in keyof typeof NewChangeFields.properties]?: unknown } & { op: NewChange['op'] }

/** The keys that each operation requires, in the spelling of requests. */
const required: Record<NewChange['op'], Partial<Record<keyof AnyChange, string>>> = {
  add: { owner: 'owner', category: 'category', statement: 'statement' },
  edit: { id: 'id' },
  remove: { id: 'id' },
  override: { agent_id: 'agentId', source_id: 'sourceId' },
  restore: { agent_id: 'agentId', source_id: 'sourceId' },
  profile: { agent_id: 'agentId' },
}
const objects: Record<NewChange['op'], string> = {
  add: 'add an item',
  edit: 'edit an item',
  remove: 'remove an item',
  override: 'override an item',
  restore: 'restore an item',
  profile: 'change a profile',
}

/** @throws 400 that names the field which the operation requires. */
export function newChange(change: AnyChange, index: number): NewChange {
  for (const [key, name] of Object.entries(required[change.op]))
    if (change[key as keyof AnyChange] === undefined)
      throw badRequest(`changes[${index}].${name} is required to ${objects[change.op]}`)
  if (change.op === 'profile') requireTimezone(change as Pick<AgentProfile, 'timezone'>, `changes[${index}].`)
  if (change.op === 'add') return { kind: kindOf(change.category as Category), ...change } as NewChange
  return change as NewChange
}
