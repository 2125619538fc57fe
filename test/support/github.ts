import { newGitHub } from '../../server/outside/github/github.ts'
import { type FakeGitHub, startGitHub } from '../fakes/github.ts'
import { type Service, startService } from './service.ts'

/** A personal access token of the account `mira-holt`. */
export const pat = `github_pat_${'m1R4'.repeat(8)}`

/** A service with a fake GitHub to sign in at, which retries without a delay. */
export async function startServiceWithGitHub(): Promise<{ github: FakeGitHub; service: Service }> {
  const github = await startGitHub()
  const quick = newGitHub({ githubApiUrl: github.url, githubToken: undefined }, { retryBaseMs: 1 })
  const application = { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'hush' }
  const service = await startService({ GITHUB_API_URL: github.url, ...application }, { github: quick })
  return { github, service }
}

/** Resets earlier tests: no faults, no repositories, and one account. */
export function resetGitHub(github: FakeGitHub): void {
  github.fault = () => undefined
  github.requests.length = 0
  github.repositories.clear()
  github.accounts.clear()
  github.accounts.set(pat, 'mira-holt')
}
