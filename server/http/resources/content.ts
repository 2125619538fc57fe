import { contentStatuses, conversationStatuses, participantTypes } from '#core/domain/kinds.ts'
import { contentPlatforms, contentSourceTypes } from '#core/domain/sources/content-platforms.ts'
import { AnyText, Flag, FreeForm, Id, Integer, Named, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { AnsweredSettings } from './source-settings.ts'

export const Participant = Named('Participant', {
  id: Id,
  participant_type: OneOf(participantTypes),
  agent_id: Nullable(Id),
  user_id: Nullable(Id),
  display_name: AnyText('Ada'),
  role: AnyText('participant'),
  created_at: Timestamp,
})

export const Message = Named('Message', {
  id: Id,
  participant_id: Id,
  content: AnyText('I never merge on red.'),
  metadata: FreeForm,
  sequence_number: Integer(),
  created_at: Timestamp,
})

export const Conversation = Named('Conversation', {
  id: Id,
  org_id: Id,
  title: Nullable(AnyText('Release review')),
  status: OneOf(conversationStatuses),
  started_at: Timestamp,
  ended_at: Nullable(Timestamp),
  published_at: Nullable(Timestamp),
  created_at: Timestamp,
})

export const ContentItem = Named('ContentItem', {
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

export const ContentSource = Named('ContentSource', {
  id: Id,
  org_id: Id,
  agent_id: Id,
  platform: OneOf(contentPlatforms),
  name: AnyText('acme/api'),
  config: AnsweredSettings,
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
