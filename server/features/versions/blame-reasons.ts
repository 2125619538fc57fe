import { compareStrings } from '#core/base/strings.ts'
import type { Ctx } from '../../deps.ts'
import { type MadeFrom, readBlamed, readHistory, readLineage, readSources } from './blame-evidence.ts'

type Items = Awaited<ReturnType<typeof readBlamed>>
type Histories = Awaited<ReturnType<typeof readHistory>>

/**
 * Reads why items stand in a prompt, in four queries: each with its sources and changes, and those of the items that it
 * was made from. Returns a function that returns the reasons of one item.
 */
export async function readReasons(ctx: Ctx, orgId: string, ids: readonly string[], most: number) {
  const lineage = await readLineage(ctx, orgId, ids, most)
  const withParts = [...ids, ...[...lineage.values()].flatMap(({ parts }) => parts.map(({ from_id }) => from_id))]
  const items = await readBlamed(ctx, orgId, withParts)
  // A key of one agent does not see the items of a group that it left, whose lines old versions still have.
  const sources = await readSources(ctx, orgId, [...items.keys()], most)
  const histories = await readHistory(ctx, orgId, withParts, most)
  return (id: string | undefined) => {
    if (id === undefined) return noReasons
    const made = lineage.get(id)
    // Nor does it see items of other agents that its organization's were made from.
    const parts = (made?.parts ?? []).filter(({ from_id }) => items.has(from_id) || histories.has(from_id))
    const evidence = [
      ...(sources.get(id)?.sources ?? []),
      ...parts.flatMap(({ from_id }) =>
        (sources.get(from_id)?.sources ?? []).map((source) => ({
          ...source,
          merged_from: source.merged_from ?? from_id,
        })),
      ),
    ]
    const changes = [
      ...(histories.get(id)?.entries ?? []).map((entry) => ({ ...entry, merged_from: null as string | null })),
      ...parts.flatMap(({ from_id }) =>
        (histories.get(from_id)?.entries ?? []).map((entry) => ({ ...entry, merged_from: from_id })),
      ),
    ].sort((a, b) => compareStrings(b.at, a.at))
    const countAll = (counted: ReadonlyMap<string, { count: number }>) =>
      [id, ...parts.map(({ from_id }) => from_id)].reduce((sum, each) => sum + (counted.get(each)?.count ?? 0), 0)
    return {
      item: itemOf(id, items, histories),
      merged: parts.map((part) => partOf(part, items, histories)),
      merged_count: made ? made.count - (made.parts.length - parts.length) : 0,
      sources: evidence.slice(0, most),
      source_count: countAll(sources),
      history: changes.slice(0, most),
      history_count: countAll(histories),
    }
  }
}

const noReasons = {
  item: null,
  merged: [],
  merged_count: 0,
  sources: [],
  source_count: 0,
  history: [],
  history_count: 0,
}

function itemOf(id: string, items: Items, histories: Histories) {
  const found = items.get(id)
  if (!found) return null
  const { statement, ...item } = found
  return { ...item, created_by: histories.get(id)?.created_by ?? null }
}

function partOf({ from_id, merged_at }: MadeFrom, items: Items, histories: Histories) {
  const [item, history] = [items.get(from_id), histories.get(from_id)]
  return {
    id: from_id,
    statement: item?.statement ?? history?.name ?? null,
    owner_name: item?.owner_name ?? null,
    created_by: history?.created_by ?? null,
    merged_at,
  }
}
