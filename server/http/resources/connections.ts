import { AnyText, Id, Integer, Named, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'

/** A connection without its token. */
export const GithubConnection = Named('GithubConnection', {
  id: Id,
  org_id: Id,
  github_username: AnyText('ada'),
  auth_type: OneOf(['token', 'oauth']),
  scopes: Nullable(AnyText('repo, read:user')),
  usage_count: Integer(2),
  created_by: Id,
  created_at: Timestamp,
})

/** A connection without its keys. */
export const XConnection = Named('XConnection', {
  id: Id,
  org_id: Id,
  label: Nullable(AnyText('Ada’s account')),
  x_username: AnyText('ada_writes'),
  x_user_id: AnyText('2244994945'),
  created_by: Id,
  last_used_at: Nullable(Timestamp),
  created_at: Timestamp,
})
