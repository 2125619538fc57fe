import type { ColumnType, Expression, Generated, Selectable } from 'kysely'
import type { PictureType } from '#core/domain/identity/avatars.ts'
import type {
  AdditionSource,
  ChangeOp,
  ChangeRequestStatus,
  ChangeState,
} from '#core/domain/identity/change-requests.ts'
import type { Genome } from '#core/domain/identity/genome.ts'
import type { CreatedThrough, Decision, ItemOrigin } from '#core/domain/identity/item-lifecycle.ts'
import type {
  Category,
  ContentStatus,
  ConversationStatus,
  ItemStatus,
  Kind,
  MemberRole,
  OverrideSource,
  ParticipantType,
  Scope,
} from '#core/domain/kinds.ts'
import type { NamedActor } from '#core/domain/requests/actor.ts'
import type { KeyAccess } from '#core/domain/requests/caller.ts'
import type { JobStatus, JobType } from '#core/domain/requests/jobs.ts'
import type { Reporter } from '#core/domain/requests/reporters.ts'
import type { SecurityEventName } from '#core/domain/requests/security-events.ts'
import type { DeliveryStatus, testEvent, WebhookEvent } from '#core/domain/requests/webhook-events.ts'
import type { Calibration, CalibrationFigures } from '#core/domain/similar/calibration.ts'
import type { ContentPlatform, ContentSourceType, SourceConfigs } from '#core/domain/sources/content-platforms.ts'
import type { RemarkKind } from '#core/domain/sources/github.ts'

/**
 * The columns of every table, with their TypeScript types on both engines: ids and timestamps are strings. Every table
 * of a tenant has the primary key `(org_id, id)` and composite foreign keys, so that no row can refer to another
 * organization.
 */
export interface Tables {
  users: UserTable
  sessions: SessionTable
  security_events: SecurityEventTable
  login_addresses: LoginAddressTable
  github_sign_ins: GithubSignInTable
  external_identities: ExternalIdentityTable
  finished_sign_ins: FinishedSignInTable
  organizations: OrganizationTable
  account_links: AccountLinkTable
  members: MemberTable
  invitations: InvitationTable
  api_keys: ApiKeyTable
  groups: GroupTable
  agents: AgentTable
  items: ItemTable
  item_sources: ItemSourceTable
  agent_exports: AgentExportTable
  overrides: OverrideTable
  item_merges: ItemMergeTable
  item_lineage: ItemLineageTable
  snapshots: SnapshotTable
  prompt_versions: PromptVersionTable
  live_prompts: LivePromptTable
  prompt_labels: PromptLabelTable
  label_moves: LabelMoveTable
  fleet_clients: FleetClientTable
  prompt_outcomes: PromptOutcomeTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  upgrades: UpgradeTable
  first_answers: FirstAnswerTable
  deleted_rows: DeletedRowsTable
  models: ModelTable
  environments: EnvironmentTable
  environment_models: EnvironmentModelTable
  agent_models: AgentModelTable
  conversations: ConversationTable
  participants: ParticipantTable
  messages: MessageTable
  github_connections: GithubConnectionTable
  x_connections: XConnectionTable
  content_sources: ContentSourceTable
  content_items: ContentItemTable
  jobs: JobTable
  schedules: ScheduleTable
  embedding_calibrations: EmbeddingCalibrationTable
  signals: SignalTable
  observations: ObservationTable
  decisions: DecisionTable
  item_vectors: ItemVectorTable
  template_repositories: TemplateRepositoryTable
  templates: TemplateTable
  template_items: TemplateItemTable
  avatars: AvatarTable
  change_requests: ChangeRequestTable
  proposed_changes: ProposedChangeTable
  change_request_owners: ChangeRequestOwnerTable
  change_request_comments: ChangeRequestCommentTable
  audit_heads: AuditHeadTable
  audit_log: AuditLogTable
}

/** ISO 8601 in UTC with milliseconds, on both engines. */
type Timestamp = string
/** Read as the parsed value; written as `json()` of it, or as a reference to another such column. */
type Json<T> = ColumnType<T, Expression<T>, Expression<T>>
/** The same for a column with a default that an insert may omit. */
type JsonWithDefault<T> = ColumnType<T, Expression<T> | undefined, Expression<T>>

