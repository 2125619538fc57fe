import { badRequest } from '../../../base/errors.ts'
import { categories, kindNames, kindOf } from '../../../domain/kinds.ts'
import { reportObservations } from '../../../features/discovery/reports.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, Id, Integer, nextStep, OneOf, responses, Words, withNextSteps } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const maxReports = 50

/** An observation. A quote is stored word for word, but loses invisible characters, as content does. */
const content = Words(20_000, 'I default to bullet points when the user prefers prose')
const about = {
  source_quote: Type.Optional(
    Words(4000, 'Could you write that as a paragraph?', { description: 'the words that show it' }),
  ),
  kind: Type.Optional(OneOf(kindNames)),
  category: Type.Optional(OneOf(categories)),
}

/** Lets agents report observations about themselves (behavior: Reported observations). */
export const reportRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/observations',
    {
      config: { access: 'propose', agentKeys: true },
      schema: {
        tags: ['Discovery'],
        summary: 'Report observations',
        description:
          'What an agent noticed about itself: one report in content, or several in observations. The next discovery run reads them; with a category, the report itself is the observation. Nothing reaches a prompt without review.',
        body: Type.Object({
          agent_id: AgentId,
          content: Type.Optional(content),
          ...about,
          observations: Type.Optional(
            Type.Array(Type.Object({ content, ...about }), { minItems: 1, maxItems: maxReports }),
          ),
        }),
        response: responses(
          201,
          Type.Object({
            created: Integer(),
            count: Integer(),
            ids: Type.Array(Id, { description: 'of the content items, in the order of the reports' }),
            ...withNextSteps,
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const { agent_id, observations, content, ...about } = request.body
      if ((content === undefined) === (observations === undefined))
        throw badRequest('Send either content, for one observation, or observations, for several')
      const reports = (observations ?? [{ content: content!, ...about }]).map((report) =>
        report.category ? { kind: kindOf(report.category), ...report } : report,
      )
      const ids = await reportObservations(contextOf(request, deps), agent_id, reports)
      reply.status(201)
      return {
        created: ids.length,
        count: ids.length,
        ids,
        next_steps: [
          nextStep('run_discovery', 'POST', '/pbd/process', `Send {"agentId": "${agent_id}"} to read them now`),
          nextStep(
            'list_reports',
            'GET',
            `/content-items?agentId=${agent_id}&sourceType=observation`,
            'List what the agent reported',
          ),
        ],
      }
    },
  )
}
