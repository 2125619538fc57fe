import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivedTables, organizationColumns } from '#core/domain/archive/tables.ts'
import { type Service, startService } from '../../support/service.ts'

/** Every column of every table is in archives, or is left out for a reason. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const credential = 'a credential, or useless without one'
const machinery = 'the service keeps it for its own work'
const notOfOrganizations = 'belongs to no organization'

const leftOut: Record<string, string> = {
  users: notOfOrganizations,
  sessions: notOfOrganizations,
  security_events: notOfOrganizations,
  login_addresses: notOfOrganizations,
  github_sign_ins: notOfOrganizations,
  external_identities: notOfOrganizations,
  finished_sign_ins: notOfOrganizations,
  account_links: credential,
  invitations: credential,
  api_keys: credential,
  github_connections: credential,
  x_connections: credential,
  webhooks: credential,
  webhook_deliveries: 'what was sent to webhooks',
  members: 'in an archive for reading: people have no accounts in another service',
  audit_log: 'in an archive for reading: a chain says what its own service saw',
  audit_heads: 'in the manifest',
  jobs: machinery,
  schedules: machinery,
  upgrades: machinery,
  first_answers: machinery,
  embedding_calibrations: machinery,
  search_spaces: 'the search index is made again',
  search: 'the search index is made again',
  item_vectors: 'computed from items',
  deleted_rows: 'a deletion is undone where it was made',
  item_merges: 'a merge is undone where it was made',
  agent_exports: 'files are exported anew',
  fleet_clients: 'programs report to the service that they read from',
  templates: 'copies of public repositories',
  template_items: 'copies of public repositories',
  template_repositories: 'copies of public repositories',
}

/** Columns that an import computes, or leaves at their defaults. */
const computed: Record<string, readonly string[]> = {
  organizations: ['id', 'name', 'slug', 'revision', 'created_at', 'importing_since'],
  groups: ['revision'],
  agents: ['revision'],
  avatars: ['content_hash'],
  items: ['scope', 'owner_id', 'statement_hash'],
  prompt_versions: ['hash', 'audit_seq'],
  live_prompts: ['stamp'],
  content_sources: [
    'enabled',
    'github_connection_id',
    'x_connection_id',
    'cursor',
    'last_synced_at',
    'last_errors',
    'next_sync_at',
    'sync_claim_id',
    'sync_until',
  ],
  signals: ['vector_sum', 'center', 'embedding_model', 'scored_at', 'scored_decay_rate'],
  observations: ['vector'],
}

test('each column is archived, computed again, or left out with its table', async () => {
  const tables = (await service.deps.db.introspection.getTables()).filter(({ isView }) => !isView)
  const archived: Record<string, object> = { ...archivedTables, organizations: organizationColumns }
  for (const { name, columns } of tables) {
    if (name in leftOut || /^(kysely|sqlite|search)_/.test(name)) continue
    const known = [...Object.keys(archived[name] ?? {}), ...(computed[name] ?? []), 'org_id']
    const undecided = columns.map((column) => column.name).filter((column) => !known.includes(column))
    expect([name, undecided]).toEqual([name, []])
  }
  const existing = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  for (const [name, columns] of Object.entries(archived))
    expect([name, Object.keys(columns).filter((column) => !existing.get(name)?.includes(column))]).toEqual([name, []])
})
