import { listItem } from '#core/domain/identity/prompt.ts'
import type { PromptLine } from '#core/domain/identity/prompt-lines.ts'
import { unpackIds } from '../../db/packed-ids.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from '../agents/identity.ts'
import { resolvedItems } from '../agents/renderings.ts'

interface Lines {
  org_id: string
  agentId: string
  version: number | null
  lines: PromptLine[]
}

/**
 * Returns the id of each line's item. A version knows its items in the order of their lines. For a version of an earlier
 * build, lines are compared with those of the present identity.
 */
export async function itemIds(ctx: Ctx, { org_id, agentId, version, lines }: Lines): Promise<Map<PromptLine, string>> {
  const ofItems = lines.filter(({ category }) => category !== undefined)
  const stored =
    version === null
      ? undefined
      : await ctx.db
          .selectFrom('prompt_versions')
          .select('item_ids')
          .where('org_id', '=', org_id)
          .where('agent_id', '=', agentId)
          .where('version', '=', version)
          .executeTakeFirst()
  if (stored?.item_ids) {
    const ids = unpackIds(stored.item_ids)
    return new Map(ofItems.map((line, at) => [line, ids[at]!]))
  }
  const present = resolvedItems(await readIdentity(ctx, agentId)).filter(({ hidden }) => !hidden)
  const idOf = new Map(present.map((item) => [`${item.category} ${listItem(item)}`, item.id]))
  return new Map(
    ofItems.flatMap((line) => {
      const id = idOf.get(`${line.category} ${line.text}`)
      return id === undefined ? [] : [[line, id] as const]
    }),
  )
}
