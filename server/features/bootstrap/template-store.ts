import type { Transaction } from 'kysely'
import { NIL } from 'uuid'
import { vectorToBytes } from '#core/domain/vectors/similarity.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import type { Template } from './template-reading.ts'

/** Stores templates for each owner: one row per file, and the items once per text (behavior: Templates). */

/** The owner of templates: everyone, or an organization. */
export interface TemplateOwner {
  org_id: string | null
  owner_id: string
}

export const everybody: TemplateOwner = { org_id: null, owner_id: NIL }
export const ownOf = (org_id: string): TemplateOwner => ({ org_id, owner_id: org_id })

export interface KnownTemplate {
  blob_sha: string
  body_hash: string | null
  problem: string | null
  /** False when the items of its text are missing. */
  is_complete: boolean
}

/** Reads the stored record of a repository, and its templates by path. */
export async function knownTemplates({ db }: Ctx, { owner_id }: TemplateOwner, repository: string) {
  const record = await db
    .selectFrom('template_repositories')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('repository', '=', repository)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('templates')
    .select(['path', 'blob_sha', 'body_hash', 'problem'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('template_items')
            .select('position')
            .whereRef('template_items.owner_id', '=', 'templates.owner_id')
            .whereRef('template_items.body_hash', '=', 'templates.body_hash'),
        )
        .as('has_items'),
    )
    .where('owner_id', '=', owner_id)
    .where('repository', '=', repository)
    .orderBy('path')
    .execute()
  const templates = rows.map(({ path, has_items, ...row }): [string, KnownTemplate] => [
    path,
    { ...row, is_complete: row.body_hash === null || Boolean(has_items) },
  ])
  return { record, templates: new Map(templates) }
}

export interface RepositoryRecord extends TemplateOwner {
  repository: string
  configured_as: string | null
  license: string | null
  branch: string | null
  etag: string | null
}

export async function saveRepository({ db, now }: Ctx, record: RepositoryRecord): Promise<void> {
  const values = { ...record, scraped_at: now().toISOString() }
  await db
    .insertInto('template_repositories')
    .values(values)
    .onConflict((conflict) => conflict.columns(['owner_id', 'repository']).doUpdateSet(values))
    .execute()
}

/** The effect of saving a file on the number of templates. */
export type TemplateOutcome = 'created' | 'updated' | 'none'

export function saveTemplate(
  { db, now, embedder }: Ctx,
  owner: TemplateOwner,
  repository: string,
  { path, sha }: { path: string; sha: string },
  { items, vector, ...template }: Template,
): Promise<TemplateOutcome> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('templates')
      .select(['body_hash', 'brought_at'])
      .where('owner_id', '=', owner.owner_id)
      .where('repository', '=', repository)
      .where('path', '=', path)
      .executeTakeFirst()
    const { body_hash } = template
    const moment = now().toISOString()
    const values = {
      ...template,
      blob_sha: sha,
      brought_at: before && before.body_hash === body_hash ? before.brought_at : moment,
      updated_at: moment,
      embedding_model: vector && embedder.model,
      vector: vector && vectorToBytes(vector),
    }
    await trx
      .insertInto('templates')
      .values({ ...owner, repository, path, ...values })
      .onConflict((conflict) => conflict.columns(['owner_id', 'repository', 'path']).doUpdateSet(values))
      .execute()
    if (body_hash !== null) {
      const rows = items.map(({ type, category, statement, vector }, position) => ({
        ...owner,
        body_hash,
        position,
        kind: type,
        category,
        statement,
        // An empty model name marks missing vectors, so that the next read computes them.
        embedding_model: vector ? embedder.model : '',
        vector: vector ? vectorToBytes(vector) : new Uint8Array(),
      }))
      await trx
        .insertInto('template_items')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    if (before?.body_hash && before.body_hash !== body_hash) await removeUnused(trx, owner, [before.body_hash])
    if (body_hash === null) return 'none'
    return before?.body_hash ? 'updated' : 'created'
  })
}

/** Removes the templates of files that are no longer in their repository. */
export async function removeTemplates(
  { db }: Ctx,
  owner: TemplateOwner,
  repository: string,
  paths: string[],
): Promise<void> {
  if (paths.length === 0) return
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('templates')
      .where('owner_id', '=', owner.owner_id)
      .where('repository', '=', repository)
      .where('path', 'in', paths)
      .returning('body_hash')
      .execute()
    await removeUnused(
      trx,
      owner,
      removed.flatMap(({ body_hash }) => body_hash ?? []),
    )
  })
}

/**
 * Removes items that no template uses. If a concurrent scrape starts to use the text, that scrape reads the file again
 * next time.
 */
async function removeUnused(
  trx: Transaction<Tables>,
  { owner_id }: TemplateOwner,
  bodyHashes: string[],
): Promise<void> {
  if (bodyHashes.length === 0) return
  await trx
    .deleteFrom('template_items')
    .where('owner_id', '=', owner_id)
    .where('body_hash', 'in', bodyHashes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('templates')
            .select('templates.path')
            .whereRef('templates.owner_id', '=', 'template_items.owner_id')
            .whereRef('templates.body_hash', '=', 'template_items.body_hash'),
        ),
      ),
    )
    .execute()
}
