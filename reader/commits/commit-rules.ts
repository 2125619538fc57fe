import { compareStrings } from '#core/base/strings.ts'
import type { Category, Kind } from '#core/domain/kinds.ts'
import type { SurveyedCommit } from '#core/domain/language.ts'
import { enoughOf } from './commit-areas.ts'
import { baseName, isChangelogPath } from './commit-paths.ts'
import { passedThrough } from './commit-words.ts'

/** Finds what a share of somebody's commits shows, by rules over single commits. */

export interface Practice {
  kind: Kind
  category: Category
  statement: string
  /** Indexes of the commits that support it. */
  commits: number[]
  /** The number of commits that could have. */
  of: number
  /** The weaker habit that this one includes. */
  covers?: string
  /** Whether it is rare among others. */
  isTelling?: boolean
  /** Whether it is about the form of commits, not their content. */
  isForm?: boolean
}

export interface Rule {
  kind: Kind
  category: Category
  /** The minimum share, by weight, of the commits that could show it. */
  share: number
  /** Whether a commit could show it; all could if absent. */
  could?: (commit: SurveyedCommit) => boolean
  shows: (commit: SurveyedCommit) => boolean
  covers?: string
  isTelling?: boolean
  isForm?: boolean
  /** The statement for the commits that show it; undefined if they have nothing to name. */
  statement: (shown: readonly SurveyedCommit[]) => string | undefined
}

export const execution = { kind: 'responsibility', category: 'execution' } as const
export const collaboration = { kind: 'responsibility', category: 'collaboration' } as const
export const deliverables = { kind: 'responsibility', category: 'deliverables' } as const

export function practicesBy(rules: readonly Rule[], commits: readonly SurveyedCommit[]): Practice[] {
  const isEnough = enoughOf(commits)
  return rules.flatMap(({ share, could, shows, statement, ...named }) => {
    const able = [...commits.keys()].filter((at) => could?.(commits[at]!) ?? true)
    const shown = able.filter((at) => shows(commits[at]!))
    const places = new Set(shown)
    if (!isEnough(places) || !enoughOf(commits, share, able)(places)) return []
    const words = statement(shown.map((at) => commits[at]!))
    return words === undefined ? [] : [{ ...named, statement: words, commits: shown, of: able.length }]
  })
}

/** The top-level folder, or the file, in which most of them have paths of that kind. */
export function commonTopFolder(shown: readonly SurveyedCommit[], kind: (path: string) => boolean): string | undefined {
  const [best] = byFrequency(shown.flatMap(({ paths }) => [...new Set(paths.filter(kind).map(folderOf))]))
  return best && best[0] !== '' && best[1] >= 0.6 * shown.length ? best[0] : undefined
}

/** A top-level file is its own folder; one beside the code has none. */
function folderOf(path: string): string {
  const parts = path.split('/')
  if (parts.length === 1) return path
  const at = parts.findIndex((part) =>
    /^(?:tests?|specs?|t|docs?|documentation|man|testsuite|e2e|\.changesets?|__tests__|relnotes)$/i.test(part),
  )
  return at === 0 ? parts[0]! : at === 1 ? parts.slice(0, 2).join('/') : isChangelogPath(path) ? baseName(path) : ''
}

export const mostFrequent = (values: readonly (string | undefined)[]): string =>
  byFrequency(values.filter((value) => value !== undefined))[0]?.[0] ?? ''

/** The distinct values with their counts, the most frequent first. */
function byFrequency(values: readonly string[]): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, n], [b, m]) => m - n || compareStrings(a, b))
}

/** The deepest folder in which most of them have paths of that kind. */
export function commonFolder(shown: readonly SurveyedCommit[], kind: (path: string) => boolean): string | undefined {
  const foldersOf = ({ paths }: SurveyedCommit) =>
    new Set(
      paths.filter(kind).flatMap((path) => {
        const parts = path.split('/').slice(0, maxDepth)
        return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
      }),
    )
  return byFrequency(shown.flatMap((commit) => [...foldersOf(commit)]))
    .filter(([folder, count]) => count >= 0.6 * shown.length && (kind(`${folder}/a.ts`) || !isPassedThrough(folder)))
    .sort(([a], [b]) => b.length - a.length || compareStrings(a, b))[0]?.[0]
}

const maxDepth = 12

/** Whether it contains the whole project, so that it locates nothing. */
const isPassedThrough = (folder: string) => folder.split('/').every((name) => passedThrough.has(name.toLowerCase()))
