import type { Ctx } from '../../deps.ts'
import { categories, kindOf } from '../../domain/kinds.ts'
import { starterRoles } from '../../domain/starter-roles/all.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import { compareStrings } from '../../domain/strings.ts'

/** What recommendations are made of (decisions 9): the starter roles, and the repositories that were or can be read. */

/** The starter roles with their items, in the order of prompts. */
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
 * The configured repositories and all that were read besides, by name. They are the same for everybody: templates
 * belong to no organization. `scraped_at` is null for a repository that nobody read yet.
 */
export async function listTemplateRepositories({ db, config, github }: Ctx) {
  const [repositories, counts] = await Promise.all([
    db.selectFrom('template_repositories').select(['repository', 'license', 'scraped_at']).execute(),
    db
      .selectFrom('templates')
      .select(({ fn }) => [
        'repository',
        fn.count<number>('body_hash').as('templates'),
        fn.count<number>('problem').as('unreadable'),
      ])
      .groupBy('repository')
      .execute(),
  ])
  const countsOf = new Map(counts.map(({ repository, ...count }) => [repository, count]))
  const known = new Set(repositories.map(({ repository }) => repository.toLowerCase()))
  const configured = config.bootstrapRepositories.map(({ owner, repo }) => `${owner}/${repo}`)
  const unread = configured
    .filter((repository) => !known.has(repository.toLowerCase()))
    .map((repository) => ({ repository, license: null, scraped_at: null }))
  return [...repositories, ...unread]
    .map((record) => ({
      ...record,
      url: `${github.address.pages}/${record.repository}`,
      ...(countsOf.get(record.repository) ?? { templates: 0, unreadable: 0 }),
    }))
    .sort((a, b) => compareStrings(a.repository, b.repository))
}
