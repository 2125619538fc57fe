import { contentPlatforms, requiredSettings } from '#core/domain/sources/content-platforms.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  createSource,
  deleteSource,
  findSource,
  listAgentSources,
  listOrganizationSources,
  sourceFields,
  updateSource,
} from '../../../features/content/sources.ts'
import { contextOf } from '../../access/auth.ts'
import { Clearable } from '../../requests/patch-null.ts'
import { AgentId, Flag, Id, Name, OneOf, orgReference, responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ContentSource } from '../../resources/content.ts'
import { RequestedSettings } from '../../resources/source-settings.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Content']
const SourceParams = Type.Object({ sourceId: Id })

/** Fields of a source that can be set and changed: all except its agent and platform. */
const sourceChanges = {
  name: Clearable(Name('Our handbook', { description: 'null uses the name of what it reads' })),
  config: Type.Optional(RequestedSettings),
  enabled: Type.Optional(Flag),
  github_connection_id: Clearable(Id),
  x_connection_id: Clearable(Id),
}

/** Content sources (behavior: Content sources). */
export const contentSourceRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/content-sources',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List content sources',
        description: 'Of an agent, or without agentId of the organization. Latest first.',
        querystring: Type.Object({ agent_id: Type.Optional(AgentId), ...orgReference }),
        response: responses(200, Type.Array(ContentSource), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { agent_id, ...reference } = request.query
      if (agent_id !== undefined) return listAgentSources(ctx, agent_id)
      return listOrganizationSources(ctx, await resolveOrganization(ctx, reference))
    },
  )

  app.post(
    '/content-sources',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Create a content source',
        description: `The platform determines which keys of config apply. Required are ${requiredSettings}; github takes repoUrl instead of owner and repo, and empty lists of folders mean all. twitter also takes xConnectionId. linkedin and substack have no settings: upload an export instead.`,
        body: Type.Object({
          agent_id: AgentId,
          platform: OneOf(contentPlatforms),
          ...sourceChanges,
        }),
        response: responses(201, ContentSource, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const { agent_id, ...source } = request.body
      const created = await createSource(contextOf(request, deps), agent_id, source)
      reply.status(201)
      return created
    },
  )

  app.get(
    '/content-sources/:sourceId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a content source',
        description: 'With its settings, the last sync and how it ended.',
        params: SourceParams,
        response: responses(200, ContentSource, [401, 404]),
      },
    },
    async (request) => sourceFields(await findSource(contextOf(request, deps), request.params.sourceId)),
  )

  app.patch(
    '/content-sources/:sourceId',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Change a content source',
        description:
          'Keys that config does not include keep their values. agentId assigns future content to another agent of the organization; existing content stays where it is.',
        params: SourceParams,
        body: Type.Object({ agent_id: Type.Optional(AgentId), ...sourceChanges }),
        response: responses(200, ContentSource, [400, 401, 404]),
      },
    },
    (request) => updateSource(contextOf(request, deps), request.params.sourceId, request.body),
  )

  app.delete(
    '/content-sources/:sourceId',
    {
      config: { access: 'write', agentKeys: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Delete a content source',
        description: 'Its content items stay, with source_id null.',
        params: SourceParams,
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      await deleteSource(contextOf(request, deps), request.params.sourceId)
      return success
    },
  )
}
