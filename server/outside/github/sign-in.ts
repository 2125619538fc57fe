import { type GitHubAddress, GitHubRefusal } from '#core/domain/sources/github.ts'
import { fetchFrom } from './same-origin-fetch.ts'

/** Parameters of GitHub's token endpoint (RFC 6749 and 7636). */
export interface SignInCode {
  client_id: string
  client_secret: string
  code: string
  redirect_uri: string
  code_verifier: string
}

/** @throws a `GitHubRefusal` when GitHub does not accept the code, or cannot be reached. */
export async function exchangeCode({ signIn }: GitHubAddress, code: SignInCode): Promise<string> {
  const post = fetchFrom(new URL(signIn).origin)
  let answer: { access_token?: unknown }
  try {
    const response = await post(`${signIn}/login/oauth/access_token`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(code),
    })
    if (response.status >= 500) throw new Error(`answered ${response.status}`)
    answer = (await response.json()) as typeof answer
  } catch {
    throw new GitHubRefusal('GitHub cannot be reached, or its responses are cut off', 'failure')
  }
  if (typeof answer?.access_token === 'string') return answer.access_token
  throw new GitHubRefusal('GitHub rejected the code; sign in again', 'token')
}
