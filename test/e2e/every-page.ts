import { paths } from '../../web/paths.ts'
import { furnish, furnishWithTalk } from '../support/furnish.ts'
import type { Tenant } from '../support/service.ts'
import type { Dashboard } from './dashboard.ts'

/**
 * Fills an organization and returns the name and address of every page of it. Addresses that mail carries, and a
 * conversation, need an object that no furnished organization has.
 */
export async function everyPage(dashboard: Dashboard, tenant: Tenant) {
  const { agent, group } = await furnish(dashboard.service, tenant)
  await furnishWithTalk(dashboard.service, tenant, agent)
  const [request] = (await tenant.get('/change-requests')).body.data
  const shown = Object.entries(paths).filter(([, path]) => !/\$(token|sessionId)/.test(path))
  return new Map(
    shown.map(([name, path]) => [
      name as keyof typeof paths,
      dashboard.url +
        path
          .replace('$org', tenant.slug)
          .replace('$agentId', agent)
          .replace('$groupId', group)
          .replace('$changeRequestId', request.id),
    ]),
  )
}
