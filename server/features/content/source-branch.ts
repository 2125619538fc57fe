import type { ContentPlatform, SourceSettings } from '#core/domain/sources/content-platforms.ts'
import { ambiguousRef } from '#core/domain/sources/github-config.ts'
import { parseRepositoryAddress } from '#core/domain/sources/repository-address.ts'
import type { ContentSource, SourceOf } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { findBranch } from '../connections/github-repositories.ts'

/** The branch of a GitHub source, which its settings may leave to the repository (behavior: GitHub). */

/** The settings as answers have them: with the default branch at the last sync, before it with the usual one. */
export function shownConfig(source: ContentSource): ContentSource['config'] {
  if (source.platform !== 'github') return source.config
  const { config, cursor } = source as SourceOf<'github'>
  const repository = `${config.owner}/${config.repo}@`
  const synced = cursor?.of.startsWith(repository) ? cursor.of.slice(repository.length) : 'main'
  return { ...config, branch: config.branch ?? synced }
}

/**
 * Adds the branch that an address such as `/tree/feature/x/docs` names: only GitHub knows where it ends. A change that
 * repeats the shown branch does not set one, since clients send back the settings that they were given.
 */
export async function withBranch<Settings extends SourceSettings>(
  ctx: Ctx,
  config: Settings,
  source: Pick<ContentSource, 'org_id' | 'github_connection_id'> & { platform: ContentPlatform },
  current?: ContentSource,
): Promise<Settings> {
  if (source.platform !== 'github') return config
  const { branch, ...others } = config
  const stored = current?.config as SourceOf<'github'>['config'] | undefined
  const isRepeated = stored && stored.branch === undefined && branch === (shownConfig(current!) as typeof stored).branch
  const settings = (isRepeated ? others : config) as Settings
  const segments = ambiguousRef(settings, ctx.github.address)
  if (!segments) return settings
  const name = parseRepositoryAddress(settings.repo_url!, ctx.github.address)
  return { ...settings, branch: await findBranch(ctx, source, name, segments) }
}
