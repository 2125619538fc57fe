import { reportActions, tokenizer, weakReasons } from '#core/domain/identity/prompt-report.ts'
import { readPromptReport } from '../../../features/agents/prompt-report.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, AnyText, Id, Integer, Named, OneOf, responses, Share } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { CountsByCategory, CountsByScope, ReportedItem } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const pair = { a: ReportedItem, b: ReportedItem }

/** Reports on an agent's prompt (behavior: Prompt report). */
export const promptReportRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/prompt-report',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags: ['Agent identity'],
        summary: 'Report on the prompt',
        description:
          'Tokens of the prompt by layer and category, and what makes it longer or less clear: items of any layer that repeat or contradict each other, and weak ones, with suggestions. Up to 100 of each, over the visible items of the resolved identity.',
        params: Type.Object({ agentId: AgentId }),
        querystring: Type.Object({
          budget: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'tokens that the prompt should not exceed',
              examples: [2000],
            }),
          ),
        }),
        response: responses(
          200,
          Named('PromptReport', {
            tokens: Type.Object({
              total: Type.Integer({ description: 'of the whole prompt', examples: [1240] }),
              by_layer: CountsByScope,
              by_category: CountsByCategory,
              tokenizer: OneOf([tokenizer]),
            }),
            over_budget: Type.Boolean({ description: 'false without a budget', examples: [false] }),
            compared: Type.Integer({
              description: 'number of items that were compared: the most important 2,000 at most',
              examples: [38],
            }),
            duplicates: Type.Array(Type.Object({ ...pair, similarity: Share })),
            contradictions: Type.Array(
              Type.Object({ ...pair, reason: AnyText('Both are about the same, with different numbers') }),
            ),
            weak: Type.Array(
              Type.Object({ ...ReportedItem.properties, reason: OneOf(weakReasons, { title: 'WeakReason' }) }),
              {
                description:
                  'said_again: people had to repeat it in three sessions or more; unfinished: it ends with a colon; placeholder: nothing fills it in',
              },
            ),
            suggestions: Type.Array(
              Named('ReportSuggestion', {
                action: OneOf(reportActions, { title: 'ReportAction' }),
                ids: Type.Array(Id, { description: 'of a merge the item to keep comes first' }),
                saves_tokens: Integer(24),
                reason: AnyText('These items say the same; keep the first'),
              }),
            ),
          }),
          [400, 401, 404, 413],
        ),
      },
    },
    (request) => readPromptReport(contextOf(request, deps), request.params.agentId, request.query.budget),
  )
}
