import { decisionWord } from '#core/domain/audit/actions.ts'
import type { Tables } from '../tables.ts'

/**
 * How each table appears in the audit log (docs/reference/audit-log.md). The compiler requires an entry for every
 * table, so that a new table is either audited or exempt for a reason.
 */

type Row = Record<string, unknown>

export interface AuditedTable {
  /** The type of the target, and the first word of the action. */
  type: (row: Row) => string
  /** Columns that follow from others, or move without anybody's change; they make no entry and stand in none. */
  ignored: readonly string[]
  /** Columns that never stand in an entry; a change is noted as such. */
  secret: readonly string[]
  /** Texts that others wrote, which may be long: an entry has their SHA-256. */
  hashed: readonly string[]
  /** Columns that stand in prompts: a change of one of them is among the changes of the next version. */
  prompt: readonly string[]
  /** The column by which people know the record. */
  name: string | undefined
  /** The second word of the action for an update; `update` if absent or undefined. */
  verb: (before: Row, after: Row) => string | undefined
  /** The second word of the action for a new row; `create` if undefined. */
  creation: string | undefined
  /** The columns with the agent and the group that the record concerns. */
  agent: string | undefined
  group: string | undefined
}

type Settings<Name extends keyof Tables> = {
  type: string | ((row: Row) => string)
  ignored?: readonly (keyof Tables[Name])[]
  secret?: readonly (keyof Tables[Name])[]
  hashed?: readonly (keyof Tables[Name])[]
  prompt?: readonly (keyof Tables[Name])[]
  name?: keyof Tables[Name]
  verb?: (before: Row, after: Row) => string | undefined
  creation?: string
  agent?: keyof Tables[Name]
  group?: keyof Tables[Name]
}

/** An exempt table has the reason. */
type All = { [Name in keyof Tables]: Settings<Name> | string }

const derived = 'derived from content by discovery, and computed again from it'
const ofPerson = 'belongs to a person, who sees it as a security event, and not to an organization'
const ofRequest = 'a part of a change request, which has an entry; merging it makes an entry for each item'
const shared = 'a copy of public repositories'
const machinery = 'the service keeps it for its own work'

