import { Type } from 'typebox'
import { badRequest } from '../../../domain/errors.ts'
import { categories, itemStatuses, type Kind, kindNames, kindOf } from '../../../domain/kinds.ts'
import { applyItems } from '../../../features/bootstrap/apply.ts'
import { listStarterRoles, listTemplateRepositories } from '../../../features/bootstrap/library.ts'
import { recommendFor } from '../../../features/bootstrap/recommend.ts'
import { scrape } from '../../../features/bootstrap/scrape.ts'
import { contextOf } from '../../auth.ts'
import { exampleStatement } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import {
  Category,
  Count,
  Id,
  List,
  Nullable,
  OneOf,
  orgReference,
  responses,
  Share,
  Statement,
  Text,
  Timestamp,
} from '../../schemas.ts'

const tags = ['Bootstrap']
/** As many as bulk creation takes. */
const maxItems = 100
const count = Type.Integer({ examples: [1] })
const text = (example: string) => Type.String({ examples: [example] })

const Recommendations = (kind: Kind) =>
  Type.Array(
    Type.Object({
      category: Category(kind),
      statement: text(exampleStatement[kind]),
      confidence: Share,
      source: text('wshobson/agents:plugins/backend-development/agents/backend-architect.md'),
    }),
  )

const StarterRole = Type.Object({
  role: text('backend-engineer'),
  name: text('Backend engineer'),
  description: text('Designs and builds server-side services, APIs and databases.'),
  items: Type.Array(
    Type.Object({ type: OneOf(kindNames), category: OneOf(categories), statement: text(exampleStatement.belief) }),
  ),
})

const TemplateRepository = Type.Object({
  org_id: Nullable(Id),
  repository: text('wshobson/agents'),
  url: text('https://github.com/wshobson/agents'),
  license: Nullable(Type.String({ description: 'by its SPDX name', examples: ['MIT'] })),
  templates: Type.Integer({ description: 'files from which items were read', examples: [190] }),
  unreadable: Type.Integer({ description: 'files that could not be read', examples: [2] }),
  scraped_at: Nullable(Timestamp),
})

const Applied = (kind: Kind) =>
  Type.Optional(
    Type.Array(Type.Object({ category: Category(kind), statement: Statement(exampleStatement[kind]) }), { maxItems }),
  )

/** Bootstrap: identities from what the open-source world already wrote (behavior: Templates). */
export const bootstrapRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/bootstrap/scrape',
    {
      config: { tier: 'heavy' },
      schema: {
        tags,
        summary: 'Read agent definitions from public repositories',
        description:
          'One repository by owner and repo, or all configured ones. Templates of configured repositories are visible to everyone; those of other repositories, at most 20 per organization, only to the organization. Unchanged files are skipped; what cannot be read is listed in `errors`.',
        body: Type.Object({
          ...orgReference,
          owner: Type.Optional(Text(100, 'wshobson', { minLength: 1 })),
          repo: Type.Optional(Text(100, 'agents', { minLength: 1 })),
        }),
        response: responses(
          200,
          Type.Object({
            repos_scraped: count,
            templates_created: count,
            templates_updated: count,
            templates_skipped: count,
            errors: Type.Array(
              Type.Object({
                repository: text('wshobson/agents'),
                path: Nullable(text('plugins/backend-development/agents/backend-architect.md')),
                reason: text('No belief and no responsibility could be read in it'),
              }),
            ),
          }),
          [400, 401],
        ),
      },
    },
    (request) => {
      const { owner, repo, org_id, org_slug } = request.body
      if ((owner === undefined) !== (repo === undefined)) throw badRequest('owner and repo are required together')
      const named = owner !== undefined && repo !== undefined ? { owner, repo } : undefined
      return scrape(contextOf(request, deps), named, { org_id, org_slug })
    },
  )

  app.get(
    '/bootstrap/starter-roles',
    {
      schema: {
        tags,
        summary: 'List the starter roles',
        description: 'Roles that come with the service, each with its beliefs and responsibilities.',
        response: responses(200, List(StarterRole), [401]),
      },
    },
    () => {
      const data = listStarterRoles()
      return { data, count: data.length }
    },
  )

  app.get(
    '/bootstrap/repositories',
    {
      schema: {
        tags,
        summary: 'List the repositories of agent definitions',
        description:
          'The configured ones, which are visible to everyone (`org_id` null), and those that your organizations added, by name.',
        response: responses(200, List(TemplateRepository), [401]),
      },
    },
    async (request) => {
      const data = await listTemplateRepositories(contextOf(request, deps))
      return { data, count: data.length }
    },
  )

  app.post(
    '/bootstrap/recommend',
    {
      schema: {
        tags,
        summary: 'Recommend beliefs and responsibilities',
        description: 'At most 10 of each, the most similar first, without those that the agent already has.',
        body: Type.Object({ agent_id: Id }),
        response: responses(
          200,
          Type.Object({ beliefs: Recommendations('belief'), responsibilities: Recommendations('responsibility') }),
          [400, 401, 404],
        ),
      },
    },
    (request) => recommendFor(contextOf(request, deps), request.body.agent_id),
  )

  app.post(
    '/bootstrap/apply',
    {
      schema: {
        tags,
        summary: 'Add recommended items to an agent',
        description:
          'New items are approved and visible; existing ones are updated. All or nothing. At least one of beliefs, responsibilities and items must have an item; in items, the category belongs to the type.',
        body: Type.Object({
          agent_id: Id,
          beliefs: Applied('belief'),
          responsibilities: Applied('responsibility'),
          items: Type.Optional(
            Type.Array(
              Type.Object({
                type: OneOf(kindNames),
                category: OneOf(categories),
                statement: Statement(exampleStatement.belief),
                status: Type.Optional(OneOf(itemStatuses)),
                n_count: Type.Optional(Count),
              }),
              { maxItems },
            ),
          ),
        }),
        response: responses(
          200,
          Type.Object(
            Object.fromEntries(
              kindNames.flatMap((kind) => Object.keys(countsOf(kind, 0, 0)).map((key) => [key, count])),
            ),
          ),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const { agent_id, beliefs = [], responsibilities = [], items = [] } = request.body
      const wrong = items.findIndex(({ type, category }) => kindOf(category) !== type)
      if (wrong >= 0) throw badRequest(`items[${wrong}].category does not belong to its type`)
      const applied = [
        ...beliefs.map((item) => ({ ...item, kind: 'belief' as const })),
        ...responsibilities.map((item) => ({ ...item, kind: 'responsibility' as const })),
        ...items.map(({ type, ...item }) => ({ ...item, kind: type })),
      ]
      if (applied.length === 0) throw badRequest('beliefs, responsibilities or items must have at least one item')
      const counts = await applyItems(contextOf(request, deps), agent_id, applied)
      return Object.assign({}, ...kindNames.map((kind) => countsOf(kind, counts[kind].created, counts[kind].updated)))
    },
  )
}

/** Both spellings (behavior: Keys and bodies). */
function countsOf(kind: Kind, created: number, updated: number): Record<string, number> {
  if (kind === 'belief') {
    return { beliefs_created: created, beliefsCreated: created, beliefs_updated: updated, beliefsUpdated: updated }
  }
  return {
    responsibilities_created: created,
    responsibilitiesCreated: created,
    responsibilities_updated: updated,
    responsibilitiesUpdated: updated,
  }
}
