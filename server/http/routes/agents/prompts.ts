import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest } from '#core/base/errors.ts'
import { digestTokens } from '#core/domain/identity/digest.ts'
import { repeatPromptStep } from '#core/domain/requests/next-steps.ts'
import { dynamicPromptJson, readDigest, readPromptParts, regeneratePrompt } from '../../../features/agents/identity.ts'
import { previewProse, wordings } from '../../../features/agents/prose.ts'
import { choosePrompt } from '../../../features/versions/chosen-prompt.ts'
import { contextOf } from '../../access/auth.ts'
import { contentTypes, sendDocument, sendJson } from '../../answers/documents.ts'
import { sendPrompt } from '../../answers/prompt-reads.ts'
import {
  AgentId,
  Flag,
  Id,
  Integer,
  Named,
  NotModified,
  OneOf,
  responses,
  Share,
  Text,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { CategoryOverrides, DynamicPromptSettings, PromptParts } from '../../resources/agents.ts'
import { promptChoice } from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Agent identity']
const AgentParams = Type.Object({ agentId: AgentId })
const MaxTokens = Type.Integer({
  minimum: digestTokens.least,
  maximum: digestTokens.most,
  description: `tokens of o200k_base, ${digestTokens.least} to ${digestTokens.most}`,
  examples: [800],
})
const maxTemplateBytes = 1024 * 1024
/** Larger than the template, because JSON takes up to six characters for one. */
const templateBodyBytes = 4 * maxTemplateBytes
const markdownResponses = (description: string) => ({
  ...responses(200, Type.Null(), [400, 401, 404, 413]),
  ...NotModified,
  200: { description, content: { 'text/markdown': { schema: Text(1e6, '# Ada') } } },
})

const encodePreview = (preview: { manifest: { seed: number } }) => ({
  seed: preview.manifest.seed,
  json: JSON.stringify(preview),
})

/** The system prompt, rendered or randomized (behavior: Prompt). */
export const promptRoutes: Routes = (deps) => async (app) => {
  const sendDigest = async (request: FastifyRequest, reply: FastifyReply, agentId: string, maxTokens: number) =>
    sendPrompt(request, reply, deps, agentId, await readDigest(contextOf(request, deps), agentId, maxTokens))

  app.get(
    '/agents/:agentId/prompt',
    {
      config: { access: 'read', agentKeys: true, documentedKeys: 'snake_case' },
      schema: {
        tags,
        summary: 'Read the prompt',
        description:
          'The prompt alone, never stale. The `ETag` is the SHA-256 of the text; send it back as `If-None-Match` to get 304 while nothing changed. `X-Prompt-Version` numbers the text, and `X-Prompt-Label` says by which label it was found. With `label`, `environment` or `version` it is that version, byte for byte as it was. With `max_tokens` it is the digest.',
        params: AgentParams,
        querystring: Type.Object({
          max_tokens: Type.Optional(MaxTokens),
          ...promptChoice,
        }),
        response: markdownResponses('the prompt'),
      },
    },
    async (request, reply) => {
      const { max_tokens, ...choice } = request.query
      const { agentId } = request.params
      if (max_tokens !== undefined) {
        const [other] = Object.keys(choice)
        if (other) throw badRequest(`maxTokens is for the live prompt alone; leave out ${other}`)
        return sendDigest(request, reply, agentId, max_tokens)
      }
      const prompt = await choosePrompt(contextOf(request, deps), agentId, choice)
      if (prompt.version !== null) reply.header('x-prompt-version', prompt.version)
      if (prompt.label !== undefined) reply.header('x-prompt-label', prompt.label)
      return sendPrompt(request, reply, deps, agentId, prompt, prompt.label)
    },
  )

  app.get(
    '/agents/:agentId/digest',
    {
      config: { access: 'read', agentKeys: true, documentedKeys: 'snake_case' },
      schema: {
        tags,
        summary: 'Read the digest',
        description:
          'What matters most in at most `max_tokens` tokens, for repeating in a long conversation or after a compaction: boundaries and starred items, then what is approved, most evidence first. The same identity gives the same bytes.',
        params: AgentParams,
        querystring: Type.Object({ max_tokens: Type.Optional(MaxTokens) }),
        response: markdownResponses('the digest'),
      },
    },
    (request, reply) =>
      sendDigest(request, reply, request.params.agentId, request.query.max_tokens ?? digestTokens.default),
  )

  app.get(
    '/agents/:agentId/prompt-parts',
    {
      config: { access: 'read', agentKeys: true, documentedKeys: 'snake_case' },
      schema: {
        tags,
        summary: 'Read the parts of randomized prompts',
        description:
          'What randomized prompts are made of, rendered, in the order of the prompt: a client that keeps it samples and joins each variant itself, with the bytes of `POST /agents/{agentId}/dynamic-prompt`.',
        params: AgentParams,
        response: { ...responses(200, PromptParts, [404]), ...NotModified },
      },
    },
    async (request, reply) => {
      const document = await readPromptParts(contextOf(request, deps), request.params.agentId)
      return sendDocument(request, reply, document, contentTypes.json)
    },
  )

  app.post(
    '/agents/:agentId/regenerate-prompt',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Render the prompt again',
        description: 'Prompts are never stale, so this only returns the current one, under both spellings of its key.',
        params: AgentParams,
        response: responses(
          200,
          Named('GeneratedPrompt', { systemPrompt: Text(1e6, '# Ada'), system_prompt: Text(1e6, '# Ada') }),
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
      config: { access: 'read', agentKeys: true, documentedKeys: 'snake_case' },
      bodyLimit: templateBodyBytes,
      schema: {
        tags,
        summary: 'Preview a randomized prompt',
        description:
          'Starred items, axioms and boundaries are always included; the rest is shuffled and sampled. The same seed on the same identity gives the same prompt. `format: "claude_md"` tells the items as prose: as a part of `template`, by similarity to `context`, and in at most `max_tokens`.',
        params: AgentParams,
        body: Type.Object({
          format: Type.Optional(OneOf(['claude_md'])),
          template: Type.Optional(
            Type.String({
              maxLength: maxTemplateBytes,
              description: 'an existing file; what is generated replaces what was generated into it before',
              examples: ['# Project\n'],
            }),
          ),
          context: Type.Optional(
            Type.String({ maxLength: 20_000, examples: ['Reviewing changes of the payment service'] }),
          ),
          max_tokens: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'tokens of o200k_base; boundaries and starred items are never cut',
              examples: [2000],
            }),
          ),
          wording: Type.Optional(
            OneOf(wordings, {
              title: 'Wording',
              description: 'who words the sentences of the prose; without a language model, always the built-in engine',
            }),
          ),
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
          Named('DynamicPrompt', {
            prompt: Text(1e6, '# Ada'),
            manifest: Type.Object({
              beliefs_included: Type.Array(Id),
              beliefs_sampled_out: Type.Array(Id),
              responsibilities_included: Type.Array(Id),
              responsibilities_sampled_out: Type.Array(Id),
              emphasis: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['Be direct and concise'] }),
              seed: Integer(42),
              cut: Type.Optional(Type.Array(Id)),
            }),
            format: Type.Optional(OneOf(['claude_md'])),
            seed: Type.Optional(Integer(42)),
            version: Type.Optional(Text(64, '3f2a9c41d0be')),
            wording: Type.Optional(OneOf(wordings, { title: 'Wording' })),
            config: DynamicPromptSettings,
            ...withNextSteps,
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const { agentId } = request.params
      const { format, template, context, max_tokens, wording, ...draw } = request.body
      if (!format && (template ?? context ?? max_tokens ?? wording) !== undefined)
        throw badRequest('template, context, max_tokens and wording need format: "claude_md"')
      if (template !== undefined && Buffer.byteLength(template) > maxTemplateBytes)
        throw badRequest('template must be at most 1 MiB')
      const ctx = contextOf(request, deps)
      const { seed, json } = format
        ? await previewProse(ctx, agentId, { ...draw, template, context, max_tokens, wording }).then(encodePreview)
        : await dynamicPromptJson(ctx, agentId, draw)
      // Sent as encoded, because the schema's serializer takes several times as long for a text of this length.
      return sendJson(reply, json, [repeatPromptStep(agentId, seed)])
    },
  )
}
