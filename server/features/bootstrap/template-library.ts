import type { ExpressionBuilder } from 'kysely'
import type { Category, Kind } from '#core/domain/kinds.ts'
import { categories, kindOf } from '#core/domain/kinds.ts'
import type { Embedder } from '#core/domain/language.ts'
import { templateVector } from '#core/domain/similar/recommend.ts'
import { starterRoles } from '#core/domain/starter-roles/all.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { vectorFromBytes, vectorToBytes } from '#core/domain/vectors/similarity.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { profileTexts } from './template-reading.ts'

/** The columns of a template that recommendations use. */
interface LibraryTemplate {
  /**
   * `owner/repo:path` or `starter:<role>` (behavior: Templates). A starter role has an entry for each of its titles.
   */
  source: string
  embedding: Float32Array
}

interface LibraryItem {
  source: string
  kind: Kind
  category: Category
  statement: string
  embedding: Float32Array
}

/**
 * The starter roles, and the templates scraped for everyone or for the organization. Items are only read for the chosen
 * templates.
 */
export interface Library {
  templates: LibraryTemplate[]
  itemsOf(sources: string[]): Promise<LibraryItem[]>
}

export async function openLibrary(ctx: Ctx, orgId: string): Promise<Library> {
  const [starters, scraped] = await Promise.all([starterLibrary(ctx), scrapedLibrary(ctx, orgId)])
  return {
    templates: [...starters.templates, ...scraped.templates],
    itemsOf: async (sources) => (await Promise.all([starters, scraped].map(({ itemsOf }) => itemsOf(sources)))).flat(),
  }
}

async function scrapedLibrary(ctx: Ctx, orgId: string): Promise<Library> {
  const rows = await ctx.db
    .selectFrom('templates')
    .innerJoin('template_repositories as repositories', (join) =>
      join
        .onRef('repositories.owner_id', '=', 'templates.owner_id')
        .onRef('repositories.repository', '=', 'templates.repository'),
    )
    .select(['templates.owner_id', 'templates.repository', 'path', 'name', 'description', 'body_hash'])
    .select(['embedding_model', 'vector'])
    .where('body_hash', 'is not', null)
    .where(isVisible(ctx.config, [orgId]))
    .orderBy('brought_at')
    .orderBy('templates.repository')
    .orderBy('path')
    .execute()
  // Files with the same text are one template, named by the first one that was imported.
  const first = new Map(rows.toReversed().map((row) => [row.body_hash!, row]))
  const distinct = [...first.values()].reverse()
  const embeddings = await currentVectors(ctx, distinct, embedProfiles, (row, values) =>
    ctx.db
      .updateTable('templates')
      .set(values)
      .where('owner_id', '=', row.owner_id)
      .where('repository', '=', row.repository)
      .where('path', '=', row.path)
      .execute(),
  )
  const textOf = new Map(distinct.map((row) => [`${row.repository}:${row.path}`, row]))
  return {
    templates: [...textOf.keys()].map((source, at) => ({ source, embedding: embeddings[at]! })),
    itemsOf: async (sources) => {
      const found: LibraryItem[] = []
      const chosen = sources.flatMap((source) => textOf.get(source) ?? [])
      for (const [owner_id, texts] of Map.groupBy(chosen, (row) => row.owner_id)) {
        const sourceOf = new Map(texts.map((row) => [row.body_hash!, `${row.repository}:${row.path}`]))
        found.push(...(await scrapedItems(ctx, owner_id, sourceOf)))
      }
      return found
    },
  }
}

/** Limits an organization to its own repositories, and those for everyone that are still configured. */
export const isVisible =
  ({ bootstrapRepositories }: Ctx['config'], orgIds: string[]) =>
  (eb: ExpressionBuilder<{ repositories: Tables['template_repositories'] }, 'repositories'>) =>
    eb.or([
      eb('repositories.org_id', 'in', orgIds),
      eb.and([
        eb('repositories.org_id', 'is', null),
        eb(
          'repositories.configured_as',
          'in',
          bootstrapRepositories.map(({ owner, repo }) => `${owner}/${repo}`.toLowerCase()),
        ),
      ]),
    ])

