import type { Category, Kind } from '../domain/kinds.ts'
import type { SurveyedCommit } from '../domain/language.ts'
import { labelsOf, leastOf, subjectOf } from './commit-areas.ts'
import { baseName, isChangelogPath, isCodePath, isDocPath, isTestPath } from './commit-paths.ts'

/** What somebody does with most or many commits, told by trailers, changed paths and the form of messages. */

export interface Practice {
  kind: Kind
  category: Category
  statement: string
  /** Places of the commits that bear it out. */
  commits: number[]
  /** How many could have. */
  of: number
  /** The habit that says the same with less. */
  covers?: string
}

interface Rule {
  kind: Kind
  category: Category
  /** Of the commits that could show it, the share that must. */
  share: number
  /** Whether a commit could show it; all when absent. */
  could?: (commit: SurveyedCommit) => boolean
  shows: (commit: SurveyedCommit) => boolean
  covers?: string
  /** From the commits that show it; undefined when they have nothing to name. */
  statement: (shown: readonly SurveyedCommit[]) => string | undefined
}

const execution = { kind: 'responsibility', category: 'execution' } as const
const collaboration = { kind: 'responsibility', category: 'collaboration' } as const
const deliverables = { kind: 'responsibility', category: 'deliverables' } as const

const changesCode = ({ paths }: SurveyedCommit) => paths.some(isCodePath)
const whole = ({ content, trailers }: SurveyedCommit) => `${content}\n${trailers.join('\n')}`

const issueForm =
  /(?<![\w/-])(?:(fix(?:e[sd])?|close[sd]?|resolve[sd]?|ref(?:s|erences)?|issue|ticket|re-?fix)\b:?\s+)(?:[\w.-]+\/[\w.-]+)?(#\d+|https?:\/\/\S+\/issues\/\d+)/i
const reporterTrailers = /^(?:reported|suggested|diagnosed|spotted|found|requested|bug|original-patch)(?:[- ]by)?$/i
const reporterForm =
  /^(Reported|Suggested|Diagnosed|Spotted|Found|Requested|Bug|Thanks|Reported and tested)(?:[- ](?:by|to))?(?=\s*:)/im
const helperForm =
  /^(Helped|Assisted|Improved|Based-on-patch|Based-on-a-patch|Initial-patch|Mentored|Patched)-by(?=\s*:|$)/im
const earlierForm =
  /\b(?:follow[- ]?up (?:to|of|for)|regress(?:ion|ed) (?:from|since|in|by)|introduced (?:in|by|with)|ref:|fixes:?|since|in commit|in|partially reverts|amends|bug from|after) (?:commit )?(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/i
const labeled = ({ content }: SurveyedCommit) => labelsOf(subjectOf(content)).length > 0
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
      const place = commonPlace(shown, isTestPath)
      return place ? `Commit tests in \`${place}\` together with the code` : 'Commit tests together with the code'
    },
  },
  {
    ...deliverables,
    covers: 'Note every change in the changelog',
    share: 0.12,
    could: changesCode,
    shows: ({ paths }) => paths.some(isChangelogPath),
    statement: (shown) => {
      const file = commonPlace(shown, isChangelogPath)
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
      const place = commonPlace(shown, isDocPath)
      return `Commit documentation ${place ? `in \`${place}\` ` : ''}together with the code`
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
    ...collaboration,
    share: 0.08,
    shows: (commit) => reporterForm.test(commit.content) || commit.trailers.some((name) => reporterTrailers.test(name)),
    statement: (shown) => {
      const form = mostFrequent(
        shown.map(
          (commit) =>
            commit.trailers.find((name) => reporterTrailers.test(name)) ?? reporterForm.exec(commit.content)?.[0],
        ),
      )
      return `Credit who reported or suggested a change, with "${form}:"`
    },
  },
  {
    ...collaboration,
    share: 0.08,
    shows: (commit) => helperForm.test(whole(commit)),
    statement: (shown) =>
      `Credit who helped with a change, with "${mostFrequent(shown.map((commit) => helperForm.exec(whole(commit))?.[0]))}:"`,
  },
  {
    ...collaboration,
    share: 0.1,
    shows: ({ trailers }) => trailers.some((name) => /^co-authored-by$/i.test(name)),
    statement: () => 'Credit co-authors in the commit, with "Co-authored-by:"',
  },
  {
    ...execution,
    share: 0.6,
    shows: ({ trailers }) => trailers.some((name) => /^signed-off-by$/i.test(name)),
    statement: () => 'Sign off commits, with "Signed-off-by:"',
  },
  {
    ...execution,
    share: 0.08,
    shows: ({ content, trailers }) => earlierForm.test(content) || trailers.some((name) => earlierForm.test(name)),
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
    shows: (commit) => labeled(commit) && !conventional.test(subjectOf(commit.content)),
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
    share: 0.03,
    shows: ({ content }) => measured.test(bodyOf(content)),
    statement: () => 'Back up performance changes with measurements in the commit message',
  },
]

const explains =
  /\b(?:because|since|so that|in order to|otherwise|this means|the reason|the problem|to avoid|which causes?|as a result|however|instead|therefore|currently|previously)\b/i
const measured =
  /\bns\/op\b|\ballocs\/op\b|\bBenchmark\w+|\bbenchmarks? (?:show|results?|before)|\b\d+(?:\.\d+)?(?:%|x) (?:faster|slower|speed|improvement|less|fewer)|\breq(?:uests)?\/s(?:ec)?\b|\bhyperfine\b|\b\d+(?:\.\d+)?s user\b/i
const bodyOf = (content: string) => content.trimStart().slice(subjectOf(content).length).trim()

export function practicesOf(commits: readonly SurveyedCommit[]): Practice[] {
  return rules.flatMap(({ share, could, shows, statement, ...named }) => {
    const able = [...commits.keys()].filter((at) => could?.(commits[at]!) ?? true)
    const shown = able.filter((at) => shows(commits[at]!))
    if (shown.length < leastOf(able.length, share) || shown.length < leastOf(commits.length, 0.03)) return []
    const words = statement(shown.map((at) => commits[at]!))
    return words === undefined ? [] : [{ ...named, statement: words, commits: shown, of: able.length }]
  })
}

/** The folder at the top, or the file, in which most of them have paths of that kind. */
function commonPlace(shown: readonly SurveyedCommit[], kind: (path: string) => boolean): string | undefined {
  const counts = new Map<string, number>()
  for (const { paths } of shown)
    for (const place of new Set(paths.filter(kind).map(placeOf))) counts.set(place, (counts.get(place) ?? 0) + 1)
  const [best] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return best && best[0] !== '' && best[1] >= 0.6 * shown.length ? best[0] : undefined
}

/** A file at the top is its own place, one beside the code has none. */
function placeOf(path: string): string {
  const parts = path.split('/')
  if (parts.length === 1) return path
  const at = parts.findIndex((part) =>
    /^(?:tests?|specs?|t|docs?|documentation|man|testsuite|e2e|\.changesets?|__tests__|relnotes)$/i.test(part),
  )
  return at === 0 ? parts[0]! : at === 1 ? parts.slice(0, 2).join('/') : isChangelogPath(path) ? baseName(path) : ''
}

function mostFrequent(values: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? ''
}
