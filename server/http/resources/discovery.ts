import { categories, kindNames } from '#core/domain/kinds.ts'
import { sureScore } from '#core/domain/similar/sure-score.ts'
import { manners } from '#core/domain/sources/sessions.ts'
import { AnyText, Flag, Id, Integer, Named, Nullable, OneOf, Share, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { Session } from './items.ts'

/** The rejected item that is equivalent, for which reason the statement is not proposed again. */
const Rejected = Named('RejectedItem', { id: Id, statement: AnyText('Always rebase before a merge') })

export const Observation = Named('Observation', {
  id: Id,
  org_id: Id,
  agent_id: Id,
  content_item_id: Id,
  signal_id: Id,
  kind: OneOf(kindNames),
  category: OneOf(categories),
  statement: AnyText('Never merge on red'),
  quote: AnyText('I never merge on red'),
  confidence: Share,
  observed_at: Timestamp,
  source: Type.Optional(Session),
  how: Type.Optional(OneOf(manners, { description: 'only of what people said, in sessions or conversations' })),
  score: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      examples: [0.62],
      description: `only of what people said: how sure the reader is; from ${sureScore} on it is proposed at once`,
    }),
  ),
  needs_wording: Type.Optional(
    Type.Boolean({
      examples: [false],
      description:
        'only of what people said: true where the words cannot stand as a rule; accept them with an edited statement',
    }),
  ),
  held_back: Type.Optional(Rejected),
  withdrawn_by: Nullable(Id),
  created_at: Timestamp,
})

export const Signal = Named('Signal', {
  id: Id,
  org_id: Id,
  agent_id: Id,
  kind: OneOf(kindNames),
  category: OneOf(categories),
  statement: AnyText('Never merge on red'),
  n_count: Integer(4),
  commits_total: Nullable(Integer(420)),
  stability: Share,
  promoted: Flag,
  promoted_item_id: Nullable(Id),
  wordings: Integer(3),
  days: Integer(4),
  held_back: Type.Optional(Rejected),
  first_seen_at: Nullable(Timestamp),
  last_seen_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  predicted_kind: Type.Optional(OneOf(kindNames)),
  predicted_category: Type.Optional(OneOf(categories)),
})

export const DiscoveryEstimate = Named('DiscoveryEstimate', {
  agent_id: Id,
  engine: AnyText('builtin'),
  embedding_model: AnyText('builtin'),
  content_items: Integer(312),
  content_items_in_run: Integer(312),
  requests: Integer(20),
  input_tokens: Integer(84_000),
  output_tokens: Integer(12_480),
})

const seconds = Nullable(Type.Number({ examples: [4.2] }))

export const DiscoveryStats = Named('DiscoveryStats', {
  org_id: Id,
  agent_id: Nullable(Id),
  since: Nullable(Timestamp),
  funnel: Type.Object({
    content_items: Integer(400),
    content_items_processed: Integer(400),
    observations: Integer(90),
    signals: Integer(40),
    promoted: Integer(8),
    approved: Integer(6),
  }),
  approval_rate: Nullable(Share),
  categories: Type.Array(
    Type.Object({
      kind: OneOf(kindNames),
      category: OneOf(categories),
      observations: Integer(30),
      signals: Integer(12),
      promoted: Integer(3),
      approved: Integer(2),
    }),
  ),
  jobs: Type.Object({
    completed: Integer(12),
    failed: Integer(0),
    average_seconds: seconds,
    longest_seconds: seconds,
  }),
  dedup: Type.Object({ merged: Integer(5), clusters: Integer(2) }, { description: 'merges of the last 30 days' }),
})