async function scrapedItems(ctx: Ctx, ownerId: string, sourceOf: Map<string, string>): Promise<LibraryItem[]> {
  const rows = await ctx.db
    .selectFrom('template_items')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('body_hash', 'in', [...sourceOf.keys()])
    .orderBy('body_hash')
    .orderBy('position')
    .execute()
  const embeddings = await currentVectors(
    ctx,
    rows,
    (ctx, rows) =>
      embedTexts(
        ctx,
        rows.map(({ statement }) => statement),
      ),
    (row, values) =>
      ctx.db
        .updateTable('template_items')
        .set(values)
        .where('owner_id', '=', ownerId)
        .where('body_hash', '=', row.body_hash)
        .where('position', '=', row.position)
        .execute(),
  )
  return rows.map(({ body_hash, kind, category, statement }, at) => ({
    source: sourceOf.get(body_hash)!,
    kind,
    category,
    statement,
    embedding: embeddings[at]!,
  }))
}

/** Returns the vectors of rows; computes and stores those that are missing or from another model. */
async function currentVectors<T extends { embedding_model: string | null; vector: Uint8Array | null }>(
  ctx: Ctx,
  rows: T[],
  embed: (ctx: Ctx, rows: T[]) => Promise<Float32Array[]>,
  keep: (row: T, values: { embedding_model: string; vector: Uint8Array }) => Promise<unknown>,
): Promise<Float32Array[]> {
  const outdated = rows.filter(({ embedding_model, vector }) => !vector || embedding_model !== ctx.embedder.model)
  const made = new Map<T, Float32Array>()
  for (const [at, vector] of (await embed(ctx, outdated)).entries()) made.set(outdated[at]!, vector)
  for (const [row, vector] of made) {
    await keep(row, { embedding_model: ctx.embedder.model, vector: vectorToBytes(vector) })
  }
  return rows.map((row) => made.get(row) ?? vectorFromBytes(row.vector!))
}

async function embedProfiles(
  ctx: Ctx,
  templates: readonly { name: string | null; description: string | null }[],
): Promise<Float32Array[]> {
  const vectors = await embedTexts(ctx, templates.flatMap(profileTexts))
  return templates.map((_, at) => templateVector(vectors[2 * at]!, vectors[2 * at + 1]!))
}

/**
 * Caches the starter roles by embedder: they never change while the process runs, so each embedder embeds them once.
 */
const starters = new WeakMap<Embedder, Promise<Library>>()

function starterLibrary(ctx: Ctx): Promise<Library> {
  const known = starters.get(ctx.embedder)
  if (known) return known
  const library = embedStarters(ctx)
  starters.set(ctx.embedder, library)
  // Retries a failed model next time.
  library.catch(() => starters.delete(ctx.embedder))
  return library
}

async function embedStarters(ctx: Ctx): Promise<Library> {
  const titled = starterRoles.flatMap(({ role, name, titles, description }) =>
    [name, ...titles].map((title) => ({ role, name: title, description })),
  )
  const profiles = await embedProfiles(ctx, titled)
  const templates = titled.map(({ role }, at) => ({ source: `starter:${role}`, embedding: profiles[at]! }))
  const listed = starterRoles.flatMap(({ role, items }) =>
    categories.flatMap((category) =>
      (items[category] ?? []).map((statement) => ({
        source: `starter:${role}`,
        kind: kindOf(category),
        category,
        statement: normalizeStatement(statement),
      })),
    ),
  )
  const embeddings = await embedTexts(
    ctx,
    listed.map(({ statement }) => statement),
  )
  const items = listed.map((item, at) => ({ ...item, embedding: embeddings[at]! }))
  return { templates, itemsOf: async (sources) => items.filter(({ source }) => sources.includes(source)) }
}
