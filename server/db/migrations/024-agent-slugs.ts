import { type Kysely, sql } from 'kysely'
import { chunks, type Engine, idType } from '../values.ts'

interface Row {
  org_id: string
  id: string
  name: string
}

const rowsPerPage = 5000

/**
 * Agents get slugs of their names; existing ones in pages, then a number wherever one is taken (behavior: Agent slugs).
 *
 * Breaking: replicas of the version before create agents without a slug, and an organization can have one such agent.
 */
export const agentSlugs = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('agents')
      .addColumn('slug', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    const id = sql.raw(idType[engine])
    let last: Row | undefined
    do {
      const page = await pageAfter(db, last)
      for (const rows of chunks(page)) {
        const values = rows.map(
          (row) => sql`(cast(${row.org_id} as ${id}), cast(${row.id} as ${id}), ${agentSlugBase(row.name)})`,
        )
        await sql`
          with named (org_id, id, slug) as (values ${sql.join(values)})
          update agents set slug = named.slug from named
          where agents.org_id = named.org_id and agents.id = named.id
        `.execute(db)
      }
      last = page.at(-1)
    } while (last)
    // A numbered slug may be another agent's name (`ada-2`), so numbering goes on until every slug is one agent's. It
    // ends, since those that share the shortest slug differ from then on, and what is numbered gets longer.
    while ((await numberTaken(db)) > 0n);
    await db.schema.createIndex('agents_one_slug').on('agents').columns(['org_id', 'slug']).unique().execute()
  },
})

async function pageAfter(db: Kysely<unknown>, last: Row | undefined): Promise<Row[]> {
  const after = last ? sql`where (org_id, id) > (${last.org_id}, ${last.id})` : sql``
  const page = await sql<Row>`
    select org_id, id, name from agents ${after} order by org_id, id limit ${sql.lit(rowsPerPage)}
  `.execute(db)
  return page.rows
}

async function numberTaken(db: Kysely<unknown>): Promise<bigint> {
  const numbered = await sql`
    update agents set slug = ranked.slug || '-' || ranked.n
    from (
      select org_id, id, slug, row_number() over (partition by org_id, slug order by id) as n from agents
    ) as ranked
    where ranked.n > 1 and agents.org_id = ranked.org_id and agents.id = ranked.id
  `.execute(db)
  return numbered.numAffectedRows ?? 0n
}

/** Slugs as they were made when this was written; later ones may differ. */
function agentSlugBase(name: string): string {
  const slug = slugify(name).slice(0, 48).replace(/-$/, '')
  return slug !== '' && slug !== 'bulk' && !uuidPattern.test(slug) ? slug : ['agent', slug].filter(Boolean).join('-')
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelledOut[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
