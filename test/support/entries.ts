import { isDeepStrictEqual } from 'node:util'
import { auditedTables } from '../../server/db/audit/audited-tables.ts'
import type { Content } from '../../server/db/audit/entry.ts'
import type { Database } from '../../server/db/connect.ts'
import type { Tables } from '../../server/db/tables.ts'
import { countUsage } from '../../server/features/accounts/usage.ts'

/**
 * Compares the audited tables with what the entries of the audit log say: every row is as its entries left it, and every
 * row that was deleted has an entry or went with a record that it hangs on. A feature that writes without an entry, by
 * whatever statement, makes a difference.
 */

type Row = Record<string, unknown>

/** Not by plain SQL, which the embedded database takes for a write and refuses while it only reads. */
const rowsIn = (db: Database, name: string): Promise<Row[]> =>
  db
    .selectFrom(name as keyof Tables)
    .selectAll()
    .execute()

/**
 * @param written organizations whose rows were not written by the service; those of imported ones have one entry for all.
 */
/** Compares what each organization stores with what its quotas count. */
export async function miscounted(db: Database, seeded: readonly string[]): Promise<string[]> {
  const organizations = await db.selectFrom('organizations').select('id').execute()
  const differences = []
  for (const { id } of organizations.filter(({ id }) => !seeded.includes(id))) {
    const { stored, found } = (await countUsage(db, id)) ?? {}
    if (!isDeepStrictEqual(stored, found))
      differences.push(`${id} counts ${JSON.stringify(stored)} and has ${JSON.stringify(found)}`)
  }
  return differences
}

export async function changesWithoutEntries(db: Database, written: readonly string[]): Promise<string[]> {
  const imports = db.selectFrom('audit_log').select('org_id').where('action', '=', 'organization.import')
  const seeded = [...written, ...(await imports.execute()).map(({ org_id }) => org_id)]
  const states = await statesByEntries(db, seeded)
  const differences: string[] = []
  const rowsOf = new Map<string, Row[]>()
  const present = new Set<unknown>()
  for (const name of auditedTables.keys()) {
    const rows = await rowsIn(db, name)
    rowsOf.set(
      name,
      rows.filter(({ id, org_id = id }) => !seeded.includes(String(org_id))),
    )
    for (const { id } of rows) present.add(id)
  }
  for (const [name, rows] of rowsOf) {
    const { type, ignored, secret, hashed } = auditedTables.get(name)!
    const unseen = new Set<string>(['org_id', ...ignored, ...secret, ...hashed])
    for (const row of rows) {
      const key = `${type(row)} ${row.id}`
      const state = states.get(key)
      states.delete(key)
      if (!state) differences.push(`${name}: no entry says that ${key} was created`)
      else differences.push(...differencesOf(name, row, state, unseen, present))
    }
  }
  for (const [key, state] of states) {
    const isPart = Object.entries(state).some(([column, value]) => isReference(column) && value && !present.has(value))
    if (!isPart) differences.push(`no entry says that ${key} was deleted`)
  }
  return differences
}

const isReference = (column: string) =>
  /^(agent|group|source|conversation|participant|environment|model|change_request|manager_agent)_id$/.test(column)

/** Column by column; a reference to a record that is gone went with it. */
const differencesOf = (table: string, row: Row, state: Row, unseen: Set<string>, present: Set<unknown>) =>
  Object.keys(row).flatMap((column) => {
    const [value, noted] = [row[column] ?? null, state[column] ?? null]
    if (unseen.has(column) || JSON.stringify(value) === JSON.stringify(noted)) return []
    if (value === null && isReference(column) && !present.has(noted)) return []
    if (/ … \(cut: |\[redacted\]/.test(JSON.stringify(noted))) return []
    return [`${table}.${column} of ${row.id} is ${JSON.stringify(value)}, and the entries say ${JSON.stringify(noted)}`]
  })

/** The last state of each record by its entries. */
async function statesByEntries(db: Database, seeded: readonly string[]): Promise<Map<string, Row>> {
  const entries = await db.selectFrom('audit_log').selectAll().orderBy('org_id').orderBy('seq').execute()
  const states = new Map<string, Row>()
  const last = new Map<string, number>()
  for (const { org_id, seq, content } of entries) {
    if (seq !== (last.get(org_id) ?? 0) + 1) throw new Error(`The entry before ${seq} is missing`)
    last.set(org_id, seq)
    if (seeded.includes(org_id)) continue
    // Erased: then the log no longer says what there was.
    if (content === null) return new Map(await allAsTheyAre(db))
    const { target, before, after } = JSON.parse(content) as Content
    const key = `${target.type} ${target.id}`
    if (!after) states.delete(key)
    else states.set(key, before ? { ...states.get(key), ...after } : after)
  }
  return states
}

async function allAsTheyAre(db: Database): Promise<[string, Row][]> {
  const states: [string, Row][] = []
  for (const [name, { type }] of auditedTables) {
    const rows = await rowsIn(db, name)
    states.push(...rows.map((row): [string, Row] => [`${type(row)} ${row.id}`, row]))
  }
  return states
}
