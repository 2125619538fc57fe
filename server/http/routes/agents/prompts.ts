import { previewDynamicPrompt, regeneratePrompt } from '../../../features/agents/identity.ts'
import { contextOf } from '../../auth.ts'
import type { Routes } from '../../routes.ts'
import { Flag, Id, Integer, nextStep, responses, Share, Text, withNextSteps } from '../../schemas.ts'
import { Type } from '../../type.ts'

const tags = ['Agent identity']
const AgentParams = Type.Object({ agentId: Id })
const count = Integer()

/** The system prompt, rendered or randomized (behavior: Prompt). */
export const promptRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/agents/:agentId/regenerate-prompt',
    {
      schema: {
        tags,
        summary: 'Render the prompt again',
        description: 'Prompts are never stale, so this only returns the current one, under both spellings of its key.',
        params: AgentParams,
        response: responses(
          200,
          Type.Object({ systemPrompt: Text(1e6, '# Ada'), system_prompt: Text(1e6, '# Ada') }),
          [401, 404],
        ),
      },
    },
    async (request) => {
      const prompt = await regeneratePrompt(contextOf(request, deps), request.params.agentId)
      return { systemPrompt: prompt, system_prompt: prompt }
    },
  )

  app.post(
    '/agents/:agentId/dynamic-prompt',
    {
      config: { documentedKeys: 'snake_case' },
      schema: {
        tags,
        summary: 'Preview a randomized prompt',
        description:
          'Starred items, axioms and boundaries are always included; the rest is shuffled and sampled. The same seed on the same identity gives the same prompt.',
        params: AgentParams,
        body: Type.Object({
          seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, examples: [42] })),
          config: Type.Optional(
            Type.Object({
              enabled: Type.Optional(Flag),
              emphasis_rate: Type.Optional(Share),
              min_pool_size: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, examples: [3] })),
              category_overrides: Type.Optional(CategoryOverrides),
            }),
          ),
        }),
        response: responses(
          200,
          Type.Object({
            prompt: Text(1e6, '# Ada'),
            manifest: Type.Object({
              beliefs_included: Type.Array(Id),
              beliefs_sampled_out: Type.Array(Id),
              responsibilities_included: Type.Array(Id),
              responsibilities_sampled_out: Type.Array(Id),
              emphasis: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['Be direct and concise'] }),
              seed: Integer(42),
            }),
            config: Type.Object({
              enabled: Flag,
              emphasis_rate: Share,
              min_pool_size: count,
              category_overrides: CategoryOverrides,
            }),
            ...withNextSteps,
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const { agentId } = request.params
      const preview = await previewDynamicPrompt(contextOf(request, deps), agentId, request.body)
      return {
        ...preview,
        next_steps: [
          nextStep(
            'repeat',
            'POST',
            `/agents/${agentId}/dynamic-prompt`,
            `Send {"seed": ${preview.manifest.seed}} to get this prompt again`,
          ),
        ],
      }
    },
  )
}

const CategoryOverrides = Type.Unsafe<Record<string, { sample_rate?: number }>>({
  type: 'object',
  additionalProperties: Type.Object({ sample_rate: Type.Optional(Share) }),
  maxProperties: 100,
  description: 'category → the share of its unstarred items to keep; axioms and boundaries are always kept',
  examples: [{ voice: { sample_rate: 0.5 } }],
})
