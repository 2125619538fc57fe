import { deleteLabel, labelHistory, listLabels, putLabel, rollBackLabel } from '../../../features/versions/labels.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  List,
  Named,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Success,
  success,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { LabelMove, LabelName, NewLabel, PromptLabel, Reason, VersionOrLive } from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Prompt versions']
const defaultLimit = 50
const AgentParams = Type.Object({ agentId: AgentId })
const LabelParams = Type.Object({ agentId: AgentId, label: LabelName })
const NewLabelParams = Type.Object({ agentId: AgentId, label: NewLabel })
const reason = { reason: Type.Optional(Reason) }
const LabelReason = Named('LabelReason', reason)

/** Labels that pin versions of one agent's prompt (behavior: Prompt versions). */
export const labelRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/labels',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List the labels of an agent',
        description: 'Each with the version that carries it, who moved it, and how far it is behind the live prompt.',
        params: AgentParams,
        response: responses(200, List(PromptLabel), [401, 404]),
      },
    },
    (request) => listLabels(contextOf(request, deps), request.params.agentId),
  )

  app.put(
    '/agents/:agentId/labels/:label',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Set a label of an agent',
        description:
          'Pins the label to a version, or to the present prompt with `"live"`. `GET /agents/{agentId}/prompt?label=` answers that version from then on. A protected label is moved by owners, and by keys with full access.',
        params: NewLabelParams,
        body: Type.Object({
          version: VersionOrLive,
          ...reason,
        }),
        response: responses(200, PromptLabel, [400, 401, 404]),
      },
    },
    (request) => {
      const { agentId, label } = request.params
      return putLabel(contextOf(request, deps), agentId, label, request.body)
    },
  )

  app.delete(
    '/agents/:agentId/labels/:label',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Take a label away',
        description: 'From one agent. Its history stays, and a rollback brings it back.',
        params: LabelParams,
        body: LabelReason,
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      const { agentId, label } = request.params
      await deleteLabel(contextOf(request, deps), agentId, label, request.body.reason)
      return success
    },
  )

  app.post(
    '/agents/:agentId/labels/:label/rollback',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Roll a label back',
        description: 'To the version before its last move; again, to the one before that.',
        params: LabelParams,
        body: LabelReason,
        response: responses(200, PromptLabel, [400, 401, 404, 409]),
      },
    },
    (request) => {
      const { agentId, label } = request.params
      return rollBackLabel(contextOf(request, deps), agentId, label, request.body.reason)
    },
  )

  app.get(
    '/agents/:agentId/labels/:label/history',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List the moves of a label',
        description: 'Newest first: who moved it from which version to which, and why.',
        params: LabelParams,
        querystring: Type.Object(pageQuery(defaultLimit)),
        response: responses(200, PagedList(LabelMove), [400, 401, 404]),
      },
    },
    (request) => {
      const { agentId, label } = request.params
      return labelHistory(contextOf(request, deps), agentId, label, pageOf(request.query, defaultLimit))
    },
  )
}
