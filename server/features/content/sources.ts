import { v7 as newId } from 'uuid'
import { badRequest, notFound } from '#core/base/errors.ts'
import { asPart } from '#core/domain/audit/origin.ts'
import { reporterOf } from '#core/domain/requests/reporters.ts'
import type { ContentPlatform } from '#core/domain/sources/content-platforms.ts'
import { defaultName, requireFetched, type SourceSettings, settingsOf } from '#core/domain/sources/content-platforms.ts'
import { releaseInParts } from '../../db/in-parts.ts'
import { reportedToo } from '../../db/reporters.ts'
import type { ContentSource } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'
import { shownConfig, withBranch } from './source-branch.ts'

/** Sources of an agent's content (behavior: Content sources). */

export const sourceFields = (stored: ContentSource) => {
  const { cursor, next_sync_at, reported_by, sync_claim_id, sync_until, ...source } = stored
  const name = source.name ?? defaultName(source.platform, source.config)
  return { ...source, name, config: shownConfig(stored), scope: 'agent' as const }
}

/** Returns an agent's sources, latest first. */
export async function listAgentSources(ctx: Ctx, agentId: string) {
  const { org_id } = await agentOwner(ctx, agentId)
  const sources = await ordered(ctx, org_id).where('agent_id', '=', agentId).execute()
  return sources.map(sourceFields)
}

/** Returns an organization's sources, latest first. */
export async function listOrganizationSources(ctx: Ctx, orgId: string) {
  const sources = await ordered(ctx, orgId).execute()
  return sources.map(sourceFields)
}

const ordered = (ctx: Ctx, orgId: string) =>
  ctx.db
    .selectFrom('content_sources')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

export interface SourceChanges {
  /** null: named after its settings, such as `owner/repo`. */
  name?: string | null
  /** The public clients send a source's connection among its settings. */
  config?: SourceSettings & { connection_id?: string | null; x_connection_id?: string | null }
  enabled?: boolean
  github_connection_id?: string | null
  x_connection_id?: string | null
}

/** @throws 404 for a foreign agent or connection, 400 when the settings are incomplete or invalid. */
export async function createSource(ctx: Ctx, agentId: string, input: SourceChanges & { platform: ContentPlatform }) {
  const { org_id } = await agentOwner(ctx, agentId)
  const { platform, config = {}, enabled = true, name = null } = input
  const connections = await namedConnections(ctx, org_id, input)
  const { github_connection_id = null } = connections
  const settings = await withBranch(ctx, config, { org_id, platform, github_connection_id })
  const source = await ctx.db
    .insertInto('content_sources')
    .values({
      org_id,
      id: newId(),
      agent_id: agentId,
      platform,
      name,
      config: json(settingsOf(platform, settings, settingsRules(ctx))),
      enabled,
      ...connections,
      reported_by: reporterOf(ctx.caller),
      created_at: ctx.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return sourceFields(source)
}

const settingsRules = ({ github, web }: Ctx) => ({ github: github.address, checkAddress: web.checkAddress })

/**
 * Returns the connections that a request names, next to the settings or among them.
 *
 * @throws 404 for a foreign one.
 */
async function namedConnections(ctx: Ctx, orgId: string, { config = {}, ...input }: SourceChanges) {
  const { github_connection_id = config.connection_id, x_connection_id = config.x_connection_id } = input
  await requireConnection(ctx, orgId, 'github_connections', github_connection_id)
  await requireConnection(ctx, orgId, 'x_connections', x_connection_id)
  return {
    ...(github_connection_id !== undefined && { github_connection_id }),
    ...(x_connection_id !== undefined && { x_connection_id }),
  }
}

const connectionNames = { github_connections: 'GitHub connection', x_connections: 'X connection' } as const

async function requireConnection(
  ctx: Ctx,
  orgId: string,
  table: keyof typeof connectionNames,
  id: string | null | undefined,
) {
  if (!id) return
  const connection = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!connection) throw notFound(connectionNames[table])
}

export async function findSource(ctx: Ctx, id: string): Promise<ContentSource> {
  const source = await ctx.db
    .selectFrom('content_sources')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!source) throw notFound('Content source')
  return source
}

/**
 * Changes the fields that are present, in the settings too. If the settings now point elsewhere, the next sync starts
 * from the beginning.
 *
 * @throws 404 for an agent or connection of another organization.
 */
export async function updateSource(ctx: Ctx, id: string, changes: SourceChanges & { agent_id?: string }) {
  const source = await findSource(ctx, id)
  if (Object.keys(changes).length === 0) return sourceFields(source)
  const { agent_id, config, enabled, name } = changes
  if (agent_id !== undefined && (await agentOwner(ctx, agent_id)).org_id !== source.org_id) throw notFound('Agent')
  const { platform } = source
  const connections = await namedConnections(ctx, source.org_id, changes)
  const settings = config && (await withBranch(ctx, config, { ...source, ...connections }, source))
  const saved = await ctx.db
    .updateTable('content_sources')
    .set({
      ...(agent_id !== undefined && { agent_id }),
      ...(enabled !== undefined && { enabled }),
      ...(name !== undefined && { name }),
      ...connections,
      ...reportedToo(reporterOf(ctx.caller)),
      ...(settings && {
        config: json(settingsOf(platform, settings, settingsRules(ctx), source.config)),
        // New settings: sync again.
        next_sync_at: null,
      }),
    })
    .where('org_id', '=', source.org_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!saved) throw notFound('Content source')
  return sourceFields(saved)
}

/** Deletes a source. Its items stay, with `source_id` null (behavior: Content sources). */
export async function deleteSource(ctx: Ctx, id: string): Promise<void> {
  const { org_id } = await findSource(ctx, id)
  await ctx.db.transaction().execute(async (trx) => {
    // Lock the source first: a sync locks it before it adds items, so none can be added after this.
    await trx.deleteFrom('content_sources').where('org_id', '=', org_id).where('id', '=', id).execute()
    await asPart(() => releaseInParts(trx, 'content_items', { org_id, source_id: id }, { source_id: null }))
  })
}

/** @throws 400 for a source that cannot be synced at present (behavior: Content sources). */
export function requireSyncable({ enabled, platform }: ContentSource): void {
  requireFetched(platform)
  if (!enabled) throw badRequest('This content source is disabled; enable it to sync')
}
