import { Type } from 'typebox'
import { jobStatuses, jobTypes } from '../domain/jobs.ts'
import {
  categories,
  contentPlatforms,
  contentSourceTypes,
  contentStatuses,
  conversationStatuses,
  itemStatuses,
  type Kind,
  kindNames,
  memberRoles,
  overrideSources,
  participantTypes,
  scopes,
} from '../domain/kinds.ts'
import { discoveryModes, extractModes } from '../domain/website-source.ts'
import { Category, DisplayOrder, Flag, FreeForm, Id, Nullable, OneOf, Share, Slug, Timestamp } from './schemas.ts'
import { withWarnings } from './warnings.ts'

/** Every resource as it is answered. */

const text = (example: string) => Type.String({ examples: [example] })
const count = (example = 1) => Type.Integer({ examples: [example] })
const optional = Type.Optional

export const OrganizationHead = Type.Object({ id: Id, name: text('Acme'), slug: Slug })

export const Organization = Type.Object({
  ...OrganizationHead.properties,
  auto_approve_beliefs: Flag,
  auto_approve_responsibilities: Flag,
  auto_publish_conversations: Flag,
  auto_promote_shared_beliefs: Flag,
  auto_promote_shared_responsibilities: Flag,
  consensus_similarity_threshold: Share,
  consensus_agent_percentage: Share,
  created_at: Timestamp,
})

export const Member = Type.Object({
  id: Id,
  user_id: Id,
  role: OneOf(memberRoles),
  display_name: text('brave-otter-4821'),
  email: Nullable(text('ada@example.com')),
  email_verified: Type.Boolean({ description: 'whether somebody proved that the address is theirs', examples: [true] }),
})

/** A membership that somebody accepted, with its organization. */
export const Membership = Type.Object({ ...Member.properties, organization: OrganizationHead })

const invitee = {
  email: Nullable(Type.String({ description: 'null for whoever has the link', examples: ['ada@example.com'] })),
  role: OneOf(memberRoles),
}

/** An open invitation, without its link. */
export const Invitation = Type.Object({
  id: Id,
  ...invitee,
  created_by: Id,
  created_at: Timestamp,
  expires_at: Timestamp,
})

/** A new invitation; its link is shown this once. */
export const CreatedInvitation = Type.Object({
  id: Id,
  ...invitee,
  link: text('https://identity.example.com/invitations/kq0Vh3…'),
  expires_at: Timestamp,
})

/** An invitation as its link shows it. */
export const OpenInvitation = Type.Object({
  organization: Type.Object({ name: text('Acme'), slug: Slug }),
  ...invitee,
  expires_at: Timestamp,
})

export const ApiKeyRecord = Type.Object({
  id: Id,
  org_id: Id,
  created_by: Id,
  label: Nullable(text('CI')),
  key_hint: text('x7Qd'),
  last_used_at: Nullable(Timestamp),
  created_at: Timestamp,
})

