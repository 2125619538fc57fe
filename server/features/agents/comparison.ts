import type { ComparedIdentity, IdentityComparison } from '#core/domain/identity/comparison.ts'
import type { Ctx } from '../../deps.ts'
import { readIdentity } from './identity.ts'
import { reportTasks } from './prompt-report.ts'
import { type Identity, profileOf, resolvedItems } from './renderings.ts'

/**
 * Compares the prompts of two agents item by item (behavior: Comparison of agents), in a thread like a report.
 *
 * @throws 404 when one of them is missing or foreign; 413 after the deadline; 429 when too many reports of the
 *   organization wait.
 */
export async function compareAgents(ctx: Ctx, agentId: string, otherId: string): Promise<IdentityComparison> {
  const [first, second] = [await readIdentity(ctx, agentId), await readIdentity(ctx, otherId)]
  const [a, b] = [comparedIdentity(first), comparedIdentity(second)]
  const requester = { org_id: first.agent.org_id, signal: ctx.signal }
  return reportTasks(a.items.length + b.items.length).run('comparison', { a, b }, requester)
}

const comparedIdentity = (identity: Identity): ComparedIdentity => ({
  profile: profileOf(identity.agent),
  items: resolvedItems(identity).filter(({ hidden }) => !hidden),
})
