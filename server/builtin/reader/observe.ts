import type { ExtractedObservation, Learned, ReadableContent } from '../../domain/language.ts'
import { countOthers, type Turn, talkOf } from '../../domain/text/conversation-text.ts'
import { overridesModel } from '../../domain/text/model-address.ts'
import { isBookkeeping } from '../commits/bookkeeping.ts'
import { isForeignCommit } from '../commits/commit-language.ts'
import { languageOf } from '../language-of.ts'
import { formOf } from './content-form.ts'
import { contentPassages, turnsOf } from './content-sentences.ts'
import { readBeliefs } from './own-beliefs.ts'
import { isRule, readTurn } from './reader.ts'

/**
 * Reads the beliefs and responsibilities that a content item shows of its agent (behavior: Observations): what the agent
 * says of itself, and, in a conversation, the rules that others tell it. A commit's subject reports a change, which only the
 * survey of all commits uses. Statements are distinct within the item.
 */
export const observe = (content: ReadableContent, learned?: Learned): ExtractedObservation[] => {
  if (content.source_type === 'github_commit' && isBookkeeping(content.content)) return []
  if (languageOfContent(content) === 'other') return []
  const found = new Map<string, ExtractedObservation>()
  const add = ({ score, ...read }: Omit<ExtractedObservation, 'confidence'> & { score: number }) => {
    const key = `${read.category} ${read.statement}`
    if (!found.has(key)) found.set(key, { ...read, confidence: score })
  }
  const turns = turnsOf(content)
  for (const belief of readBeliefs(contentPassages(content, turns), formOf(content.source_type, turns))) add(belief)
  for (const words of turnsToAgent(turns))
    for (const { how: _, ...rule } of readTurn(words, { learned })) if (isRule(rule.score)) add({ ...rule, told: true })
  return [...found.values()]
}

/**
 * Returns the turns in which others tell the agent something: all of them in a conversation of two, and in a larger one those
 * that the agent answers.
 */
function turnsToAgent(turns: readonly Turn[]): string[] {
  const isOfTwo = countOthers(turns) === 1
  return turns
    .filter(({ isOwn }, at) => !isOwn && (isOfTwo || turns[at + 1]?.isOwn === true))
    .map(({ words }) => words)
    .filter((words) => !overridesModel(words))
}

/** Characters that suffice to detect the language of a content item. */
const tellingLength = 20_000

/** The language of a content item, by its beginning. */
export const languageOfContent = ({ source_type, content, agent_name }: ReadableContent) => {
  if (source_type === 'github_commit') return isForeignCommit(content) ? 'other' : 'en'
  const start = content.slice(0, tellingLength)
  if (source_type !== 'conversation') return languageOf(start)
  return languageOf(
    talkOf(agent_name, start)
      .map(({ words }) => words)
      .join('\n') || start,
  )
}
