import { type Category, categories, type Scope, scopes } from '../kinds.ts'
import { topicsIn } from '../similar/opposites.ts'
import { findPairs, listPairs, maxCompared, maxListed, type StatementPairs } from '../similar/statement-pairs.ts'
import { topicOf } from '../similar/topics.ts'
import type { LocalEmbedding } from '../vectors/sparse-rows.ts'
import { compareImportance } from './digest.ts'
import type { IdentityItem } from './identity.ts'
import { listItem, type Profile, renderPrompt } from './prompt.ts'

/** Reports on the prompt of an agent (behavior: Prompt report): its tokens, and what makes it longer or less clear. */

export const tokenizer = 'o200k_base'
export const weakReasons = ['said_again', 'unfinished', 'placeholder'] as const
export const reportActions = ['decide', 'merge', 'reword', 'shorten'] as const
type WeakReason = (typeof weakReasons)[number]

interface Owner {
  scope: Scope
  id: string
  name: string
}

interface ReportItem extends IdentityItem {
  n_count: number
  /** The sessions in which people had to repeat it. */
  sessions: number
}

export interface ReportRequest {
  profile: Profile
  /** The visible items of the resolved identity. */
  items: ReportItem[]
  owners: Owner[]
  /** The number of tokens that the prompt should not exceed. */
  budget?: number | undefined
}

interface ReportedItem {
  id: string
  statement: string
  owner: Owner
}

export interface PromptReport {
  tokens: {
    /** Tokens of the whole prompt; the lines of the items alone are counted by layer and by category. */
    total: number
    by_layer: Record<Scope, number>
    by_category: Record<Category, number>
    tokenizer: typeof tokenizer
  }
  over_budget: boolean
  /** The number of items that were compared with each other. */
  compared: number
  duplicates: { a: ReportedItem; b: ReportedItem; similarity: number }[]
  contradictions: { a: ReportedItem; b: ReportedItem; reason: string }[]
  weak: (ReportedItem & { reason: WeakReason })[]
  suggestions: Suggestion[]
}

interface Suggestion {
  action: (typeof reportActions)[number]
  ids: string[]
  saves_tokens: number
  reason: string
}

/** Items that people repeated in fewer sessions are not weak: one more reminder proves little. */
const minSessions = 3

export function reportPrompt(
  { profile, items, owners, budget }: ReportRequest,
  { countTokens, local }: { countTokens: (text: string) => number; local: LocalEmbedding },
): PromptReport {
  // The most important items come first, because only the first ones of a large identity are compared.
  const ranked = items.toSorted(compareImportance)
  const tokens = ranked.map((item) => countTokens(`${listItem(item)}\n`))
  const total = countTokens(renderPrompt(profile, ranked))
  const sumOf = (matches: (item: ReportItem) => boolean) =>
    ranked.reduce((sum, item, at) => (matches(item) ? sum + tokens[at]! : sum), 0)
  const ownerOf = ({ scope }: ReportItem) => owners.find((owner) => owner.scope === scope)!
  const describe = (item: ReportItem): ReportedItem => ({
    id: item.id,
    statement: item.statement,
    owner: ownerOf(item),
  })
  const pairs = findPairs(ranked, local)
  const { duplicates, contradictions } = listPairs(pairs, (at) => describe(ranked[at]!))
  const isSame = ({ a, b }: { a: number; b: number }) => nameTheSame(ranked[a]!.statement, ranked[b]!.statement)
  const merges = mergesOf(pairs.duplicates.filter(isSame), ranked)
  const alike = pairs.duplicates.filter((pair) => !isSame(pair))
  const suggestMerge = ({ keep, drop }: Merge): Suggestion => {
    const kept = ranked[keep]!
    const others = drop.map((at) => ranked[at]!)
    return {
      action: 'merge',
      ids: [kept, ...others].map(({ id }) => id),
      saves_tokens: drop.reduce((sum, at) => sum + tokens[at]!, 0),
      reason: others.every(({ scope }) => scope === kept.scope)
        ? 'Similar wording; keep the first'
        : `Similar wording; keep the first, which all agents of ${ownerOf(kept).name} have`,
    }
  }
  const weak = ranked.flatMap((item) => weakReasonsOf(item).map((reason) => ({ item, reason }))).slice(0, maxListed)
  const excess = budget === undefined ? 0 : Math.max(0, total - budget)
  return {
    tokens: {
      total,
      by_layer: countEach(scopes, (scope) => sumOf((item) => item.scope === scope)),
      by_category: countEach(categories, (category) => sumOf((item) => item.category === category)),
      tokenizer,
    },
    over_budget: excess > 0,
    compared: Math.min(ranked.length, maxCompared),
    duplicates,
    contradictions,
    weak: weak.map(({ item, reason }) => ({ ...describe(item), reason })),
    suggestions: [
      ...contradictions.map(decide),
      ...merges.slice(0, maxListed).map(suggestMerge),
      ...alike.slice(0, maxListed).map(({ a, b }) => decideAlike(ranked[a]!, ranked[b]!)),
      ...weak.map(reword),
      ...shorten(ranked, tokens, excess, merges),
    ],
  }
}

const countEach = <Name extends string>(names: readonly Name[], count: (name: Name) => number) =>
  Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>

