import { badRequest } from '#core/base/errors.ts'
import { listStarterRoles, listTemplateRepositories } from '../../../features/bootstrap/library.ts'
import { scrape } from '../../../features/bootstrap/scrape.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AnyText,
  Id,
  Integer,
  List,
  Named,
  Nullable,
  orgReference,
  responses,
  Text,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Rule } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Bootstrap']
const count = Integer()

const StarterRole = Named('StarterRole', {
  role: AnyText('backend-engineer'),
  name: AnyText('Backend engineer'),
  description: AnyText('Designs and builds server-side services, APIs and databases.'),
  items: Type.Array(Rule),
})

const TemplateRepository = Named('TemplateRepository', {
  org_id: Nullable(Id),
  repository: AnyText('wshobson/agents'),
  url: AnyText('https://github.com/wshobson/agents'),
  license: Nullable(Type.String({ description: 'by its SPDX name', examples: ['MIT'] })),
  templates: Type.Integer({ description: 'files from which items were read', examples: [190] }),
  unreadable: Type.Integer({ description: 'files that could not be read', examples: [2] }),
  scraped_at: Nullable(Timestamp),
})

/** Agent definitions from open-source repositories (behavior: Templates). */
export const templateRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/bootstrap/scrape',
    {
      config: { access: 'write', tier: 'heavy' },
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
                repository: AnyText('wshobson/agents'),
                path: Nullable(AnyText('plugins/backend-development/agents/backend-architect.md')),
                reason: AnyText('No belief and no responsibility could be read in it'),
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
      config: { access: 'read', agentKeys: true },
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
      config: { access: 'read', agentKeys: true },
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
}
