import { deedVerb, pastOf } from '../../api/audit-words.ts'
import type { Answer } from '../../api/client.ts'
import { type Category, capitalized, categories, formatDate, sourceTypeTitle } from '../../api/words.ts'
import { fieldName } from './field-names.ts'

/** Entries of the audit log in words. */

export type Entry = Extract<Answer<'/organizations/{orgId}/audit-log', 'get'>, { data: unknown }>['data'][number]

/** Names of what entries refer to by id, and how many agents read each layer. */
export interface Names {
  agents: readonly { id: string; name: string; group_id: string | null }[]
  groups: readonly Named[]
  people: readonly Named[]
  keys: readonly Named[]
  /** Names of the records that the loaded entries changed. */
  records: ReadonlyMap<string, string>
}

interface Named {
  id: string
  name: string
}

/** For sentences that name no owner. */
export const noNames: Names = { agents: [], groups: [], people: [], keys: [], records: new Map() }

/** The types of records that the filter offers. */
export const recordTypes = [
  'belief',
  'responsibility',
  'override',
  'agent',
  'group',
  'organization',
  'label',
  'change_request',
  'source',
  'conversation',
  'member',
  'invitation',
  'key',
].map((value) => ({ value, label: capitalized(value.replaceAll('_', ' ')) }))

const surfaces: Record<NonNullable<Entry['surface']>, string> = {
  dashboard: 'in the dashboard',
  api: 'through the API',
  mcp: 'through MCP',
  cli: 'with the command',
  job: 'in the background',
}

export function surfaceOf({ surface, client, erased }: Entry): string {
  if (erased) return 'content erased'
  return [surface && surfaces[surface], client && `(${client})`].filter(Boolean).join(' ')
}

export const isItem = ({ target }: Entry) => target?.type === 'belief' || target?.type === 'responsibility'

/** The agents whose prompts the change concerns; undefined for a change of another kind of record. */
export function affected(entry: Entry, { agents }: Names): number | undefined {
  if (!isItem(entry) || entry.agent_id) return undefined
  return agents.filter(({ group_id }) => !entry.group_id || group_id === entry.group_id).length
}

/** Where an item or a label belongs: the name of the agent, of the group, or the organization. */
export function ownerName({ agent_id, group_id }: Entry, { agents, groups }: Names): string {
  if (agent_id) return agents.find(({ id }) => id === agent_id)?.name ?? 'a deleted agent'
  if (group_id) return `the group ${groups.find(({ id }) => id === group_id)?.name ?? '(deleted)'}`
  return 'the organization'
}

type Values = Record<string, unknown>

/** Returns the rest of a sentence that begins with the actor. */
export function deedOf(entry: Entry, names: Names): string {
  const { action, target, before, after } = entry
  const [type = '', verb = ''] = action.split('.')
  const name = target?.name ? ` “${target.name}”` : ''
  if (target && isItem(entry)) return itemDeed(entry, verb, name, ownerName(entry, names))
  if (target && type === 'label') return labelDeed(target.name, after ?? {}, ownerName(entry, names))
  if (target && action === 'content.create')
    return `read content${name} (${sourceTypeTitle(after?.source_type as string)}) for ${ownerName(entry, names)}`
  if (target && type === 'override')
    return `${verb === 'delete' ? 'shows an inherited item again' : 'overrode an inherited item'} for ${ownerName(entry, names)}`
  const number = (after ?? before)?.number
  const deed = `${deedVerb(action)} ${type.replaceAll('_', ' ')}${typeof number === 'number' ? ` ${number}` : ''}${name}`
  return verb === 'update' && before ? `${deed}: ${fieldsIn(before, after)}` : deed
}

function itemDeed({ target, before, after }: Entry, verb: string, name: string, owner: string): string {
  const category = categoryNoun((after ?? before)?.category) ?? target!.type
  if (verb === 'create' && after?.created_through === 'discovery') return `proposed the ${category}${name} for ${owner}`
  if (verb === 'create') return `added the ${category}${name} to ${owner}`
  if (verb === 'delete') return `removed the ${category}${name} from ${owner}`
  if (verb === 'update') return `${updateDeed(before ?? {}, after ?? {}, target!.type, name)} of ${owner}`
  return `${pastOf[verb] ?? verb} the ${target!.type}${name} for ${owner}`
}

function updateDeed(before: Values, after: Values, type: string, name: string): string {
  const columns = Object.keys(after)
  if (columns.length !== 1) return `changed the ${type}${name} (${fieldsIn(before, after)})`
  if (columns[0] === 'statement') return `reworded the ${type} “${before.statement}” to “${after.statement}”`
  if (columns[0] === 'starred') return `${after.starred ? 'starred' : 'unstarred'} the ${type}${name}`
  if (columns[0] === 'hidden') return `${after.hidden ? 'hid' : 'shows again'} the ${type}${name}`
  return `changed the ${fieldsIn(before, after)} of the ${type}${name}`
}

/** The noun of a category in a sentence: boundary, principle. */
function categoryNoun(category: unknown): string | undefined {
  return categories.some(({ id }) => id === category) ? (category as Category) : undefined
}

function labelDeed(label: string | null, { from_version, to_version, reason }: Values, owner: string): string {
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''
  if (typeof to_version !== 'number') return `took the label ${label} away from ${owner}${because}`
  if (typeof from_version !== 'number') return `set the label ${label} of ${owner} to v${to_version}${because}`
  return `moved the label ${label} of ${owner} from v${from_version} to v${to_version}${because}`
}

const fieldsIn = (before: Values | null, after: Values | null) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map(fieldName).join(', ')

/** The entries by day, in the reader's time zone. */
export const byDay = (entries: readonly Entry[]): [string, Entry[]][] => [
  ...Map.groupBy(entries, ({ at }) => formatDate(at)),
]
