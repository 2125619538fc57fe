import { type Category, categories, type Scope } from '../kinds.ts'
import { findPairs } from '../similar/statement-pairs.ts'
import type { LocalEmbedding } from '../vectors/sparse-rows.ts'
import { type IdentityItem, itemKey } from './identity.ts'
import { type Profile, renderPrompt } from './prompt.ts'

/** Compares the prompts of two agents item by item (behavior: Comparison of agents). */

export interface ComparedIdentity {
  profile: Profile
  /** The visible items of the resolved identity, in the order of the prompt. */
  items: IdentityItem[]
}

interface ComparedItem {
  id: string
  statement: string
  starred: boolean
  scope: Scope
}

interface ComparedRow {
  category: Category
  /** null for an item that only the other agent has. */
  a: ComparedItem | null
  b: ComparedItem | null
  /** 1 for equal statements, 0.85 to 1 for similar ones; null for an item of one agent, or a contradiction. */
  similarity: number | null
  /** Why two items contradict each other; null for all others. */
  reason: string | null
}

export interface IdentityComparison {
  tokens: { a: number; b: number }
  rows: ComparedRow[]
}

/** Rows are in the order of the prompt of `a`, then come the rest of `b`, in each category. */
export function compareIdentities(
  { a, b }: { a: ComparedIdentity; b: ComparedIdentity },
  { countTokens, local }: { countTokens: (text: string) => number; local: LocalEmbedding },
): IdentityComparison {
  const tokensOf = ({ profile, items }: ComparedIdentity) => countTokens(renderPrompt(profile, items))
  const partners = new Map<string, Pick<ComparedRow, 'similarity' | 'reason'> & { of: IdentityItem }>()
  const taken = new Set<IdentityItem>()
  const pair = (one: IdentityItem, other: IdentityItem, similarity: number | null, reason: string | null) => {
    if (partners.has(one.id) || taken.has(other)) return
    partners.set(one.id, { of: other, similarity, reason })
    taken.add(other)
  }
  const equal = new Map(b.items.map((item) => [itemKey(item), item]))
  for (const item of a.items) {
    const other = equal.get(itemKey(item))
    if (other) pair(item, other, 1, null)
  }
  const [restA, restB] = [a.items.filter(({ id }) => !partners.has(id)), b.items.filter((item) => !taken.has(item))]
  const { duplicates, contradictions } = findPairs([...restA, ...restB], local)
  // The first of a pair is the earlier one, so a pair of both agents begins in `a`.
  const between = (at: { a: number; b: number }) => at.a < restA.length && at.b >= restA.length
  const otherOf = (at: number) => restB[at - restA.length]!
  for (const found of duplicates.filter(between)) pair(restA[found.a]!, otherOf(found.b), found.similarity, null)
  for (const found of contradictions.filter(between)) {
    const [one, other] = [restA[found.a]!, otherOf(found.b)]
    if (one.category === other.category) pair(one, other, null, found.reason)
  }
  const alone = { similarity: null, reason: null }
  const rows = categories.flatMap((category): ComparedRow[] => [
    ...a.items
      .filter((item) => item.category === category)
      .map((item) => {
        const { of: other, ...how } = partners.get(item.id) ?? { of: undefined, ...alone }
        return { category, a: described(item), b: other ? described(other) : null, ...how }
      }),
    ...b.items
      .filter((item) => item.category === category && !taken.has(item))
      .map((item) => ({ category, a: null, b: described(item), ...alone })),
  ])
  return { tokens: { a: tokensOf(a), b: tokensOf(b) }, rows }
}

const described = ({ id, statement, starred, scope }: IdentityItem): ComparedItem => ({ id, statement, starred, scope })
