import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** How many of the newest versions of an agent are kept, however old they are. */
const newestKept = 50
const dayMs = 86_400_000

/**
 * Deletes versions that were not live for so many days (behavior: Prompt versions). Kept in any case are the live one,
 * those with a label, the one to which a label's rollback returns, and the newest 50 of each agent.
 */
export async function deleteOldVersions(trx: Transaction<Tables>, now: Date, days: number): Promise<void> {
  const oldest = new Date(now.getTime() - days * dayMs).toISOString()
  await trx
    .deleteFrom('prompt_versions')
    .where('live_at', '<', oldest)
    .where(({ eb, exists, not, selectFrom }) =>
      eb.and([
        eb(
          'prompt_versions.version',
          '<=',
          selectFrom('prompt_versions as newest')
            .select(({ fn }) => eb(fn.max('newest.version'), '-', eb.lit(newestKept)).as('limit'))
            .whereRef('newest.org_id', '=', 'prompt_versions.org_id')
            .whereRef('newest.agent_id', '=', 'prompt_versions.agent_id'),
        ),
        not(
          exists(
            selectFrom('live_prompts')
              .select('live_prompts.version')
              .whereRef('live_prompts.org_id', '=', 'prompt_versions.org_id')
              .whereRef('live_prompts.agent_id', '=', 'prompt_versions.agent_id')
              .whereRef('live_prompts.version', '=', 'prompt_versions.version'),
          ),
        ),
        not(
          exists(
            selectFrom('prompt_labels')
              .leftJoin('label_moves as last', (join) =>
                join.onRef('last.org_id', '=', 'prompt_labels.org_id').onRef('last.id', '=', 'prompt_labels.move_id'),
              )
              .leftJoin('label_moves as before', (join) =>
                join.onRef('before.org_id', '=', 'last.org_id').onRef('before.id', '=', 'last.previous_id'),
              )
              .select('prompt_labels.label')
              .whereRef('prompt_labels.org_id', '=', 'prompt_versions.org_id')
              .whereRef('prompt_labels.agent_id', '=', 'prompt_versions.agent_id')
              .where((label) =>
                label.or([
                  label('prompt_labels.version', '=', label.ref('prompt_versions.version')),
                  label('before.to_version', '=', label.ref('prompt_versions.version')),
                ]),
              ),
          ),
        ),
      ]),
    )
    .execute()
}
