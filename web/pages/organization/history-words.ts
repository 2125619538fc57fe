import type { Answer } from '../../api/client.ts'
import { formatDate } from '../../api/words.ts'

/** An entry of the audit log in words. */

export type Entry = Extract<Answer<'/organizations/{orgId}/audit-log', 'get'>, { data: unknown }>['data'][number]

const pastOf: Record<string, string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  approve: 'approved',
  reject: 'rejected',
  merge: 'merged',
  close: 'closed',
  publish: 'published',
  unpublish: 'unpublished',
  erase: 'erased content of',
  move: 'moved',
}

const surfaces: Record<NonNullable<Entry['surface']>, string> = {
  dashboard: 'in the dashboard',
  api: 'through the API',
  mcp: 'through MCP',
  cli: 'with the command',
  job: 'in the background',
}

/** The actions that the filter offers, those that people look for first. */
export const actions = [
  ...['belief', 'responsibility'].flatMap((kind) =>
    ['create', 'approve', 'reject', 'update', 'delete'].map((verb) => `${kind}.${verb}`),
  ),
  ...['agent', 'group'].flatMap((type) => ['create', 'update', 'delete'].map((verb) => `${type}.${verb}`)),
  'label.move',
  'change_request.merge',
  'change_request.close',
  'organization.update',
  'member.create',
  'member.delete',
  'key.create',
  'key.delete',
].map((value) => ({ value, label: labelOf(value) }))

/** belief.approve → approved belief */
function labelOf(action: string): string {
  const { verb, type } = partsOf(action)
  return `${verb} ${type}`
}

function partsOf(action: string): { verb: string; type: string } {
  const [type = '', verb = ''] = action.split('.')
  return { verb: pastOf[verb] ?? verb, type: type.replaceAll('_', ' ') }
}

export function actorOf({ actor }: Entry): string {
  if (!actor) return 'Somebody'
  if (actor.type === 'system') return 'The service'
  const name = actor.name ?? (actor.type === 'key' ? `…${actor.key_hint}` : 'without a name')
  if (actor.type === 'user') return name
  return actor.type === 'key' ? `Key ${name}` : `Job ${name}`
}

/** Returns the rest of a sentence that begins with the actor. */
export const deedOf = ({ action, target }: Entry): string => {
  const { verb, type } = partsOf(action)
  return `${verb} ${type}${target?.name ? ` “${target.name}”` : ''}`
}

export function surfaceOf({ surface, client, erased }: Entry): string {
  if (erased) return 'content erased'
  return [surface && surfaces[surface], client && `(${client})`].filter(Boolean).join(' ')
}

/** The entries by day, in the reader's time zone. */
export const byDay = (entries: readonly Entry[]): [string, Entry[]][] => [
  ...Map.groupBy(entries, ({ at }) => formatDate(at)),
]

/** The columns that an entry shows, with the values before and after it. */
export function valuesOf({ before, after }: Entry): { column: string; before: string; after: string }[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns.map((column) => ({ column, before: textOf(before?.[column]), after: textOf(after?.[column]) }))
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
