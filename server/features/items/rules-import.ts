import { unprocessable } from '#core/base/errors.ts'
import type { LostLines } from '#core/domain/formats/format.ts'
import { noRules } from '#core/domain/formats/named-files.ts'
import type { ItemStatus } from '#core/domain/kinds.ts'
import type { Rule } from '#core/domain/language.ts'
import { requireMerged } from '#core/domain/text/merge-conflicts.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner, type Owner } from '../layers/owners.ts'
import type { CreationOfMany, NewItem } from './create.ts'

/** How items of rules files came about, and the type of their source. */
export const importedRule = { source_type: 'claude_md', created_through: 'import' } as const

/**
 * Reads a rules file without writing anything (behavior: Rules import, import-claude-md with dryRun). Imported rules go
 * into the prompt without review, so the engine first removes invisible characters and text that looks like a secret.
 *
 * @throws 422 when the text yields nothing, or has conflict markers of a merge.
 */
export async function readRulesFile(ctx: Ctx, agentId: string, content: string): Promise<RulesReading> {
  const { org_id } = await agentOwner(ctx, agentId)
  requireMerged(content, 'content')
  const reading = await readRulesText(ctx, content, org_id)
  if (reading.rules.length === 0) {
    throw unprocessable(noRules('content', [content]))
  }
  return reading
}

/** The rules of a text with their lines, from 1, and the lines of it from which nothing was read. */
interface RulesReading extends LostLines {
  rules: (Rule & { line?: number })[]
}

/** Reads the rules of a text with the language engine, and finds the lines that it leaves out. */
export async function readRulesText(
  { language, findLostLines, signal }: Ctx,
  text: string,
  org_id: string,
): Promise<RulesReading> {
  const requester = { org_id, signal }
  const rules = await language.readRules(text, requester)
  const { rule_lines, ...lostLines } = await findLostLines(text, rules, requester)
  return {
    rules: rules.map((rule, at) => ({ ...rule, ...(rule_lines[at]! > 0 && { line: rule_lines[at]! }) })),
    ...lostLines,
  }
}

/**
 * Reads a rules file and creates the items that the agent does not have yet, with the status if one is set.
 *
 * @param create decides which items are new, and creates them.
 */
export async function importRulesFile(
  ctx: Ctx,
  agentId: string,
  { content, filename, status }: { content: string; filename?: string; status?: ItemStatus },
  create: (inputs: (NewItem & { owner: Owner; kind: Rule['type'] })[]) => Promise<CreationOfMany[]>,
) {
  const { rules, ...lostLines } = await readRulesFile(ctx, agentId, content)
  const owner = await agentOwner(ctx, agentId)
  const results = await create(
    rules.map(({ type, ...rule }) => ({
      ...rule,
      kind: type,
      owner,
      ...importedRule,
      ...(filename !== undefined && { file: filename }),
      ...(status && { status }),
    })),
  )
  const countOf = (kind: Rule['type'], created: boolean) =>
    results.filter((result) => result.item.kind === kind && result.created === created).length
  return {
    beliefs_created: countOf('belief', true),
    beliefs_deduplicated: countOf('belief', false),
    responsibilities_created: countOf('responsibility', true),
    responsibilities_deduplicated: countOf('responsibility', false),
    deduplicated: results.filter(({ created }) => !created).length,
    total_items: results.length,
    engine: ctx.language.engine,
    items: results.map(importedItem),
    ...lostLines,
  }
}

/** Result for one item of a file. */
export const importedItem = ({ item, created, similar, matched }: CreationOfMany) => ({
  type: item.kind,
  category: item.category,
  statement: item.statement,
  status: created ? ('created' as const) : ('deduplicated' as const),
  id: item.id,
  ...(similar && { similar }),
  ...(matched !== undefined && { _matched_similarity: matched }),
})
