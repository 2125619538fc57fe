import { additionSources, changeRequestStatuses, maxChanges } from '#core/domain/identity/change-requests.ts'
import { commentOnChangeRequest } from '../../../features/change-requests/comments.ts'
import { createChangeRequest } from '../../../features/change-requests/create.ts'
import { closeChangeRequest, mergeChangeRequest } from '../../../features/change-requests/decide.ts'
import { listChangeRequests } from '../../../features/change-requests/list.ts'
import { readChangeRequest } from '../../../features/change-requests/read.ts'
import { revertChangeRequest } from '../../../features/change-requests/revert.ts'
import { resolveScope } from '../../../features/layers/owners.ts'
import { changeContextOf, contextOf } from '../../access/auth.ts'
import { clientOf } from '../../access/client-name.ts'
import {
  AgentId,
  Id,
  Name,
  OneOf,
  orgReference,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Text,
  Words,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import {
  ChangeRequest,
  ChangeRequestComment,
  ChangeRequestHead,
  ExistingChangeRequest,
} from '../../resources/change-requests.ts'
import { exampleStatement } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import { NewChangeFields, newChange } from './new-change.ts'

const tags = ['Change requests']
const defaultLimit = 50
const exampleId = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const params = Type.Object({ changeRequestId: Id })

/** Changes that agents and tools propose and people merge (behavior: Change requests). */
export const changeRequestRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/change-requests',
    {
      config: { access: 'propose', agentKeys: true, turns: 'large' },
      schema: {
        tags,
        summary: 'Propose changes',
        description:
          'Changes of items of any layer of one organization, of what an agent inherits, and of its profile; nothing changes until the request is merged. `add` takes owner (one of agentId, groupId, orgId), kind, category and statement; `edit` takes id and what changes; `remove` takes id; `override` and `restore` take agentId, sourceType and sourceId; `profile` takes agentId and at least one of name, description, jobTitle, location, timezone and groupId. kind and the sourceType of an override may be left out: the category and the item decide them. An addition may have sourceType `memory`, for a note that a coding tool made by itself, with the note as quote, or `import`, with the file and line that it was read from: they become the source of the item. Changes that all stand in one open request already are answered with that one and `_existing`.',
        body: Type.Object({
          ...orgReference,
          title: Name('Roll back first'),
          description: Type.Optional(Text(10_000, 'Seen in three incidents')),
          base_version: Type.Optional(Text(128, '7', { description: 'what the author’s copy was made from' })),
          changes: Type.Array(NewChangeFields, {
            minItems: 1,
            maxItems: maxChanges,
            examples: [
              [
                {
                  op: 'add',
                  owner: { agentId: exampleId },
                  kind: 'belief',
                  category: 'principle',
                  statement: exampleStatement.belief,
                },
              ],
            ],
          }),
        }),
        response: {
          ...responses(201, ChangeRequest, [400, 401, 404, 409, 413, 429]),
          ...responses(200, ExistingChangeRequest, []),
        },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const client = clientOf(request)
      const changes = request.body.changes.map(newChange)
      const created = await createChangeRequest(ctx, { ...request.body, changes, ...(client && { client }) })
      reply.status('_existing' in created ? 200 : 201)
      return created
    },
  )

  app.get(
    '/change-requests',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List change requests',
        description: 'Newest first. With agentId, those that change the agent’s own items or those that it inherits.',
        querystring: Type.Object({
          ...orgReference,
          agent_id: Type.Optional(AgentId),
          status: Type.Optional(OneOf(changeRequestStatuses)),
          source_type: Type.Optional(
            OneOf(additionSources, { description: 'only requests that add items of such a source' }),
          ),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, PagedList(ChangeRequestHead), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { status, agent_id, source_type } = request.query
      const filter = {
        ...(status && { status }),
        ...(agent_id && { agent_id }),
        ...(source_type && { source_type }),
      }
      return listChangeRequests(
        ctx,
        await resolveScope(ctx, request.query),
        filter,
        pageOf(request.query, defaultLimit),
      )
    },
  )

  app.get(
    '/change-requests/:changeRequestId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a change request',
        description:
          'While it is open: what speaks against each change, whose prompts change, and the prompt of one agent before and after: agentId, or the first that changes.',
        params,
        querystring: Type.Object({ agent_id: Type.Optional(AgentId) }),
        response: responses(200, ChangeRequest, [400, 401, 404, 413, 429]),
      },
    },
    async (request) =>
      readChangeRequest(contextOf(request, deps), request.params.changeRequestId, request.query.agent_id),
  )

  app.post(
    '/change-requests/:changeRequestId/merge',
    {
      config: { access: 'write', agentKeys: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Merge a change request',
        description:
          'Makes all changes, or those that only names, in one transaction. 409 names changes whose item changed since, or that repeat one; then nothing is written.',
        params,
        body: Type.Object({
          only: Type.Optional(
            Type.Array(Type.Integer({ minimum: 0, maximum: maxChanges - 1 }), {
              minItems: 1,
              maxItems: maxChanges,
              description: 'indexes of changes; the others are left out',
              examples: [[0]],
            }),
          ),
        }),
        response: responses(200, ChangeRequest, [400, 401, 404, 409, 412]),
      },
    },
    async (request) => {
      const ctx = changeContextOf(request, deps)
      const { changeRequestId } = request.params
      await mergeChangeRequest(ctx, changeRequestId, request.body.only)
      return readChangeRequest(ctx, changeRequestId)
    },
  )

  app.post(
    '/change-requests/:changeRequestId/close',
    {
      config: { access: 'propose', agentKeys: true },
      schema: {
        tags,
        summary: 'Close a change request',
        description: 'Without its changes. Its author may, and whoever may merge.',
        params,
        body: Type.Object({ reason: Type.Optional(Text(2000, 'Said already')) }),
        response: responses(200, ChangeRequest, [400, 401, 404, 409, 412]),
      },
    },
    async (request) => {
      const ctx = changeContextOf(request, deps)
      const { changeRequestId } = request.params
      await closeChangeRequest(ctx, changeRequestId, request.body.reason ?? null)
      return readChangeRequest(ctx, changeRequestId)
    },
  )

  app.post(
    '/change-requests/:changeRequestId/revert',
    {
      config: { access: 'propose', agentKeys: true, turns: 'large' },
      schema: {
        tags,
        summary: 'Take a merged change request back',
        description:
          'Proposes one change request that takes all of its changes back; nothing changes until that is merged. Changes whose subject changed again since are left out, and the description counts them. 409 for a request that is not merged, or of which nothing is left.',
        params,
        response: {
          ...responses(201, ChangeRequest, [400, 401, 404, 409, 413, 429]),
          ...responses(200, ExistingChangeRequest, []),
        },
      },
    },
    async (request, reply) => {
      const client = clientOf(request)
      const reverting = await revertChangeRequest(contextOf(request, deps), request.params.changeRequestId, client)
      reply.status('_existing' in reverting ? 200 : 201)
      return reverting
    },
  )

  app.post(
    '/change-requests/:changeRequestId/comments',
    {
      config: { access: 'propose', agentKeys: true, viewers: true },
      schema: {
        tags,
        summary: 'Comment on a change request',
        description: 'At most 1,000 comments for a request; a key that may only propose can comment too.',
        params,
        body: Type.Object({
          text: Words(10_000, 'Which incidents?'),
        }),
        response: responses(201, ChangeRequestComment, [400, 401, 404, 409]),
      },
    },
    async (request, reply) => {
      const comment = await commentOnChangeRequest(
        contextOf(request, deps),
        request.params.changeRequestId,
        request.body.text,
      )
      reply.status(201)
      return comment
    },
  )
}
