import { readConfig } from '../../server/config.ts'
import { createAgent } from '../../server/features/agents/agents.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'
import { openLog } from '../../server/log.ts'
import { compose } from '../../server/start/compose.ts'
import { importNumbered } from '../../test/support/discovery-content.ts'

/** Adds an agent to an organization, with content that discovery has not read; returns its id. */
export async function seedContent(environment: Record<string, string>, orgId: string, count: number): Promise<string> {
  const config = readConfig({ ...environment, LOG_LEVEL: 'error' })
  const { deps, close } = await compose(config, openLog(config))
  try {
    const { id } = await createAgent(jobContext(deps, orgId), orgId, { name: 'Tomas' })
    await importNumbered(deps, { org_id: orgId, agent_id: id }, 0, count)
    return id
  } finally {
    await close()
  }
}
