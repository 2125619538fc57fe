import { cleanContents } from '../../server/features/content/cleaning.ts'
import { saveContent } from '../../server/features/content/content-items.ts'
import type { Service, Tenant } from './service.ts'

/** Saves content of an agent like an import. */
export async function importContent(
  service: Service,
  { orgId }: Tenant,
  agentId: string,
  contents: { id: string; words: string; date?: string | null; type?: 'tweet'; sourceId?: string }[],
) {
  const clean = await cleanContents(
    contents.map(({ id, words, date = '2026-03-01T00:00:00.000Z', type, sourceId }) => ({
      agent_id: agentId,
      source_id: sourceId ?? null,
      source_type: type ?? 'github_commit',
      external_id: id,
      title: null,
      url: null,
      author: null,
      content: words,
      metadata: { sha: id },
      published_at: date,
    })),
    { org_id: orgId },
  )
  return service.deps.db.transaction().execute((trx) => saveContent(trx, orgId, clean, new Date(), 'key'))
}
