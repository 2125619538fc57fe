import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import { ascending } from '../../db/order.ts'
import { readPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { findModel } from './models.ts'

export interface EnvironmentChanges {
  name?: string
  slug?: string
  description?: string | null
  is_default?: boolean
  display_order?: number
}

/** Returns environments by display_order, then created_at (behavior: Models and environments). */
export const listEnvironments = (ctx: Ctx, orgId: string, page: Page) => {
  const order = [ascending('display_order', 'number'), ascending('created_at', 'time'), ascending('id', 'id')]
  const query = (db: Database, parameter: Parameter) =>
    db.selectFrom('environments').selectAll().where('org_id', '=', parameter('org_id'))
  return readPage(ctx, { name: 'environments', values: { org_id: orgId }, order, query }, page)
}

/**
 * Creates an environment. A new default replaces the old one.
 *
 * @throws 409 when the organization has the slug already.
 */
export const createEnvironment = (
  ctx: Ctx,
  orgId: string,
  input: EnvironmentChanges & { name: string; slug: string },
) =>
  ctx.db.transaction().execute(async (trx) => {
    if (input.is_default) await clearDefault(trx, orgId)
    return trx
      .insertInto('environments')
      .values({ ...input, org_id: orgId, id: newId(), created_at: ctx.now().toISOString() })
      .returningAll()
      .executeTakeFirstOrThrow()
  })

/** Locks the organization's row first, so that two concurrent new defaults take turns. */
async function clearDefault(trx: Transaction<Tables>, orgId: string) {
  await forNoKeyUpdate(trx)(trx.selectFrom('organizations').select('id').where('id', '=', orgId)).execute()
  await trx
    .updateTable('environments')
    .set({ is_default: false })
    .where('org_id', '=', orgId)
    .where('is_default', '=', true)
    .execute()
}

export async function findEnvironment(ctx: Ctx, id: string) {
  const environment = await ctx.db
    .selectFrom('environments')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!environment) throw notFound('Environment')
  return environment
}

export async function updateEnvironment(ctx: Ctx, id: string, changes: EnvironmentChanges) {
  const environment = await findEnvironment(ctx, id)
  if (Object.keys(changes).length === 0) return environment
  return ctx.db.transaction().execute(async (trx) => {
    if (changes.is_default) await clearDefault(trx, environment.org_id)
    const saved = await trx
      .updateTable('environments')
      .set(changes)
      .where('org_id', '=', environment.org_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!saved) throw notFound('Environment')
    return saved
  })
}

/** Deletes an environment with its links and assignments (behavior: Models and environments). */
export async function deleteEnvironment(ctx: Ctx, id: string): Promise<void> {
  const { org_id } = await findEnvironment(ctx, id)
  await ctx.db.deleteFrom('environments').where('org_id', '=', org_id).where('id', '=', id).execute()
}

/**
 * Returns the environment's links with their models expanded, by provider and name (behavior: Models and environments).
 */
export async function listEnvironmentModels(ctx: Ctx, environmentId: string, page: Page) {
  const { org_id } = await findEnvironment(ctx, environmentId)
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('environment_models')
      .innerJoin('models', (join) =>
        join
          .onRef('models.org_id', '=', 'environment_models.org_id')
          .onRef('models.id', '=', 'environment_models.model_id'),
      )
      .selectAll('models')
      .select(['environment_models.id as link_id', 'environment_models.created_at as linked_at'])
      .where('environment_models.org_id', '=', parameter('org_id'))
      .where('environment_id', '=', parameter('environment_id'))
  const order = [ascending('models.provider', 'text'), ascending('models.name', 'text'), ascending('models.id', 'id')]
  const list = { name: 'environment models', values: { org_id, environment_id: environmentId }, order, query }
  const { data: rows, next_cursor } = await readPage(ctx, list, page)
  const data = rows.map(({ link_id, linked_at, ...model }) => ({
    id: link_id,
    environment_id: environmentId,
    model_id: model.id,
    created_at: linked_at,
    models: model,
  }))
  return { data, next_cursor }
}

/**
 * Links a model.
 *
 * @throws 404 for an unknown model, also one of another organization of the caller; 409 for an existing link.
 */
export async function linkModel(ctx: Ctx, environmentId: string, modelId: string) {
  const environment = await findEnvironment(ctx, environmentId)
  const model = await findModel(ctx, modelId)
  if (model.org_id !== environment.org_id) throw notFound('Model')
  const link = await ctx.db
    .insertInto('environment_models')
    .values({
      org_id: environment.org_id,
      id: newId(),
      environment_id: environmentId,
      model_id: modelId,
      created_at: ctx.now().toISOString(),
    })
    .returning(['id', 'environment_id', 'model_id', 'created_at'])
    .executeTakeFirstOrThrow()
  return { ...link, models: model }
}

/** @throws 404 when the model is not linked. */
export async function unlinkModel(ctx: Ctx, environmentId: string, modelId: string): Promise<void> {
  const { org_id } = await findEnvironment(ctx, environmentId)
  const { numDeletedRows } = await ctx.db
    .deleteFrom('environment_models')
    .where('org_id', '=', org_id)
    .where('environment_id', '=', environmentId)
    .where('model_id', '=', modelId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Model of this environment')
}
