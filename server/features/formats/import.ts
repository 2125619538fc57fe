import { badRequest, unprocessable } from '#core/base/errors.ts'
import type { FormatName, ReadItem, SourceItem } from '#core/domain/formats/format.ts'
import { agentCode } from '#core/domain/formats/marker.ts'
import { noRules } from '#core/domain/formats/named-files.ts'
import type { ArrivedFile } from '#core/domain/formats/registry.ts'
import { kindOf } from '#core/domain/kinds.ts'
import { hasAccess } from '#core/domain/requests/key-access.ts'
import { maxStatementLength, normalizeStatement } from '#core/domain/statement.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from '../agents/identity.ts'
import { resolvedItems } from '../agents/renderings.ts'
import type { Owner } from '../layers/owners.ts'
import { createRead } from './create-read.ts'
import { findExport } from './export.ts'
import { findPresent } from './find-present.ts'
import { tasksOfFiles } from './format-tasks.ts'
import {
  categoryOf,
  type ImportedItem,
  type ImportOptions,
  type ImportResult,
  isStorable,
  type StorableItem,
  tooLong,
} from './imported-items.ts'
import { proposeEdits } from './propose-edits.ts'
import { proposeItems } from './propose-items.ts'
import { readProse } from './read-prose.ts'

/** More than any prompt should have; each one is a database statement. */
const maxItems = 5000

/**
 * Imports files of one format into an agent, a group or an organization (behavior: Imports). Files that were exported
 * from this agent are compared with the stored export and become one change request. Other files create the items that
 * the owner does not have, or propose them if the caller may not create. All or nothing.
 *
 * @throws 413 when the files are too large, 422 when one cannot be read or is empty.
 */
export async function importFiles(
  ctx: Ctx,
  owner: Owner,
  files: ArrivedFile[],
  options: ImportOptions,
): Promise<ImportResult> {
  const { org_id, agent_id: agentId } = owner
  const requester = { org_id, signal: ctx.signal }
  const { format, marker, ...reading } = await tasksOfFiles(files).run(
    'read',
    { files, format: options.format },
    requester,
  )
  if (agentId !== null && marker?.agent === agentCode(agentId)) {
    const kept = await findExport(ctx, org_id, agentId, marker.version)
    const base = kept ? { kept } : { present: resolvedItems(await readIdentity(ctx, agentId)) as SourceItem[] }
    const compared = await tasksOfFiles(files).run('compare', { files, format, base }, requester)
    const prose = await readProse(ctx, org_id, compared.prose, compared.lost)
    compared.comparison.added.push(...prose.items)
    return proposeEdits(ctx, agentId, {
      format,
      version: marker.version,
      comparison: compared.comparison,
      prose,
      options,
    })
  }
  const prose = await readProse(ctx, org_id, reading.prose, reading.lost)
  const found = [...reading.items, ...prose.items]
  const items = distinct(found.filter(isStorable).map(stored))
  if (items.length === 0)
    throw unprocessable(
      noRules(
        'files',
        reading.prose.map(({ text }) => text),
      ),
    )
  if (items.length > maxItems)
    throw badRequest(`files must hold at most ${maxItems.toLocaleString('en')} items, not ${items.length}`)
  const lost = [...prose.lost, ...found.filter((item) => !isStorable(item)).map(tooLong)]
  const lostLines = {
    lost,
    lost_count: prose.lost_count + lost.length - prose.lost.length,
    line_count: prose.line_count + reading.items.length,
  }
  return save(ctx, owner, { format, items, lostLines }, options)
}

/**
 * Imports items that a person kept of a dry run, perhaps in other words or in another category, each with the file and
 * line that it is from. All or nothing.
 *
 * @throws 400 for a statement that nobody can see, or that is too long.
 */
export async function importItems(
  ctx: Ctx,
  owner: Owner,
  chosen: ReadItem[],
  options: ImportOptions,
): Promise<ImportResult> {
  const unfit = chosen.findIndex((item) => !isStorable(item))
  if (unfit !== -1)
    throw badRequest(`items[${unfit}].statement must have 1 to ${maxStatementLength} characters that can be seen`)
  const items = distinct(chosen.map(stored))
  const lostLines = { lost: [], lost_count: 0, line_count: chosen.length }
  return save(ctx, owner, { format: options.format ?? 'agents_md', items, lostLines }, options)
}

interface ReadForOwner {
  format: FormatName
  items: StorableItem[]
  lostLines: Pick<ImportResult, 'lost' | 'lost_count' | 'line_count'>
}

/** Creates or proposes items; a dry run only says which of them are present. */
async function save(ctx: Ctx, owner: Owner, { format, items, lostLines }: ReadForOwner, options: ImportOptions) {
  if (!options.dry_run && owner.agent_id !== null && !hasAccess(ctx.caller, 'write')) {
    const { lost: hidden, ...result } = await proposeItems(ctx, owner.agent_id, items, options)
    const lost = [...lostLines.lost, ...hidden]
    return { format, ...result, ...lostLines, lost, lost_count: lostLines.lost_count + hidden.length }
  }
  const done = options.dry_run ? await planned(ctx, owner, items) : await createRead(ctx, owner, items, format, options)
  const deduplicated = done.filter(({ status }) => status === 'deduplicated').length
  return {
    format,
    items: done,
    proposed: 0,
    unchanged: deduplicated,
    deduplicated,
    removed: 0,
    changes: [],
    ...lostLines,
  }
}

async function planned(ctx: Ctx, owner: Owner, items: readonly StorableItem[]): Promise<ImportedItem[]> {
  const present = await findPresent(ctx, owner, items)
  return items.map(({ category, statement, file, line }, at) => ({
    type: kindOf(category),
    category,
    statement,
    status: 'new',
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(present[at] && { match: present[at] }),
  }))
}

const stored = (item: ReadItem): StorableItem => ({
  ...item,
  category: categoryOf(item),
  statement: redactSecrets(normalizeStatement(item.statement)),
})

function distinct(items: StorableItem[]): StorableItem[] {
  return [...new Map(items.map((item) => [`${item.category} ${item.statement}`, item])).values()]
}
