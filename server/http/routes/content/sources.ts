import { contentPlatforms } from '../../../domain/kinds.ts'
import { discoveryModes, extractModeNames } from '../../../domain/sources/website-source.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  createSource,
  deleteSource,
  findSource,
  listAgentSources,
  listOrganizationSources,
  sourceFields,
  updateSource,
} from '../../../features/content/sources.ts'
import { contextOf } from '../../access/auth.ts'
import { Clearable } from '../../requests/patch-null.ts'
import {
  AgentId,
  Flag,
  Id,
  Name,
  Nullable,
  OneOf,
  orgReference,
  responses,
  Success,
  success,
  Text,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ContentSource } from '../../resources/content.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Content']
const SourceParams = Type.Object({ sourceId: Id })
const Folders = Type.Optional(Type.Array(Text(500, 'docs'), { maxItems: 200 }))

/** Of every platform; each takes what it knows. */
const SourceConfig = Type.Object({
  repo_url: Type.Optional(Text(500, 'https://github.com/acme/api', { description: 'names owner and repo' })),
  owner: Type.Optional(Text(100, 'acme')),
  repo: Type.Optional(Text(100, 'api')),
  branch: Type.Optional(Text(255, 'main')),
  import_commits: Type.Optional(Type.Boolean({ default: true, examples: [true] })),
  import_files: Type.Optional(Type.Boolean({ default: false, examples: [false] })),
  import_paths: Type.Optional(
    Type.Boolean({ default: true, examples: [true], description: 'changed files of commits, one request each' }),
  ),
  import_reviews: Type.Optional(
    Type.Boolean({ default: false, examples: [true], description: 'what agents write in pull requests and issues' }),
  ),
  included_folders: Folders,
  excluded_folders: Folders,
  include_paths: Type.Optional(
    Type.Array(Text(500, 'docs/'), { maxItems: 200, description: 'files, and folders that end in a slash' }),
  ),
  connection_id: Clearable(Id),
  feed_url: Type.Optional(Text(2000, 'https://blog.example.com/feed.xml', { description: 'rss' })),
  max_entries: Type.Optional(Type.Integer({ description: 'rss: 1 to 500, default 50', examples: [50] })),
  sync_interval_hours: Type.Optional(
    Type.Integer({ description: 'rss and website: 1 to 720, default 24', examples: [24] }),
  ),
  domain: Type.Optional(Text(300, 'docs.example.com', { description: 'website' })),
  discovery: Type.Optional(
    OneOf(discoveryModes, { description: 'website: manual when urls are given, else sitemap; also as discoveryMode' }),
  ),
  discovery_mode: Type.Optional(OneOf(discoveryModes)),
  urls: Type.Optional(Type.Array(Text(2000, 'https://docs.example.com/values'), { maxItems: 500 })),
  url_pattern: Type.Optional(
    Nullable(Text(500, '/blog/*', { description: 'website: paths to read; * matches anything' })),
  ),
  extract_mode: Type.Optional(
    OneOf(Object.keys(extractModeNames) as (keyof typeof extractModeNames)[], {
      description: 'website: the main part of a page (main, the default, or article), or everything (full or markdown)',
    }),
  ),
  username: Type.Optional(Text(100, 'ada_writes', { description: 'twitter' })),
  exclude_retweets: Type.Optional(Type.Boolean({ default: true, examples: [true] })),
  exclude_replies: Type.Optional(Type.Boolean({ default: true, examples: [true] })),
  max_pages: Type.Optional(
    Type.Integer({ description: 'website: 1 to 500, default 50; twitter: 1 to 100, default 3', examples: [3] }),
  ),
  x_connection_id: Clearable(Id),
})

/** What a source is made of besides its agent and platform, and what can be changed. */
const sourceChanges = {
  name: Clearable(Name('Our handbook', { description: 'null uses the name of what it reads' })),
  config: Type.Optional(SourceConfig),
  enabled: Type.Optional(Flag),
  github_connection_id: Clearable(Id),
  x_connection_id: Clearable(Id),
}

/** Content sources (behavior: Content sources). */
export const contentSourceRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/content-sources',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List content sources',
        description: 'Of an agent, or without agentId of the organization. Latest first.',
        querystring: Type.Object({ agent_id: Type.Optional(AgentId), ...orgReference }),
        response: responses(200, Type.Array(ContentSource), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { agent_id, ...reference } = request.query
      if (agent_id !== undefined) return listAgentSources(ctx, agent_id)
      return listOrganizationSources(ctx, await resolveOrganization(ctx, reference))
    },
  )

  app.post(
    '/content-sources',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Create a content source',
        description:
          'The platform determines which keys of config apply. github: config.repoUrl, or config.owner and config.repo; empty lists of folders mean all. rss: config.feedUrl. website: config.domain. twitter: config.username, and xConnectionId. linkedin and substack have none: upload an export instead.',
        body: Type.Object({
          agent_id: AgentId,
          platform: OneOf(contentPlatforms),
          ...sourceChanges,
        }),
        response: responses(201, ContentSource, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const { agent_id, ...source } = request.body
      const created = await createSource(contextOf(request, deps), agent_id, source)
      reply.status(201)
      return created
    },
  )

  app.get(
    '/content-sources/:sourceId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a content source',
        params: SourceParams,
        response: responses(200, ContentSource, [401, 404]),
      },
    },
    async (request) => sourceFields(await findSource(contextOf(request, deps), request.params.sourceId)),
  )

  app.patch(
    '/content-sources/:sourceId',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Change a content source',
        description:
          'Keys that config does not include keep their values. agentId assigns future content to another agent of the organization; existing content stays where it is.',
        params: SourceParams,
        body: Type.Object({ agent_id: Type.Optional(AgentId), ...sourceChanges }),
        response: responses(200, ContentSource, [400, 401, 404]),
      },
    },
    (request) => updateSource(contextOf(request, deps), request.params.sourceId, request.body),
  )

  app.delete(
    '/content-sources/:sourceId',
    {
      config: { access: 'write', agentKeys: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Delete a content source',
        description: 'Its content items stay, with source_id null.',
        params: SourceParams,
        response: responses(200, Success, [401, 404]),
      },
    },
    async (request) => {
      await deleteSource(contextOf(request, deps), request.params.sourceId)
      return success
    },
  )
}
