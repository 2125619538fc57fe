import { badRequest } from '#core/base/errors.ts'
import { categories, itemStatuses, type Kind, kindNames, kindOf } from '#core/domain/kinds.ts'
import { applyItems } from '../../../features/bootstrap/apply.ts'
import { recommendFor } from '../../../features/bootstrap/recommend.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  AgentReference,
  AnyText,
  Category,
  Count,
  Integer,
  Named,
  OneOf,
  responses,
  Share,
  Statement,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { exampleStatement } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Bootstrap']

/** The same limit as bulk creation. */
const maxItems = 100

const count = Integer()

const Recommendations = (kind: Kind) =>
  Type.Array(
    Type.Object({
      category: Category(kind),
      statement: AnyText(exampleStatement[kind]),
      confidence: Share,
      source: AnyText('wshobson/agents:plugins/backend-development/agents/backend-architect.md'),
    }),
  )

const Applied = (kind: Kind) =>
  Type.Optional(
    Type.Array(Type.Object({ category: Category(kind), statement: Statement(exampleStatement[kind]) }), { maxItems }),
  )

/** Recommends items for an agent from agent definitions (behavior: Recommendations). */
export const recommendationRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/bootstrap/recommend',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Recommend beliefs and responsibilities',
        description: 'At most 10 of each, the most similar first, without those that the agent already has.',
        body: AgentReference,
        response: responses(
          200,
          Named('Recommendations', {
            beliefs: Recommendations('belief'),
            responsibilities: Recommendations('responsibility'),
          }),
          [400, 401, 404],
        ),
      },
    },
    (request) => recommendFor(contextOf(request, deps), request.body.agent_id),
  )

  app.post(
    '/bootstrap/apply',
    {
      config: { access: 'write', agentKeys: true, changesPrompts: true, turns: 'large' },
      schema: {
        tags,
        summary: 'Add recommended items to an agent',
        description:
          'New items are approved and visible; existing ones are updated. All or nothing. At least one of beliefs, responsibilities and items must have an item; in items, the category belongs to the type.',
        body: Type.Object({
          agent_id: AgentId,
          beliefs: Applied('belief'),
          responsibilities: Applied('responsibility'),
          items: Type.Optional(
            Type.Array(
              Type.Object({
                type: OneOf(kindNames),
                category: OneOf(categories),
                statement: Statement(exampleStatement.belief),
                status: Type.Optional(OneOf(itemStatuses)),
                n_count: Type.Optional(Count),
              }),
              { maxItems },
            ),
          ),
        }),
        response: responses(
          200,
          Type.Object(
            Object.fromEntries(
              kindNames.flatMap((kind) => Object.keys(countsOf(kind, 0, 0)).map((key) => [key, count])),
            ),
          ),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const { agent_id, beliefs = [], responsibilities = [], items = [] } = request.body
      const wrong = items.findIndex(({ type, category }) => kindOf(category) !== type)
      if (wrong >= 0) throw badRequest(`items[${wrong}].category does not belong to its type`)
      const applied = [
        ...beliefs.map((item) => ({ ...item, kind: 'belief' as const })),
        ...responsibilities.map((item) => ({ ...item, kind: 'responsibility' as const })),
        ...items.map(({ type, ...item }) => ({ ...item, kind: type })),
      ]
      if (applied.length === 0) throw badRequest('beliefs, responsibilities or items must have at least one item')
      const counts = await applyItems(contextOf(request, deps), agent_id, applied)
      return Object.assign({}, ...kindNames.map((kind) => countsOf(kind, counts[kind].created, counts[kind].updated)))
    },
  )
}

/** Returns the counts in both spellings (behavior: Keys and bodies). */
function countsOf(kind: Kind, created: number, updated: number): Record<string, number> {
  if (kind === 'belief') {
    return { beliefs_created: created, beliefsCreated: created, beliefs_updated: updated, beliefsUpdated: updated }
  }
  return {
    responsibilities_created: created,
    responsibilitiesCreated: created,
    responsibilities_updated: updated,
    responsibilitiesUpdated: updated,
  }
}
