import { categories, scopes } from '#core/domain/kinds.ts'
import { compareAgents } from '../../../features/agents/comparison.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  AnyText,
  Flag,
  Id,
  Integer,
  Named,
  Nullable,
  OneOf,
  responses,
  Share,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const ComparedItem = Named('ComparedItem', {
  id: Id,
  statement: AnyText('Never merge on red'),
  starred: Flag,
  scope: OneOf(scopes),
})

/** Compares two agents (behavior: Comparison of agents). */
export const comparisonRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/comparison',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags: ['Agent identity'],
        summary: 'Compare with another agent',
        description:
          'The visible items of two resolved identities side by side, by category: `a` is the agent of the path, `b` the other one. A row has both items when they are equal (`similarity` 1), similar (0.85 to 1) or contradict each other (`reason`), else one of them.',
        params: Type.Object({ agentId: AgentId }),
        querystring: Type.Object({ with: AgentId }),
        response: responses(
          200,
          Named('AgentComparison', {
            tokens: Type.Object(
              { a: Integer(1240), b: Integer(980) },
              { description: 'of the whole prompts, counted with o200k_base' },
            ),
            rows: Type.Array(
              Named('ComparedRow', {
                category: OneOf(categories),
                a: Nullable(ComparedItem),
                b: Nullable(ComparedItem),
                similarity: Nullable(Share),
                reason: Nullable(AnyText('Both are about the same, with different numbers')),
              }),
            ),
          }),
          [400, 401, 404, 413],
        ),
      },
    },
    (request) => compareAgents(contextOf(request, deps), request.params.agentId, request.query.with),
  )
}
