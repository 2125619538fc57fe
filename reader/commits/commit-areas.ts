import { truncate } from '#core/base/strings.ts'
import type { SurveyedCommit } from '#core/domain/language.ts'
import { verbCategories } from '../rules-files/rule-words.ts'
import { baseName, isAreaPath } from './commit-paths.ts'
import { changeTypes, commonWords, passedThrough } from './commit-words.ts'

/**
 * Finds the areas of a repository that somebody works in: from the labels that open the subjects ("caddytls: …",
 * "fix(parser): …", "[ty] …"), from the changed paths, and, if these are uninformative, from names that recur in the
 * subjects.
 */

export interface Area {
  name: string
  /** Whether it is a file or folder by its path. */
  isPath: boolean
  /** Whether it was found only in words of the subjects. */
  isWord?: boolean
  /** Indexes of the commits that belong to it. */
  commits: ReadonlySet<number>
}

/** Minimum share of a repository's commits, by weight, that makes an area. */
const leastShare = 0.03
const maxAreas = 8
/** An area with less than this share of the commits of another is a part of it. */
const partShare = 0.4
/** With this many areas from labels and paths, words of the subjects add none. */
const enoughAreas = 3
/** A commit that changes more files than this changes them all in the same way. */
const sweeping = 25

/** The total weight of commits. */
const weightOf = (commits: readonly SurveyedCommit[], places: Iterable<number>): number => {
  let weight = 0
  for (const at of places) weight += commits[at]!.weight
  return weight
}

/** A finding with less total weight than this many commits of today is never proposed (behavior: Signals). */
const leastWeight = 2

/**
 * Whether some commits are evidence enough: more than a few, and a minimum share by weight of the candidates. So recent
 * work stands out among many years, and work that ended long ago displaces no other finding.
 */
export const enoughOf = (
  commits: readonly SurveyedCommit[],
  share = leastShare,
  able: Iterable<number> = commits.keys(),
): ((places: ReadonlySet<number>) => boolean) => {
  const few = commits.length < 50 ? 3 : 5
  const least = Math.max(leastWeight, share * weightOf(commits, able) - 1e-9)
  return (places) => places.size >= few && weightOf(commits, places) >= least
}

export function areasOf(commits: readonly SurveyedCommit[], repository: string): Area[] {
  const own = new Set(repository.toLowerCase().split('/'))
  const isEnough = enoughOf(commits)
  const candidates = [...labelAreas(commits, own), ...pathAreas(commits, isEnough, own), ...namedAreas(commits, own)]
  const areas: Area[] = []
  for (const area of candidates.filter((area) => isEnough(area.commits))) {
    const twin = areas.findIndex((other) => isSameArea(area, other))
    if (twin < 0 && (!area.isWord || areas.length < enoughAreas)) areas.push(area)
    // The folder of a label adds the commits whose subjects do not name it.
    else if (twin >= 0 && isNamedAlike(area, areas[twin]!))
      areas[twin] = { ...areas[twin]!, commits: areas[twin]!.commits.union(area.commits) }
    // A part is dropped in favor of the much larger whole.
    else if (twin >= 0 && areas[twin]!.commits.size < partShare * area.commits.size) areas[twin] = area
  }
  const weights = new Map(areas.map((area) => [area, weightOf(commits, area.commits)]))
  return areas.toSorted((a, b) => weights.get(b)! - weights.get(a)! || compareNames(a.name, b.name)).slice(0, maxAreas)
}

const compareNames = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Merges two areas with the same name, or mostly the same commits. */
const isSameArea = (a: Area, b: Area): boolean =>
  isNamedAlike(a, b) || a.commits.intersection(b.commits).size >= 0.6 * Math.min(a.commits.size, b.commits.size)

const bare = (name: string) =>
  baseName(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
/** Two files of one name in different folders are two areas. */
const isNamedAlike = (a: Area, b: Area): boolean => !(a.isPath && b.isPath) && bare(a.name) === bare(b.name)

const opening = /^(?:\[([^\]]{1,60})\]|([\w.,/+* -]{1,60}?)(?:\(([^)]{1,60})\))?!?:(?=\s))/

/** The areas that a subject names before its colon or in brackets. */
function labelsOf(subject: string): string[] {
  const [, bracketed, prefix, scope] = opening.exec(subject.replaceAll('`', '')) ?? []
  const label = scope ?? bracketed ?? prefix
  if (label === undefined) return []
  return label
    .split(/[,+]|\s(?:and|&)\s/)
    .map((part) => part.trim())
    .filter(
      (part) =>
        /^[\w.*/-]{2,40}$/.test(part) &&
        (!part.includes('.') || isAreaPath(part)) &&
        !changeTypes.has(part.toLowerCase()) &&
        // "k8s" and "s3" are names too, "1.2" and "x" are none.
        /\p{L}{2}|\p{L}\d|\d\p{L}/u.test(part),
    )
}

function labelAreas(commits: readonly SurveyedCommit[], own: ReadonlySet<string>): Area[] {
  const byLabel = new Map<string, { spelling: Map<string, number>; commits: Set<number> }>()
  for (const [at, { content }] of commits.entries()) {
    for (const label of labelsOf(subjectOf(content))) {
      const key = label.toLowerCase()
      if (own.has(key)) continue
      const known = byLabel.get(key) ?? { spelling: new Map(), commits: new Set() }
      byLabel.set(key, known)
      known.commits.add(at)
      known.spelling.set(label, (known.spelling.get(label) ?? 0) + 1)
    }
  }
  return bySize(
    [...byLabel.values()].map(({ spelling, commits }) => ({ name: mostFrequent(spelling), isPath: false, commits })),
  )
}

