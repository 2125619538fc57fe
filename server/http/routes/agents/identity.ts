import { badRequest } from '#core/base/errors.ts'
import { parseMoment } from '#core/base/time.ts'
import { fileTypes } from '#core/domain/identity/prompt.ts'
import { changesJson } from '../../../features/agents/changes.ts'
import { readFileDocument, readFileName, readResolvedDocument } from '../../../features/agents/identity.ts'
import { contextOf } from '../../access/auth.ts'
import { contentTypes, sendDocument, sendJson } from '../../answers/documents.ts'
import { sendPrompt } from '../../answers/prompt-reads.ts'
import { AgentId, Flag, Integer, NotModified, OneOf, responses, Text, Timestamp } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ResolvedIdentity } from '../../resources/agents.ts'
import { Item } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Agent identity']
const count = Integer()
const AgentParams = Type.Object({ agentId: AgentId })

/** The identity of an agent and its layers (behavior: Layers). */
export const agentIdentityRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/resolved-identity',
    {
      config: { access: 'read', agentKeys: true },
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
      return sendDocument(request, reply, document, contentTypes.json)
    },
  )

  app.get(
    '/agents/:agentId/files',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read the identity as a file',
        description:
          'Markdown: the whole prompt (agent), the beliefs (soul), the responsibilities, or the profile (identity).',
        params: AgentParams,
        querystring: Type.Object({
          type: Type.Optional(OneOf(fileTypes, { title: 'AgentFileType' })),
          download: Type.Optional(Flag),
        }),
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
      return sendPrompt(request, reply, deps, agentId, document)
    },
  )

  app.get(
    '/agents/:agentId/diff',
    {
      config: { access: 'read', agentKeys: true },
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
          Type.Object({
            since: Timestamp,
            summary: Type.Object({
              beliefs_added: count,
              beliefs_modified: count,
              responsibilities_added: count,
              responsibilities_modified: count,
            }),
            beliefs: Changed('belief'),
            responsibilities: Changed('responsibility'),
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const since = parseMoment(request.query.since)
      if (!since)
        throw badRequest('since must be an ISO 8601 date or date-time such as 2026-11-01 or 2026-11-01T08:00:00Z')
      return sendJson(reply, await changesJson(contextOf(request, deps), request.params.agentId, since))
    },
  )
}

const Changed = (kind: 'belief' | 'responsibility') =>
  Type.Object({ added: Type.Array(Item(kind)), modified: Type.Array(Item(kind)) })
