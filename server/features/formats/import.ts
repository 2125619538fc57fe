import { badRequest, unprocessable } from '#core/base/errors.ts'
import type { ReadItem, SourceItem } from '#core/domain/formats/format.ts'
import { agentCode } from '#core/domain/formats/marker.ts'
import { noRules } from '#core/domain/formats/named-files.ts'
import type { ArrivedFile } from '#core/domain/formats/registry.ts'
import { kindOf } from '#core/domain/kinds.ts'
import { hasAccess } from '#core/domain/requests/key-access.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from '../agents/identity.ts'
import { resolvedItems } from '../agents/renderings.ts'
import { agentOwner } from '../layers/owners.ts'
import { createRead } from './create-read.ts'
import { findExport } from './export.ts'
import { tasksOfFiles } from './format-tasks.ts'
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
import { readProse } from './read-prose.ts'

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
  const { format, marker, ...reading } = await tasksOfFiles(files).run(
    'read',
    { files, format: options.format },
    requester,
  )
  if (marker?.agent === agentCode(agentId)) {
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
  const counts = {
    lost_count: prose.lost_count + lost.length - prose.lost.length,
    line_count: prose.line_count + reading.items.length,
  }
  if (!options.dry_run && !hasAccess(ctx.caller, 'write')) {
    const { lost: hidden, ...result } = await proposeItems(ctx, agentId, items, options)
    return {
      format,
      ...result,
      ...counts,
      lost: [...lost, ...hidden],
      lost_count: counts.lost_count + hidden.length,
    }
  }
  const created = options.dry_run
    ? items.map(({ category, statement }) => ({ type: kindOf(category), category, statement, status: 'new' as const }))
    : await createRead(ctx, agentId, items, format, options)
  const deduplicated = created.filter(({ status }) => status === 'deduplicated').length
  const done = { proposed: 0, unchanged: deduplicated, deduplicated, removed: 0, changes: [] }
  return { format, items: created, ...done, lost, ...counts }
}

const stored = (item: ReadItem): StorableItem => ({
  ...item,
  category: categoryOf(item),
  statement: redactSecrets(normalizeStatement(item.statement)),
})

function distinct(items: StorableItem[]): StorableItem[] {
  return [...new Map(items.map((item) => [`${item.category} ${item.statement}`, item])).values()]
}
