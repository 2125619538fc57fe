import { actorOf } from '../../api/audit-words.ts'
import { ApiError, api, ask, type Body } from '../../api/client.ts'
import {
  changeItem,
  createItem,
  type Identity,
  type ItemChanges,
  identityOf,
  type Owner,
  removeItem,
} from '../../api/identity.ts'
import type { Category, ResolvedItem } from '../../api/words.ts'
import { deedOf, type Entry, isItem, type Names, noNames } from './history-words.ts'

/**
 * The way back from entries of the audit log. A change of one agent is undone at once; a change that many agents read is
 * reverted by a change request, since it concerns the people who look after them.
 */
export type Reversal =
  | { kind: 'undo'; run: () => Promise<unknown> }
  | { kind: 'revert'; run: () => Promise<{ id: string }> }

type ProposedChange = Body<'/change-requests', 'post'>['changes'][number]
type Values = Record<string, unknown>

/** The most changes that are taken back together: each undo is a request of its own. */
const maxTogether = 50

/** Returns the way back from entries; undefined where there is none, or where a part would stay. */
export function reversalOf(entries: readonly Entry[], orgId: string, names: Names): Reversal | undefined {
  const merge = entries.find(({ action, target }) => action === 'change_request.merge' && target?.id)
  if (merge) return { kind: 'revert', run: () => revertMerged(merge.target!.id!) }
  if (entries.length > maxTogether || entries.some(({ erased, target }) => erased || !target?.id)) return undefined
  const undos = entries.map((entry) => undoOf(entry, orgId))
  // The last change is taken back first.
  if (undos.every((undo) => undo !== undefined))
    return {
      kind: 'undo',
      run: async () => {
        for (const undo of undos) await undo()
      },
    }
  const changes = entries.map((entry) => inverseOf(entry, orgId))
  if (!changes.every((change) => change !== undefined)) return undefined
  const [first] = entries
  const sentence = `${actorOf(first!)} ${deedOf(first!, names)}`
  const title = `Revert change ${entries.map(({ seq }) => seq).join(', ')}`.slice(0, 200)
  return {
    kind: 'revert',
    run: async () => {
      for (const entry of entries) await requireUnchanged(entry, orgId)
      return ask(api.POST('/change-requests', { body: { orgId, title, description: sentence, changes } }))
    },
  }
}

const revertMerged = (changeRequestId: string) =>
  ask(api.POST('/change-requests/{changeRequestId}/revert', { params: { path: { changeRequestId } } }))

/** Returns the way back from a change request that was just merged; its changes have the request of the merge. */
export async function reversalOfMerge(orgId: string, changeRequestId: string): Promise<Reversal | undefined> {
  const params = { path: { orgId }, query: { limit: 2 * maxTogether } }
  const log = (await ask(api.GET('/organizations/{orgId}/audit-log', { params }))) as { data: Entry[] }
  const merge = log.data.find(
    ({ action, target }) => action === 'change_request.merge' && target?.id === changeRequestId,
  )
  const entries = log.data.filter((entry) => entry !== merge && entry.request_id === merge?.request_id)
  return merge && entries.length > 0 ? reversalOf(entries, orgId, noNames) : undefined
}

const ownerOf = ({ agent_id, group_id }: Entry, orgId: string): Owner => {
  if (agent_id) return { layer: 'agent', id: agent_id }
  return group_id ? { layer: 'group', id: group_id } : { layer: 'org', id: orgId }
}

const isCut = (value: unknown) => typeof value === 'string' && / … \(cut: \d+ bytes in all\)$/.test(value)
const pick = (values: Values | null, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => names.includes(name)))

const itemFields = ['statement', 'category', 'starred', 'hidden', 'status', 'display_order']
const profileFields = ['name', 'description', 'job_title', 'location', 'timezone', 'group_id']

/** The undo of a change that concerns one agent. */
function undoOf(entry: Entry, orgId: string): (() => Promise<unknown>) | undefined {
  const { action, agent_id, before, after } = entry
  if (!agent_id || Object.values(before ?? {}).some(isCut)) return undefined
  if (isItem(entry)) return () => undoItem(entry, orgId)
  if (action === 'override.create') return () => removeOverride(agent_id, entry.target!.id!)
  if (action === 'override.delete') return () => addOverride(agent_id, before!)
  if (action === 'label.move') return () => undoMove(agent_id, entry.target!.name!, after ?? {}, entry.seq)
  const isProfile = action === 'agent.update' && Object.keys(before!).every((name) => profileFields.includes(name))
  return isProfile ? () => undoProfile(agent_id, before!, after!) : undefined
}

