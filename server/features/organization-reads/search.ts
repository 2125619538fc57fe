import { sql } from 'kysely'
import type { Category, Scope } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import { containsWords } from '../../db/text-search.ts'

/** A search hit in an organization, with the fields needed to open it. */
export interface SearchHit {
  type: 'agent' | 'group' | 'item' | 'conversation' | 'content'
  id: string
  text: string
  /** A role, a description or an owner; null when there is none. */
  about: string | null
  category: Category | null
  scope: Scope | null
  /** The agent of the item or content. */
  agent_id: string | null
  group_id: string | null
}

const excerptLength = 200
/** Maximum number of words: each one is searched for in every text, and no one remembers more of a text. */
const maxWords = 8
const nothing = { about: null, category: null, scope: null, agent_id: null, group_id: null }

export const searchWords = (text: string): string[] => text.trim().split(/\s+/).slice(0, maxWords)

/**
 * Finds texts that contain every word of the query in any field: agents, groups, items of every layer, conversations
 * and content, at most `limit` of each. Ignores case, and diacritics on Latin letters.
 */
export async function search(
  db: Database,
  { orgId, text, limit }: { orgId: string; text: string; limit: number },
): Promise<{ data: SearchHit[] }> {
  const words = searchWords(text)
  const holds = (type: SearchHit['type']) => containsWords(db, orgId, type, words)
  const hits: Promise<SearchHit[]>[] = [
    db
      .selectFrom('agents')
      .select(['id', 'name as text', 'job_title as about'])
      .where('org_id', '=', orgId)
      .where(holds('agent'))
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute()
      .then((rows) => rows.map((row) => ({ ...nothing, ...row, type: 'agent' }))),
    db
      .selectFrom('groups')
      .select(['id', 'name as text', 'description as about'])
      .where('org_id', '=', orgId)
      .where(holds('group'))
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute()
      .then((rows) => rows.map((row) => ({ ...nothing, ...row, type: 'group' }))),
    db
      .selectFrom('items')
      .leftJoin('agents', (join) =>
        join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
      )
      .leftJoin('groups', (join) =>
        join.onRef('groups.org_id', '=', 'items.org_id').onRef('groups.id', '=', 'items.group_id'),
      )
      .select(['items.id', 'items.statement as text', 'items.category', 'items.scope', 'items.agent_id'])
      .select(['items.group_id'])
      .select(({ fn }) => fn.coalesce('agents.name', 'groups.name').as('about'))
      .where('items.org_id', '=', orgId)
      .where(holds('item'))
      .orderBy('items.id')
      .limit(limit)
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, type: 'item' }))),
    db
      .selectFrom('conversations')
      .select(['id', 'title as text', 'status as about'])
      .where('org_id', '=', orgId)
      .where(holds('conversation'))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
      .then((rows) => rows.map((row) => ({ ...nothing, ...row, text: row.text ?? '', type: 'conversation' }))),
    db
      .selectFrom('content_items')
      .innerJoin('agents', (join) =>
        join.onRef('agents.org_id', '=', 'content_items.org_id').onRef('agents.id', '=', 'content_items.agent_id'),
      )
      .select(['content_items.id', 'content_items.title', 'content_items.agent_id', 'agents.name as about'])
      .select(sql<string>`substr(content_items.content, 1, ${sql.lit(excerptLength)})`.as('excerpt'))
      .where('content_items.org_id', '=', orgId)
      .where('content_items.removed_at', 'is', null)
      .where(holds('content'))
      .orderBy('content_items.id', 'desc')
      .limit(limit)
      .execute()
      .then((rows) =>
        rows.map(({ title, excerpt, ...row }) => ({ ...nothing, ...row, text: title ?? excerpt, type: 'content' })),
      ),
  ]
  return { data: (await Promise.all(hits)).flat() }
}
