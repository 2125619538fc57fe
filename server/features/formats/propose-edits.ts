import { badRequest } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import {
  type Comparison,
  type Edit,
  editsOf,
  type HeldItem,
  type Present,
  pendingEdits,
} from '#core/domain/formats/compare.ts'
import type { FormatName } from '#core/domain/formats/format.ts'
import { maxChanges } from '#core/domain/identity/change-requests.ts'
import { kindOf } from '#core/domain/kinds.ts'
import { maybeSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { chunks } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from '../agents/identity.ts'
import { type Identity, resolvedItems } from '../agents/renderings.ts'
import { createChangeRequest } from '../change-requests/create.ts'
import type { NewChange } from '../change-requests/proposals.ts'
import {
  categoryOf,
  type ImportedItem,
  type ImportOptions,
  type ImportResult,
  importedFrom,
  isStorable,
  isTable,
  tableLeftOut,
  tooLong,
} from './imported-items.ts'
import type { ProseReading } from './read-prose.ts'
import { similarities } from './similarities.ts'

type Pending = ReturnType<typeof pendingEdits>['edits'][number]

/**
 * Proposes one change request with exactly a person's edits of exported files, even if the layers have changed since.
 */
export async function proposeEdits(
  ctx: Ctx,
  agentId: string,
  {
    format,
    version,
    comparison,
    prose,
    options,
  }: { format: FormatName; version: string; comparison: Comparison; prose: ProseReading; options: ImportOptions },
): Promise<ImportResult> {
  const tables = comparison.added.filter(isTable)
  const entries = comparison.added.filter((entry) => !isTable(entry))
  const unreadable = entries.filter((entry) => !isStorable(entry))
  const added = entries.filter(isStorable)
  const { missing } = comparison
  if (missing.length > maxChanges || added.length > maxChanges)
    throw badRequest(
      `files differ from what was exported in more than ${maxChanges} items; import fewer changes at a time`,
    )
  const similar = await similarities(
    ctx,
    missing.map(({ entry }) => entry.statement),
    added.map(({ statement }) => statement),
  )
  const edits = editsOf({ ...comparison, added }, (from, to) => similar[from]![to]!, maybeSimilarity, categoryOf)
  const identity = await readIdentity(ctx, agentId)
  const present = await presentItems(ctx, identity.agent.org_id, edits)
  const { edits: pending, done } = pendingEdits(edits, present, resolvedItems(identity))
  const changes = pending.map((edit) => changeOf(edit, identity, present))
  const request = changes.length > 0 && !options.dry_run && (await propose(ctx, identity, changes, version, options))
  const removed = changes.filter(({ op }) => op === 'remove').length
  return {
    format,
    items: [...comparison.unchanged.map((item) => shown(item, 'unchanged')), ...pending.map(itemOf)],
    proposed: changes.length - removed,
    unchanged: comparison.unchanged.length + done,
    deduplicated: 0,
    removed,
    lost: [...prose.lost, ...unreadable.map(tooLong), ...tables.map(tableLeftOut)],
    lost_count: prose.lost_count + unreadable.length + tables.length,
    line_count: prose.line_count + comparison.unchanged.length + comparison.added.length,
    changes,
    ...(request && { change_request_id: request.id }),
  }
}

const propose = (ctx: Ctx, { agent }: Identity, changes: NewChange[], version: string, { client }: ImportOptions) =>
  createChangeRequest(ctx, {
    org_id: agent.org_id,
    title: truncate(`Edits of an exported file of ${agent.name}`, 200),
    base_version: version,
    changes,
    ...(client && { client }),
  })

type PresentItems = Map<string, Present & Pick<HeldItem['item'], 'updated_at'>>

/** Returns the edited items as they are now, from any layer. */
async function presentItems({ db }: Ctx, orgId: string, edits: Edit[]): Promise<PresentItems> {
  const ids = edits.flatMap((edit) => (edit.op === 'add' ? [] : edit.item.id))
  const present: PresentItems = new Map()
  for (const chunk of chunks(ids)) {
    const rows = await db
      .selectFrom('items')
      .select(['id', 'category', 'statement', 'starred', 'hidden', 'updated_at'])
      .where('org_id', '=', orgId)
      .where('id', 'in', chunk)
      .execute()
    for (const row of rows) present.set(row.id, row)
  }
  return present
}

function changeOf(edit: Pending, { agent }: Identity, present: PresentItems): NewChange {
  if (edit.op === 'add') {
    const { category, statement, starred = false } = edit.entry
    const scope = edit.owner?.scope ?? 'agent'
    const owner =
      scope === 'org'
        ? { org_id: agent.org_id }
        : scope === 'group' && agent.group_id
          ? { group_id: agent.group_id }
          : { agent_id: agent.id }
    return { op: 'add', owner, kind: kindOf(category), category, statement, starred, ...importedFrom(edit.entry) }
  }
  const { op, item, ...set } = edit
  const now = present.get(item.id)
  const fields = ['category', 'statement', 'starred', 'hidden'] as const
  // An item that was only counted again since the export is not stale.
  const { updated_at } = now && fields.every((field) => now[field] === item[field]) ? now : item
  return { op, id: item.id, base_updated_at: updated_at, ...set } as NewChange
}

const shown = ({ id, kind, category, statement }: HeldItem['item'], status: ImportedItem['status']): ImportedItem => ({
  type: kind,
  category,
  statement,
  status,
  id,
})

function itemOf(edit: Pending): ImportedItem {
  if (edit.op === 'remove') return shown(edit.item, 'removed')
  if (edit.op === 'edit') {
    const { statement = edit.item.statement, category = edit.item.category } = edit
    return { ...shown(edit.item, 'proposed'), statement, category }
  }
  const { statement, category } = edit.entry
  return { type: kindOf(category), category, statement, status: 'proposed' }
}
