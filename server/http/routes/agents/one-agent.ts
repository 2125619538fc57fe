import { documentSteps } from '#core/domain/requests/next-steps.ts'
import { restorableDays } from '#core/domain/requests/restorable.ts'
import { deleteAgent, updateAgent } from '../../../features/agents/agents.ts'
import { readAgentDocument } from '../../../features/agents/identity.ts'
import { restoreAgent } from '../../../features/agents/restore-agent.ts'
import { changeContextOf, contextOf } from '../../access/auth.ts'
import { contentTypes, sendDocument, sendJson } from '../../answers/documents.ts'
import { AgentId, Deleted, Id, Name, NotModified, responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Agent, ChangedAgent } from '../../resources/agents.ts'
import type { Routes } from '../../routes.ts'
import { profile, requireTimezone } from './profile.ts'

const tags = ['Agents']
const AgentParams = Type.Object({ agentId: AgentId })
/** One agent by its id, with its prompt (behavior: Prompt). */
export const oneAgentRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read an agent',
        description:
          'With its system prompt, never stale, and its own items. Send the `ETag` back as `If-None-Match` to get 304 while nothing changed.',
        params: AgentParams,
        response: { ...responses(200, Agent, [404]), ...NotModified },
      },
    },
    async (request, reply) => {
      const document = await readAgentDocument(contextOf(request, deps), request.params.agentId)
      return sendDocument(request, reply, document, contentTypes.json)
    },
  )

  app.patch(
    '/agents/:agentId',
    {
      config: { access: 'write', agentKeys: true, changesPrompts: true },
      schema: {
        tags,
        summary: 'Change an agent',
        description:
          'Null clears a field; the response has the updated prompt. With an avatarPrompt it names the job that sets `avatar_url`.',
        params: AgentParams,
        body: Type.Object({ name: Type.Optional(Name('Ada')), ...profile }),
        response: responses(200, ChangedAgent, [400, 401, 404, 409, 412]),
      },
    },
    async (request, reply) => {
      requireTimezone(request.body)
      const ctx = changeContextOf(request, deps)
      const { agentId } = request.params
      const { json, etag } = await updateAgent(ctx, agentId, request.body)
      reply.header('etag', etag)
      return sendJson(reply, json, documentSteps(agentId))
    },
  )

  app.delete(
    '/agents/:agentId',
    {
      config: { access: 'write', changesPrompts: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Delete an agent',
        description: 'With everything that belongs to it. Keys that are bound to it stop to work for good.',
        params: AgentParams,
        response: responses(200, Deleted, [401, 404, 412]),
      },
    },
    async (request) => ({
      ...success,
      restorable_until: await deleteAgent(changeContextOf(request, deps), request.params.agentId),
    }),
  )

  app.post(
    '/agents/:agentId/restore',
    {
      config: { access: 'write', changesPrompts: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Restore a deleted agent',
        description: `Within ${restorableDays} days: with its id, its items, evidence, content, versions and labels. Its keys and webhooks stay deleted, and items of other agents keep no source that was its own.`,
        params: Type.Object({ agentId: Id }),
        response: responses(200, Success, [401, 404, 409]),
      },
    },
    async (request) => {
      await restoreAgent(contextOf(request, deps), request.params.agentId)
      return success
    },
  )
}
