import { v7 as newId } from 'uuid'
import { notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { ascending } from '../../db/order.ts'
import { readPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner, type Owner } from '../layers/owners.ts'
import { findEnvironment } from './environments.ts'
import { findModel } from './models.ts'

/** Models that an agent uses in an environment, optionally per tier (behavior: Models and environments). */

const assignments = (db: Database, owner: Pick<Owner, 'org_id' | 'owner_id'>) =>
  db
    .selectFrom('agent_models')
    .innerJoin('environments', (join) =>
      join
        .onRef('environments.org_id', '=', 'agent_models.org_id')
        .onRef('environments.id', '=', 'agent_models.environment_id'),
    )
    .innerJoin('models', (join) =>
      join.onRef('models.org_id', '=', 'agent_models.org_id').onRef('models.id', '=', 'agent_models.model_id'),
    )
    .select([
      'agent_models.id',
      'agent_models.agent_id',
      'agent_models.environment_id',
      'agent_models.model_id',
      'agent_models.is_primary',
      'agent_models.tier',
      'agent_models.created_at',
      'environments.name as environment_name',
      'environments.slug as environment_slug',
      'models.provider as model_provider',
      'models.model_id as model_model_id',
      'models.name as model_name',
    ])
    .where('agent_models.org_id', '=', owner.org_id)
    .where('agent_models.agent_id', '=', owner.owner_id)

type Row = Awaited<ReturnType<ReturnType<typeof assignments>['executeTakeFirstOrThrow']>>

const assignmentOf = ({
  environment_name,
  environment_slug,
  model_provider,
  model_model_id,
  model_name,
  ...assignment
}: Row) => ({
  ...assignment,
  environments: { id: assignment.environment_id, name: environment_name, slug: environment_slug },
  models: { id: assignment.model_id, provider: model_provider, model_id: model_model_id, name: model_name },
})

/** Returns an agent's assignments, oldest first; with `tier` only those of that tier. */
export async function listAgentModels(ctx: Ctx, agentId: string, tier: string | undefined, page: Page) {
  const owner = await agentOwner(ctx, agentId)
  const query = (db: Database, parameter: Parameter) =>
    assignments(db, { org_id: parameter('org_id'), owner_id: parameter('agent_id') }).$if(tier !== undefined, (query) =>
      query.where('agent_models.tier', '=', parameter('tier')),
    )
  const order = [ascending('agent_models.id', 'id')]
  const list = { name: 'agent models', values: { org_id: owner.org_id, agent_id: agentId, tier }, order, query }
  const { data, next_cursor } = await readPage(ctx, list, page)
  return { data: data.map(assignmentOf), next_cursor }
}

/**
 * Assigns a model.
 *
 * @throws 404 for an unknown environment or model; 409 when (agent, environment, tier) has one already.
 */
export async function assignModel(
  ctx: Ctx,
  agentId: string,
  input: { environment_id: string; model_id: string; is_primary: boolean; tier: string | null },
) {
  const owner = await agentOwner(ctx, agentId)
  const [environment, model] = await Promise.all([
    findEnvironment(ctx, input.environment_id),
    findModel(ctx, input.model_id),
  ])
  if (environment.org_id !== owner.org_id) throw notFound('Environment')
  if (model.org_id !== owner.org_id) throw notFound('Model')
  const id = newId()
  // The new row protects its agent, environment and model from deletion until the transaction ends.
  return ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('agent_models')
      .values({ ...input, org_id: owner.org_id, id, agent_id: agentId, created_at: ctx.now().toISOString() })
      .execute()
    return assignmentOf(await assignments(trx, owner).where('agent_models.id', '=', id).executeTakeFirstOrThrow())
  })
}

/**
 * Removes an assignment; without a tier, the one that has none.
 *
 * @throws 404 when there is no such assignment (behavior: Models and environments).
 */
export async function unassignModel(
  ctx: Ctx,
  agentId: string,
  { environment_id, model_id, tier }: { environment_id: string; model_id: string; tier: string | null },
): Promise<void> {
  const owner = await agentOwner(ctx, agentId)
  const { numDeletedRows } = await ctx.db
    .deleteFrom('agent_models')
    .where('org_id', '=', owner.org_id)
    .where('agent_id', '=', agentId)
    .where('environment_id', '=', environment_id)
    .where('model_id', '=', model_id)
    .where('tier', tier === null ? 'is' : '=', tier)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Assignment')
}
