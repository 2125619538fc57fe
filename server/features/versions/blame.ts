import { badRequest } from '#core/base/errors.ts'
import { promptLines } from '#core/domain/identity/prompt-lines.ts'
import type { Ctx } from '../../deps.ts'
import { readReasons } from './blame-reasons.ts'
import { choosePrompt, type PromptChoice } from './chosen-prompt.ts'
import { itemIds } from './line-items.ts'

/** Why each line stands in a prompt (behavior: Blame). */

/** The most lines of one answer; a single line of a longer prompt can be asked for. */
const maxLines = 5000
/** How many sources and entries each line has in an answer, and a line that is asked for alone. */
const perLine = { all: 10, one: 100 }

/**
 * Returns the lines of a prompt, or one of them, each with its item, sources and history.
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
  const reasonsOf = await readReasons(ctx, org_id, ids, most)
  return {
    version,
    line_count: all.length,
    lines: lines.map((each) => ({ line: each.line, text: each.text, ...reasonsOf(itemOf.get(each)) })),
  }
}
