import { badRequest } from '#core/base/errors.ts'
import { promptLines } from '#core/domain/identity/prompt-lines.ts'
import type { Ctx } from '../../deps.ts'
import { readBlamed, readHistory, readSources } from './blame-evidence.ts'
import { choosePrompt, type PromptChoice } from './chosen-prompt.ts'
import { itemIds } from './line-items.ts'

/** Why each line stands in a prompt (behavior: Blame). */

/** The most lines of one answer; a single line of a longer prompt can be asked for. */
const maxLines = 5000
/** How many sources and entries each line has in an answer, and a line that is asked for alone. */
const perLine = { all: 10, one: 100 }

/**
 * Returns the lines of a prompt, or one of them, each with its item, sources and history, in three queries.
 *
 * @throws 404 when the agent, the version or the label is missing or foreign; 400 for a line that the prompt lacks.
 */
export async function blamePrompt(ctx: Ctx, agentId: string, { line, ...choice }: PromptChoice & { line?: number }) {
  const { org_id, version, body } = await choosePrompt(ctx, agentId, choice)
  const all = promptLines(body.toString())
  if (line !== undefined && line > all.length)
    throw badRequest(`line must be at most ${all.length}, the number of lines of the prompt`)
  const itemOf = await itemIds(ctx, { org_id, agentId, version, lines: all })
  const lines = line === undefined ? all.slice(0, maxLines) : [all[line - 1]!]
  const ids = lines.flatMap((each) => itemOf.get(each) ?? [])
  const most = line === undefined ? perLine.all : perLine.one
  const items = await readBlamed(ctx, org_id, ids)
  // A key of one agent does not see the items of a group that it left, whose lines old versions still have.
  const sources = await readSources(ctx, org_id, [...items.keys()], most)
  const history = await readHistory(ctx, org_id, ids, most)
  return {
    version,
    line_count: all.length,
    lines: lines.map((each) => {
      const id = itemOf.get(each)
      const { entries = [], count = 0, created_by = null } = history.get(id ?? '') ?? {}
      const found = sources.get(id ?? '')
      const item = items.get(id ?? '')
      return {
        line: each.line,
        text: each.text,
        item: item ? { ...item, created_by } : null,
        sources: found?.sources ?? [],
        source_count: found?.count ?? 0,
        history: entries,
        history_count: count,
      }
    }),
  }
}
