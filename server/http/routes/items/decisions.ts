import { decisions } from '#core/domain/identity/item-lifecycle.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { listDecisions } from '../../../features/items/decisions.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AnyText,
  OneOf,
  OrgInPath,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { exampleStatement } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const defaultLimit = 100

const Decision = Type.Object({
  quote: AnyText('keep it simple, please'),
  statement: AnyText(exampleStatement.belief),
  decision: OneOf(decisions),
  at: Timestamp,
})

/** Lists decisions of people on proposals, for readers that learn from it (behavior: Decisions). */
export const decisionRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/decisions',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags: ['Review'],
        summary: 'List decisions',
        description:
          'What people decided on proposals and evidence that were read in sessions with coding agents and in conversations, newest first: the last decision on each, with the quote that led to it. Readers learn from it.',
        params: Type.Object({ orgId: OrgInPath }),
        querystring: Type.Object({
          source: Type.Optional(
            OneOf(['session'], { description: 'where the proposals were read; sessions are the only value' }),
          ),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, PagedList(Decision), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return listDecisions(ctx, orgId, pageOf(request.query, defaultLimit))
    },
  )
}
