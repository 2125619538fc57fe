import { randomUUID } from 'node:crypto'
import { sha256Hex } from '#core/base/hash.ts'
import { digestOf } from '#core/domain/audit/chain.ts'
import type { Scope, Surface } from '#core/domain/audit/origin.ts'
import type { Actor } from '#core/domain/requests/actor.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import { type AuditedTable, auditedTables } from './audited-tables.ts'

export type Row = Record<string, unknown>

/** A change of one row in a transaction: without `before` it was created, without `after` it was deleted. */
export interface Change {
  table: string
  before: Row | undefined
  after: Row | undefined
  scope: Scope
}

/** An entry before it gets its place in the chain. */
export interface NewEntry {
  at: string
  action: string
  actor_id: string | null
  target_id: string | null
  agent_id: string | null
  group_id: string | null
  /** The agent, group or organization whose prompts the change touches; null if it touches none. */
  layer_id: string | null
  /** All other fields, as the JSON text that the digest covers. */
  content: string
  salt: string
  digest: string
  covers: string | null
}

/** The fields of an entry's content, in the order of its JSON. */
export interface Content {
  actor: Actor
  surface: Surface
  target: { type: string; id: string | null; name: string | null }
  agent_id: string | null
  group_id: string | null
  before: Row | null
  after: Row | null
  request_id: string | null
  ip: string | null
  client: string | null
}

/** The most bytes of a text in an entry; a longer one is cut. */
const maxBytes = 4096
/** The most characters of a target's name. */
const maxName = 200

/** Returns the entry of a change; undefined if nothing changed that an entry shows. */
export function entryOf({ table, before, after, scope }: Change): NewEntry | undefined {
  const audited = auditedTables.get(table)!
  const row = (after ?? before)!
  const columns = Object.keys(row).filter(
    (column) => column !== 'org_id' && !audited.ignored.includes(column) && isChanged(column, before, after),
  )
  if (columns.length === 0) return undefined
  const type = audited.type(row)
  const verb = (before && after && audited.verb(before, after)) ?? verbOf(audited, scope, before, after)
  const id = String(row.id)
  const inColumn = (column: string | undefined) => (column === undefined ? null : textOf(row[column]))
  const name = inColumn(audited.name)
  const [agent_id, group_id] = [inColumn(audited.agent), inColumn(audited.group)]
  const isInPrompts =
    columns.some((column) => audited.prompt.includes(column)) && !(isHidden(before) && isHidden(after))
  const origin = (scope.byRow?.get(id) ?? scope).originOf()
  if (isInPrompts && !isHidden(after) && bringsText(table, before) && !isAutomatic(before, row))
    requirePerson(origin.actor, `${type} ${id}`)
  const content = {
    ...origin,
    target: { type, id, name: name && shortName(clean(table, name)) },
    agent_id,
    group_id,
    before: before ? shown(table, audited, columns, before, false) : null,
    after: after ? shown(table, audited, columns, after, before !== undefined) : null,
  }
  return { ...newEntry(scope, `${type}.${verb}`, content), layer_id: isInPrompts ? layerIn(content, row) : null }
}

/**
 * Whether a change can bring text into a prompt that exists. A new agent has a prompt of its own, and an override has no
 * text: it hides an item, and automatic deduplication moves it with that.
 */
const bringsText = (table: string, before: Row | undefined) =>
  table === 'items' || (table === 'agents' && before !== undefined)

/** New items that discovery and consensus add where an owner has turned automatic approval on, which has an entry. */
const isAutomatic = (before: Row | undefined, { status, created_through }: Row) =>
  before === undefined && status === 'approved' && (created_through === 'discovery' || created_through === 'consensus')

/**
 * Text reaches a prompt by the act of a person, or of a key that a person made. Every change of an audited table passes
 * here, so that no job can put into a prompt what it has read, by whatever code.
 *
 * @throws Error for any other actor; the transaction is rolled back.
 */
function requirePerson({ type }: Actor, record: string): void {
  if (type !== 'user' && type !== 'key') throw new Error(`A ${type} may not change a prompt by ${record}`)
}

/** Items that are hidden stand in no prompt, such as those that discovery proposes. */
const isHidden = (row: Row | undefined) => row === undefined || row.hidden === true

const layerIn = ({ agent_id, group_id }: Pick<Content, 'agent_id' | 'group_id'>, row: Row) =>
  agent_id ?? group_id ?? textOf(row.org_id)

/** Returns an entry with its salt and digest. */
export function newEntry(scope: Scope, action: string, content: Content, covers: string | null = null): NewEntry {
  const { actor, surface, target, agent_id, group_id, before, after, request_id, ip, client } = content
  const text = JSON.stringify({
    actor,
    surface,
    target,
    agent_id,
    group_id,
    before,
    after,
    request_id,
    ip,
    client,
  } satisfies Content)
  // Random numbers of ids come from a pool, which is faster than a call of the system for each.
  const salt = randomUUID().replaceAll('-', '')
  return {
    at: scope.now().toISOString(),
    action,
    actor_id: actor.id,
    target_id: target.id,
    agent_id,
    group_id,
    layer_id: null,
    content: text,
    salt,
    digest: digestOf(salt, text),
    covers,
  }
}

const verbOf = (
  { creation = 'create' }: AuditedTable,
  { isRestoring }: Scope,
  before: Row | undefined,
  after: Row | undefined,
) => {
  if (!before) return isRestoring ? 'restore' : creation
  return after ? 'update' : 'delete'
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Whether the column belongs in the entry: a value that differs, and for a new or deleted row one that is not null. */
function isChanged(column: string, before: Row | undefined, after: Row | undefined): boolean {
  if (!before || !after) return (after ?? before)![column] !== null
  const [a, b] = [before[column], after[column]]
  if (a === b) return false
  return typeof a !== 'object' || typeof b !== 'object' || JSON.stringify(a) !== JSON.stringify(b)
}

/** The columns of a row as an entry shows them; `isUpdated` for the state after an update. */
function shown(table: string, audited: AuditedTable, columns: string[], row: Row, isUpdated: boolean): Row {
  const values: Row = {}
  for (const column of columns) {
    const value = row[column]
    if (audited.secret.includes(column)) {
      if (isUpdated) values[column] = '(a secret, which changed)'
    } else if (audited.hashed.includes(column)) values[column] = `sha256:${sha256Hex(String(value))}`
    else if (typeof value === 'string') values[column] = cut(clean(table, value))
    else if (value !== null && typeof value === 'object') values[column] = shownObject(table, value)
    else values[column] = value
  }
  return values
}

function shownObject(table: string, value: object): unknown {
  const text = JSON.stringify(value)
  const cleaned = clean(table, text)
  return cleaned === text && text.length <= maxBytes ? value : cut(cleaned)
}

/** Statements of items were searched for secrets when they were stored; searching again would double the cost. */
const clean = (table: string, text: string) => (table === 'items' ? text : redactSecrets(text))

function cut(text: string): string {
  if (text.length <= maxBytes / 4) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  // A character of several bytes is left out as a whole.
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return `${bytes.subarray(0, end)} … (cut: ${bytes.length} bytes in all)`
}

const shortName = (name: string) => (name.length <= maxName ? name : `${name.slice(0, maxName - 1).toWellFormed()}…`)