export const Group = Type.Object({
  id: Id,
  org_id: Id,
  name: text('Platform'),
  description: Nullable(text('Keeps the lights on')),
  display_order: Type.Number({ examples: [0] }),
  manager_agent_id: Nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** An item inside an agent: its own layer. */
export const ItemInAgent = (kind: Kind) =>
  Type.Object({
    id: Id,
    category: Category(kind),
    statement: text(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
  })

export const exampleStatement: Record<Kind, string> = {
  belief: 'Simple code is easier to trust',
  responsibility: 'Keep the build green',
}

const agentFields = {
  id: Id,
  org_id: Id,
  group_id: Nullable(Id),
  name: text('Ada'),
  description: Nullable(text('Reviews every change to the payment service')),
  job_title: Nullable(text('Backend engineer')),
  identity_markers: Type.Array(text('payments')),
  avatar_url: Nullable(text('https://identity.example.com/avatars/ada.svg')),
  location: Nullable(text('Berlin')),
  timezone: Nullable(text('Europe/Berlin')),
  github_username: Nullable(text('ada')),
  min_n_count: count(3),
  decay_rate: Type.Number({ examples: [0.002] }),
  promotion_threshold: Share,
  created_at: Timestamp,
  updated_at: Timestamp,
}

const includedItems = {
  beliefs: Type.Array(ItemInAgent('belief')),
  responsibilities: Type.Array(ItemInAgent('responsibility')),
}

/** An agent in lists: without its prompt, its group by name. */
export const AgentSummary = Type.Object({
  ...agentFields,
  belief_count: count(),
  responsibility_count: count(),
  agent_groups: Nullable(Type.Object({ name: text('Platform') })),
  beliefs: optional(includedItems.beliefs),
  responsibilities: optional(includedItems.responsibilities),
})

export const CreatedAgent = Type.Object({
  ...agentFields,
  system_prompt: Nullable(text('# Ada')),
  agent_groups: Nullable(Type.Object({ id: Id, name: text('Platform') })),
})

export const Agent = Type.Object({ ...CreatedAgent.properties, ...includedItems })

/** A changed agent, with the job that makes its avatar where one was asked for. */
export const ChangedAgent = Type.Object({ ...Agent.properties, avatar_job_id: optional(Id) })

/** An item of any scope; `agent_id` stands on an agent's, `group_id` on a group's. */
export const Item = (kind: Kind, more = {}) =>
  Type.Object({
    id: Id,
    org_id: Id,
    group_id: optional(Id),
    agent_id: optional(Id),
    category: Category(kind),
    statement: text(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
    status: OneOf(itemStatuses),
    approved_by: Nullable(Id),
    display_order: Type.Number({ examples: [0] }),
    n_count: count(),
    created_at: Timestamp,
    updated_at: Timestamp,
    ...more,
  })

export const ItemSource = Type.Object({
  id: Id,
  item_id: Id,
  source_type: text('conversation'),
  quote: Nullable(text('I never merge on red')),
  content_item_id: Nullable(Id),
  observation_id: Nullable(Id),
  title: Nullable(text('Release review')),
  url: Nullable(text('https://github.com/acme/api/commit/1f2e3d')),
  published_at: Nullable(Timestamp),
  created_at: Timestamp,
})

const ResolvedItem = (kind: Kind) =>
  Type.Object({
    ...ItemInAgent(kind).properties,
    status: OneOf(itemStatuses),
    source: OneOf(scopes),
    display_order: DisplayOrder,
    created_at: Timestamp,
    updated_at: Timestamp,
    overridden: optional(Flag),
  })

const rule = {
  type: OneOf(kindNames),
  category: OneOf(categories),
  statement: text(exampleStatement.responsibility),
}
/** Which engine read the rules. */
const engine = text('builtin')

/** What a rules file would become, and what it became (behavior: Rules import, import-claude-md). */
export const PlannedImport = Type.Object({
  dry_run: Flag,
  items: Type.Array(Type.Object(rule)),
  summary: Type.Object({ beliefs: count(0), responsibilities: count(), total: count() }),
  engine,
  ...withWarnings,
})
export const ImportResult = Type.Object({
  beliefs_created: count(0),
  beliefs_deduplicated: count(0),
  responsibilities_created: count(),
  responsibilities_deduplicated: count(0),
  total_items: count(),
  items: Type.Array(Type.Object({ ...rule, status: OneOf(['created', 'deduplicated']), id: Id })),
  engine,
  ...withWarnings,
})

export const ResolvedIdentity = Type.Object({
  beliefs: Type.Array(ResolvedItem('belief')),
  responsibilities: Type.Array(ResolvedItem('responsibility')),
  summary: Type.Object({
    total_beliefs: count(),
    total_responsibilities: count(),
    by_source: Type.Object({ org: count(0), group: count(0), agent: count() }),
  }),
})

export const Override = Type.Object({
  id: Id,
  agent_id: Id,
  source_type: OneOf(Object.keys(overrideSources)),
  source_id: Id,
  created_at: Timestamp,
})

export const Snapshot = Type.Object({
  id: Id,
  agent_id: Id,
  label: Nullable(text('before the reorganization')),
  belief_count: count(),
  responsibility_count: count(),
  created_at: Timestamp,
  created_by: Id,
})

const GenomeItem = (kind: Kind) =>
  Type.Object({
    category: Category(kind),
    statement: text(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
    status: OneOf(itemStatuses),
  })

export const SnapshotDetail = Type.Object({
  ...Snapshot.properties,
  genome: Type.Object({
    beliefs: Type.Array(GenomeItem('belief')),
    responsibilities: Type.Array(GenomeItem('responsibility')),
  }),
})

export const Model = Type.Object({
  id: Id,
  org_id: Id,
  provider: text('openai'),
  model_id: text('gpt-5'),
  name: text('GPT-5'),
  provider_url: Nullable(text('https://api.openai.com/v1')),
  description: Nullable(text('For planning')),
  created_at: Timestamp,
})

export const Environment = Type.Object({
  id: Id,
  org_id: Id,
  name: text('Production'),
  slug: Slug,
  description: Nullable(text('What customers see')),
  is_default: Flag,
  display_order: Type.Number({ examples: [0] }),
  created_at: Timestamp,
})

export const EnvironmentModel = Type.Object({
  id: Id,
  environment_id: Id,
  model_id: Id,
  created_at: Timestamp,
  models: Model,
})

export const Assignment = Type.Object({
  id: Id,
  agent_id: Id,
  environment_id: Id,
  model_id: Id,
  is_primary: Flag,
  tier: Nullable(text('planner')),
  created_at: Timestamp,
  environments: Type.Object({ id: Id, name: text('Production'), slug: Slug }),
  models: Type.Object({ id: Id, provider: text('openai'), model_id: text('gpt-5'), name: text('GPT-5') }),
})

export const Participant = Type.Object({
  id: Id,
  participant_type: OneOf(participantTypes),
  agent_id: Nullable(Id),
  user_id: Nullable(Id),
  display_name: text('Ada'),
  role: text('participant'),
  created_at: Timestamp,
})

export const Message = Type.Object({
  id: Id,
  participant_id: Id,
  content: text('I never merge on red.'),
  metadata: FreeForm,
  sequence_number: count(),
  created_at: Timestamp,
})

export const Conversation = Type.Object({
  id: Id,
  org_id: Id,
  title: Nullable(text('Release review')),
  status: OneOf(conversationStatuses),
  started_at: Timestamp,
  ended_at: Nullable(Timestamp),
  published_at: Nullable(Timestamp),
  created_at: Timestamp,
})

export const ContentItem = Type.Object({
  id: Id,
  org_id: Id,
  agent_id: Id,
  source_id: Nullable(Id),
  source_type: OneOf(contentSourceTypes),
  external_id: text('019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'),
  title: Nullable(text('Release review')),
  url: Nullable(text('https://github.com/acme/api/commit/4f2a')),
  author: Nullable(text('ada')),
  content: text('Ada: I never merge on red.'),
  status: OneOf(contentStatuses),
  metadata: FreeForm,
  published_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  processed_at: Nullable(Timestamp),
})

export const ContentSource = Type.Object({
  id: Id,
  org_id: Id,
  agent_id: Id,
  platform: OneOf(contentPlatforms),
  name: text('acme/api'),
  /** What its platform knows. */
  config: Type.Object({
    repo_url: optional(text('https://github.com/acme/api')),
    owner: optional(text('acme')),
    repo: optional(text('api')),
    branch: optional(text('main')),
    import_commits: optional(Flag),
    import_files: optional(Flag),
    included_folders: optional(Type.Array(text('docs'))),
    excluded_folders: optional(Type.Array(text('docs/archive'))),
    include_paths: optional(Type.Array(text('docs/'))),
    feed_url: optional(text('https://blog.example.com/feed.xml')),
    max_entries: optional(count(50)),
    domain: optional(text('docs.example.com')),
    discovery: optional(OneOf(discoveryModes)),
    urls: optional(Type.Array(text('https://docs.example.com/values'))),
    url_pattern: optional(Nullable(text('/blog/*'))),
    extract_mode: optional(OneOf(extractModes)),
    sync_interval_hours: optional(count(24)),
    username: optional(text('ada_writes')),
    exclude_retweets: optional(Flag),
    exclude_replies: optional(Flag),
    max_pages: optional(count(3)),
  }),
  enabled: Flag,
  github_connection_id: Nullable(Id),
  x_connection_id: Nullable(Id),
  last_synced_at: Nullable(Timestamp),
  last_errors: Type.Array(Type.String({ examples: ['GitHub knows no repository acme/api'] }), {
    description: 'what the last sync could not read; the first 20',
  }),
  created_at: Timestamp,
  scope: OneOf(['agent']),
})

/** A connection without its token. */
export const GithubConnection = Type.Object({
  id: Id,
  org_id: Id,
  github_username: text('ada'),
  auth_type: OneOf(['token', 'oauth']),
  scopes: Nullable(text('repo, read:user')),
  usage_count: count(2),
  created_by: Id,
  created_at: Timestamp,
})

/** A connection without its keys. */
export const XConnection = Type.Object({
  id: Id,
  org_id: Id,
  label: Nullable(text('Ada’s account')),
  x_username: text('ada_writes'),
  x_user_id: text('2244994945'),
  created_by: Id,
  last_used_at: Nullable(Timestamp),
  created_at: Timestamp,
})

export const Job = Type.Object({
  job_id: Id,
  id: Id,
  org_id: Id,
  agent_id: Nullable(Id),
  type: OneOf(jobTypes),
  status: OneOf(jobStatuses),
  stage: Nullable(text('observe')),
  progress_current: count(120),
  progress_total: count(400),
  result: Nullable(FreeForm),
  error: Nullable(text('The language model did not answer')),
  attempts: count(),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
})

export const Observation = Type.Object({
  id: Id,
  org_id: Id,
  agent_id: Id,
  content_item_id: Id,
  signal_id: Id,
  kind: OneOf(kindNames),
  category: OneOf(categories),
  statement: text('Never merge on red'),
  quote: text('I never merge on red'),
  confidence: Share,
  observed_at: Timestamp,
  created_at: Timestamp,
})

export const Signal = Type.Object({
  id: Id,
  org_id: Id,
  agent_id: Id,
  kind: OneOf(kindNames),
  category: OneOf(categories),
  statement: text('Never merge on red'),
  n_count: count(4),
  stability: Share,
  promoted: Flag,
  promoted_item_id: Nullable(Id),
  first_seen_at: Nullable(Timestamp),
  last_seen_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})

const seconds = Nullable(Type.Number({ examples: [4.2] }))

export const DiscoveryStats = Type.Object({
  org_id: Id,
  agent_id: Nullable(Id),
  since: Nullable(Timestamp),
  funnel: Type.Object({
    content_items: count(400),
    content_items_processed: count(400),
    observations: count(90),
    signals: count(40),
    promoted: count(8),
    approved: count(6),
  }),
  approval_rate: Nullable(Share),
  categories: Type.Array(
    Type.Object({
      kind: OneOf(kindNames),
      category: OneOf(categories),
      observations: count(30),
      signals: count(12),
      promoted: count(3),
      approved: count(2),
    }),
  ),
  jobs: Type.Object({
    completed: count(12),
    failed: count(0),
    average_seconds: seconds,
    longest_seconds: seconds,
  }),
})
