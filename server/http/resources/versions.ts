import { scopes } from '#core/domain/kinds.ts'
import { actorTypes } from '#core/domain/requests/actor.ts'
import { AnyText, Id, Integer, Named, Nullable, OneOf, Text, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { auditFields } from './audit.ts'
import { CountsByScope } from './items.ts'

/** The number of a version in a request. */
export const VersionNumber = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'number of a version',
  examples: [1],
})
/** The same in a path, where everything is text. */
export const VersionInPath = Type.String({ pattern: '^[1-9][0-9]{0,8}$', examples: ['1'] })
export const VersionOrLive = Type.Union([VersionNumber, OneOf(['live'])], {
  description: 'the number of a version, or `live` for the present prompt',
  examples: ['live'],
})
const AnyVersion = Integer(7)

const label = { description: '1 to 64 lowercase letters, digits and hyphens', examples: ['production'] }
export const LabelName = Type.String({ ...label, pattern: '^[a-z0-9-]{1,64}$' })
/** Query parameters that name the version of a prompt. */
export const promptChoice = {
  label: Type.Optional(
    Text(100, 'production', { description: 'the version that carries it; `live` for the live prompt' }),
  ),
  version: Type.Optional(VersionNumber),
  environment: Type.Optional(
    Text(100, 'production', {
      description: 'slug of an environment: the version that carries this label, else the live prompt',
    }),
  ),
}
/** A label to set: one that is none is a 400 that says so, where elsewhere it is not found. */
export const NewLabel = Type.String({ ...label, maxLength: 100 })

export const Reason = Nullable(
  Text(1000, 'The new boundary made reviews too strict', { description: 'why, for the history' }),
)

const versionFields = {
  version: AnyVersion,
  hash: Type.String({
    description: 'SHA-256 of the text',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b8'],
  }),
  created_at: Timestamp,
  tokens: Type.Integer({ description: 'of o200k_base', examples: [1112] }),
  items: Type.Integer({ description: 'how many the text holds', examples: [46] }),
  live: Type.Boolean({ description: 'whether it is the present prompt', examples: [true] }),
  labels: Type.Array(AnyText('production')),
  previous: Nullable(
    Type.Integer({ description: 'the version before; null for the first one that is kept', examples: [6] }),
  ),
  changes: Type.Array(Named('PromptVersionChange', { ...auditFields, layer: OneOf(scopes) }), {
    description: 'entries of the audit log since `previous` that changed this prompt, the newest first',
  }),
  changes_by_layer: CountsByScope,
}

export const PromptVersion = Named('PromptVersion', versionFields)
export const PromptVersionDetail = Named('PromptVersionDetail', { ...versionFields, prompt: AnyText('# Ada') })

const section = Nullable(Type.String({ description: 'the heading above the line', examples: ['Principles'] }))
const DiffLine = Named('PromptDiffLine', { section, text: AnyText('Say what you do not know') })

export const PromptDifference = Named('PromptDifference', {
  added: Type.Array(DiffLine),
  removed: Type.Array(DiffLine),
  changed: Type.Array(
    Named('PromptDiffChange', {
      section,
      before: AnyText('Say what you do not know'),
      after: AnyText('Say at once what you do not know'),
    }),
  ),
  unified: Type.String({ description: 'a unified diff; empty for equal texts', examples: ['--- version 6'] }),
})

const LabelActor = Named('LabelActor', {
  type: OneOf(actorTypes, { title: 'ActorType' }),
  id: Nullable(Id),
  name: AnyText('Ada'),
  key_hint: Nullable(AnyText('x7Qz')),
})

const labelFields = {
  label: AnyText('production'),
  version: AnyVersion,
  moved_at: Timestamp,
  actor: LabelActor,
  reason: Nullable(AnyText('Reviewed by the platform team')),
  live_version: Type.Integer({ description: 'the present prompt, as it was last read', examples: [8] }),
  behind: Type.Integer({
    description: 'how often the live text changed since it last was the labeled one',
    examples: [1],
  }),
  stale: Type.Boolean({ description: 'behind, and not moved for 30 days', examples: [false] }),
}

export const PromptLabel = Named('PromptLabel', labelFields)
export const LabelCarrier = Named('LabelCarrier', { agent_id: Id, agent_name: AnyText('Ada'), ...labelFields })

export const LabelMove = Named('LabelMove', {
  at: Timestamp,
  actor: LabelActor,
  from: Nullable(AnyVersion),
  to: Nullable(Type.Integer({ description: 'null where the label was taken away', examples: [7] })),
  reason: Nullable(AnyText('Reviewed by the platform team')),
})

export const ReleaseResult = Named('LabelRelease', {
  job_id: Id,
  moved: Nullable(Type.Integer({ description: 'null while the job has to move them', examples: [40] })),
})

export const RestoredRelease = Named('RestoredRelease', {
  restored: Integer(40),
  kept: Type.Array(Named('AgentName', { agent_id: Id, agent_name: AnyText('Ada') }), {
    description: 'agents whose label moved since, at most 1,000',
  }),
})
