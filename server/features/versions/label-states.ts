import type { Kysely } from 'kysely'
import type { NamedActor } from '#core/domain/requests/actor.ts'
import type { Tables } from '../../db/tables.ts'

const staleDays = 30
const dayMs = 86_400_000

interface LabelRow {
  label: string
  version: number | null
  moved_at: string | null
  actor: NamedActor
  reason: string | null
  live_version: number | null
  /** How often the live text changed since it last was the labeled one. */
  behind: number | null
}

/** Selects the labels of an organization's agents that are set. */
export const labelsOf = (db: Pick<Kysely<Tables>, 'selectFrom'>, orgId: string) =>
  db
    .selectFrom('prompt_labels')
    .innerJoin('label_moves', (join) =>
      join
        .onRef('label_moves.org_id', '=', 'prompt_labels.org_id')
        .onRef('label_moves.id', '=', 'prompt_labels.move_id'),
    )
    .innerJoin('prompt_versions', (join) =>
      join
        .onRef('prompt_versions.org_id', '=', 'prompt_labels.org_id')
        .onRef('prompt_versions.agent_id', '=', 'prompt_labels.agent_id')
        .onRef('prompt_versions.version', '=', 'prompt_labels.version'),
    )
    .leftJoin('live_prompts', (join) =>
      join
        .onRef('live_prompts.org_id', '=', 'prompt_labels.org_id')
        .onRef('live_prompts.agent_id', '=', 'prompt_labels.agent_id'),
    )
    .select([
      'prompt_labels.label',
      'prompt_labels.version',
      'moved_at',
      'actor',
      'reason',
      'live_prompts.version as live_version',
    ])
    .select((eb) => eb('live_prompts.changes', '-', eb.ref('prompt_versions.live_change')).as('behind'))
    .where('prompt_labels.org_id', '=', orgId)

/** A pin that is behind is stale when it last moved before this time. */
export const staleBefore = (now: Date): Date => new Date(now.getTime() - staleDays * dayMs)

/** Returns a label for answers. A text that is the live one is never behind. */
export function labelFields({ version, moved_at, live_version, behind: changes, ...row }: LabelRow, now: Date) {
  const behind = version === live_version ? 0 : Number(changes ?? 0)
  const isOld = Date.parse(moved_at!) < staleBefore(now).getTime()
  return {
    ...row,
    version: version!,
    moved_at: moved_at!,
    live_version: live_version!,
    behind,
    stale: behind > 0 && isOld,
  }
}
