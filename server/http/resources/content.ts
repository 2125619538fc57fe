import {
  contentPlatforms,
  contentSourceTypes,
  contentStatuses,
  conversationStatuses,
  participantTypes,
} from '../../domain/kinds.ts'
import { discoveryModes, extractModes } from '../../domain/sources/website-source.ts'
import { AnyText, Flag, FreeForm, Id, Integer, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

export const Participant = Type.Object({
  id: Id,
  participant_type: OneOf(participantTypes),
  agent_id: Nullable(Id),
  user_id: Nullable(Id),
  display_name: AnyText('Ada'),
  role: AnyText('participant'),
  created_at: Timestamp,
})

export const Message = Type.Object({
  id: Id,
  participant_id: Id,
  content: AnyText('I never merge on red.'),
  metadata: FreeForm,
  sequence_number: Integer(),
  created_at: Timestamp,
})

export const Conversation = Type.Object({
  id: Id,
  org_id: Id,
  title: Nullable(AnyText('Release review')),
  status: OneOf(conversationStatuses),
  started_at: Timestamp,
  ended_at: Nullable(Timestamp),
  published_at: Nullable(Timestamp),
  created_at: Timestamp,
})

export const ContentItem = Type.Object({
  id: Id,
  org_id: Id,
  agent_id: Id,
  source_id: Nullable(Id),
  source_type: OneOf(contentSourceTypes),
  external_id: AnyText('019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'),
  title: Nullable(AnyText('Release review')),
  url: Nullable(AnyText('https://github.com/acme/api/commit/4f2a')),
  author: Nullable(AnyText('ada')),
  content: AnyText('Ada: I never merge on red.'),
  status: OneOf(contentStatuses),
  metadata: FreeForm,
  published_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  processed_at: Nullable(Timestamp),
})

export const ContentSource = Type.Object({
  id: Id,
  org_id: Id,
  agent_id: Id,
  platform: OneOf(contentPlatforms),
  name: AnyText('acme/api'),
  /** What its platform knows. */
  config: Type.Object({
    repo_url: Type.Optional(AnyText('https://github.com/acme/api')),
    owner: Type.Optional(AnyText('acme')),
    repo: Type.Optional(AnyText('api')),
    branch: Type.Optional(AnyText('main')),
    import_commits: Type.Optional(Flag),
    import_files: Type.Optional(Flag),
    import_paths: Type.Optional(Flag),
    import_reviews: Type.Optional(Flag),
    included_folders: Type.Optional(Type.Array(AnyText('docs'))),
    excluded_folders: Type.Optional(Type.Array(AnyText('docs/archive'))),
    include_paths: Type.Optional(Type.Array(AnyText('docs/'))),
    feed_url: Type.Optional(AnyText('https://blog.example.com/feed.xml')),
    max_entries: Type.Optional(Integer(50)),
    domain: Type.Optional(AnyText('docs.example.com')),
    discovery: Type.Optional(OneOf(discoveryModes)),
    urls: Type.Optional(Type.Array(AnyText('https://docs.example.com/values'))),
    url_pattern: Type.Optional(Nullable(AnyText('/blog/*'))),
    extract_mode: Type.Optional(OneOf(extractModes)),
    sync_interval_hours: Type.Optional(Integer(24)),
    username: Type.Optional(AnyText('ada_writes')),
    exclude_retweets: Type.Optional(Flag),
    exclude_replies: Type.Optional(Flag),
    max_pages: Type.Optional(Integer(3)),
  }),
  enabled: Flag,
  github_connection_id: Nullable(Id),
  x_connection_id: Nullable(Id),
  last_synced_at: Nullable(Timestamp),
  last_errors: Type.Array(AnyText('GitHub knows no repository acme/api'), {
    description: 'what the last sync could not read; the first 20',
  }),
  created_at: Timestamp,
  scope: OneOf(['agent']),
})