const tables: All = {
  organizations: { type: 'organization', ignored: ['revision', 'importing_since'], name: 'name' },
  members: { type: 'member' },
  invitations: { type: 'invitation', secret: ['token_hash', 'mail_token_hash'], name: 'email' },
  api_keys: { type: 'key', ignored: ['last_used_at'], secret: ['key_hash'], name: 'label', agent: 'agent_id' },
  groups: { type: 'group', ignored: ['revision', 'updated_at'], name: 'name', group: 'id' },
  agents: {
    type: 'agent',
    ignored: ['revision', 'updated_at'],
    prompt: ['name', 'description', 'job_title', 'location', 'timezone', 'group_id'],
    name: 'name',
    agent: 'id',
    group: 'group_id',
  },
  items: {
    type: ({ kind }) => String(kind),
    ignored: ['scope', 'owner_id', 'statement_hash', 'needs_wording', 'updated_at', 'approved_at'],
    prompt: ['category', 'statement', 'starred', 'hidden', 'display_order'],
    name: 'statement',
    verb: ({ status: before }, { status }) => (before === status ? undefined : decisionWord(status)),
    agent: 'agent_id',
    group: 'group_id',
  },
  overrides: { type: 'override', prompt: ['source_id'], agent: 'agent_id' },
  snapshots: { type: 'snapshot', ignored: ['genome'], name: 'label', agent: 'agent_id' },
  models: { type: 'model', name: 'name' },
  environments: { type: 'environment', name: 'name' },
  environment_models: { type: 'environment_model' },
  agent_models: { type: 'agent_model', agent: 'agent_id' },
  conversations: {
    type: 'conversation',
    ignored: ['last_sequence_number', 'message_bytes', 'reported_by'],
    name: 'title',
    verb: ({ published_at: before }, { published_at }) => {
      if (before === null && published_at !== null) return 'publish'
      return before !== null && published_at === null ? 'unpublish' : undefined
    },
  },
  participants: { type: 'participant', name: 'display_name', agent: 'agent_id' },
  messages: { type: 'message', ignored: ['metadata'], hashed: ['content'] },
  github_connections: { type: 'github_connection', secret: ['token'], name: 'github_username' },
  x_connections: {
    type: 'x_connection',
    ignored: ['last_used_at'],
    secret: ['api_key', 'api_secret', 'access_token', 'access_token_secret'],
    name: 'x_username',
  },
  content_sources: {
    type: 'source',
    ignored: ['cursor', 'last_synced_at', 'last_errors', 'next_sync_at', 'reported_by', 'sync_claim_id', 'sync_until'],
    name: 'name',
    agent: 'agent_id',
  },
  content_items: {
    type: 'content',
    ignored: ['metadata', 'processed_at', 'reported_by', 'updated_at'],
    hashed: ['content'],
    name: 'title',
    agent: 'agent_id',
  },
  change_requests: {
    type: 'change_request',
    ignored: ['updated_at'],
    name: 'title',
    verb: ({ status: before }, { status }) => {
      if (before === status) return undefined
      return status === 'merged' ? 'merge' : 'close'
    },
  },
  label_moves: {
    type: 'label',
    creation: 'move',
    ignored: ['actor', 'previous_id'],
    name: 'label',
    agent: 'agent_id',
  },
  prompt_outcomes: { type: 'outcome', agent: 'agent_id' },
  webhooks: {
    type: 'webhook',
    ignored: ['failing_since', 'last_seq', 'layer_seq', 'layer_agent_id', 'updated_at'],
    secret: ['secret'],
    name: 'url',
    agent: 'agent_id',
  },
  change_request_comments: { type: 'change_request_comment' },

  users: ofPerson,
  sessions: ofPerson,
  security_events: ofPerson,
  login_addresses: ofPerson,
  account_links: ofPerson,
  github_sign_ins: ofPerson,
  external_identities: ofPerson,
  finished_sign_ins: ofPerson,
  item_sources: 'the evidence of an item, which comes with the item or from discovery',
  item_merges: 'what undoes a merge; the items that a merge changes have entries',
  item_lineage: 'from which items another was made; their changes have entries',
  avatars: 'the bytes of a picture; the agent that shows it has an entry',
  agent_exports: 'what was exported last, which a file that comes back is compared with',
  item_vectors: derived,
  signals: derived,
  observations: derived,
  decisions: 'the last decision on a proposal; the item that was decided on has an entry',
  embedding_calibrations: machinery,
  audit_heads: machinery,
  audit_log: 'the log itself',
  jobs: machinery,
  schedules: machinery,
  upgrades: machinery,
  deleted_rows: 'what undoes a deletion, which has an entry as its restoration has',
  first_answers: machinery,
  webhook_deliveries: 'what was sent about changes that have entries',
  template_repositories: shared,
  templates: shared,
  template_items: shared,
  prompt_versions: 'texts of prompts, made when somebody reads one',
  live_prompts: machinery,
  fleet_clients: 'the versions that programs reported, which are forgotten after 30 days',
  prompt_labels: 'where each label stands; each move of it has an entry',
  proposed_changes: ofRequest,
  change_request_owners: ofRequest,
}

/** The same settings without the names of the columns of one table. */
type AnySettings = Partial<Omit<AuditedTable, 'type'>> & Pick<Settings<never>, 'type'>

const auditedTable = ({ type, ...rest }: AnySettings): AuditedTable => ({
  ignored: [],
  secret: [],
  hashed: [],
  prompt: [],
  name: undefined,
  verb: () => undefined,
  creation: undefined,
  agent: undefined,
  group: undefined,
  ...rest,
  type: typeof type === 'string' ? () => type : type,
})

/** The audited tables by name. */
export const auditedTables: ReadonlyMap<string, AuditedTable> = new Map(
  Object.entries(tables).flatMap(([name, settings]) =>
    typeof settings === 'string' ? [] : [[name, auditedTable(settings as AnySettings)]],
  ),
)
