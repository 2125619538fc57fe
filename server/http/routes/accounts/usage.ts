import { readUsage } from '../../../features/accounts/usage.ts'
import { contextOf } from '../../access/auth.ts'
import { Integer, Named, Nullable, OrgInPath, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const QuotaUse = Named('QuotaUse', {
  used: Integer(12),
  quota: Nullable(Type.Integer({ description: 'null is no limit', examples: [100_000] })),
})

/** Shows the quotas of an organization, and how much of each is used. */
export const usageRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/usage',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Organizations'],
        summary: 'Read what an organization stores',
        description:
          'Its items in all layers, its agents, and the bytes of its content and messages in UTF-8, each with the quota that the operator of the service has set. A request that would store more is a 507 with the code `quota_reached`, and changes nothing.',
        params: Type.Object({ orgId: OrgInPath }),
        response: responses(
          200,
          Named('Usage', {
            items: QuotaUse,
            agents: QuotaUse,
            bytes: QuotaUse,
          }),
          [401, 404],
        ),
      },
    },
    (request) => readUsage(contextOf(request, deps), { org_id: request.params.orgId }),
  )
}
