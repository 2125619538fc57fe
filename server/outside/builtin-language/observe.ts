import type { Category, Kind } from '../../domain/kinds.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import { type Content, contentSentences } from './content-sentences.ts'
import { habitOf } from './habits.ts'
import { addressesModel, isBookkeeping, isCosmetic } from './noise.ts'
import { readNorm } from './norms.ts'

export type Observation = {
  kind: Kind
  category: Category
  statement: string
  /** Stands word for word in the content, white space aside. */
  quote: string
  /** 0 to 1 */
  confidence: number
}

/** One commit of a kind is weak evidence for the habit. */
const habitConfidence = 0.5

/**
 * What a content item shows of its agent's beliefs and responsibilities, by rules (decisions 8). In a conversation only
 * the agent's own lines count. Abstains rather than guesses: most content yields nothing. Statements are normalized,
 * and distinct within the item.
 */
export const observe = (content: Content): Observation[] => {
  const isCommit = content.source_type === 'github_commit'
  if (isCommit && isBookkeeping(content.content)) return []
  const found = new Map<string, Observation>()
  for (const { text, quote, place } of contentSentences(content)) {
    const observation = place === 'subject' ? observeChange(text) : readNorm(text, { imperatives: !isCommit })
    if (!observation) continue
    const key = `${observation.category} ${observation.statement}`
    if (!found.has(key)) found.set(key, { ...observation, quote })
  }
  return [...found.values()]
}

const observeChange = (subject: string): Omit<Observation, 'quote'> | undefined => {
  if (isCosmetic(subject) || addressesModel(subject)) return undefined
  const habit = habitOf(subject)
  return habit && { ...habit, statement: normalizeStatement(habit.statement), confidence: habitConfidence }
}
