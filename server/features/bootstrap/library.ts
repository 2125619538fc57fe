import { compareStrings } from '#core/base/strings.ts'
import { categories, kindOf } from '#core/domain/kinds.ts'
import { starterRoles } from '#core/domain/starter-roles/all.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import type { Ctx } from '../../deps.ts'
import { isVisible } from './template-library.ts'

/**
 * Describes the sources of recommendations (behavior: Templates): the starter roles, and the repositories that were or
 * can be read.
 */

/** Lists the starter roles with their items, in the order of prompts. */
export const listStarterRoles = () =>
  starterRoles.map(({ items, ...role }) => ({
    ...role,
    items: categories.flatMap((category) =>
      (items[category] ?? []).map((statement) => ({
        type: kindOf(category),
        category,
        statement: normalizeStatement(statement),
      })),
    ),
  }))

/**
 * Lists the configured repositories, which everyone sees, and the other repositories that the caller's organizations
 * have read, by name. `scraped_at` is null for a repository that has not been read yet.
 */
export async function listTemplateRepositories({ db, config, github, caller }: Ctx) {
  const repositories = await db
    .selectFrom('template_repositories as repositories')
    .leftJoin('templates', (join) =>
      join
        .onRef('templates.owner_id', '=', 'repositories.owner_id')
        .onRef('templates.repository', '=', 'repositories.repository'),
    )
    .select(['repositories.org_id', 'repositories.repository', 'configured_as', 'license', 'scraped_at'])
    .select(({ fn }) => [fn.count<number>('body_hash').as('templates'), fn.count<number>('problem').as('unreadable')])
    .where(isVisible(config, caller.orgIds))
    .groupBy(['repositories.owner_id', 'repositories.org_id', 'repositories.repository', 'configured_as'])
    .groupBy(['license', 'scraped_at'])
    .execute()
  const known = new Set(repositories.map(({ configured_as }) => configured_as))
  const unread = config.bootstrapRepositories
    .map(({ owner, repo }) => `${owner}/${repo}`)
    .filter((repository) => !known.has(repository.toLowerCase()))
    .map((repository) => ({ org_id: null, repository, license: null, scraped_at: null, templates: 0, unreadable: 0 }))
  const listed = repositories.map(({ configured_as, ...record }) => record)
  return [...listed, ...unread]
    .map((record) => ({ ...record, url: `${github.address.pages}/${record.repository}` }))
    .sort((a, b) => compareStrings(a.repository, b.repository))
}
