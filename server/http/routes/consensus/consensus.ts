import { categories, kindNames } from '#core/domain/kinds.ts'
import type { Ctx } from '../../../deps.ts'
import { runConsensus } from '../../../features/consensus/consensus.ts'
import { groupOwner, type Owner, organizationOwner } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { Flag, Id, Named, Nullable, OneOf, OrgInPath, Reference, responses, Share } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { consensusCounts } from '../../resources/consensus.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Consensus']
const count = Type.Integer({ examples: [1] })
const report = {
  dry_run: Flag,
  agent_count: count,
  agents_needed: Type.Integer({ description: 'how many agents must share a statement', examples: [2] }),
  similarity_threshold: Share,
  shared: Type.Array(
    Type.Object({
      kind: OneOf(kindNames),
      category: OneOf(categories),
      statement: Type.String({ examples: ['Write tests first'] }),
      wordings: count,
      other_wordings: Type.Array(
        Type.Object({ statement: Type.String({ examples: ['Tests are written first'] }), similarity: Share }),
        { description: 'what was counted as the same, with its similarity to the statement; the first 10' },
      ),
      agent_count: count,
      agents: Type.Array(Reference('Ada'), { description: 'the first 50 by name' }),
      exists: Nullable(
        Type.String({
          description: 'the statement that the level already has, in these words or others',
          examples: [null],
        }),
      ),
      item_id: Nullable(Type.String({ format: 'uuid', description: 'the item that was created' })),
    }),
  ),
}

const levels: {
  name: string
  path: string
  params: ReturnType<typeof Type.Object>
  owner: (ctx: Ctx, params: Record<string, string>) => Promise<Owner>
}[] = [
  {
    name: 'an organization',
    path: '/organizations/:orgId/consensus',
    params: Type.Object({ orgId: OrgInPath }),
    owner: (ctx, { orgId }) => organizationOwner(ctx, { org_id: orgId }),
  },
  {
    name: 'a group',
    path: '/groups/:groupId/consensus',
    params: Type.Object({ groupId: Id }),
    owner: (ctx, { groupId }) => groupOwner(ctx, groupId!),
  },
]

/** Promotes statements that agents share to their group or organization (behavior: Consensus). */
export const consensusRoutes: Routes = (deps) => async (app) => {
  for (const { name, path, params, owner } of levels) {
    app.post(
      path,
      {
        config: { access: 'write', dryRun: { byDefault: false }, changesPrompts: true, tier: 'heavy', turns: 'always' },
        schema: {
          tags,
          summary: `Promote statements that agents of ${name} share`,
          description:
            'A statement that enough agents have, in the same or similar words, becomes an approved item of the level; the organization’s settings say how similar and how many. Existing statements are skipped. `details` says in sentences which agents share each one, `shared` the same as data. With `dryRun` nothing is created, and the response says what a run would do.',
          params,
          body: Named('ConsensusOptions', {
            dry_run: Type.Optional(
              Type.Boolean({ description: 'false by default: items are created', examples: [true] }),
            ),
          }),
          response: responses(
            200,
            Named('ConsensusReport', {
              ...consensusCounts,
              details: Type.Array(
                Type.String({
                  examples: [
                    'Created for the organization: belief (principle) "Write tests first", shared by 3 of 4 agents (75%) in 2 wordings: Ada, Bo, Cy',
                  ],
                }),
              ),
              ...report,
            }),
            [400, 401, 404, 413],
          ),
        },
      },
      async (request) => {
        const ctx = contextOf(request, deps)
        const level = await owner(ctx, request.params as Record<string, string>)
        return runConsensus(ctx, level, { dryRun: request.body.dry_run ?? false })
      },
    )
  }
}
