import { scopes } from '#core/domain/kinds.ts'
import { compareVersions, listVersions, readVersion } from '../../../features/versions/versions.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, OneOf, PagedList, pageOf, pageQuery, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import {
  PromptDifference,
  PromptVersion,
  PromptVersionDetail,
  VersionInPath,
  VersionNumber,
} from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Prompt versions']
const defaultLimit = 50
const AgentParams = Type.Object({ agentId: AgentId })

/** The distinct prompts that an agent had (behavior: Prompt versions). */
export const promptVersionRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/prompt-versions',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List versions of the prompt',
        description:
          'Every distinct prompt that was answered, newest first, without texts. A text that returns keeps its number. Versions with a label are kept, those of the last 90 days (`PROMPT_HISTORY_DAYS`), and the newest 50 in any case. `changes` are the newest 10 changes of each, and `changes_by_layer` counts them, up to 1,000 of a layer.',
        params: AgentParams,
        querystring: Type.Object({
          ...pageQuery(defaultLimit),
          layer: Type.Optional(OneOf(scopes, { description: 'only versions before which this layer changed' })),
        }),
        response: responses(200, PagedList(PromptVersion), [400, 401, 404, 413, 429]),
      },
    },
    (request) => {
      const { agentId } = request.params
      const page = pageOf(request.query, defaultLimit)
      return listVersions(contextOf(request, deps), agentId, page, request.query.layer)
    },
  )

  app.get(
    '/agents/:agentId/prompt-versions/diff',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Compare two versions of the prompt',
        description: 'Lines that version `b` has and `a` has not, and the other way round, with a unified diff.',
        params: AgentParams,
        querystring: Type.Object({ a: VersionNumber, b: VersionNumber }),
        response: responses(200, PromptDifference, [400, 401, 404, 413, 429]),
      },
    },
    (request) => {
      const { a, b } = request.query
      return compareVersions(contextOf(request, deps), request.params.agentId, a, b)
    },
  )

  app.get(
    '/agents/:agentId/prompt-versions/:version',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a version of the prompt',
        description: 'One version with its text, and the newest 100 of its changes.',
        params: Type.Object({ agentId: AgentId, version: VersionInPath }),
        response: responses(200, PromptVersionDetail, [401, 404, 413, 429]),
      },
    },
    (request) => readVersion(contextOf(request, deps), request.params.agentId, Number(request.params.version)),
  )
}