/** `[your company]`, `<insert name>`; a link has its address behind the bracket. */
const blank = /[[<{](?:your|insert|enter|fill in)\b[^[\]<>{}]{0,80}[\]>}](?!\()/i
/** `{{name}}`, which a template engine should have filled in. */
const variable = /\{\{[^{}]{1,100}\}\}/

function weakReasonsOf({ statement, sessions }: ReportItem): WeakReason[] {
  const prose = statement.replace(/`[^`]*`/g, '``')
  return [
    ...(sessions >= minSessions ? ['said_again' as const] : []),
    // An item is one line, so the list that a colon announces is not there.
    ...(/[:：]$/u.test(prose) ? ['unfinished' as const] : []),
    ...(blank.test(prose) || variable.test(prose) ? ['placeholder' as const] : []),
  ]
}

const rewordings: Record<WeakReason, (item: ReportItem) => string> = {
  said_again: ({ sessions }) => `People had to say it again in ${sessions} sessions; say it more plainly, or star it`,
  unfinished: () => 'It ends with a colon; add what should follow',
  placeholder: () => 'It has a placeholder that nothing fills in; write what it stands for',
}

const reword = ({ item, reason }: { item: ReportItem; reason: WeakReason }): Suggestion => ({
  action: 'reword',
  ids: [item.id],
  saves_tokens: 0,
  reason: rewordings[reason](item),
})

function decide({ a, b, reason }: PromptReport['contradictions'][number]): Suggestion {
  const inherited = [a, b].find(({ owner }) => owner.scope !== 'agent')
  const wayOut =
    inherited && a.owner.scope !== b.owner.scope
      ? `change one, or override the one of ${inherited.owner.name}`
      : 'change or delete one'
  return { action: 'decide', ids: [a.id, b.id], saves_tokens: 0, reason: `${reason}; ${wayOut}` }
}

/** The words of one statement whose topics the other does not name. */
function differingWords(statement: string, other: string): string[] {
  const named = topicsIn(other)
  const words = statement.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => {
    const topic = topicOf(word.toLowerCase())
    return topic !== undefined && !named.has(topic)
  })
}

/** Whether two equivalents name the same things: what one alone owns or does would be lost in a merge. */
const nameTheSame = (a: string, b: string) => differingWords(a, b).length + differingWords(b, a).length === 0

function decideAlike(a: ReportItem, b: ReportItem): Suggestion {
  const differing = [differingWords(a.statement, b.statement), differingWords(b.statement, a.statement)]
  const words = differing.flatMap((each) => (each.length > 0 ? `“${each.join(' ')}”` : []))
  return {
    action: 'decide',
    ids: [a.id, b.id],
    saves_tokens: 0,
    reason: `Similar wording, but not the same: ${words.join(' and ')} ${words.length > 1 ? 'differ' : 'stands in one alone'}; keep both if that is meant`,
  }
}

/** An item to keep, and the equivalent ones that it makes superfluous, by position. */
interface Merge {
  keep: number
  drop: number[]
}

/** Groups equivalents around the item to keep: an inherited one, if there is one, since other agents need it too. */
function mergesOf(duplicates: StatementPairs['duplicates'], items: readonly ReportItem[]): Merge[] {
  const equivalents = new Map<number, number[]>()
  const link = (from: number, to: number) => {
    const known = equivalents.get(from)
    if (known) known.push(to)
    else equivalents.set(from, [to])
  }
  for (const { a, b } of duplicates) {
    link(a, b)
    link(b, a)
  }
  const layerOf = (at: number) => scopes.indexOf(items[at]!.scope)
  const used = new Set<number>()
  return [...equivalents.keys()]
    .sort((a, b) => layerOf(a) - layerOf(b) || a - b)
    .flatMap((keep) => {
      const drop = used.has(keep) ? [] : equivalents.get(keep)!.filter((at) => !used.has(at))
      if (drop.length === 0) return []
      for (const at of [keep, ...drop]) used.add(at)
      return { keep, drop: drop.sort((a, b) => a - b) }
    })
}

/** Names the least important items that bring the prompt into its budget where merging does not. */
function shorten(
  items: readonly ReportItem[],
  tokens: readonly number[],
  excess: number,
  merges: readonly Merge[],
): Suggestion[] {
  const merged = new Set(merges.flatMap(({ drop }) => drop))
  let left = excess
  for (const at of merged) left -= tokens[at]!
  if (left <= 0) return []
  const ids: string[] = []
  let saved = 0
  for (let at = items.length - 1; at >= 0 && saved < left; at--) {
    const { id, category, starred, sessions } = items[at]!
    if (category === 'boundary' || starred || sessions >= minSessions || merged.has(at)) continue
    ids.push(id)
    saved += tokens[at]!
  }
  const over = `The prompt is over its budget by ${countOf(excess)}${left < excess ? `, ${left} after merging` : ''}`
  const rest = left - saved
  return [
    {
      action: 'shorten',
      ids,
      saves_tokens: saved,
      reason:
        rest > 0
          ? `${over}; the profile, boundaries, starred items and repeated ones still exceed it by ${countOf(rest)}`
          : `${over}; these items matter least`,
    },
  ]
}

const countOf = (tokens: number) => `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`
