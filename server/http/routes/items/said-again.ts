import { categories, kindNames, scopes } from '#core/domain/kinds.ts'
import { listSaidAgain } from '../../../features/items/said-again.ts'
import { agentOwner } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, AnyText, Id, List, OneOf, responses, Timestamp } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { exampleStatement, Repetitions } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const RepeatedItem = Type.Object({
  id: Id,
  kind: OneOf(kindNames),
  scope: OneOf(scopes),
  category: OneOf(categories),
  statement: AnyText(exampleStatement.belief),
  approved_at: Timestamp,
  said_again: Repetitions,
})

/** Lists the items that an agent did not follow, as far as its sessions tell (behavior: Said again). */
export const saidAgainRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/said-again',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags: ['Review'],
        summary: 'List items that people had to repeat',
        description:
          'Items of every layer that were approved and that people said again in sessions of this agent, those of most sessions first; at most 1,000.',
        params: Type.Object({ agentId: AgentId }),
        response: responses(200, List(RepeatedItem), [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { agentId } = request.params
      const { org_id } = await agentOwner(ctx, agentId)
      const rows = await listSaidAgain(ctx.db, org_id, agentId)
      const data = rows.map(({ sessions, last_at, ...item }) => ({ ...item, said_again: { sessions, last_at } }))
      return { data, count: data.length }
    },
  )
}
