import type { Database } from '../../db/connect.ts'
import { githubTokenData } from './github-connections.ts'
import { webhookSecretData } from './webhook-secrets.ts'
import { xTokenData } from './x-connections.ts'

/** Returns the newest token of each kind with its additional data; start-up checks that SECRET_KEY decrypts them. */
export async function sealedTokens(db: Database): Promise<{ text: string; additionalData: string }[]> {
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
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['org_id', 'id', 'secret'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  return [
    ...github.map((connection) => ({ text: connection.token, additionalData: githubTokenData(connection) })),
    ...x.map((connection) => ({ text: connection.api_key, additionalData: xTokenData(connection, 'api_key') })),
    ...webhooks.map((webhook) => ({ text: webhook.secret, additionalData: webhookSecretData(webhook) })),
  ]
}
