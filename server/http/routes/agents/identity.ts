import { Type } from 'typebox'
import { badRequest } from '../../../domain/errors.ts'
import { fileTypes } from '../../../domain/prompt.ts'
import { parseMoment } from '../../../domain/time.ts'
import {
  previewDynamicPrompt,
  readFileDocument,
  readFileName,
  readResolvedDocument,
  regeneratePrompt,
} from '../../../features/agents/identity.ts'
import { findResponsibilityGaps } from '../../../features/agents/responsibility-gaps.ts'
import { listChanges } from '../../../features/items/changes.ts'
import { importRulesFile, readRulesFile } from '../../../features/items/rules-import.ts'
import { contextOf } from '../../auth.ts'
import { sendDocument } from '../../documents.ts'
import { ResolvedIdentity } from '../../resources/agents.ts'
import { ImportResult, Item, PlannedImport } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import {
  Category,
  Flag,
  Id,
  InitialStatus,
  NotModified,
  nextStep,
  OneOf,
  responses,
  Share,
  Text,
  Timestamp,
  withNextSteps,
} from '../../schemas.ts'
import { redactedItemWarnings } from '../../warnings.ts'

const tags = ['Agent identity']
const AgentParams = Type.Object({ agentId: Id })
const count = Type.Integer({ examples: [1] })
const transcriptBytes = 4 * 1024 * 1024

/** What an agent is, and what it is made of (behavior: Layers). */
export const agentIdentityRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/resolved-identity',
    {
      schema: {
        tags,
        summary: 'Read the resolved identity',
        description:
          'The three layers merged; hidden items are included and marked. `includeOverridden` adds the inherited items that the agent overrides.',
        params: AgentParams,
        querystring: Type.Object({ include_overridden: Type.Optional(Flag) }),
        response: { ...responses(200, ResolvedIdentity, [404]), ...NotModified },
      },
    },
    async (request, reply) => {
      const { include_overridden = false } = request.query
      const document = await readResolvedDocument(contextOf(request, deps), request.params.agentId, include_overridden)
      return sendDocument(request, reply, document, 'application/json; charset=utf-8')
    },
  )

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

  app.get(
    '/agents/:agentId/files',
    {
      schema: {
        tags,
        summary: 'Read the identity as a file',
        description:
          'Markdown: the whole prompt (agent), the beliefs (soul), the responsibilities, or the profile (identity).',
        params: AgentParams,
        querystring: Type.Object({ type: Type.Optional(OneOf(fileTypes)), download: Type.Optional(Flag) }),
        response: {
          ...responses(200, Type.Null(), [404]),
          ...NotModified,
          200: { description: 'the file', content: { 'text/markdown': { schema: Text(1e6, '# Ada') } } },
        },
      },
    },
    async (request, reply) => {
      const { type = 'agent', download } = request.query
      const { agentId } = request.params
      const ctx = contextOf(request, deps)
      const document = await readFileDocument(ctx, agentId, type)
      if (download)
        reply.header('content-disposition', `attachment; filename="${await readFileName(ctx, agentId, type)}"`)
      return sendDocument(request, reply, document, 'text/markdown; charset=utf-8')
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
              seed: Type.Integer({ examples: [42] }),
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

  app.post(
    '/agents/:agentId/import-claude-md',
    {
      bodyLimit: transcriptBytes,
      schema: {
        tags,
        summary: 'Import a rules file',
        description:
          'Reads CLAUDE.md, AGENTS.md, .cursorrules or plain prompt text and creates a belief or responsibility from each rule; `dryRun` only returns them.',
        params: AgentParams,
        body: Type.Object({
          content: Type.String({ minLength: 1, examples: ['# Rules\n- Always write tests first'] }),
          dry_run: Type.Optional(Flag),
          status: Type.Optional(InitialStatus),
        }),
        response: responses(200, Type.Union([PlannedImport, ImportResult]), [400, 401, 404, 413, 422]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { content, dry_run, status } = request.body
      if (!dry_run) {
        const result = await importRulesFile(ctx, request.params.agentId, content, status)
        return { ...result, ...redactedItemWarnings(result.items) }
      }
      const items = await readRulesFile(ctx, request.params.agentId, content)
      const beliefs = items.filter(({ type }) => type === 'belief').length
      return {
        dry_run: true,
        items,
        summary: { beliefs, responsibilities: items.length - beliefs, total: items.length },
        engine: ctx.language.engine,
        ...redactedItemWarnings(items),
      }
    },
  )

  app.post(
    '/agents/:agentId/responsibility-gaps',
    {
      schema: {
        tags,
        summary: 'Find responsibility gaps',
        description:
          'Categories in which the resolved identity has at most one responsibility that is not rejected, with up to 3 suggestions each, none of which the agent has at any layer. `engine` says what made them: `builtin` (a table of roles) or the language model’s name.',
        params: AgentParams,
        response: responses(
          200,
          Type.Object({
            gaps: Type.Array(
              Type.Object({
                category: Category('responsibility'),
                label: Text(100, 'Ownership'),
                current_count: count,
                suggestions: Type.Array(
                  Type.Object({
                    statement: Text(4000, 'Own the runbooks for every alert that pages'),
                    confidence: Share,
                  }),
                ),
              }),
            ),
            engine: Text(200, 'builtin'),
          }),
          [401, 404, 413],
        ),
      },
    },
    (request) => findResponsibilityGaps(contextOf(request, deps), request.params.agentId),
  )

  app.get(
    '/agents/:agentId/diff',
    {
      schema: {
        tags,
        summary: 'List changes since a date',
        description:
          'Items of the agent’s own layer that were created after the date, or created before and modified after it.',
        params: AgentParams,
        querystring: Type.Object({
          since: Type.String({
            description: 'ISO 8601 date or date-time; without a zone it is UTC',
            examples: ['2026-11-01'],
          }),
        }),
        response: responses(
          200,
          Type.Object({ since: Timestamp, beliefs: Changed('belief'), responsibilities: Changed('responsibility') }),
          [400, 401, 404],
        ),
      },
    },
    (request) => {
      const since = parseMoment(request.query.since)
      if (!since)
        throw badRequest('since must be an ISO 8601 date or date-time such as 2026-11-01 or 2026-11-01T08:00:00Z')
      return listChanges(contextOf(request, deps), request.params.agentId, since)
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

const Changed = (kind: 'belief' | 'responsibility') =>
  Type.Object({ added: Type.Array(Item(kind)), modified: Type.Array(Item(kind)) })
