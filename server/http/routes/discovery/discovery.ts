import { badRequest } from '#core/base/errors.ts'
import { parseMoment } from '#core/base/time.ts'
import { resolveBodyOrganization } from '../../../features/accounts/organizations.ts'
import { requestDiscovery, requestDiscoveryOfAll } from '../../../features/discovery/discovery.ts'
import { estimateDiscovery } from '../../../features/discovery/estimate.ts'
import { resolveScope } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { sendJson } from '../../answers/documents.ts'
import {
  AgentId,
  Flag,
  Id,
  nextStep,
  notEmpty,
  OneOf,
  orgReference,
  responses,
  Text,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { DiscoveryEstimate, DiscoveryStats } from '../../resources/discovery.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Discovery']
const OneRun = Type.Object({ agentId: Id, agent_id: Id, jobId: Id, job_id: Id })

/** Runs of discovery, and their statistics (behavior: Signals). */
export const discoveryRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/pbd/process',
    {
      config: { access: 'write', agentKeys: true, tier: 'heavy' },
      schema: {
        tags,
        summary: 'Run discovery',
        description: `For one agent, or with orgId or orgSlug instead for all agents of the organization, each in its own job. If a run is already waiting, returns that one. While 100 jobs of the organization are waiting, new ones are refused with 429. \`force\` reads content again that was already read, and counts nothing twice.`,
        body: Type.Object({ agent_id: Type.Optional(AgentId), ...orgReference, force: Type.Optional(Flag) }, notEmpty),
        response: responses(
          202,
          Type.Object({
            status: OneOf(['processing']),
            ...Type.Partial(OneRun).properties,
            jobs: Type.Optional(Type.Array(OneRun)),
            ...withNextSteps,
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { agent_id, org_id, org_slug, force } = request.body
      reply.status(202)
      if (agent_id) {
        const { id } = await requestDiscovery(ctx, agent_id, { force })
        return {
          status: 'processing' as const,
          ...oneRun(agent_id, id),
          next_steps: [followStep(id), proposalsStep(agent_id)],
        }
      }
      if (!org_id && !org_slug) throw badRequest('agentId is required, or orgId or orgSlug for all agents')
      const orgId = await resolveBodyOrganization(ctx, { org_id, org_slug })
      const jobs = await requestDiscoveryOfAll(ctx, orgId, { force })
      return {
        status: 'processing' as const,
        jobs: jobs.map(({ id, agent_id }) => oneRun(agent_id!, id)),
        next_steps: [nextStep('list_jobs', 'GET', `/jobs?orgId=${orgId}&jobType=pbd`, 'Follow the runs')],
      }
    },
  )

  app.get(
    '/pbd/estimate',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Estimate a run of discovery',
        description:
          'What the next run for an agent would read, and about how many requests and tokens that takes; with `force`, a run that reads everything again. All zero where `engine` is `builtin`, which sends nothing anywhere. With a language model a run reads at most `LLM_ITEMS_PER_RUN` content items, and the next one goes on. Embeddings and merged wordings are not counted.',
        querystring: Type.Object({ agent_id: AgentId, force: Type.Optional(Flag) }),
        response: responses(200, DiscoveryEstimate, [400, 401, 404]),
      },
    },
    async (request) => {
      const { agent_id, force } = request.query
      return estimateDiscovery(contextOf(request, deps), agent_id, { force })
    },
  )

  app.get(
    '/pbd/stats',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read discovery statistics',
        description:
          'The funnel from content to approved items, also by category, and how long runs take. `since` is an ISO 8601 date or date-time.',
        querystring: Type.Object({
          ...orgReference,
          agent_id: Type.Optional(AgentId),
          since: Type.Optional(Text(40, '2026-11-01')),
        }),
        response: responses(200, DiscoveryStats, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { agent_id, since: text } = request.query
      const orgId = await resolveScope(ctx, request.query)
      const since = text === undefined ? undefined : parseMoment(text)
      if (text !== undefined && !since)
        throw badRequest('since must be an ISO 8601 date or date-time such as 2026-11-01 or 2026-11-01T08:00:00Z')
      const filter = { orgId, ...(agent_id && { agent_id }), ...(since && { since: since.toISOString() }) }
      return sendJson(reply, await deps.heavyReads.share('discoveryStats', ctx, filter))
    },
  )
}

const oneRun = (agent_id: string, job_id: string) => ({ agentId: agent_id, agent_id, jobId: job_id, job_id })

const followStep = (jobId: string) => nextStep('follow_job', 'GET', `/jobs/${jobId}`, 'Follow the run until it ends')

const proposalsStep = (agentId: string) =>
  nextStep(
    'list_proposals',
    'GET',
    `/beliefs?agentId=${agentId}&status=pending`,
    'Read what is pending, proposals among it, and approve or reject it',
  )
