import { findResponsibilityGaps } from '../../../features/agents/responsibility-gaps.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, Category, Integer, Named, responses, Share, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Agent identity']
const AgentParams = Type.Object({ agentId: AgentId })
const count = Integer()

/** Finds areas where an agent has too few responsibilities (behavior: Responsibility gaps). */
export const responsibilityGapRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/agents/:agentId/responsibility-gaps',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Find responsibility gaps',
        description:
          'Categories in which the resolved identity has at most one responsibility that is not rejected, with up to 3 suggestions each, none of which the agent has at any layer. `engine` says what made them: `builtin` (a table of roles) or the language model’s name.',
        params: AgentParams,
        response: responses(
          200,
          Named('ResponsibilityGaps', {
            gaps: Type.Array(
              Named('ResponsibilityGap', {
                category: Category('responsibility'),
                label: Text(100, 'Ownership'),
                current_count: count,
                suggestions: Type.Array(
                  Type.Object({
                    statement: Text(4000, 'Own the runbooks for every alert that pages'),
                    confidence: Share,
                  }),
                ),
              }),
            ),
            engine: Text(200, 'builtin'),
          }),
          [401, 404, 413],
        ),
      },
    },
    (request) => findResponsibilityGaps(contextOf(request, deps), request.params.agentId),
  )
}
