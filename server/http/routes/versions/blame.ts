import { blamePrompt } from '../../../features/versions/blame.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { PromptBlame } from '../../resources/blame.ts'
import { LabelName, VersionNumber } from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'

/** Why each line stands in an agent's prompt (behavior: Blame). */
export const blameRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/prompt-blame',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags: ['Prompt versions'],
        summary: 'Explain the lines of the prompt',
        description:
          'For each line: the item that it states, how that came about and who approved it, the words that it stands on, and its changes. `item` is null for headings and the profile, and for an item that is deleted, whose history says by whom. Of the live prompt, or of the version that `version` or `label` names; at most the first 5,000 lines, or the one that `line` names.',
        params: Type.Object({ agentId: AgentId }),
        querystring: Type.Object({
          version: Type.Optional(VersionNumber),
          label: Type.Optional(LabelName),
          line: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'only this line, from 1', examples: [14] }),
          ),
        }),
        response: responses(200, PromptBlame, [400, 401, 404, 413, 429]),
      },
    },
    (request) => blamePrompt(contextOf(request, deps), request.params.agentId, request.query),
  )
}
