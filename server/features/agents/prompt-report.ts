import { computing } from '#core/base/computing.ts'
import type { ComparedIdentity, IdentityComparison } from '#core/domain/identity/comparison.ts'
import type { PromptReport, ReportRequest } from '#core/domain/identity/prompt-report.ts'
import type { Ctx } from '../../deps.ts'
import { withSaidAgain } from '../items/said-again.ts'
import { readIdentity } from './identity.ts'
import { profileOf, resolvedItems } from './renderings.ts'

interface ReportWork {
  report: { input: ReportRequest; output: PromptReport }
  comparison: { input: { a: ComparedIdentity; b: ComparedIdentity }; output: IdentityComparison }
}

/** Comparing more items can take longer than a quick task may. */
const maxQuickItems = 300
const reports = computing.sizedTasks<ReportWork>('reports', {
  longSeconds: 60,
  tooMuch: (taken) => `Comparing the items of this agent takes ${taken}; delete items that it does not need`,
})

/** The threads for a report or a comparison of so many items. */
export const reportTasks = (items: number) => (items > maxQuickItems ? reports.long : reports.quick)

/**
 * Reports on an agent's prompt (behavior: Prompt report). Compared in a thread, one report of
 * an organization at a time.
 *
 * @param budget the number of tokens that the prompt should not exceed.
 * @throws 404 as `readIdentity`; 413 after the deadline; 429 when too many reports of the organization wait.
 */
export async function readPromptReport(ctx: Ctx, agentId: string, budget: number | undefined): Promise<PromptReport> {
  const identity = await readIdentity(ctx, agentId)
  const { agent, group } = identity
  const { org_id } = agent
  const visible = resolvedItems(identity).filter(({ hidden }) => !hidden)
  const [counted, organization] = await Promise.all([
    withSaidAgain(
      ctx,
      visible.map((item) => ({ ...item, org_id })),
    ),
    ctx.db.selectFrom('organizations').select('name').where('id', '=', org_id).executeTakeFirst(),
  ])
  const request: ReportRequest = {
    profile: profileOf(agent),
    items: counted.map(({ said_again, ...item }) => ({ ...item, sessions: said_again?.sessions ?? 0 })),
    owners: [
      { scope: 'agent', id: agent.id, name: agent.name },
      ...(group ? [{ scope: 'group' as const, id: group.id, name: group.name }] : []),
      { scope: 'org', id: org_id, name: organization?.name ?? '' },
    ],
    budget,
  }
  return reportTasks(visible.length).run('report', request, { org_id, signal: ctx.signal })
}
