import { categoryHeadings } from '#core/domain/identity/prompt.ts'
import { kinds } from '#core/domain/kinds.ts'
import type { Suggestion } from '#core/domain/language.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from './identity.ts'
import { resolvedItems } from './renderings.ts'

/** Categories with more items than this are not gaps (behavior: Responsibility gaps). */
const maxItemsOfGap = 1
const suggestionsPerGap = 3
/** More suggestions than are shown, since the agent may already have some of them. */
const suggestionsAsked = 6

/**
 * Returns the responsibility categories in which the agent's resolved identity has at most one item that is not
 * rejected, in the specification's order, with suggestions that the agent does not have in any layer, in any state
 * (behavior: Responsibility gaps).
 *
 * @throws 404 for an unknown agent; 500 when the configured language model fails.
 */
export async function findResponsibilityGaps(ctx: Ctx, agentId: string) {
  const identity = await readIdentity(ctx, agentId)
  const counted = resolvedItems(identity).filter(
    ({ kind, status }) => kind === 'responsibility' && status !== 'rejected',
  )
  const gaps = kinds.responsibility.categories
    .map((category) => ({ category, count: counted.filter((item) => item.category === category).length }))
    .filter(({ count }) => count <= maxItemsOfGap)
  const { name, description, job_title, org_id } = identity.agent
  const statements = identity.items.map(({ statement }) => statement)
  const request = {
    profile: { name, description, job_title },
    statements,
    categories: gaps.map(({ category }) => category),
    limit: suggestionsAsked,
  }
  const suggested =
    gaps.length > 0 ? await ctx.language.suggestResponsibilities(request, { org_id, signal: ctx.signal }) : []
  const taken = new Set(statements.map(wording))
  return {
    engine: ctx.language.engine,
    gaps: gaps.map(({ category, count }) => ({
      category,
      label: categoryHeadings[category].title,
      current_count: count,
      suggestions: takeNew(
        suggested.filter((suggestion) => suggestion.category === category),
        taken,
      ),
    })),
  }
}

/** Takes the first few suggestions that are not in `taken`, and adds them to it. */
function takeNew(suggestions: readonly Suggestion[], taken: Set<string>) {
  const chosen: Omit<Suggestion, 'category'>[] = []
  for (const { statement, confidence } of suggestions) {
    const key = wording(statement)
    if (chosen.length === suggestionsPerGap || taken.has(key)) continue
    taken.add(key)
    chosen.push({ statement, confidence })
  }
  return chosen
}

/** Normalizes a statement: case and final punctuation make no difference to a reader. */
const wording = (statement: string) => statement.toLowerCase().replace(/(?<![.!\s])[.!\s]+$/, '')
