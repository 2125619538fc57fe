import type { Ctx } from '../../deps.ts'
import type { Category, Kind } from '../../domain/kinds.ts'
import { categories, kindOf } from '../../domain/kinds.ts'
import type { Embedder } from '../../domain/language.ts'
import { templateVector } from '../../domain/recommend.ts'
import { vectorFromBytes, vectorToBytes } from '../../domain/similarity.ts'
import { starterRoles } from '../../domain/starter-roles/all.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import { profileTexts } from './template-reading.ts'

/** A template as recommendations see it. */
export interface LibraryTemplate {
  /** `owner/repo:path` or `starter:<role>` (decisions 9). */
  source: string
  embedding: Float32Array
}

export interface LibraryItem {
  source: string
  kind: Kind
  category: Category
  statement: string
  embedding: Float32Array
}

/** What was scraped, or the starter roles as long as nothing was. Items are asked for once the templates are chosen. */
export interface Library {
  templates: LibraryTemplate[]
  itemsOf(sources: string[]): Promise<LibraryItem[]>
}

export async function openLibrary(ctx: Ctx): Promise<Library> {
  const rows = await ctx.db
    .selectFrom('templates')
    .select(['repository', 'path', 'name', 'description', 'body_hash', 'embedding_model', 'vector'])
    .where('body_hash', 'is not', null)
    .orderBy('repository')
    .orderBy('path')
    .execute()
  if (rows.length === 0) return starterLibrary(ctx)
  // Files of one text are one template, named by the first of them.
  const first = new Map(rows.toReversed().map((row) => [row.body_hash!, row]))
  const distinct = [...first.values()].reverse()
  const embeddings = await currentVectors(ctx, distinct, embedProfiles, (row, values) =>
    ctx.db
      .updateTable('templates')
      .set(values)
      .where('repository', '=', row.repository)
      .where('path', '=', row.path)
      .execute(),
  )
  const hashOf = new Map(distinct.map((row) => [`${row.repository}:${row.path}`, row.body_hash!]))
  return {
    templates: [...hashOf.keys()].map((source, at) => ({ source, embedding: embeddings[at]! })),
    itemsOf: (sources) => scrapedItems(ctx, new Map(sources.map((source) => [hashOf.get(source)!, source]))),
  }
}

async function scrapedItems(ctx: Ctx, sourceOf: Map<string, string>): Promise<LibraryItem[]> {
  const rows = await ctx.db
    .selectFrom('template_items')
    .selectAll()
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

/** The vectors of rows; those of another model are made anew and kept. */
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

/** The starter roles never change while the process runs, so each embedder embeds them once. */
const starters = new WeakMap<Embedder, Promise<Library>>()

function starterLibrary(ctx: Ctx): Promise<Library> {
  const known = starters.get(ctx.embedder)
  if (known) return known
  const library = embedStarters(ctx)
  starters.set(ctx.embedder, library)
  // A model that failed is asked again next time.
  library.catch(() => starters.delete(ctx.embedder))
  return library
}

async function embedStarters(ctx: Ctx): Promise<Library> {
  const profiles = await embedProfiles(ctx, starterRoles)
  const templates = starterRoles.map(({ role }, at) => ({ source: `starter:${role}`, embedding: profiles[at]! }))
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
