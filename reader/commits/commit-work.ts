import type { SurveyedCommit } from '#core/domain/language.ts'
import { subjectOf } from './commit-areas.ts'
import { isBuildPath, isLockPath, isManualPath, isTestPath } from './commit-paths.ts'
import {
  collaboration,
  commonFolder,
  deliverables,
  execution,
  type Practice,
  practicesBy,
  type Rule,
} from './commit-rules.ts'

/**
 * Kinds of work in a repository: recognized by commits that change only documents, tests or builds, and by the
 * bookkeeping that other surveys skip: merges, releases, dependencies.
 */

const only =
  (kind: (path: string) => boolean) =>
  ({ paths }: SurveyedCommit): boolean =>
    paths.length > 0 && paths.every(kind)
const hasPaths = ({ paths }: SurveyedCommit) => paths.length > 0

const says = (pattern: RegExp) => (commit: SurveyedCommit) => pattern.test(subjectOf(commit.content))
const merge =
  /^Merge (?:pull request|PR) #\d+ from |^Merge branch '[^']{1,100}' into |^Merge (?:remote-tracking )?branch '/
const mergedPullRequest = /^Merge (?:pull request|PR) #\d+ from ([\w.-]+)\//
const release =
  /^(?:[\w*./-]{1,30}: ?)?(?:\[?(?:cut|release|prepare|tag|publish)\b\]?.{0,40}?\bv?\d+\.\d+|(?:bump|update) version\b|(?:start|set|bump) (?:development )?version \d|version \d+\.\d+|v?\d+\.\d+\.\d+$)/i
const dependencies =
  /^(?:[\w*./-]{1,30}(?:\([^)]{1,40}\))?!?: ?)?(?:bump|upgrade|update)\b.*\b(?:dep(?:s|endenc(?:y|ies))|requirements|to v?\d)|^\w+\((?:deps|deps-dev|dependencies)\)/i
const repair =
  /^(?:(?:fix|bugfix|hotfix)(?:\([^)]{1,60}\))?!?:|(?:[\w.,/+*-]{1,60}: ?|\[[^\]]{1,60}\] ?)?fix(?:e[sd]|ing)?\b)/i
const backport = /\bback-?port/i

/** A habit of `habits.ts`; commits that change only builds include it. */
export const habitOfBuilds = 'Automate checks, builds and releases'

const rulesFor = (repository: string): Rule[] => [
  {
    ...execution,
    isTelling: true,
    share: 0.04,
    shows: says(release),
    statement: () => `Prepare releases of ${repository}`,
  },
  {
    ...collaboration,
    isTelling: true,
    share: 0.06,
    shows: says(mergedPullRequest),
    statement: (shown) => (ownersOf(shown).size >= 4 ? `Merge pull requests into ${repository}` : undefined),
  },
  {
    ...execution,
    covers: habitOfBuilds,
    share: 0.06,
    could: hasPaths,
    shows: only(isBuildPath),
    statement: (shown) => `Maintain builds and checks${inFolder(shown, isBuildPath)}`,
  },
  {
    ...execution,
    share: 0.06,
    could: hasPaths,
    shows: only(isTestPath),
    statement: (shown) => `Extend and repair the tests${inFolder(shown, isTestPath)}`,
  },
  {
    ...deliverables,
    share: 0.05,
    could: hasPaths,
    shows: only(isManualPath),
    statement: (shown) => `Write the documentation${inFolder(shown, isManualPath)}`,
  },
  {
    ...execution,
    isTelling: true,
    share: 0.03,
    shows: (commit) =>
      backport.test(subjectOf(commit.content)) || commit.trailers.some((name) => name.startsWith('(cherry picked')),
    statement: () => `Backport changes to older branches of ${repository}`,
  },
  {
    ...execution,
    share: 0.06,
    shows: (commit) => says(dependencies)(commit) || only(isLockPath)(commit),
    statement: () => `Keep the dependencies of ${repository} up to date`,
  },
  {
    ...execution,
    share: 0.4,
    could: (commit) => !merge.test(subjectOf(commit.content)),
    shows: says(repair),
    statement: () => `Fix bugs in ${repository}`,
  },
]

const inFolder = (shown: readonly SurveyedCommit[], kind: (path: string) => boolean): string => {
  const folder = commonFolder(shown, kind)
  return folder === undefined ? '' : ` in \`${folder}\``
}

/** Branches that were merged. */
const ownersOf = (shown: readonly SurveyedCommit[]) =>
  new Set(shown.map(({ content }) => mergedPullRequest.exec(subjectOf(content))?.[1]))

export const kindsOfWork = (commits: readonly SurveyedCommit[], repository: string): Practice[] =>
  practicesBy(rulesFor(repository), commits)
