import { badRequest } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import type { Lost } from '#core/domain/formats/format.ts'
import { maxChanges } from '#core/domain/identity/change-requests.ts'
import { type Category, kindOf } from '#core/domain/kinds.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from '../agents/identity.ts'
import { resolvedItems } from '../agents/renderings.ts'
import { createChangeRequest } from '../change-requests/create.ts'
import type { NewChange } from '../change-requests/proposals.ts'
import {
  type ImportedItem,
  type ImportOptions,
  type ImportResult,
  importedFrom,
  type StorableItem,
} from './imported-items.ts'

/**
 * Proposes the items in files that an agent lacks, as one change request: for keys that may not create (behavior:
 * Imports).
 */
export async function proposeItems(
  ctx: Ctx,
  agentId: string,
  items: StorableItem[],
  { client }: ImportOptions,
): Promise<Omit<ImportResult, 'format' | 'lost_count' | 'line_count'>> {
  const identity = await readIdentity(ctx, agentId)
  const { org_id, name } = identity.agent
  const keyOf = ({ category, statement }: { category: Category; statement: string }) => `${category} ${statement}`
  const own = resolvedItems(identity).filter(({ scope }) => scope === 'agent')
  const present = new Map(own.map((item) => [keyOf(item), item.id]))
  const missing = items.filter((item) => !present.has(keyOf(item)))
  const proposed = missing.filter((item) => !item.own?.hidden)
  const hidden = missing.filter((item) => item.own?.hidden)
  if (proposed.length > maxChanges)
    throw badRequest(`files must hold at most ${maxChanges} new items to propose, not ${proposed.length}`)
  const changes: NewChange[] = proposed.map((item) => {
    const { category, statement, starred = false } = item
    const added = { kind: kindOf(category), category, statement, starred, ...importedFrom(item) }
    return { op: 'add', owner: { agent_id: agentId }, ...added }
  })
  const title = truncate(`Items of a file for ${name}`, 200)
  const request =
    changes.length > 0 && (await createChangeRequest(ctx, { org_id, title, changes, ...(client && { client }) }))
  return {
    items: items.filter((item) => !hidden.includes(item)).map((item) => imported(item, present.get(keyOf(item)))),
    proposed: changes.length,
    unchanged: items.length - missing.length,
    deduplicated: 0,
    removed: 0,
    lost: hidden.map(notVisible),
    changes,
    ...(request && { change_request_id: request.id }),
  }
}

const imported = ({ category, statement }: StorableItem, id: string | undefined): ImportedItem => {
  const item = { type: kindOf(category), category, statement }
  return id === undefined ? { ...item, status: 'proposed' } : { ...item, status: 'unchanged', id }
}

const notVisible = ({ statement }: StorableItem): Lost => ({
  item_id: null,
  field: 'hidden',
  reason: `“${[...statement].slice(0, 40).join('')}” is hidden, and what is proposed would be visible`,
})
