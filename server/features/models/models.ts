import { v7 as newId } from 'uuid'
import { badRequest, notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { CalibrationState } from '#core/domain/similar/calibration.ts'
import type { Database } from '../../db/connect.ts'
import { ascending } from '../../db/order.ts'
import { readPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Ctx } from '../../deps.ts'

export interface ModelChanges {
  provider?: string
  model_id?: string
  name?: string
  provider_url?: string | null
  description?: string | null
}

/** Returns models by provider, then name (behavior: Models and environments). */
export const listModels = (ctx: Ctx, orgId: string, page: Page) => {
  const order = [ascending('provider', 'text'), ascending('name', 'text'), ascending('id', 'id')]
  const query = (db: Database, parameter: Parameter) =>
    db.selectFrom('models').selectAll().where('org_id', '=', parameter('org_id'))
  return readPage(ctx, { name: 'models', values: { org_id: orgId }, order, query }, page)
}

/**
 * Returns the model that compares statements, and its similarity thresholds (behavior:
 * Calibration of embedding models).
 */
export const embeddingModelState = async ({ embedder }: Ctx): Promise<CalibrationState> =>
  (await embedder.state?.()) ?? {
    model: embedder.model,
    state: 'built-in',
    same: embedder.calibration?.same ?? null,
    idea: embedder.calibration?.idea ?? null,
    figures: null,
    calibrated_at: null,
  }

/** Clients call this address and send their key there, so no other scheme is one. @throws 400 for another. */
function requireWebAddress({ provider_url }: ModelChanges): void {
  if (provider_url && !/^https?:$/.test(URL.parse(provider_url)?.protocol ?? ''))
    throw badRequest('providerUrl must be a URL that starts with https:// or http://')
}

/** @throws 409 when the organization has this provider and modelId already. */
export function createModel(
  ctx: Ctx,
  orgId: string,
  input: ModelChanges & { provider: string; model_id: string; name: string },
) {
  requireWebAddress(input)
  return ctx.db
    .insertInto('models')
    .values({ ...input, org_id: orgId, id: newId(), created_at: ctx.now().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findModel(ctx: Ctx, id: string) {
  const model = await ctx.db
    .selectFrom('models')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!model) throw notFound('Model')
  return model
}

export async function updateModel(ctx: Ctx, id: string, changes: ModelChanges) {
  const model = await findModel(ctx, id)
  if (Object.keys(changes).length === 0) return model
  requireWebAddress(changes)
  const saved = await ctx.db
    .updateTable('models')
    .set(changes)
    .where('org_id', '=', model.org_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!saved) throw notFound('Model')
  return saved
}

/** Deletes a model with its links and assignments (behavior: Models and environments). */
export async function deleteModel(ctx: Ctx, id: string): Promise<void> {
  const { org_id } = await findModel(ctx, id)
  await ctx.db.deleteFrom('models').where('org_id', '=', org_id).where('id', '=', id).execute()
}
