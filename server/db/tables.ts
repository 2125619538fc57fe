import type { ColumnType, Expression, Generated, Selectable } from 'kysely'
import type { PictureType } from '../domain/identity/avatars.ts'
import type { ChangeOp, ChangeRequestStatus, ChangeState } from '../domain/identity/change-requests.ts'
import type { Genome } from '../domain/identity/genome.ts'
import type { ItemOrigin } from '../domain/identity/item-lifecycle.ts'
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
} from '../domain/kinds.ts'
import type { KeyAccess } from '../domain/requests/caller.ts'
import type { JobStatus, JobType } from '../domain/requests/jobs.ts'
import type { Reporter } from '../domain/requests/reporters.ts'
import type { SecurityEventName } from '../domain/requests/security-events.ts'
import type { Calibration, CalibrationFigures } from '../domain/similar/calibration.ts'
import type { ContentPlatform, ContentSourceType, SourceConfigs } from '../domain/sources/content-platforms.ts'
import type { RemarkKind } from '../domain/sources/github.ts'

/**
 * The columns of every table, as TypeScript sees them on both engines: ids and timestamps are strings. Every table of
 * a tenant has the primary key `(org_id, id)` and composite foreign keys, so that no row can point into another
 * organization.
 */
export interface Tables {
  users: UserTable
  sessions: SessionTable
  security_events: SecurityEventTable
  login_addresses: LoginAddressTable
  github_sign_ins: GithubSignInTable
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
  snapshots: SnapshotTable
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
  item_vectors: ItemVectorTable
  template_repositories: TemplateRepositoryTable
  templates: TemplateTable
  template_items: TemplateItemTable
  avatars: AvatarTable
  change_requests: ChangeRequestTable
  proposed_changes: ProposedChangeTable
  change_request_owners: ChangeRequestOwnerTable
  change_request_comments: ChangeRequestCommentTable
}

/** ISO 8601 in UTC with milliseconds, on both engines. */
type Timestamp = string
/** Read as what it holds; written as `json()` of it, or as a reference to another such column. */
type Json<T> = ColumnType<T, Expression<T>, Expression<T>>
/** The same for a column that an insert may leave to its default. */
type JsonWithDefault<T> = ColumnType<T, Expression<T> | undefined, Expression<T>>

interface UserTable {
  id: string
  /** Lower case; null for an agent that registered without one. */
  email: string | null
  password_hash: string | null
  display_name: string
  is_agent: boolean
  /** When someone showed that they read what is sent to `email`; null for a mere claim. */
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
}

/** What an account is told about its credentials; `server/features/accounts/security-events.ts` writes and lists it. */
interface SecurityEventTable {
  id: string
  user_id: string
  at: Timestamp
  what: SecurityEventName
  by: string
  ip: string | null
}

/** Where an account has logged in from: guesses that others make elsewhere do not lock it out there. */
interface LoginAddressTable {
  user_id: string
  /** An IPv4 address, or the /64 of an IPv6 address. */
  address: string
  last_login_at: Timestamp
}

/** A sign-in at GitHub that was started and has not come back; its state works once. */
interface GithubSignInTable {
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
  /** What says the same as an item that is there is counted on it, and not created. */
  dedupe_on_create: Generated<boolean>
  revision: Generated<number>
  created_at: Timestamp
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
  /** Lower case; the account with this address alone may accept. Null for whoever has the link. */
  email: string | null
  role: MemberRole
  /** SHA-256 of what is in the link that the owner sees. */
  token_hash: string
  /** SHA-256 of what is in the link that is mailed and shown to no one: having it proves the address. */
  mail_token_hash: string | null
  created_by: string
  created_at: Timestamp
  expires_at: Timestamp
}

/** A link that works once, and confirms an address or sets a password. */
interface AccountLinkTable {
  /** SHA-256 of what is in the link. */
  token_hash: string
  user_id: string
  purpose: 'verification' | 'reset'
  /** Where it was mailed; null for a link that an owner made. */
  email: string | null
  /** The organization whose owner made it, and who that was. */
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
  /** The one agent that the key is for; null for every agent of the organization. */
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
  display_order: Generated<number>
  n_count: Generated<number>
  /** Who made it: what discovery found is hidden instead of deleted (behavior: Deletion). */
  origin: Generated<ItemOrigin>
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
  created_at: Timestamp
}

