import type { Category, ItemStatus, Kind } from '../kinds.ts'
import { type DynamicPromptConfig, defaultDynamicPromptConfig } from './dynamic-prompt.ts'
import { compareItems, type IdentityItem, itemKey } from './identity.ts'

export interface GenomeItem {
  category: Category
  statement: string
  starred: boolean
  hidden: boolean
  status: ItemStatus
}

/** The content of a snapshot of an agent (behavior: Snapshots). */
export interface Genome {
  /** The settings of randomized prompts; snapshots of earlier versions lack them. */
  dynamic_prompt?: DynamicPromptConfig
  beliefs: GenomeItem[]
  responsibilities: GenomeItem[]
}

type GenomeEntry = Pick<GenomeItem, 'category' | 'statement'>

/**
 * The agent's own layer of the given items, hidden and rejected ones included, sorted by
 * `compareItems` (behavior: Snapshots).
 */
export function genomeOf(items: readonly IdentityItem[]): Genome {
  const own = items.filter((item) => item.scope === 'agent').sort(compareItems)
  const ofKind = (kind: Kind): GenomeItem[] =>
    own
      .filter((item) => item.kind === kind)
      .map(({ category, statement, starred, hidden, status }) => ({ category, statement, starred, hidden, status }))
  return {
    beliefs: ofKind('belief'),
    responsibilities: ofKind('responsibility'),
    dynamic_prompt: defaultDynamicPromptConfig,
  }
}

/** Whether an item stood in the prompt. */
const stands = ({ hidden }: GenomeItem) => !hidden
/** Whether an item waited for a decision, without standing in the prompt. */
const isProposal = ({ hidden, status }: GenomeItem) => hidden && status === 'pending'

/**
 * Compares what stood in the prompt: added in b but not in a, removed in a but not in b, each in the order of its genome.
 * Proposals that are new in b are apart (behavior: Snapshots).
 */
export function diffGenomes(a: Genome, b: Genome) {
  const diffOf = (before: readonly GenomeItem[], after: readonly GenomeItem[]) => ({
    added: missingFrom(before.filter(stands), after.filter(stands)),
    removed: missingFrom(after.filter(stands), before.filter(stands)),
    proposed: missingFrom(before, after.filter(isProposal)),
  })
  return {
    beliefs: diffOf(a.beliefs, b.beliefs),
    responsibilities: diffOf(a.responsibilities, b.responsibilities),
  }
}

/** The entries whose (category, statement) the base lacks, each once. */
function missingFrom(base: readonly GenomeItem[], items: readonly GenomeItem[]): GenomeEntry[] {
  const known = new Set(base.map(itemKey))
  return items.flatMap((item) => {
    const key = itemKey(item)
    if (known.has(key)) return []
    known.add(key)
    return [{ category: item.category, statement: item.statement }]
  })
}
