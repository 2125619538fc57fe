import { listRepositories, readTree } from '../../../features/connections/github-repositories.ts'
import { contextOf } from '../../access/auth.ts'
import { AnyText, Id, Integer, List, Nullable, OneOf, responses, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const tags = ['GitHub']
const count = Integer(2)
const size = Type.Integer({ description: 'bytes', examples: [1280] })

/** Lists repositories and their content (behavior: GitHub). */
export const githubRepositoryRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/github/tree',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the folders of a repository',
        description:
          'Of the default branch unless `branch` names another. `mode=full` adds the files that can be imported, at most 5,000.',
        querystring: Type.Object({
          owner: Text(100, 'acme', { minLength: 1 }),
          repo: Text(100, 'api', { minLength: 1 }),
          branch: Type.Optional(Text(255, 'main', { minLength: 1 })),
          connection_id: Type.Optional(Id),
          mode: Type.Optional(OneOf(['folders', 'full'], { title: 'GithubTreeMode' })),
        }),
        response: responses(
          200,
          Type.Object({
            folders: Type.Array(AnyText('docs')),
            total_files: count,
            files: Type.Optional(Type.Array(Type.Object({ path: AnyText('docs/guide.md'), size }))),
            truncated: Type.Optional(Type.Boolean({ examples: [false] })),
          }),
          [400, 401, 404, 502],
        ),
      },
    },
    (request) => {
      const { mode, ...query } = request.query
      return readTree(contextOf(request, deps), { ...query, full: mode === 'full' })
    },
  )

  app.get(
    '/github/repos',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the repositories of a connection',
        description: 'Most recently pushed first, at most 1,000.',
        querystring: Type.Object({ connection_id: Id }),
        response: responses(
          200,
          List(
            Type.Object({
              owner: AnyText('acme'),
              repo: AnyText('api'),
              full_name: AnyText('acme/api'),
              private: Type.Boolean({ examples: [true] }),
              default_branch: AnyText('main'),
              description: Nullable(AnyText('The payment service')),
              html_url: AnyText('https://github.com/acme/api'),
              pushed_at: Nullable(AnyText('2026-11-21T09:30:00Z')),
            }),
          ),
          [400, 401, 404, 502],
        ),
      },
    },
    (request) => listRepositories(contextOf(request, deps), request.query.connection_id),
  )
}
