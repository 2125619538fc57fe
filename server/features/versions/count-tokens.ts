import type { Ctx } from '../../deps.ts'
import { versionTasks } from './version-work.ts'

interface VersionName {
  agent_id: string
  version: number
}

const nameOf = ({ agent_id, version }: VersionName) => `${agent_id} ${version}`

/** Texts whose tokens are counted at a time. */
const textsAtATime = 20

/**
 * Counts the tokens of versions that no list has shown yet, in a thread, and stores them. The first read of a prompt
 * does not, since counting would delay it.
 *
 * @returns the tokens of a version; undefined for one that retention has deleted.
 */
export async function countTokens(ctx: Ctx, orgId: string, versions: readonly VersionName[]) {
  const counted = new Map<string, number>()
  for (let at = 0; at < versions.length; at += textsAtATime) {
    const names = versions.slice(at, at + textsAtATime)
    const stored = await ctx.db
      .selectFrom('prompt_versions')
      .select(['agent_id', 'version', 'prompt'])
      .where('org_id', '=', orgId)
      .where(({ and, or, eb }) =>
        or(names.map(({ agent_id, version }) => and([eb('agent_id', '=', agent_id), eb('version', '=', version)]))),
      )
      .execute()
    const texts = stored.map(({ prompt }) => Buffer.from(prompt).toString())
    const counts = await versionTasks(texts).run('tokens', texts, { org_id: orgId, signal: ctx.signal })
    for (const [index, { agent_id, version }] of stored.entries()) {
      counted.set(nameOf({ agent_id, version }), counts[index]!)
      await ctx.db
        .updateTable('prompt_versions')
        .set({ tokens: counts[index]! })
        .where('org_id', '=', orgId)
        .where('agent_id', '=', agent_id)
        .where('version', '=', version)
        .execute()
    }
  }
  return (version: VersionName) => counted.get(nameOf(version))
}
