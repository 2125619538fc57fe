import type { SurveyedCommit } from '#core/domain/language.ts'
import { subjectOf } from './commit-areas.ts'
import { isChangelogPath, isCodePath, isDocPath, isTestPath } from './commit-paths.ts'
import {
  commonTopFolder,
  deliverables,
  execution,
  mostFrequent,
  type Practice,
  practicesBy,
  type Rule,
} from './commit-rules.ts'

/** Practices of most or many commits, recognized by trailers, changed paths and the form of messages. */

const changesCode = ({ paths }: SurveyedCommit) => paths.some(isCodePath)
const whole = ({ content, trailers }: SurveyedCommit) => `${content}\n${trailers.join('\n')}`

const hasTrailer =
  (name: RegExp) =>
  ({ trailers }: SurveyedCommit): boolean =>
    trailers.some((trailer) => name.test(trailer))

const issueForm =
  /(?<![\w/-])(?:(fix(?:e[sd])?|close[sd]?|resolve[sd]?|ref(?:s|erences)?|issue|ticket|re-?fix)\b:?\s+)(?:[\w.-]+\/[\w.-]+)?(#\d+|https?:\/\/\S+\/issues\/\d+)/i
const earlierForm =
  /\b(?:follow[- ]?up (?:to|of|for)|regress(?:ion|ed) (?:from|since|in|by)|introduced (?:in|by|with)|ref:|fixes:?|since|in commit|in|partially reverts|amends|bug from|after) (?:commit )?(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/i
/** Labels before the colon or in brackets: an area, a file, or `*` for all of them. */
const prefixed = /^(?:\[[^\]]{1,60}\]|[\w.,/+*{} -]{1,60}(?:\([^)]{1,60}\))?!?:)\s/
const conventional =
  /^(?:feat|fix|docs?|chore|refactor|tests?|perf|build|ci|style|types|dx|wip|release|workflow)(?:\([^)]{1,60}\))?!?:\s/

const rules: readonly Rule[] = [
  {
    ...execution,
    covers: 'Cover changes with tests',
    share: 0.35,
    could: changesCode,
    shows: ({ paths }) => paths.some(isTestPath),
    statement: (shown) => {
      const folder = commonTopFolder(shown, isTestPath)
      return folder ? `Commit tests in \`${folder}\` together with the code` : 'Commit tests together with the code'
    },
  },
  {
    ...deliverables,
    covers: 'Note every change in the changelog',
    share: 0.12,
    could: changesCode,
    shows: ({ paths }) => paths.some(isChangelogPath),
    statement: (shown) => {
      const file = commonTopFolder(shown, isChangelogPath)
      return `Note changes for users in ${file ? `\`${file}\`` : 'the changelog'}`
    },
  },
  {
    ...deliverables,
    covers: 'Keep the documentation current',
    share: 0.15,
    could: changesCode,
    shows: ({ paths }) => paths.some(isDocPath),
    statement: (shown) => {
      const folder = commonTopFolder(shown, isDocPath)
      return `Commit documentation ${folder ? `in \`${folder}\` ` : ''}together with the code`
    },
  },
  {
    ...execution,
    share: 0.12,
    shows: (commit) => issueForm.test(whole(commit)),
    statement: (shown) => {
      const verb = mostFrequent(shown.map((commit) => issueForm.exec(whole(commit))?.[1]))
      return `Name the issue or pull request that a commit is about, as "${verb} #…"`
    },
  },
  {
    ...execution,
    isTelling: true,
    share: 0.08,
    shows: (commit) => earlierForm.test(commit.content) || hasTrailer(earlierForm)(commit),
    statement: () => 'Name the earlier commit that a change repairs or continues',
  },
  {
    ...execution,
    share: 0.6,
    shows: ({ content }) => conventional.test(subjectOf(content)),
    statement: () => 'Begin commit subjects with the kind of change and its area, as "fix(area): …"',
  },
  {
    ...execution,
    share: 0.6,
    shows: ({ content }) => prefixed.test(subjectOf(content)) && !conventional.test(subjectOf(content)),
    statement: (shown) => {
      const brackets = shown.filter(({ content }) => content.trimStart().startsWith('[')).length
      return `Begin commit subjects with the area that changes, as "${brackets * 2 > shown.length ? '[area] …' : 'area: …'}"`
    },
  },
  {
    ...execution,
    share: 0.5,
    shows: ({ content }) => explains.test(bodyOf(content)) && bodyOf(content).length >= 240,
    statement: () => 'Explain in the commit message why a change is needed',
  },
  {
    ...execution,
    isTelling: true,
    share: 0.03,
    shows: ({ content }) => measured.test(bodyOf(content)),
    statement: () => 'Back up performance changes with measurements in the commit message',
  },
  {
    ...execution,
    isTelling: true,
    share: 0.2,
    shows: ({ content }) => shownOutput.test(bodyOf(content)),
    statement: () => 'Show output or code in the commit message',
  },
  {
    ...execution,
    isForm: true,
    share: 0.7,
    could: changesCode,
    shows: ({ paths }) => paths.length <= 2,
    statement: () => 'Keep commits small, mostly one or two files',
  },
  {
    ...execution,
    isForm: true,
    share: 0.8,
    shows: ({ content }) => subjectOf(content).length <= 50,
    statement: () => 'Keep commit subjects within 50 characters',
  },
]

const explains =
  /\b(?:because|since|so that|in order to|otherwise|this means|the reason|the problem|to avoid|which causes?|as a result|however|instead|therefore|currently|previously)\b/i
const measured =
  /\bns\/op\b|\ballocs\/op\b|\bBenchmark\w+|\bbenchmarks? (?:show|results?|before)|\b\d+(?:\.\d+)?(?:%|x) (?:faster|slower|speed|improvement|less|fewer)|\breq(?:uests)?\/s(?:ec)?\b|\bhyperfine\b|\b\d+(?:\.\d+)?s user\b/i
/** Indented or fenced. */
const shownOutput = /^(?: {4}|\t)\S|^```/m
const bodyOf = (content: string) => content.trimStart().slice(subjectOf(content).length).trim()

export const practicesOf = (commits: readonly SurveyedCommit[]): Practice[] => practicesBy(rules, commits)