interface UserTable {
  id: string
  /** Lower case; null for an agent that registered without one. */
  email: string | null
  password_hash: string | null
  display_name: string
  is_agent: boolean
  /** When someone proved that they read mail sent to `email`; null for an unproven address. */
  email_verified_at: Timestamp | null
  /**
   * The organization that the account registered with: its default while it is a member (behavior: Organization of a
   * request).
   */
  home_org_id: string | null
  created_at: Timestamp
}

interface SessionTable {
  /** SHA-256 of the cookie's value: a stolen table opens no session. */
  token_hash: string
  user_id: string
  created_at: Timestamp
  expires_at: Timestamp
  /** The address and the browser that signed in, and by which way; null for sessions before migration 077. */
  ip: string | null
  user_agent: string | null
  signed_in_by: string | null
}

/**
 * A change of an account's credentials, which it is notified of; `server/features/accounts/security-events.ts` writes
 * and lists them.
 */
interface SecurityEventTable {
  id: string
  user_id: string
  at: Timestamp
  what: SecurityEventName
  by: string
  ip: string | null
}

/** An address that an account has logged in from: wrong guesses from elsewhere do not lock it out there. */
interface LoginAddressTable {
  user_id: string
  /** An IPv4 address, or the /64 of an IPv6 address. */
  address: string
  last_login_at: Timestamp
}

/** A sign-in at GitHub that has been started and not completed; its state works once. */
interface GithubSignInTable {
  state_hash: string
  expires_at: Timestamp
}

/** An account at a provider of OpenID Connect: a sign-in there with this subject is one of this user. */
interface ExternalIdentityTable {
  issuer: string
  subject: string
  user_id: string
  created_at: Timestamp
}

/** A sign-in by OpenID Connect that came back; its state works once. */
interface FinishedSignInTable {
  state_hash: string
  expires_at: Timestamp
}

interface OrganizationTable {
  id: string
  name: string
  slug: string
  auto_approve_beliefs: Generated<boolean>
  auto_approve_responsibilities: Generated<boolean>
  auto_publish_conversations: Generated<boolean>
  auto_promote_shared_beliefs: Generated<boolean>
  auto_promote_shared_responsibilities: Generated<boolean>
  consensus_similarity_threshold: Generated<number>
  consensus_agent_percentage: Generated<number>
  /** Keys propose changes of items instead of writing them. */
  require_review: Generated<boolean>
  auto_dedup: Generated<boolean>
  /** If the owner already has an equivalent item, increase its count instead of creating one. */
  dedupe_on_create: Generated<boolean>
  /** Labels that only owners move, and keys with full access. */
  protected_labels: JsonWithDefault<string[]>
  /** After how many days the content of audit entries is erased; null keeps it. */
  audit_retention_days: number | null
  revision: Generated<number>
  created_at: Timestamp
  /** Set until an import is complete: nobody is a member before. */
  importing_since: Timestamp | null
}

interface MemberTable {
  org_id: string
  id: string
  user_id: string
  role: MemberRole
  created_at: Timestamp
}

interface InvitationTable {
  org_id: string
  id: string
  /** Lower case; only the account with this address may accept. If null, anyone with the link may. */
  email: string | null
  role: MemberRole
  /** SHA-256 of the token in the link that the owner sees. */
  token_hash: string
  /** SHA-256 of the token in the link that is only mailed and never shown: having it proves the address. */
  mail_token_hash: string | null
  created_by: string
  created_at: Timestamp
  expires_at: Timestamp
}

