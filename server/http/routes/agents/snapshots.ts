import { readPromptStep } from '#core/domain/requests/next-steps.ts'
import {
  compareSnapshots,
  createSnapshot,
  listSnapshots,
  restoreSnapshot,
  snapshotJson,
} from '../../../features/agents/snapshots.ts'
import { contextOf } from '../../access/auth.ts'
import { sendJson } from '../../answers/documents.ts'
import { Clearable } from '../../requests/patch-null.ts'
import {
  AgentId,
  Id,
  Name,
  Named,
  Nullable,
  nextCursor,
  nextStep,
  pageOf,
  pageQuery,
  responses,
  Text,
  Timestamp,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Snapshot, SnapshotDetail } from '../../resources/agents.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Snapshots']
const defaultLimit = 100
const AgentParams = Type.Object({ agentId: AgentId })

/** Timestamped copies of an agent's own layer (behavior: Snapshots). */
export const snapshotRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/snapshots',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List snapshots',
        description: 'Newest first, without genomes.',
        params: AgentParams,
        querystring: Type.Object(pageQuery(defaultLimit)),
        response: responses(
          200,
          Named('SnapshotList', { snapshots: Type.Array(Snapshot), ...nextCursor }),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const page = pageOf(request.query, defaultLimit)
      return listSnapshots(contextOf(request, deps), request.params.agentId, page)
    },
  )

  app.post(
    '/agents/:agentId/snapshots',
    {
      config: { access: 'write', agentKeys: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Take a snapshot',
        description: 'Saves the own layer of the agent and the settings of its dynamic prompt, with an optional label.',
        params: AgentParams,
        body: Type.Object({ label: Clearable(Name('before the reorganization')) }),
        response: responses(201, Named('CreatedSnapshot', { snapshot: Snapshot, ...withNextSteps }), [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const { agentId } = request.params
      const snapshot = await createSnapshot(contextOf(request, deps), agentId, request.body.label ?? null)
      reply.status(201)
      return {
        snapshot,
        next_steps: [
          nextStep(
            'read_snapshot',
            'GET',
            `/agents/${agentId}/snapshots/${snapshot.id}`,
            'Read the snapshot with its genome',
          ),
          nextStep(
            'list_snapshots',
            'GET',
            `/agents/${agentId}/snapshots`,
            'List snapshots; compare two with /snapshots/diff?a=&b=',
          ),
        ],
      }
    },
  )

  const Entries = Type.Array(
    Named('SnapshotItem', { category: Text(20, 'principle'), statement: Text(4000, 'Simple code is easier to trust') }),
  )
  const Change = Named('SnapshotItemChanges', { added: Entries, removed: Entries, proposed: Entries })
  const Head = Named('SnapshotHead', { id: Id, label: Nullable(Text(200, 'before')), created_at: Timestamp })
  app.get(
    '/agents/:agentId/snapshots/diff',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Compare two snapshots',
        description:
          'Compares what stood in the prompt: `added` is in b but not in a, `removed` in a but not in b. `proposed` are the proposals of b, which no prompt shows, that a did not have.',
        params: AgentParams,
        querystring: Type.Object({ a: Id, b: Id }),
        response: responses(
          200,
          Type.Object({
            snapshot_a: Head,
            snapshot_b: Head,
            diff: Type.Object({ beliefs: Change, responsibilities: Change }),
          }),
          [400, 401, 404],
        ),
      },
    },
    (request) => compareSnapshots(contextOf(request, deps), request.params.agentId, request.query.a, request.query.b),
  )

  app.get(
    '/agents/:agentId/snapshots/:snapshotId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a snapshot',
        description:
          'With its genome: the beliefs, the responsibilities and the settings of the dynamic prompt at that time.',
        params: Type.Object({ agentId: AgentId, snapshotId: Id }),
        response: responses(200, Type.Object({ snapshot: SnapshotDetail }), [401, 404]),
      },
    },
    async (request, reply) => {
      const { agentId, snapshotId } = request.params
      return sendJson(reply, await snapshotJson(contextOf(request, deps), agentId, snapshotId))
    },
  )

  const count = Type.Integer({ examples: [1] })
  app.post(
    '/agents/:agentId/snapshots/:snapshotId/restore',
    {
      config: { access: 'write', agentKeys: true, changesPrompts: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Restore an identity',
        description:
          'Takes a snapshot of the current state, then restores the agent’s own layer to this one. Items that still exist keep their id and provenance; what discovery found since is kept, hidden.',
        params: Type.Object({ agentId: AgentId, snapshotId: Id }),
        response: responses(
          200,
          Type.Object({
            snapshot: Snapshot,
            created: count,
            updated: count,
            removed: count,
            hidden: count,
            ...withNextSteps,
          }),
          [401, 404],
        ),
      },
    },
    async (request) => {
      const { agentId, snapshotId } = request.params
      const restored = await restoreSnapshot(contextOf(request, deps), agentId, snapshotId)
      const undo = `/agents/${agentId}/snapshots/${restored.snapshot.id}/restore`
      const undoStep = nextStep('undo', 'POST', undo, 'Restore the previous state')
      return { ...restored, next_steps: [undoStep, readPromptStep(agentId)] }
    },
  )
}