const bySize = (areas: Area[]): Area[] =>
  areas.toSorted((a, b) => b.commits.size - a.commits.size || compareNames(a.name, b.name))

const mostFrequent = (counts: ReadonlyMap<string, number>): string =>
  [...counts].toSorted(([a, n], [b, m]) => m - n || compareNames(a, b))[0]![0]

interface Folder {
  path: string
  commits: Set<number>
  children: Map<string, Folder>
}

/** Folders and files in which the changes gather: the deepest ones that still contain nearly all of them. */
function pathAreas(
  commits: readonly SurveyedCommit[],
  isEnough: (places: ReadonlySet<number>) => boolean,
  own: ReadonlySet<string>,
): Area[] {
  const root: Folder = { path: '', commits: new Set(), children: new Map() }
  let known = 0
  for (const [at, { paths }] of commits.entries()) {
    if (paths.length === 0) continue
    known++
    if (paths.length > sweeping) continue
    for (const path of paths.filter(isAreaPath)) addPath(root, path, at)
  }
  const isNobodys = (path: string) => {
    const name = baseName(path).toLowerCase()
    return passedThrough.has(name) || own.has(name) || changeTypes.has(name)
  }
  const pick = (folder: Folder): Folder[] => {
    const children = [...folder.children.values()].filter((child) => isEnough(child.commits))
    const main = children.find((child) => child.commits.size >= 0.7 * folder.commits.size)
    if (main) return pick(main)
    const wide = folder.path === '' || isNobodys(folder.path) || folder.commits.size > 0.4 * known
    if (wide && (children.length > 1 || folder.path === '' || isNobodys(folder.path))) return children.flatMap(pick)
    return [folder]
  }
  return bySize(
    pick(root)
      .filter(({ path }) => path !== '' && !isNobodys(path))
      .map(({ path, commits }) => ({ name: path, isPath: true, commits })),
  )
}

function addPath(root: Folder, path: string, commit: number) {
  let folder = root
  root.commits.add(commit)
  for (const name of path.split('/').slice(0, 12)) {
    const child = folder.children.get(name) ?? {
      path: folder.path === '' ? name : `${folder.path}/${name}`,
      commits: new Set(),
      children: new Map(),
    }
    folder.children.set(name, child)
    child.commits.add(commit)
    folder = child
  }
}

/**
 * Names in subjects that projects do not have in common: identifiers, and words beyond those of all projects, with the
 * word that nearly always is next to them.
 */
function namedAreas(commits: readonly SurveyedCommit[], own: ReadonlySet<string>): Area[] {
  const byName = new Map<string, { phrases: string[]; spelling: Map<string, number>; commits: Set<number> }>()
  for (const [at, { content }] of commits.entries()) {
    const subject = subjectOf(content)
      .replace(opening, '')
      .replace(/\(#\d+\)/g, '')
      // "don't", "isn't"
      .replace(/\b\p{L}{1,8}n?['\u2019]\p{L}{1,2}\b/gu, ' ')
    const spoken = (subject.match(/[\p{L}_][\p{L}\p{N}_./-]*/gu) ?? []).map((word) =>
      word.replace(/(?<![./_-])[./_-]+$/, ''),
    )
    for (const [index, word] of spoken.entries()) {
      const key = word.toLowerCase().replace(/(?<=\p{L}{3}[^s])s$/u, '')
      if (!isTelling(word, key) || own.has(key)) continue
      const known = byName.get(key) ?? { phrases: [] as string[], spelling: new Map(), commits: new Set() }
      byName.set(key, known)
      if (known.commits.has(at)) continue
      known.commits.add(at)
      known.spelling.set(word, (known.spelling.get(word) ?? 0) + 1)
      const before = isPlain(word) && index > 0 && joins(spoken[index - 1]!) ? [`${spoken[index - 1]} ${word}`] : []
      const after = isPlain(word) && joins(spoken[index + 1] ?? '') ? [`${word} ${spoken[index + 1]}`] : []
      known.phrases.push(...before, ...after)
    }
  }
  return bySize(
    [...byName.values()].map(({ phrases, spelling, commits }) => {
      const counts = new Map<string, number>()
      for (const phrase of phrases) counts.set(phrase.toLowerCase(), (counts.get(phrase.toLowerCase()) ?? 0) + 1)
      const phrase = counts.size > 0 ? mostFrequent(counts) : ''
      const name = (counts.get(phrase) ?? 0) >= 0.5 * commits.size ? phrase : mostFrequent(spelling)
      return { name, isPath: false, isWord: true, commits }
    }),
  )
}

/** Whether it is a word of the language and not an identifier, which is a name by itself. */
const isPlain = (word: string): boolean => /^\p{L}\p{Ll}+$/u.test(word)

/** Whether a word may belong to an adjacent name: no function word, and no verb that opens subjects. */
const joins = (word: string): boolean =>
  /^\p{L}{4,}$/u.test(word) &&
  !/^(?:with|when|from|into|that|this|only|after|before|more|some|also|than|then|make|should|being|without|using)$/i.test(
    word,
  ) &&
  !verbCategories.has(word.toLowerCase())

const isTelling = (word: string, key: string): boolean =>
  (word.length > 2 || /^\p{L}\d$/u.test(word)) &&
  !commonWords.has(word.toLowerCase()) &&
  !commonWords.has(key) &&
  !changeTypes.has(key) &&
  !verbCategories.has(key) &&
  // Verbs and adverbs by their endings: "resolving", "handled", "properly".
  !/^\p{Ll}+(?:ing|ed|ly|able|ful)$/u.test(word.toLowerCase())

export const subjectOf = (content: string): string => truncate(content.trimStart().split('\n', 1)[0]!.trim(), 300)
