import type { Database } from '../../db/connect.ts'
import { githubTokenPlace } from './github-connections.ts'
import { xTokenPlace } from './x-connections.ts'

/** Returns the newest token of each kind with its additional data; start-up checks that SECRET_KEY decrypts them. */
export async function sealedTokens(db: Database): Promise<{ text: string; place: string }[]> {
  const github = await db
    .selectFrom('github_connections')
    .select(['org_id', 'id', 'token'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  const x = await db
    .selectFrom('x_connections')
    .select(['org_id', 'id', 'api_key'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  return [
    ...github.map((connection) => ({ text: connection.token, place: githubTokenPlace(connection) })),
    ...x.map((connection) => ({ text: connection.api_key, place: xTokenPlace(connection, 'api_key') })),
  ]
}
