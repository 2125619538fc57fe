import { badRequest } from '#core/base/errors.ts'
import { parseMoment } from '#core/base/time.ts'
import { verdicts } from '#core/domain/identity/outcomes.ts'
import { recordOutcomes, versionOutcomes } from '../../../features/fleet/outcomes.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  Count,
  Integer,
  Name,
  Named,
  Nullable,
  nextStep,
  notEmpty,
  OneOf,
  responses,
  Share,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Fleet']
const AgentParams = Type.Object({ agentId: AgentId })
const maxOutcomes = 100
const Tag = Name('support', { maxLength: 64, description: 'a part of the evaluation, to read its outcomes apart' })

const Outcome = Named('Outcome', {
  version: Count,
  score: Type.Number({ minimum: 0, maximum: 1, description: '0 is worst, 1 is best', examples: [0.8] }),
  tag: Type.Optional(Tag),
})
const Interval = Nullable(
  Type.Array(Type.Number({ examples: [0.7] }), {
    minItems: 2,
    maxItems: 2,
    description: 'low and high end at 95%; null for fewer than two outcomes',
  }),
)

/** Whether versions of a prompt helped, by the scores of evaluation tools (behavior: Outcomes). */
export const outcomeRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/agents/:agentId/outcomes',
    {
      config: { access: 'propose', agentKeys: true },
      schema: {
        tags,
        summary: 'Post outcomes of versions',
        description: `One outcome, or \`outcomes\` with up to ${maxOutcomes}, which are stored all or none: how well a run went with a version of the prompt.`,
        params: AgentParams,
        body: Type.Object(
          {
            version: Type.Optional(Outcome.properties.version),
            score: Type.Optional(Outcome.properties.score),
            tag: Outcome.properties.tag,
            outcomes: Type.Optional(Type.Array(Outcome, { minItems: 1, maxItems: maxOutcomes })),
          },
          notEmpty,
        ),
        response: responses(
          201,
          Named('RecordedOutcomes', { recorded: Integer(1), ...withNextSteps }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const { agentId } = request.params
      const { outcomes, version, score, tag } = request.body
      if (outcomes && (version ?? score ?? tag) !== undefined)
        throw badRequest('outcomes takes the place of version, score and tag; send one of them')
      if (!outcomes && version === undefined) throw badRequest('version is required')
      if (!outcomes && score === undefined) throw badRequest('score is required')
      const all = outcomes ?? [{ version: version!, score: score!, ...(tag !== undefined && { tag }) }]
      await recordOutcomes(contextOf(request, deps), agentId, all)
      reply.status(201)
      const compare = `/agents/${agentId}/version-outcomes`
      return {
        recorded: all.length,
        next_steps: [nextStep('compare_versions', 'GET', compare, 'See whether a version helped')],
      }
    },
  )

  app.get(
    '/agents/:agentId/version-outcomes',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Compare versions by outcomes',
        description:
          'Means of the versions that have outcomes, oldest version first, with intervals by Student’s t at 95%; `comparisons` are of neighbors, with Welch’s interval of b − a. A difference is unclear below 20 outcomes on either side, and where its interval holds 0. The newest 200 versions at most.',
        params: AgentParams,
        querystring: Type.Object({
          tag: Type.Optional(Tag),
          since: Type.Optional(
            Type.String({
              description: 'ISO 8601 date or date-time; without a zone it is UTC',
              examples: ['2026-11-01'],
            }),
          ),
        }),
        response: responses(
          200,
          Named('VersionOutcomes', {
            data: Type.Array(
              Named('VersionOutcome', { version: Integer(7), n: Integer(40), mean: Share, interval: Interval }),
            ),
            comparisons: Type.Array(
              Named('VersionComparison', {
                a: Integer(6),
                b: Integer(7),
                difference: Type.Number({ examples: [0.12] }),
                interval: Interval,
                verdict: OneOf(verdicts, { title: 'Verdict', description: 'better: b is' }),
              }),
            ),
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const { tag, since } = request.query
      const moment = since === undefined ? undefined : parseMoment(since)
      if (since !== undefined && !moment)
        throw badRequest('since must be an ISO 8601 date or date-time such as 2026-11-01 or 2026-11-01T08:00:00Z')
      const filter = { ...(tag !== undefined && { tag }), ...(moment && { since: moment.toISOString() }) }
      return versionOutcomes(contextOf(request, deps), request.params.agentId, filter)
    },
  )
}
