import { categories, itemStatuses, type Kind, kindNames, scopes } from '#core/domain/kinds.ts'
import {
  AnyText,
  Category,
  DisplayOrder,
  Flag,
  Id,
  Integer,
  Named,
  Nullable,
  OneOf,
  Reference,
  Share,
  Timestamp,
} from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { CountsByScope, exampleStatement, ItemInAgent, itemNames, Origin } from './items.ts'

const agentFields = {
  id: Id,
  org_id: Id,
  group_id: Nullable(Id),
  name: AnyText('Ada'),
  slug: AnyText('ada'),
  description: Nullable(AnyText('Reviews every change to the payment service')),
  job_title: Nullable(AnyText('Backend engineer')),
  identity_markers: Type.Array(AnyText('payments')),
  avatar_url: Nullable(AnyText('https://identity.example.com/avatars/ada.svg')),
  location: Nullable(AnyText('Berlin')),
  timezone: Nullable(AnyText('Europe/Berlin')),
  github_username: Nullable(AnyText('ada')),
  min_n_count: Integer(3),
  decay_rate: Type.Number({ examples: [0.002] }),
  promotion_threshold: Share,
  created_at: Timestamp,
  updated_at: Timestamp,
}

const includedItems = {
  beliefs: Type.Array(ItemInAgent('belief')),
  responsibilities: Type.Array(ItemInAgent('responsibility')),
}

/** How many of an owner's own items stand in prompts. */
const PromptCount = Type.Integer({
  minimum: 0,
  examples: [12],
  description: 'its own items in the prompt, without hidden ones and proposals',
})
const PendingCount = Type.Integer({
  minimum: 0,
  examples: [3],
  description: 'its own items of both kinds that await a decision; proposals among them are not in the prompt',
})

/** An agent in lists: without its prompt, its group by name. */
export const AgentSummary = Named('AgentSummary', {
  ...agentFields,
  belief_count: PromptCount,
  responsibility_count: PromptCount,
  pending_count: PendingCount,
  agent_groups: Nullable(Named('GroupName', { name: AnyText('Platform') })),
  beliefs: Type.Optional(includedItems.beliefs),
  responsibilities: Type.Optional(includedItems.responsibilities),
  truncated: Type.Optional(Flag),
})

export const CreatedAgent = Named('CreatedAgent', {
  ...agentFields,
  system_prompt: Nullable(AnyText('# Ada')),
  agent_groups: Nullable(Reference('Platform')),
})

export const Agent = Named('Agent', { ...CreatedAgent.properties, ...includedItems })

/** A changed agent, with the job that creates its avatar if one was requested. */
export const ChangedAgent = Named('Agent', {
  ...Agent.properties,
  avatar_job_id: Type.Optional(Id),
  avatarJobId: Type.Optional(Id),
})

const ResolvedItem = (kind: Kind) =>
  Named(`Resolved${itemNames[kind]}`, {
    ...ItemInAgent(kind).properties,
    status: OneOf(itemStatuses),
    origin: Origin,
    source: OneOf(scopes),
    display_order: DisplayOrder,
    created_at: Timestamp,
    updated_at: Timestamp,
    overridden: Type.Optional(Flag),
  })

export const ResolvedIdentity = Named('ResolvedIdentity', {
  beliefs: Type.Array(ResolvedItem('belief')),
  responsibilities: Type.Array(ResolvedItem('responsibility')),
  summary: Type.Object({
    total_beliefs: Integer(),
    total_responsibilities: Integer(),
    by_source: CountsByScope,
  }),
})

export const Snapshot = Named('Snapshot', {
  id: Id,
  agent_id: Id,
  label: Nullable(AnyText('before the reorganization')),
  belief_count: Integer(),
  responsibility_count: Integer(),
  created_at: Timestamp,
  created_by: Id,
})

export const CategoryOverrides = Type.Unsafe<Record<string, { sample_rate?: number }>>({
  type: 'object',
  title: 'CategoryOverrides',
  additionalProperties: Named('CategoryOverride', { sample_rate: Type.Optional(Share) }),
  maxProperties: 100,
  description: 'category → the share of its unstarred items to keep; axioms and boundaries are always kept',
  examples: [{ voice: { sample_rate: 0.5 } }],
})

/** Settings for drawing variants of the prompt (behavior: Dynamic prompt). */
export const DynamicPromptSettings = Named('DynamicPromptSettings', {
  enabled: Flag,
  emphasis_rate: Share,
  min_pool_size: Integer(3),
  category_overrides: CategoryOverrides,
})

const PromptPart = Named('PromptPart', {
  id: Id,
  line: AnyText('- Be direct and concise'),
  tone: Type.Optional(
    Type.Object({
      statement: AnyText('Be direct and concise'),
      text: AnyText('Let this set the tone of all you say: Be direct and concise'),
    }),
  ),
})

/** Parts from which clients create variants of the prompt (behavior: Dynamic prompt). */
export const PromptParts = Named('PromptParts', {
  introduction: AnyText('# Ada\n\nYou are Ada.'),
  starred_note: AnyText('What is set in **bold** matters most.'),
  empty_note: AnyText('Nothing more is laid down for you yet.'),
  tone_heading: AnyText('## Dominant tone'),
  kinds: Type.Array(
    Type.Object({
      kind: OneOf(kindNames),
      heading: AnyText('## Beliefs\n\nWhat you hold to be true.'),
      categories: Type.Array(
        Type.Object({
          category: OneOf(categories),
          heading: AnyText('### Voice\n\nHow you communicate.'),
          sample_rate: Nullable(Share),
          starred: Type.Array(PromptPart),
          rest: Type.Array(PromptPart),
        }),
      ),
    }),
  ),
  config: DynamicPromptSettings,
})

const GenomeItem = (kind: Kind) =>
  Named(`Genome${itemNames[kind]}`, {
    category: Category(kind),
    statement: AnyText(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
    status: OneOf(itemStatuses),
  })

export const SnapshotDetail = Named('SnapshotDetail', {
  ...Snapshot.properties,
  genome: Named('Genome', {
    beliefs: Type.Array(GenomeItem('belief')),
    responsibilities: Type.Array(GenomeItem('responsibility')),
    dynamic_prompt: Type.Optional(DynamicPromptSettings),
  }),
})