/** A link that works once, and confirms an address or sets a password. */
interface AccountLinkTable {
  /** SHA-256 of the token in the link. */
  token_hash: string
  user_id: string
  purpose: 'verification' | 'reset'
  /** The address that it was mailed to; null for a link that an owner created. */
  email: string | null
  /** The organization whose owner created it, and that owner. */
  org_id: string | null
  created_by: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

interface ApiKeyTable {
  org_id: string
  id: string
  key_hash: string
  key_hint: string
  label: string | null
  created_by: string
  last_used_at: Timestamp | null
  created_at: Timestamp
  access: Generated<KeyAccess>
  /** The only agent that the key may access; null for every agent of the organization. */
  agent_id: string | null
  expires_at: Timestamp | null
}

interface GroupTable {
  org_id: string
  id: string
  name: string
  description: string | null
  display_order: Generated<number>
  manager_agent_id: string | null
  revision: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
}

interface AgentTable {
  org_id: string
  id: string
  group_id: string | null
  name: string
  description: string | null
  job_title: string | null
  identity_markers: Json<string[]>
  avatar_url: string | null
  avatar_prompt: string | null
  location: string | null
  timezone: string | null
  github_username: string | null
  min_n_count: Generated<number>
  decay_rate: Generated<number>
  promotion_threshold: Generated<number>
  revision: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
  slug: string
}

interface AgentExportTable {
  org_id: string
  agent_id: string
  /** The version that the files name; in exports of earlier builds, a hash. */
  hash: string
  exported_at: Timestamp
  body: Uint8Array
}

interface ItemTable {
  org_id: string
  id: string
  kind: Kind
  group_id: string | null
  agent_id: string | null
  scope: ColumnType<Scope, never, never>
  /** The agent, group or organization that the item belongs to. */
  owner_id: ColumnType<string, never, never>
  category: Category
  statement: string
  statement_hash: string
  starred: Generated<boolean>
  hidden: Generated<boolean>
  status: ItemStatus
  approved_by: string | null
  /** Null if it was approved when it was created. */
  approved_at: Timestamp | null
  display_order: Generated<number>
  n_count: Generated<number>
  /** Its creator: an item from discovery is hidden instead of deleted (behavior: Deletion). */
  origin: Generated<ItemOrigin>
  /** How it came about; null for an item of an earlier build whose creation left no trace. No change sets it. */
  created_through: CreatedThrough | null
  /** How sure the reader is of what people said of it, at most: 0 if nobody said it. */
  certainty: Generated<number>
  /** Whether people said it in words that cannot stand as a rule. */
  needs_wording: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
}

interface ItemSourceTable {
  org_id: string
  id: string
  item_id: string
  source_type: string
  quote: string | null
  content_item_id: string | null
  observation_id: string | null
  /** The file and its line, from 1, that the item was imported from. */
  file: string | null
  line: number | null
  /** The merged item that it was a source of before. */
  merged_from: string | null
  created_at: Timestamp
}

/** An item that another one took in, or was created from by consensus. Both may be gone. */
interface ItemLineageTable {
  org_id: string
  id: string
  item_id: string
  from_id: string
  created_at: Timestamp
}

/** Everything that one item took over from the items merged into it, so that the merge can be undone. */
export interface MergedItems {
  keep_id: string
  /** The values of the remaining item before the merge. */
  before: Pick<Item, 'status' | 'approved_by'>
  gone: {
    item: Omit<Item, 'scope' | 'owner_id'>
    /** Ids of the rows that refer to the remaining item since the merge, by table. */
    moved: Record<'item_sources' | 'signals' | 'overrides', string[]>
    /** References that the remaining item already had. */
    shared: { observation_ids: string[]; agent_ids: string[] }
  }[]
}

/** The merges of one owner in one call. */
interface ItemMergeTable {
  org_id: string
  id: string
  merge_id: string
  group_id: string | null
  agent_id: string | null
  merged: Json<MergedItems[]>
  cluster_count: Generated<number>
  /** The number of items that were merged into others. */
  merged_count: Generated<number>
  created_at: Timestamp
}

interface OverrideTable {
  org_id: string
  id: string
  agent_id: string
  source_type: OverrideSource
  source_id: string
  created_at: Timestamp
}

interface SnapshotTable {
  org_id: string
  id: string
  agent_id: string
  label: string | null
  belief_count: number
  responsibility_count: number
  genome: Json<Genome>
  created_by: string
  created_at: Timestamp
}

/** A distinct prompt of an agent that was answered. Numbers begin at 1 for each agent, and are never used again. */
interface PromptVersionTable {
  org_id: string
  agent_id: string
  version: number
  /** SHA-256 of the text: a text that returns is its old version again. */
  hash: string
  prompt: Buffer
  /** How many items the text holds. */
  items: number
  /** Ids of these items in the order of their lines, 16 bytes each; null for versions of earlier builds. */
  item_ids: Buffer | null
  /** Tokens of o200k_base; null until a list counts them. */
  tokens: number | null
  /** The value of `live_prompts.changes` since which this text was live the last time. */
  live_change: number
  live_at: Timestamp
  /** The agent's group, and the last audit entry, when the text was stored. */
  group_id: string | null
  audit_seq: Generated<number>
  created_at: Timestamp
}

/** The version that is an agent's current prompt. */
interface LivePromptTable {
  org_id: string
  agent_id: string
  version: number
  /** The revisions that the text was rendered from: it is current while the agent's layers have them. */
  stamp: string
  /** How often the live text changed. */
  changes: number
}

/** The version of an agent's prompt that carries a label. */
interface PromptLabelTable {
  org_id: string
  agent_id: string
  label: string
  /** Null where the label was taken away. */
  version: number | null
  /** The last move; null only while the transaction of the first one runs. */
  move_id: string | null
  moved_at: Timestamp | null
}

interface LabelMoveTable {
  org_id: string
  id: string
  agent_id: string
  label: string
  from_version: number | null
  /** Null where the label was taken away. */
  to_version: number | null
  /** The move to which a rollback returns. */
  previous_id: string | null
  /** The move of many agents that this one is a part of. */
  job_id: string | null
  actor: Json<NamedActor>
  reason: string | null
  created_at: Timestamp
}

/** The version of an agent's prompt that a client runs, as far as the service was told. */
interface FleetClientTable {
  org_id: string
  agent_id: string
  /** As it names itself: `cli/web-shop`. */
  client: string
  /** The index in `clientStates`. */
  state: number
  /** SHA-256 of the text. */
  hash: string
  /** Null where no version of the agent has this text. */
  version: number | null
  label: string | null
  last_seen_at: Timestamp
}

/** The score of an evaluation for a version of an agent's prompt. */
interface PromptOutcomeTable {
  org_id: string
  id: string
  agent_id: string
  version: number
  /** 0 to 1. */
  score: number
  tag: string | null
  created_at: Timestamp
}

interface ModelTable {
  org_id: string
  id: string
  provider: string
  model_id: string
  name: string
  provider_url: string | null
  description: string | null
  created_at: Timestamp
}

interface EnvironmentTable {
  org_id: string
  id: string
  name: string
  slug: string
  description: string | null
  is_default: Generated<boolean>
  display_order: Generated<number>
  created_at: Timestamp
}

interface EnvironmentModelTable {
  org_id: string
  id: string
  environment_id: string
  model_id: string
  created_at: Timestamp
}

interface AgentModelTable {
  org_id: string
  id: string
  agent_id: string
  environment_id: string
  model_id: string
  is_primary: Generated<boolean>
  tier: string | null
  created_at: Timestamp
}

interface ConversationTable {
  org_id: string
  id: string
  title: string | null
  status: Generated<ConversationStatus>
  started_at: Timestamp
  ended_at: Timestamp | null
  published_at: Timestamp | null
  /** The number of the latest message; the row's lock makes the numbers gapless. */
  last_sequence_number: Generated<number>
  /** The size of all messages together, as `messageBytes` counts it. */
  message_bytes: Generated<number>
  /** The least trusted reporter among those who created it or added messages. */
  reported_by: Generated<Reporter>
  created_at: Timestamp
}

interface ParticipantTable {
  org_id: string
  id: string
  conversation_id: string
  participant_type: ParticipantType
  agent_id: string | null
  user_id: string | null
  display_name: string
  role: Generated<string>
  created_at: Timestamp
}

interface MessageTable {
  org_id: string
  id: string
  conversation_id: string
  participant_id: string
  content: string
  metadata: Json<Record<string, unknown>>
  sequence_number: number
  created_at: Timestamp
}

interface GithubConnectionTable {
  org_id: string
  id: string
  github_username: string
  auth_type: 'token' | 'oauth'
  /** The token's permissions, as reported by GitHub; null if it reports none. */
  scopes: string | null
  /** Encrypted. */
  token: string
  created_by: string
  created_at: Timestamp
}

/** Access to an account of X by OAuth 1.0a. */
interface XConnectionTable {
  org_id: string
  id: string
  label: string | null
  x_username: string
  x_user_id: string
  /** Encrypted, like the next three. */
  api_key: string
  api_secret: string
  access_token: string
  access_token_secret: string
  created_by: string
  last_used_at: Timestamp | null
  created_at: Timestamp
}

interface ContentSourceTable {
  org_id: string
  id: string
  agent_id: string
  /** null: named after its settings, such as `owner/repo`. */
  name: string | null
  platform: ContentPlatform
  config: Json<SourceConfigs[ContentPlatform]>
  enabled: Generated<boolean>
  github_connection_id: string | null
  x_connection_id: string | null
  /** The position up to which it was read; null before the first sync. */
  cursor: Json<SourceCursors[ContentPlatform]> | null
  last_synced_at: Timestamp | null
  /** The failures of the last sync, as sentences. */
  last_errors: JsonWithDefault<string[]>
  /** The time of the next automatic sync; null is always due. */
  next_sync_at: Timestamp | null
  /** The least trusted reporter among those who created or changed it. */
  reported_by: Generated<Reporter>
  /** The current sync run; null if none is running. */
  sync_claim_id: string | null
  /** When that run's claim expires unless it is renewed. */
  sync_until: Timestamp | null
  created_at: Timestamp
}

/** The position up to which a source was read, by platform; a position from other settings is ignored. */
export type SourceCursors = {
  [Platform in ContentPlatform]: Platform extends keyof StoredCursors ? StoredCursors[Platform] : null
}

interface StoredCursors {
  github: RepositoryCursor
  rss: FeedCursor
  twitter: XCursor
}

export interface FeedCursor {
  /** The feed's address and how many entries were read. */
  of: string
  etag: string | null
  last_modified: string | null
}

export interface XCursor {
  /** The account's name and the excluded kinds of posts. */
  of: string
  /** The latest post of a listing that was read completely. */
  since_id: string | null
  /** A listing that was interrupted: it continues before `until_id`, and its latest post was `newest_id`. */
  pending: { newest_id: string; until_id: string } | null
}

export interface RepositoryCursor {
  /** `owner/repo@branch` */
  of: string
  /** The commit whose history was read completely. */
  commits: ReadHead | null
  /** A listing that was interrupted: it continues at `page`. */
  pending: (ReadHead & { since: string | null; page: number }) | null
  /**
   * The commit whose files were all read, the rules that selected them, and sentences about files that were skipped.
   */
  files: { sha: string; rules: string; skipped?: string[] } | null
  /** The time up to which texts in pull requests and issues were read, by kind. */
  remarks?: Partial<Record<RemarkKind, string>>
}

interface ReadHead {
  sha: string
  committed_at: string | null
}

interface ContentItemTable {
  org_id: string
  id: string
  agent_id: string
  source_id: string | null
  source_type: ContentSourceType
  /** The id of the content at its origin: a commit's hash, a conversation's id. */
  external_id: string
  title: string | null
  url: string | null
  author: string | null
  content: string
  status: Generated<ContentStatus>
  metadata: Json<Record<string, unknown>>
  published_at: Timestamp
  processed_at: Timestamp | null
  /** The reporter; for a conversation or a source, the least trusted of all who contributed to it. */
  reported_by: Generated<Reporter>
  /** Set by unpublishing: the row stays as a soft-deleted record and is not listed. */
  removed_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

interface JobTable {
  org_id: string
  id: string
  agent_id: string | null
  /** The agent, or the organization of a job without one. */
  subject_id: ColumnType<string, never, never>
  type: JobType
  /** Jobs of one subject and lane never run concurrently. */
  lane: ColumnType<string, never, never>
  /** Jobs with lower turns begin first; the jobs of one organization have consecutive turns. */
  turn: Generated<number>
  status: Generated<JobStatus>
  stage: string | null
  progress_current: Generated<number>
  progress_total: Generated<number>
  input: Json<Record<string, unknown>>
  result: Json<Record<string, unknown>> | null
  error: string | null
  attempts: Generated<number>
  /** Replaced at every attempt: the process that holds it runs the job. */
  claim_id: string | null
  /** When a running job may be taken over, or a waiting one tried again. */
  lease_until: Timestamp | null
  created_at: Timestamp
  started_at: Timestamp | null
  finished_at: Timestamp | null
}

/** Recurring work; the process that advances `next_run_at` does it. */
interface ScheduleTable {
  name: string
  next_run_at: Timestamp
}

/** By the model's name, for all organizations. */
interface EmbeddingCalibrationTable {
  model: string
  /** Hash of the labeled pairs that it was fitted to. */
  pairs_hash: string
  dimensions: number
  /** Null if the model does not distinguish the pairs. */
  calibration: Json<Calibration> | null
  figures: Json<CalibrationFigures>
  created_at: Timestamp
}

interface SignalTable {
  org_id: string
  id: string
  agent_id: string
  kind: Kind
  category: Category
  statement: string
  n_count: number
  stability: number
  promoted: Generated<boolean>
  promoted_item_id: string | null
  /** Distinct sentences among its live observations, and distinct days of their content. */
  wordings: Generated<number>
  days: Generated<number>
  /** Distinct conversations in which its live observations stand, said by anybody. */
  conversations: Generated<number>
  /**
   * Distinct sessions and conversations in which people said its live observations, whether one was said explicitly,
   * and how sure the reader is at most: 0 if nobody said one.
   */
  sessions: Generated<number>
  explicit: Generated<boolean>
  certainty: Generated<number>
  first_seen_at: Timestamp | null
  last_seen_at: Timestamp | null
  vector_sum: Uint8Array
  /** The vector of its statement, which is that of its most central observation; null until it is scored again. */
  center: Uint8Array | null
  embedding_model: string
  /** Null if its observations changed since the score was computed. */
  scored_at: Timestamp | null
  scored_decay_rate: number | null
  /** Whether promotion has processed that score. */
  settled: Generated<boolean>
  /** How many commits the survey counted in all, not only those behind the signal; null if no survey counted it. */
  commits_total: Generated<number | null>
  created_at: Timestamp
  updated_at: Timestamp
}

interface ObservationTable {
  org_id: string
  id: string
  agent_id: string
  content_item_id: string
  signal_id: string
  kind: Kind
  category: Category
  statement: string
  quote: string
  confidence: number
  /** The date of the content. */
  observed_at: Timestamp
  live: Generated<boolean>
  /** Whether it was created by counting over all commits of the agent, not by reading its content item. */
  surveyed: Generated<boolean>
  /** Identifies the session that it was read in, by tool and id; null for other content. */
  session: string | null
  /** Whether a person said it explicitly in that session or conversation. */
  explicit: Generated<boolean>
  /** Whether somebody else told the agent so in a conversation: automatic approval does not cover it. */
  told: Generated<boolean>
  /** The later observation which says that this one no longer holds. */
  withdrawn_by: Generated<string | null>
  /** Computed by its signal's `embedding_model`. */
  vector: Uint8Array
  created_at: Timestamp
}

/** The last decision of a person on a proposal that was read in sessions. */
interface DecisionTable {
  org_id: string
  id: string
  agent_id: string
  /** The item that was decided on, which may be gone by now. */
  item_id: string
  quote: string
  /** As it was approved, rejected or edited to. */
  statement: string
  decision: Decision
  decided_by: string
  decided_at: Timestamp
  created_at: Timestamp
}

interface ItemVectorTable {
  org_id: string
  item_id: string
  /** Hash of the statement that the vector was computed from. */
  statement_hash: string
  embedding_model: string
  vector: Uint8Array
}

/**
 * A public repository that Bootstrap read. Without an organization, it and its content are shared by all organizations.
 */
interface TemplateRepositoryTable {
  /** Null if it is shared by all organizations. */
  org_id: string | null
  /** The organization, or the nil UUID if it is shared by all. */
  owner_id: string
  /** `owner/repo` as GitHub spells it. */
  repository: string
  /** The lower-case name in the configuration of a repository that all organizations share. */
  configured_as: string | null
  license: string | null
  /** The branch that was read completely, and GitHub's tag of its newest commit; null after an interrupted run. */
  branch: string | null
  etag: string | null
  scraped_at: Timestamp
}

/** A file that Bootstrap looked at. Files with the same text share its items. */
interface TemplateTable {
  /** Null if it is shared by all organizations. */
  org_id: string | null
  /** The organization, or the nil UUID if it is shared by all. */
  owner_id: string
  repository: string
  path: string
  /** Git's hash of the file. */
  blob_sha: string
  /** Hash of the definition without its front matter; null if the file contains no readable definition. */
  body_hash: string | null
  /** The reason for which it could not be read; null for a file that is not a definition. */
  problem: string | null
  name: string | null
  description: string | null
  /** When the file first had this text. */
  brought_at: Timestamp
  updated_at: Timestamp
  embedding_model: string | null
  /** Vector of name and description. */
  vector: Uint8Array | null
}

interface TemplateItemTable {
  /** Null if it is shared by all organizations. */
  org_id: string | null
  /** The organization, or the nil UUID if it is shared by all. */
  owner_id: string
  body_hash: string
  /** The best item comes first. */
  position: number
  kind: Kind
  category: Category
  statement: string
  embedding_model: string
  vector: Uint8Array
}

interface AvatarTable {
  org_id: string
  id: string
  agent_id: string
  content_hash: string
  content_type: PictureType
  bytes: Uint8Array
  created_at: Timestamp
}

/** A proposal of changes, and its outcome. */
interface ChangeRequestTable {
  org_id: string
  id: string
  /** Starts at 1 in each organization, without gaps. */
  number: number
  title: string
  description: string | null
  /** The version that the author's copy was based on, in the author's words. */
  base_version: string | null
  status: ChangeRequestStatus
  author_id: string
  author_key_id: string | null
  author_key_hint: string | null
  author_client: string | null
  decided_by: string | null
  decided_key_hint: string | null
  decided_at: Timestamp | null
  close_reason: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

/** One change of a change request; without a group and an agent it concerns the organization's own layer. */
interface ProposedChangeTable {
  org_id: string
  id: string
  change_request_id: string
  position: number
  op: ChangeOp
  /** Null for a profile. */
  kind: Kind | null
  group_id: string | null
  agent_id: string | null
  /** The item that is changed, overridden or restored; for an addition, the item that merging it created. */
  item_id: string | null
  /** The layer and kind of an item that is overridden or restored; for an addition, where it was stated. */
  source_type: OverrideSource | AdditionSource | null
  /** The words in which that source states an addition. */
  quote: string | null
  /** The file and its line, from 1, that an addition was imported from. */
  file: string | null
  line: number | null
  /**
   * The values that the change sets: all of them for an addition, the changed ones for other changes, none for a
   * removal.
   */
  after: Json<ChangeState>
  /** The subject when the change was proposed, for a profile the fields that change; null for an addition. */
  before: Json<ChangeState> | null
  /** The state of the item that the change was based on. */
  base_updated_at: Timestamp | null
  merged: Generated<boolean>
  created_at: Timestamp
}

/**
 * A layer that a change request concerned when it was created: an agent, a group or the organization, which may be
 * deleted by now.
 */
interface ChangeRequestOwnerTable {
  org_id: string
  change_request_id: string
  owner_id: string
}

interface ChangeRequestCommentTable {
  org_id: string
  id: string
  change_request_id: string
  author_id: string
  author_key_hint: string | null
  text: string
  created_at: Timestamp
}

/**
 * The last entry of an organization's audit log, whose lock gives entries their numbers, and what the organization stores
 * of what its quotas limit.
 */
interface AuditHeadTable {
  org_id: string
  seq: number
  hash: string
  items: Generated<number>
  agents: Generated<number>
  /** The length of all content and messages in UTF-8. */
  bytes: Generated<number>
}

/** One change; `server/db/audit` writes it with the change. */
interface AuditLogTable {
  org_id: string
  /** Starts at 1 in each organization, without gaps. */
  seq: number
  at: Timestamp
  action: string
  actor_id: string | null
  target_id: string | null
  agent_id: string | null
  group_id: string | null
  /** The agent, group or organization whose prompts the change touches; null if it touches none. */
  layer_id: string | null
  /** JSON of all other fields, as the hash covers it; null after an erasure. */
  content: string | null
  salt: string | null
  /** The salted digest of the content, stored when that is erased. */
  digest: string | null
  /** The entries that an erasure covers, as ranges; null for all other entries. */
  covers: string | null
  hash: string
}

interface WebhookTable {
  org_id: string
  id: string
  url: string
  events: Json<WebhookEvent[]>
  /** Null for the events of all agents. */
  agent_id: string | null
  secret: string
  enabled: Generated<boolean>
  disabled_reason: string | null
  failing_since: Timestamp | null
  /** The entry of the audit log up to which events were made. */
  last_seq: number
  /** While the agents of a layer are gone through: the entry up to which, and the last agent. */
  layer_seq: number | null
  layer_agent_id: string | null
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

interface WebhookDeliveryTable {
  org_id: string
  id: string
  webhook_id: string
  type: WebhookEvent | typeof testEvent
  /** The agent, or the webhook for an event without one: deliveries of one lane keep their order. */
  lane_id: string
  subject_id: string | null
  /** The JSON text that is sent. */
  payload: string
  status: DeliveryStatus
  attempts: Generated<number>
  /** The next attempt; while one runs, when another process may take it over. */
  due_at: Timestamp
  retried_since: Timestamp
  response_status: number | null
  error: string | null
  delivered_at: Timestamp | null
  created_at: Timestamp
}

/** Rows that were deleted with a record, until the deletion can no longer be undone. */
interface DeletedRowsTable {
  org_id: string
  id: string
  kind: 'agent' | 'group'
  record_id: string
  /** In which they are inserted again. */
  position: number
  table_name: string
  /** JSON, as `server/db/deleted-rows.ts` writes it. */
  rows: string
  created_at: Timestamp
}

/** A request with an `Idempotency-Key`; its row is written with its first change. */
interface FirstAnswerTable {
  /** SHA-256 of the credential and the key. */
  id: string
  /** SHA-256 of method, address and body. */
  request_hash: string
  created_at: Timestamp
  /** Null while the request runs, and for good if the process died after its commit. */
  status: number | null
  /** JSON. */
  headers: string | null
  /** JSON of the organizations that the caller could see. */
  org_ids: string | null
  /** Null for an answer that is not kept. */
  body: Uint8Array | null
}

interface UpgradeTable {
  at: Timestamp
  /** The version of the service that changed the schema. */
  version: string
  /** The last migration that it brought. */
  migration: string
  /** The path of the backup from before. */
  backup: string | null
}

export type User = Selectable<UserTable>
export type Organization = Selectable<OrganizationTable>
export type Group = Selectable<GroupTable>
export type Agent = Selectable<AgentTable>
export type Item = Selectable<ItemTable>
export type Conversation = Selectable<ConversationTable>
export type Participant = Selectable<ParticipantTable>
export type Message = Selectable<MessageTable>
export type ContentItem = Selectable<ContentItemTable>
export type ContentSource = Selectable<ContentSourceTable>
/** A content source of one platform. */
export type SourceOf<Platform extends ContentPlatform> = Omit<ContentSource, 'platform' | 'config' | 'cursor'> & {
  platform: Platform
  config: SourceConfigs[Platform]
  cursor: SourceCursors[Platform] | null
}
export type GithubConnection = Selectable<GithubConnectionTable>
export type XConnection = Selectable<XConnectionTable>
export type Job = Selectable<JobTable>
export type Webhook = Selectable<WebhookTable>
export type WebhookDelivery = Selectable<WebhookDeliveryTable>
export type Signal = Selectable<SignalTable>
export type Observation = Selectable<ObservationTable>
export type ChangeRequest = Selectable<ChangeRequestTable>
export type ProposedChange = Selectable<ProposedChangeTable>
export type PromptVersion = Selectable<PromptVersionTable>
export type AuditEntryRow = Selectable<AuditLogTable>
