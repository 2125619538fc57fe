import { badRequest, unprocessable } from '../../base/errors.ts'
import type { Ctx } from '../../deps.ts'
import type { Lost, Prose, ReadItem, SourceItem } from '../../domain/formats/format.ts'
import type { ArrivedFile } from '../../domain/formats/registry.ts'
import { kindOf } from '../../domain/kinds.ts'
import { hasAccess } from '../../domain/requests/key-access.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import { redactSecrets } from '../../domain/text/secrets.ts'
import { readIdentity } from '../agents/identity.ts'
import { resolvedItems } from '../agents/renderings.ts'
import { agentOwner } from '../layers/owners.ts'
import { createRead } from './create-read.ts'
import { findExport } from './export.ts'
import { formatTasks } from './format-tasks.ts'
import {
  categoryOf,
  type ImportOptions,
  type ImportResult,
  isStorable,
  type StorableItem,
  tooLong,
} from './imported-items.ts'
import { proposeEdits } from './propose-edits.ts'
import { proposeItems } from './propose-items.ts'

/** More than any prompt should have; each one is a database statement. */
const maxItems = 5000

/**
 * Imports files of one format (behavior: Imports). Files that were exported from this agent are compared with the
 * stored export and become one change request. Other files create the items that the agent does not have, or propose
 * them if the caller may not create. All or nothing.
 *
 * @throws 413 when the files are too large, 422 when one cannot be read or is empty.
 */
export async function importFiles(
  ctx: Ctx,
  agentId: string,
  files: ArrivedFile[],
  options: ImportOptions,
): Promise<ImportResult> {
  const { org_id } = await agentOwner(ctx, agentId)
  const requester = { org_id, signal: ctx.signal }
  const { format, marker, ...reading } = await formatTasks.run('read', { files, format: options.format }, requester)
  if (marker?.agentId === agentId) {
    const kept = await findExport(ctx, org_id, agentId, marker.hash)
    const base = kept ? { kept } : { present: resolvedItems(await readIdentity(ctx, agentId)) as SourceItem[] }
    const compared = await formatTasks.run('compare', { files, format, base }, requester)
    compared.comparison.added.push(...(await readProse(ctx, org_id, compared.prose)))
    return proposeEdits(ctx, agentId, { format, hash: marker.hash, compared, options })
  }
  const rules = await readProse(ctx, org_id, reading.prose)
  const found = [...reading.items, ...rules]
  const items = distinct(found.filter(isStorable).map(stored))
  if (items.length === 0)
    throw unprocessable(
      'files have no rules that can be read; write rules as sentences or list items, such as "- Always run the tests"',
    )
  if (items.length > maxItems)
    throw badRequest(`files must hold at most ${maxItems.toLocaleString('en')} items, not ${items.length}`)
  const lost = [
    ...reading.lost,
    ...(reading.prose.length > 0 && rules.length === 0 ? [withoutRules] : []),
    ...found.filter((item) => !isStorable(item)).map(tooLong),
  ]
  if (!options.dry_run && !hasAccess(ctx.caller, 'write')) {
    const result = await proposeItems(ctx, agentId, items, options)
    return { format, ...result, lost: [...lost, ...result.lost] }
  }
  const created = options.dry_run
    ? items.map(({ category, statement }) => ({ type: kindOf(category), category, statement, status: 'new' as const }))
    : await createRead(ctx, agentId, items, format, options)
  const deduplicated = created.filter(({ status }) => status === 'deduplicated').length
  return { format, items: created, proposed: 0, unchanged: deduplicated, deduplicated, removed: 0, lost, changes: [] }
}

const withoutRules: Lost = { item_id: null, field: 'text', reason: 'has no sentence that says what to do' }

async function readProse(ctx: Ctx, org_id: string, prose: readonly Prose[]): Promise<StorableItem[]> {
  const items: StorableItem[] = []
  for (const { text } of prose) {
    const rules = await ctx.language.readRules(text, { org_id, signal: ctx.signal })
    items.push(...rules.map(({ category, statement, quote }) => ({ category, statement, ...(quote && { quote }) })))
  }
  return items
}

const stored = (item: ReadItem): StorableItem => ({
  ...item,
  category: categoryOf(item),
  statement: redactSecrets(normalizeStatement(item.statement)),
})

function distinct(items: StorableItem[]): StorableItem[] {
  return [...new Map(items.map((item) => [`${item.category} ${item.statement}`, item])).values()]
}
