import { evidenceDecisions } from '#core/domain/identity/item-lifecycle.ts'
import { itemStatuses } from '#core/domain/kinds.ts'
import { decideObservation, decideObservations } from '../../../features/discovery/decide-evidence.ts'
import { findObservation } from '../../../features/discovery/observations.ts'
import { contextOf } from '../../access/auth.ts'
import { secretWarnings, withWarnings } from '../../answers/warnings.ts'
import { Id, Named, Nullable, OneOf, responses, Statement } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Observation } from '../../resources/discovery.ts'
import { exampleStatement } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Discovery']
const maxDecided = 100

const Decision = OneOf(evidenceDecisions, {
  description:
    'accepted makes an approved item, rejected one that keeps the statement from being proposed, waiting takes that back',
})

/** Decides on evidence: observations that are not proposed (behavior: Evidence). */
export const evidenceRoutes: Routes = (deps) => async (app) => {
  const config = { access: 'write', agentKeys: true, changesPrompts: true } as const

  app.patch(
    '/observations/bulk',
    {
      config: { ...config, tier: 'bulk', turns: 'large' },
      schema: {
        tags,
        summary: 'Decide on several observations',
        description: 'All alike, in one transaction. Ids that are missing or foreign are skipped.',
        body: Named('BulkObservationDecision', {
          ids: Type.Array(Id, { minItems: 1, maxItems: maxDecided }),
          updates: Type.Object({ status: Decision }),
        }),
        response: responses(
          200,
          Named('BulkObservationUpdate', { updated: Type.Integer({ examples: [3] }) }),
          [400, 401, 409],
        ),
      },
    },
    (request) => decideObservations(contextOf(request, deps), request.body.ids, request.body.updates.status),
  )

  app.patch(
    '/observations/:observationId',
    {
      config,
      schema: {
        tags,
        summary: 'Decide on an observation',
        description:
          'Accepts evidence that waits as an item of its agent, with these words or a statement of your own, or rejects it. Readers learn from either. If its signal led to an item before, that item is decided. The status waiting takes the decision back, and deletes the item that it made.',
        params: Type.Object({ observationId: Id }),
        body: Named('ObservationDecision', {
          status: Decision,
          statement: Type.Optional(Statement(exampleStatement.belief)),
        }),
        response: responses(
          200,
          Named('DecidedObservation', {
            ...Observation.properties,
            item: Nullable(
              Type.Object(
                { id: Id, statement: Statement(exampleStatement.belief), status: OneOf(itemStatuses) },
                { description: 'null where a decision was taken back' },
              ),
            ),
            ...withWarnings,
          }),
          [400, 401, 404, 409],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { observationId } = request.params
      const item = await decideObservation(ctx, observationId, request.body)
      const observation = await findObservation(ctx, observationId)
      return {
        ...observation,
        item: item && { id: item.id, statement: item.statement, status: item.status },
        ...secretWarnings({ statement: request.body.statement }),
      }
    },
  )
}