/** What one item took over from those that were merged into it, so that it can give it back. */
export interface MergedItems {
  keep_id: string
  /** Of the item that stayed, before it took over what they had. */
  before: Pick<Item, 'status' | 'approved_by'>
  gone: {
    item: Omit<Item, 'scope' | 'owner_id'>
    /** Ids of the rows that refer to the other item since, by table. */
    moved: Record<'item_sources' | 'signals' | 'overrides', string[]>
    /** References that the item that stayed had as well. */
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
  /** Items that are gone. */
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
  /** The last number given to a message; the row's lock makes the numbers gapless. */
  last_sequence_number: Generated<number>
  /** What its messages hold together, as `messageBytes` counts them. */
  message_bytes: Generated<number>
  /** The least trusted of those who created it or added messages. */
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
  /** What the token may do, as GitHub tells it; null when it does not. */
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
  /** Encrypted, like the three that follow. */
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
  /** Null is called after what it reads. */
  name: string | null
  platform: ContentPlatform
  config: Json<SourceConfigs[ContentPlatform]>
  enabled: Generated<boolean>
  github_connection_id: string | null
  x_connection_id: string | null
  /** How far it was read; null before the first sync. */
  cursor: Json<SourceCursors[ContentPlatform]> | null
  last_synced_at: Timestamp | null
  /** What the last sync could not read, in sentences. */
  last_errors: JsonWithDefault<string[]>
  /** When the automatic sync comes next; null is always due. */
  next_sync_at: Timestamp | null
  /** The least trusted of those who set it up or changed it. */
  reported_by: Generated<Reporter>
  /** The run that syncs it now; null when none does. */
  sync_claim_id: string | null
  /** When that run's claim ends unless it is renewed. */
  sync_until: Timestamp | null
  created_at: Timestamp
}

/** How far a source was read, platform by platform; what was read under other settings counts for nothing. */
export type SourceCursors = {
  [Platform in ContentPlatform]: Platform extends keyof StoredCursors ? StoredCursors[Platform] : null
}

interface StoredCursors {
  github: RepositoryCursor
  rss: FeedCursor
  twitter: XCursor
}

export interface FeedCursor {
  /** The feed's address and how many entries were taken. */
  of: string
  etag: string | null
  last_modified: string | null
}

export interface XCursor {
  /** The account's name and what was left out. */
  of: string
  /** The latest post of a listing that was read to its end. */
  since_id: string | null
  /** A listing that was cut: it goes on before `until_id`, and its latest post was `newest_id`. */
  pending: { newest_id: string; until_id: string } | null
}

export interface RepositoryCursor {
  /** `owner/repo@branch` */
  of: string
  /** The commit whose history was read to its end. */
  commits: ReadHead | null
  /** A listing that was cut: it goes on at `page`. */
  pending: (ReadHead & { since: string | null; page: number }) | null
  /** The commit whose files were all read, and the rules that chose them. */
  files: { sha: string; rules: string } | null
  /** Up to when what was written in pull requests and issues was read, by kind. */
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
  /** The id of the content where it comes from: a commit's hash, a conversation's id. */
  external_id: string
  title: string | null
  url: string | null
  author: string | null
  content: string
  status: Generated<ContentStatus>
  metadata: Json<Record<string, unknown>>
  published_at: Timestamp
  processed_at: Timestamp | null
  /** Who brought it in; of a conversation or a source, the least trusted of all who had a part in it. */
  reported_by: Generated<Reporter>
  /** Set by unpublishing: the row stays as a soft-deleted record and is listed nowhere. */
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
  /** Jobs of one subject and lane never run side by side. */
  lane: ColumnType<string, never, never>
  /** Jobs of lower turns begin first; the jobs of one organization have turns that follow each other. */
  turn: Generated<number>
  status: Generated<JobStatus>
  stage: string | null
  progress_current: Generated<number>
  progress_total: Generated<number>
  input: Json<Record<string, unknown>>
  result: Json<Record<string, unknown>> | null
  error: string | null
  attempts: Generated<number>
  /** New with every attempt: whoever holds it runs the job. */
  claim_id: string | null
  /** When a running job may be taken over, or tried again. */
  lease_until: Timestamp | null
  created_at: Timestamp
  started_at: Timestamp | null
  finished_at: Timestamp | null
}

/** Recurring work; whoever moves `next_run_at` on does it. */
interface ScheduleTable {
  name: string
  next_run_at: Timestamp
}

/** By the model's name, for every organization. */
interface EmbeddingCalibrationTable {
  model: string
  /** Of the labeled pairs that it was fitted to. */
  pairs_hash: string
  dimensions: number
  /** Null when the model does not tell the pairs apart. */
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
  first_seen_at: Timestamp | null
  last_seen_at: Timestamp | null
  vector_sum: Uint8Array
  /** The vector of its statement, which is that of its most central observation; null until it is scored again. */
  center: Uint8Array | null
  embedding_model: string
  /** Null when its observations changed since the score was computed. */
  scored_at: Timestamp | null
  scored_decay_rate: number | null
  /** Whether promotion has looked at that score. */
  settled: Generated<boolean>
  /** Of how many commits those behind it are a part; null for what no survey counted. */
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
  /** Whether it was made by counting over all commits of the agent, not by reading its content item. */
  surveyed: Generated<boolean>
  /** The later observation which says that this no longer holds. */
  withdrawn_by: Generated<string | null>
  /** Made by its signal's `embedding_model`. */
  vector: Uint8Array
  created_at: Timestamp
}

interface ItemVectorTable {
  org_id: string
  item_id: string
  /** Of the statement that the vector was made from. */
  statement_hash: string
  embedding_model: string
  vector: Uint8Array
}

/** A public repository that Bootstrap read; it and what was read are everyone's. */
interface TemplateRepositoryTable {
  /** Null for everyone's. */
  org_id: string | null
  /** The organization, or the nil UUID for everyone's. */
  owner_id: string
  /** `owner/repo` as GitHub spells it. */
  repository: string
  /** Lower case; as the configuration names it, of one that is everyone's. */
  configured_as: string | null
  license: string | null
  /** The branch that was read to its end, and GitHub's tag of its newest commit; null after a run that was cut. */
  branch: string | null
  etag: string | null
  scraped_at: Timestamp
}

/** A file that Bootstrap looked at. Files of the same text share its items. */
interface TemplateTable {
  /** Null for everyone's. */
  org_id: string | null
  /** The organization, or the nil UUID for everyone's. */
  owner_id: string
  repository: string
  path: string
  /** Git's hash of the file. */
  blob_sha: string
  /** Of the definition without its front matter; null when the file holds none, or none that can be read. */
  body_hash: string | null
  /** Why it could not be read; null for a file that is not a definition. */
  problem: string | null
  name: string | null
  description: string | null
  /** When the file first had this text. */
  brought_at: Timestamp
  updated_at: Timestamp
  embedding_model: string | null
  /** Of name and description. */
  vector: Uint8Array | null
}

interface TemplateItemTable {
  /** Null for everyone's. */
  org_id: string | null
  /** The organization, or the nil UUID for everyone's. */
  owner_id: string
  body_hash: string
  /** The best one first. */
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

/** What somebody proposes to change, and what became of it. */
interface ChangeRequestTable {
  org_id: string
  id: string
  /** From 1 in each organization, without gaps. */
  number: number
  title: string
  description: string | null
  /** What the author's copy was made from, in the author's words. */
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

/** One change of a change request; without a group and an agent it is of the organization's own layer. */
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
  /** The item that is changed, overridden or restored; of an addition, the one that merging it made. */
  item_id: string | null
  /** The layer and kind of an item that is overridden or restored. */
  source_type: OverrideSource | null
  /** The values that the change sets: everything of an addition, the changed parts of the rest, nothing of a removal. */
  after: Json<ChangeState>
  /** The subject when the change was proposed, of a profile the fields that change; null for an addition. */
  before: Json<ChangeState> | null
  /** The state of the item that the change was made from. */
  base_updated_at: Timestamp | null
  merged: Generated<boolean>
  created_at: Timestamp
}

/** A layer that a change request was about when it was made: an agent, a group or the organization, or one that is gone. */
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
export type Signal = Selectable<SignalTable>
export type Observation = Selectable<ObservationTable>
export type ChangeRequest = Selectable<ChangeRequestTable>
export type ProposedChange = Selectable<ProposedChangeTable>
