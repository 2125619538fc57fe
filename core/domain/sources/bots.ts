import type { ForeignContent } from './foreign-content.ts'

/** Recognizes programs among the authors of commits: they are nobody's habits. */

export interface Author {
  /** The account, if it is known. */
  login?: string | null
  /** The kind of the account: `User`, `Bot`. */
  type?: string | null
  name?: string | null
  email?: string | null
}

/** Programs whose accounts are marked nowhere, by the beginning of their name. */
const programs =
  /^(?:dependabot|renovate|mend|whitesource|greenkeeper|snyk|pyup|depfu|github[- ]actions?|pre-commit[- ]ci|semantic-release|release-please|imgbot|all-?contributors|mergify|codecov|weblate|crowdin|lgtm-com|sonatype|stale|web-flow|k8s-ci)(?:$|[- ](?:bot|robot|ci|preview|app|io|com|automation)\b|\[bot\])/i
const programAddress =
  /\[bot\]@|^(?:\d+\+)?(?:dependabot|renovate|snyk|greenkeeper|github-actions|pre-commit-ci|semantic-release|imgbot|mergify|weblate|crowdin|pyup)(?:[-.]\w+)*@|^bot@|@(?:dependabot|renovateapp|greenkeeper|pyup|depfu|mergify|imgbot)\.\w+$|^actions?@github\.com$|^support\+\w+@crowdin\.com$|^hosted@weblate\.org$/i

/** Whether a program wrote it. A person's account is one, whatever the name in the commit says. */
export function isBot({ login, type, name, email }: Author): boolean {
  if (type === 'Bot') return true
  const names = login ? [login] : [name ?? '']
  if (names.some((each) => /\[bot\]$/i.test(each.trim()) || programs.test(each.trim()))) return true
  return !login && programAddress.test(email?.trim() ?? '')
}

/** Whether a commit was written by a program, unless that is the account of the agent itself. */
export function isOfBot(
  { source_type, author, metadata }: Pick<ForeignContent, 'source_type' | 'metadata'> & { author: string | null },
  agent: { github_username: string | null },
): boolean {
  if (source_type !== 'github_commit') return false
  const login = typeof metadata.github_username === 'string' ? metadata.github_username : null
  if (login !== null && login.toLowerCase() === agent.github_username?.toLowerCase()) return false
  return metadata.bot === true || isBot({ login, name: author })
}
