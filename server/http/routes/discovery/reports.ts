import { badRequest } from '#core/base/errors.ts'
import { categories, kindNames, kindOf } from '#core/domain/kinds.ts'
import { manners } from '#core/domain/sources/sessions.ts'
import { reportObservations } from '../../../features/discovery/reports.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  Id,
  Line,
  Name,
  Named,
  nextStep,
  OneOf,
  responses,
  Text,
  Words,
  withNextSteps,
} from '../../requests/schemas.ts'
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
  confidence: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'how sure the reader is', examples: [0.9] }),
  ),
  source: Type.Optional(
    Type.Object(
      {
        type: OneOf(['session']),
        tool: Name('claude-code', { maxLength: 64 }),
        session: Name('5b0c1f7e-2a55-4d6e-9a43-0d9f2b7c1e88', { description: 'the tool’s id of the session' }),
        at: Text(40, '2026-11-21T09:30:00.000Z', { description: 'when it was said; ISO 8601' }),
        project: Type.Optional(Line(200, 'acme/api')),
        ref: Type.Optional(Line(500, 'turn 14', { description: 'a passage of the session' })),
      },
      { title: 'SessionSource', description: 'the session with a coding agent that it was read in' },
    ),
  ),
  how: Type.Optional(
    OneOf(manners, { description: 'whether a person said it in so many words; in a session, implied by default' }),
  ),
  external_id: Type.Optional(
    Name('5b0c1f7e-2a55-4d6e-9a43-0d9f2b7c1e88:14:1', {
      maxLength: 255,
      description: 'the same one twice by one reporter is one report',
    }),
  ),
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
          'What an agent noticed about itself, or what was read in its sessions with people: one report in content, or several in observations. The next discovery run reads them; with a category, the report itself is the observation. Nothing reaches a prompt without review. A report with an external_id that was sent before is that report: it stays as it is, and created does not count it.',
        body: Type.Object({
          agent_id: AgentId,
          content: Type.Optional(content),
          ...about,
          observations: Type.Optional(
            Type.Array(Named('NewReport', { content, ...about }), { minItems: 1, maxItems: maxReports }),
          ),
        }),
        response: responses(
          201,
          Named('ReportedObservations', {
            created: Type.Integer({ description: 'reports that are new', examples: [1] }),
            count: Type.Integer({ description: 'reports in the request', examples: [1] }),
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
      const reports = (observations ?? [{ content: content!, ...about }]).map(({ source, ...report }) => ({
        ...(report.category && { kind: kindOf(report.category) }),
        ...report,
        source: source && { ...source, project: source.project ?? null, ref: source.ref ?? null },
      }))
      const { created, ids } = await reportObservations(contextOf(request, deps), agent_id, reports)
      const type = reports.some(({ source }) => source) ? 'session' : 'observation'
      reply.status(201)
      return {
        created,
        count: ids.length,
        ids,
        next_steps: [
          nextStep('run_discovery', 'POST', '/pbd/process', `Send {"agentId": "${agent_id}"} to read them now`),
          nextStep(
            'list_reports',
            'GET',
            `/content-items?agentId=${agent_id}&sourceType=${type}`,
            'List what was reported',
          ),
        ],
      }
    },
  )
}
