import { deedVerb, pastOf } from '../../api/audit-words.ts'
import { pluralize, sourceTypeTitle } from '../../api/words.ts'
import { fieldName } from './field-names.ts'
import { deedOf, type Entry, isItem, type Names, noNames, ownerName } from './history-words.ts'
import type { Undoings } from './undoings.ts'

/** Entries that one act of somebody made: an import, a release, twenty approvals, a run of discovery. */
export interface Act {
  first: Entry
  /** The newest first. */
  entries: Entry[]
}

/** Equal changes that follow each other so closely are one act, even if each was a request of its own. */
const togetherMs = 60_000

/** Joins neighbors of one request or of one job, and equal changes of one actor that follow each other closely. */
export function inActs(entries: readonly Entry[]): Act[] {
  const acts: Act[] = []
  for (const entry of entries) {
    const last = acts.at(-1)
    if (last && belongsTo(last, entry)) last.entries.push(entry)
    else acts.push({ first: entry, entries: [entry] })
  }
  return acts
}

function belongsTo({ entries }: Act, entry: Entry): boolean {
  const last = entries.at(-1)!
  if (last.erased || entry.erased || last.surface !== entry.surface) return false
  if (last.actor?.type !== entry.actor?.type || last.actor?.id !== entry.actor?.id) return false
  if (last.request_id !== null && last.request_id === entry.request_id) return true
  if (entry.actor?.type === 'job') return true
  const isSoon = Date.parse(last.at) - Date.parse(entry.at) < togetherMs
  const isOtherTarget = entries.every(({ target }) => target?.id !== entry.target?.id)
  return isSoon && isOtherTarget && changeOf(last) === changeOf(entry)
}

/** Names the features that equal changes share: the action, where it was made, and the fields of an update. */
function changeOf(entry: Entry): string {
  const { action, agent_id, group_id, before, after } = entry
  const [type, verb] = action.split('.')
  if (type === 'label') return `label ${entry.target?.name} ${after?.job_id}`
  const fields = before && after ? Object.keys(after) : []
  return [isItem(entry) ? 'item' : type, verb, agent_id, group_id, ...fields].join(' ')
}

/** An act that undid another says so, in place of the single changes that it took. */
export function actDeedOf(act: Act, names: Names, { undoneBy }: Undoings): string {
  const undone = act.entries.map(({ seq }) => undoneBy.get(seq))
  const isPlain = act.entries.length === 1 && act.first.action.endsWith('.delete')
  const [original] = undone
  if (original && !isPlain && undone.every((entry) => entry !== undefined))
    return `undid: ${changesOf({ first: original, entries: undone }, names)}`
  return changesOf(act, names)
}

/** Returns an act in short, without where its records belong. */
export function shortDeedOf(act: Act): string {
  const { first, entries } = act
  if (entries.length > 1) return changesOf(act, noNames)
  const [type = ''] = first.action.split('.')
  return `${deedVerb(first.action)} ${type.replaceAll('_', ' ')}${first.target?.name ? ` “${first.target.name}”` : ''}`
}

/** Records that other entries of the same request belong to, the most important first. */
const mainTypes = ['change_request', 'organization', 'agent', 'group', 'conversation', 'source']

function changesOf(act: Act, names: Names): string {
  const { first, entries } = act
  if (entries.length === 1) return deedOf(first, names)
  const verbs = new Set(entries.map(({ action }) => action.split('.')[1]))
  const types = new Set(entries.map(({ action }) => action.split('.')[0]!))
  if (entries.every(isItem))
    return verbs.size === 1 ? itemsDeed(act, names) : `changed ${countOf(act)}${ownersOf(act, 'of', names)}`
  if (types.size === 1 && verbs.size === 1) return recordsDeed(act, names)
  const main = mainTypes.flatMap((type) => entries.find(({ action }) => action.startsWith(`${type}.`)) ?? [])[0]
  const others = entries.length - 1
  return main
    ? `${deedOf(main, names)}, with ${pluralize(others, 'change')}`
    : `made ${pluralize(entries.length, 'change')}${ownersOf(act, 'to', names)}`
}

function itemsDeed(act: Act, names: Names): string {
  const { first, entries } = act
  const [, verb = ''] = first.action.split('.')
  const count = countOf(act)
  if (verb === 'create') {
    const isFrom = (way: string) => entries.every(({ after }) => after?.created_through === way)
    if (isFrom('import')) return `imported ${pluralize(entries.length, 'rule')}${ownersOf(act, 'into', names)}`
    if (isFrom('discovery')) return `proposed ${count}${ownersOf(act, 'for', names)}`
    return `added ${count}${ownersOf(act, 'to', names)}`
  }
  if (verb === 'delete') return `removed ${count}${ownersOf(act, 'from', names)}`
  if (verb !== 'update') return `${pastOf[verb] ?? verb} ${count}${ownersOf(act, 'of', names)}`
  const fields = Object.keys(first.after ?? {})
  const isAll = (field: string, value: unknown) =>
    entries.every(({ after }) => Object.keys(after ?? {}).join() === field && after?.[field] === value)
  if (isAll('starred', true)) return `starred ${count}${ownersOf(act, 'of', names)}`
  if (isAll('hidden', true)) return `hid ${count}${ownersOf(act, 'of', names)}`
  return `changed ${fields.map(fieldName).join(', ')} of ${count}${ownersOf(act, 'of', names)}`
}

function recordsDeed(act: Act, names: Names): string {
  const { first, entries } = act
  const [type = '', verb = ''] = first.action.split('.')
  if (type === 'label') return releaseDeed(act)
  const count = pluralize(entries.length, type.replaceAll('_', ' '), pluralOf(type.replaceAll('_', ' ')))
  if (type !== 'content' || verb !== 'create')
    return `${verb === 'create' ? 'added' : deedVerb(first.action)} ${count}${type === 'agent' ? '' : ownersOf(act, 'of', names)}`
  const kinds = new Set(entries.map(({ after }) => sourceTypeTitle(after?.source_type as string)))
  return `read ${count}${ownersOf(act, 'for', names)} (${[...kinds].join(', ')})`
}

function releaseDeed({ first, entries }: Act): string {
  const { reason, to_version } = first.after ?? {}
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''
  const agents = pluralize(entries.length, 'agent')
  if (typeof to_version !== 'number') return `took the label ${first.target?.name} away from ${agents}${because}`
  return `released ${first.target?.name} to ${agents}${because}`
}

const pluralOf = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** "3 beliefs", "4 items" of both kinds. */
function countOf({ entries }: Act): string {
  const [type, ...others] = new Set(entries.map(({ target }) => target?.type ?? 'item'))
  const noun = others.length === 0 ? type! : 'item'
  return pluralize(entries.length, noun, pluralOf(noun))
}

/** Says where the records belong; nothing for records of the organization that are no items. */
function ownersOf({ entries }: Act, preposition: string, names: Names): string {
  if (names === noNames) return ''
  if (entries.some((entry) => !isItem(entry) && !entry.agent_id && !entry.group_id)) return ''
  const owners = [...new Set(entries.map((entry) => ownerName(entry, names)))]
  if (owners.length === 1) return ` ${preposition} ${owners[0]}`
  return ` ${preposition} ${pluralize(owners.length, entries.every(({ agent_id }) => agent_id) ? 'agent' : 'owner')}`
}
