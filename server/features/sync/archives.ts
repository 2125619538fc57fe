import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { notFound, SourceRefusal } from '#core/base/errors.ts'
import { reporterOf } from '#core/domain/requests/reporters.ts'
import type { ContentArchive } from '#core/domain/sources/archived-content.ts'
import type { ContentPlatform, ContentSourceType } from '#core/domain/sources/content-platforms.ts'
import type { ForeignContent } from '#core/domain/sources/foreign-content.ts'
import { type XConfig, xConfig } from '#core/domain/sources/x-source.ts'
import { forUpdate } from '../../db/locks.ts'
import type { ContentSource, SourceOf, Tables } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveBodyOrganization } from '../accounts/organizations.ts'
import { organizationOfAgent } from '../layers/owners.ts'
import { finishSync } from './sync.ts'
import { newResult, type Sync, save } from './sync-run.ts'

/**
 * Imports the exports that people get from other platforms (behavior: Archives). Importing one again finds the same
 * source and adds only new content.
 */

export interface ImportTarget extends OrganizationReference {
  agent_id: string
}

/** Maximum number of texts, and of characters, in one transaction, so that other requests run in between. */
const batchSize = 200
const batchLength = 500_000

interface Imported {
  source_id: string
  /** Number of new content items by their type. */
  imported: Partial<Record<ContentSourceType, number>>
  /** The discovery job that reads them; null when there is nothing to read. */
  job_id: string | null
}

/**
 * Imports a LinkedIn export.
 *
 * @throws 404 for a foreign agent, 400 for a file that is not a LinkedIn export.
 */
export async function importLinkedIn(ctx: Ctx, target: ImportTarget, fd: number) {
  const org_id = await requireAgent(ctx, target)
  return ctx.archives.linkedin(fd, { org_id, signal: ctx.signal }, async (archive) => {
    let profile_data: Record<string, unknown> | null = null
    const source = await findOrCreate(ctx, org_id, target.agent_id, 'linkedin', {})
    const { imported, ...rest } = await saveContents(ctx, source, archive, ({ source_type, metadata }) => {
      if (source_type === 'linkedin_profile') profile_data = metadata
    })
    return {
      ...rest,
      profile_data: profile_data as Record<string, unknown> | null,
      posts_imported: imported.linkedin_post ?? 0,
      articles_imported: imported.linkedin_article ?? 0,
    }
  })
}

/**
 * Imports an X archive.
 *
 * @throws 404 for a foreign agent, 400 for a file that is not an X archive.
 */
export async function importX(
  ctx: Ctx,
  target: ImportTarget,
  fd: number,
  options: Pick<XConfig, 'exclude_retweets' | 'exclude_replies'>,
) {
  const org_id = await requireAgent(ctx, target)
  return ctx.archives.x(fd, options, { org_id, signal: ctx.signal }, async (archive) => {
    const username = archive.account!
    const source = await findOrCreate(ctx, org_id, target.agent_id, 'twitter', xConfig({ ...options, username }))
    const { imported, ...rest } = await saveContents(ctx, source, archive)
    return { ...rest, username, posts_imported: imported.tweet ?? 0 }
  })
}

/**
 * Imports a Substack export.
 *
 * @throws 404 for a foreign agent, 400 for a file that is not a Substack export.
 */
export async function importSubstack(ctx: Ctx, target: ImportTarget, fd: number) {
  const org_id = await requireAgent(ctx, target)
  return ctx.archives.substack(fd, { org_id, signal: ctx.signal }, async (archive) => {
    const source = await findOrCreate(ctx, org_id, target.agent_id, 'substack', {})
    const { imported, ...rest } = await saveContents(ctx, source, archive)
    return { ...rest, posts_imported: imported.substack_post ?? 0 }
  })
}

const requireAgent = (ctx: Ctx, target: ImportTarget) =>
  organizationOfAgent(ctx, target.agent_id, target, resolveBodyOrganization)

/**
 * Returns the agent's source of that platform and account, and creates a missing one. Concurrent imports get the same
 * one.
 */
function findOrCreate<Platform extends ContentPlatform>(
  ctx: Ctx,
  org_id: string,
  agent_id: string,
  platform: Platform,
  config: SourceOf<Platform>['config'],
): Promise<SourceOf<Platform>> {
  return ctx.db.transaction().execute(async (trx) => {
    const agent = await forUpdate(trx)(
      trx.selectFrom('agents').select('id').where('org_id', '=', org_id).where('id', '=', agent_id),
    ).executeTakeFirst()
    if (!agent) throw notFound('Agent')
    const source =
      (await findSourceOf(trx, { org_id, agent_id, platform }, config)) ??
      (await trx
        .insertInto('content_sources')
        .values({
          org_id,
          id: newId(),
          agent_id,
          platform,
          config: json(config),
          reported_by: reporterOf(ctx.caller),
          created_at: ctx.now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow())
    // An import claims nothing: it does not read the platform, and adds content even while a sync is running.
    return { ...source, sync_claim_id: null } as SourceOf<Platform>
  })
}

async function findSourceOf(
  trx: Transaction<Tables>,
  { org_id, agent_id, platform }: Pick<ContentSource, 'org_id' | 'agent_id' | 'platform'>,
  config: object,
): Promise<ContentSource | undefined> {
  const sources = await trx
    .selectFrom('content_sources')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agent_id)
    .where('platform', '=', platform)
    .orderBy('id')
    .execute()
  return sources.find((source) => accountOf(source.config) === accountOf(config))
}

const accountOf = (config: object) => ('username' in config ? String(config.username).toLowerCase() : null)

async function saveContents<Platform extends ContentPlatform>(
  ctx: Ctx,
  source: SourceOf<Platform>,
  { contents }: ContentArchive,
  look: (content: ForeignContent) => void = () => {},
): Promise<Imported> {
  const result = newResult(source.id)
  const sync: Sync<Platform> = {
    deps: ctx,
    source,
    onStage() {},
    signal: undefined,
    result,
    reporter: reporterOf(ctx.caller),
  }
  const imported: Imported['imported'] = {}
  try {
    for await (const batch of batchesOf(contents)) {
      const { source_type } = batch[0]!
      batch.forEach(look)
      const saved = await save(
        sync,
        batch.map((content) => ({ ...content, agent_id: source.agent_id, source_id: source.id })),
      )
      imported[source_type] = (imported[source_type] ?? 0) + saved.imported
    }
  } catch (error) {
    throw error instanceof SourceRefusal ? notFound('Content source') : error
  }
  await finishSync(ctx, source as ContentSource, result)
  return { source_id: source.id, imported, job_id: result.job_id }
}

/** Content items of one type each. */
async function* batchesOf(contents: AsyncIterable<ForeignContent>): AsyncGenerator<ForeignContent[]> {
  let batch: ForeignContent[] = []
  let length = 0
  for await (const content of contents) {
    length += content.content.length
    const isFull = batch.length === batchSize || length > batchLength
    if (batch.length > 0 && (isFull || batch[0]!.source_type !== content.source_type)) {
      yield batch
      batch = []
      length = content.content.length
    }
    batch.push(content)
  }
  if (batch.length > 0) yield batch
}
