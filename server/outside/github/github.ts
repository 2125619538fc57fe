import { type GitHubAddress, githubAddress } from '#core/domain/sources/github.ts'
import type { ClientOptions, GitHubClient } from './client.ts'
import { exchangeCode, type SignInCode } from './sign-in.ts'

/** GitHub, or an Enterprise server, as the configuration names it. */
export interface GitHub {
  address: GitHubAddress
  /** The service's own token, for public repositories; undefined calls anonymously. */
  token: string | undefined
  connect(token: string | undefined, options?: ClientOptions): Promise<GitHubClient>
  /** The token that a user's sign-in grants. */
  exchangeCode(code: SignInCode): Promise<string>
}

/** `retryBaseMs` scales the waits between attempts (1, 4, 9 times it). */
export function newGitHub(
  config: { githubApiUrl: string; githubToken: string | undefined },
  { retryBaseMs = 1000 } = {},
): GitHub {
  const address = githubAddress(config.githubApiUrl)
  return {
    address,
    token: config.githubToken,
    // Imported with the first caller: Octokit and the schemas of its answers take a tenth of the start.
    connect: async (token, options = {}) =>
      new (await import('./client.ts')).GitHubClient(address, token, options, retryBaseMs),
    exchangeCode: (code) => exchangeCode(address, code),
  }
}