async function undoItem(entry: Entry, orgId: string) {
  const { action, target, before } = entry
  const item = await requireUnchanged(entry, orgId)
  if (action.endsWith('.create')) return removeItem(item!)
  if (!action.endsWith('.delete')) {
    return changeItem(item!, pick(before, itemFields) as ItemChanges)
  }
  const { category, statement } = before as { category: Category; statement: string }
  const created = await createItem(ownerOf(entry, orgId), { category, statement })
  const flags = pick(before, ['starred', 'hidden', 'status']) as ItemChanges
  return changeItem({ ...target, id: created.id, category }, flags)
}

/**
 * Returns the item of an entry as it is now; undefined for one that was deleted by the entry.
 *
 * @throws ApiError when it changed since in the same fields, or is gone: undoing would lose the later change.
 */
async function requireUnchanged(entry: Entry, orgId: string): Promise<ResolvedItem | undefined> {
  if (!isItem(entry) || entry.action.endsWith('.delete')) return undefined
  const { beliefs, responsibilities }: Identity = await identityOf(ownerOf(entry, orgId))
  const item = [...beliefs, ...responsibilities].find(({ id }) => id === entry.target!.id)
  if (!item) throw new ApiError(404, 'The item was deleted since. Undo the deletion instead.')
  const changed = itemFields.filter((name) => {
    const value = entry.after?.[name]
    return value !== undefined && !isCut(value) && (item as unknown as Values)[name] !== value
  })
  if (changed.length > 0) throw changedSince(changed)
  return item
}

const changedSince = (fields: string[]) =>
  new ApiError(409, `It changed since (${fields.join(', ').replaceAll('_', ' ')}). Undo the later change first.`)

const removeOverride = (agentId: string, overrideId: string) =>
  ask(api.DELETE('/agents/{agentId}/overrides/{overrideId}', { params: { path: { agentId, overrideId } } }))

const addOverride = (agentId: string, { source_type, source_id }: Values) =>
  ask(
    api.POST('/agents/{agentId}/overrides', {
      params: { path: { agentId } },
      body: { sourceType: source_type, sourceId: source_id } as Body<'/agents/{agentId}/overrides', 'post'>,
    }),
  )

async function undoMove(agentId: string, label: string, { from_version, to_version }: Values, seq: number) {
  const path = { agentId, label }
  const { data } = await ask(api.GET('/agents/{agentId}/labels', { params: { path: { agentId } } }))
  if (data.find((each) => each.label === label)?.version !== to_version) throw changedSince(['version'])
  if (typeof from_version !== 'number') return ask(api.DELETE('/agents/{agentId}/labels/{label}', { params: { path } }))
  const body = { version: from_version, reason: `Undo of change ${seq}` }
  return ask(api.PUT('/agents/{agentId}/labels/{label}', { params: { path }, body }))
}

async function undoProfile(agentId: string, before: Values, after: Values) {
  const agent: Values = await ask(api.GET('/agents/{agentId}', { params: { path: { agentId } } }))
  const changed = Object.keys(after).filter((name) => agent[name] !== after[name])
  if (changed.length > 0) throw changedSince(changed)
  // The service takes both spellings of a field.
  const body = before as Body<'/agents/{agentId}', 'patch'>
  return ask(api.PATCH('/agents/{agentId}', { params: { path: { agentId } }, body }))
}

/** The change that takes back one of an item that many agents read. */
function inverseOf(entry: Entry, orgId: string): ProposedChange | undefined {
  const { action, target, before } = entry
  if (!isItem(entry) || Object.values(before ?? {}).some(isCut)) return undefined
  const id = target!.id!
  if (action.endsWith('.create')) return { op: 'remove', id }
  if (!action.endsWith('.delete')) {
    // A request cannot return an item to review; hiding it takes it out of the prompts.
    const set = { ...pick(before, itemFields.slice(0, 4)), ...(action.endsWith('.approve') && { hidden: true }) }
    return Object.keys(set).length > 0 ? ({ op: 'edit', id, ...set } as ProposedChange) : undefined
  }
  const { layer, id: ownerId } = ownerOf(entry, orgId)
  const { category, statement, starred } = before as { category: Category; statement: string; starred: boolean }
  return {
    op: 'add',
    owner: layer === 'group' ? { groupId: ownerId } : { orgId: ownerId },
    category,
    statement,
    starred,
  }
}
