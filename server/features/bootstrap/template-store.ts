import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { vectorToBytes } from '../../domain/similarity.ts'
import type { Template } from './template-reading.ts'

/** Where templates are kept: one row per file, and the items once per text (decisions 9). */

export interface KnownTemplate {
  blob_sha: string
  body_hash: string | null
  problem: string | null
  /** False when the items of its text are missing. */
  is_complete: boolean
}

/** What is known of a repository, and of its files by path. */
export async function knownTemplates({ db }: Ctx, repository: string) {
  const record = await db
    .selectFrom('template_repositories')
    .selectAll()
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
            .whereRef('template_items.body_hash', '=', 'templates.body_hash'),
        )
        .as('has_items'),
    )
    .where('repository', '=', repository)
    .orderBy('path')
    .execute()
  const templates = rows.map(({ path, has_items, ...row }): [string, KnownTemplate] => [
    path,
    { ...row, is_complete: row.body_hash === null || Boolean(has_items) },
  ])
  return { record, templates: new Map(templates) }
}

export interface RepositoryRecord {
  repository: string
  license: string | null
  branch: string | null
  etag: string | null
}

export async function saveRepository({ db, now }: Ctx, record: RepositoryRecord): Promise<void> {
  const values = { ...record, scraped_at: now().toISOString() }
  await db
    .insertInto('template_repositories')
    .values(values)
    .onConflict((conflict) => conflict.column('repository').doUpdateSet(values))
    .execute()
}

/** What saving a file did to the number of templates: a text that another file has already makes no further one. */
export type TemplateOutcome = 'created' | 'updated' | 'skipped' | 'none'

export function saveTemplate(
  { db, now, embedder }: Ctx,
  repository: string,
  { path, sha }: { path: string; sha: string },
  { items, vector, ...template }: Template,
): Promise<TemplateOutcome> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('templates')
      .select('body_hash')
      .where('repository', '=', repository)
      .where('path', '=', path)
      .executeTakeFirst()
    const { body_hash } = template
    const isShared = body_hash !== null && (await hasText(trx, body_hash))
    const values = {
      ...template,
      blob_sha: sha,
      updated_at: now().toISOString(),
      embedding_model: vector && embedder.model,
      vector: vector && vectorToBytes(vector),
    }
    await trx
      .insertInto('templates')
      .values({ repository, path, ...values })
      .onConflict((conflict) => conflict.columns(['repository', 'path']).doUpdateSet(values))
      .execute()
    if (body_hash !== null) {
      const rows = items.map(({ type, category, statement, vector }, position) => ({
        body_hash,
        position,
        kind: type,
        category,
        statement,
        embedding_model: embedder.model,
        vector: vectorToBytes(vector),
      }))
      await trx
        .insertInto('template_items')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    if (before?.body_hash && before.body_hash !== body_hash) await removeUnused(trx, [before.body_hash])
    if (body_hash === null) return 'none'
    if (before?.body_hash) return 'updated'
    return isShared ? 'skipped' : 'created'
  })
}

const hasText = async (trx: Transaction<Tables>, bodyHash: string) =>
  (await trx.selectFrom('templates').select('path').where('body_hash', '=', bodyHash).limit(1).execute()).length > 0

/** Forgets files that are no longer in their repository. */
export async function removeTemplates({ db }: Ctx, repository: string, paths: string[]): Promise<void> {
  if (paths.length === 0) return
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('templates')
      .where('repository', '=', repository)
      .where('path', 'in', paths)
      .returning('body_hash')
      .execute()
    await removeUnused(
      trx,
      removed.flatMap(({ body_hash }) => body_hash ?? []),
    )
  })
}

/** Should another scrape take up the text in this moment, it reads the file again next time. */
async function removeUnused(trx: Transaction<Tables>, bodyHashes: string[]): Promise<void> {
  if (bodyHashes.length === 0) return
  await trx
    .deleteFrom('template_items')
    .where('body_hash', 'in', bodyHashes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('templates')
            .select('templates.path')
            .whereRef('templates.body_hash', '=', 'template_items.body_hash'),
        ),
      ),
    )
    .execute()
}
