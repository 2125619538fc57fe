import type { ExtractedObservation, Learned, ReadableContent } from '#core/domain/language.ts'
import { countOthers, type Turn, talkOf } from '#core/domain/text/conversation-text.ts'
import { overridesModel } from '#core/domain/text/model-address.ts'
import { isBookkeeping } from '../commits/bookkeeping.ts'
import { isForeignCommit } from '../commits/commit-language.ts'
import { languageOf } from '../language-of.ts'
import { typedText } from '../transcripts/typed-text.ts'
import { formOf } from './content-form.ts'
import { contentPassages, turnsOf } from './content-sentences.ts'
import { readBeliefs } from './own-beliefs.ts'
import { isRule, readTurn } from './turn-rules.ts'

/**
 * Reads the beliefs and responsibilities that a content item shows of its agent (behavior: Observations): what the
 * agent says of itself, and, in a conversation, the rules that others tell it. A commit's subject reports a change,
 * which only the survey of all commits uses. Statements are distinct within the item.
 */
export const observe = (content: ReadableContent, learned?: Learned): ExtractedObservation[] => {
  if (isBookkeepingCommit(content) || isForeign(content)) return []
  const turns = turnsOf(content)
  const beliefs = readBeliefs(contentPassages(content, turns), formOf(content.source_type, turns))
  const rules = turnsToAgent(turns)
    .flatMap((words) => readTurn(words, learned))
    .filter(({ score }) => isRule(score))
    .map(({ score, ...rule }): ExtractedObservation => ({ ...rule, confidence: score, told: true }))
  const distinct = Map.groupBy([...beliefs, ...rules], ({ category, statement }) => `${category} ${statement}`)
  return [...distinct.values()].map(([first]) => first!)
}

/**
 * Returns the turns in which others tell the agent something: all of them in a conversation of two,
 * and in a larger one those that the agent answers. Text of tools, pastes and reviews of others in them do not count, as
 * in sessions. A turn that takes a model over is dropped whole, since anybody may speak in a conversation.
 */
function turnsToAgent(turns: readonly Turn[]): string[] {
  const isOfTwo = countOthers(turns) === 1
  return turns
    .filter(({ isOwn }, at) => !isOwn && (isOfTwo || turns[at + 1]?.isOwn === true))
    .filter(({ words }) => !overridesModel(words))
    .map(({ words }) => typedText(words, true).text)
}

/** Characters of a conversation that hold enough words besides names. */
const beginningLength = 20_000

/** Whether a content item is in a language that is not read. Bookkeeping in commits is read in none. */
export function isForeign(item: ReadableContent): boolean {
  const { source_type, content, agent_name } = item
  if (source_type === 'github_commit') return !isBookkeepingCommit(item) && isForeignCommit(content)
  if (source_type !== 'conversation') return languageOf(content) === 'other'
  const beginning = content.slice(0, beginningLength)
  const words = talkOf(agent_name, beginning).map((turn) => turn.words)
  return languageOf(words.join('\n') || beginning) === 'other'
}

const isBookkeepingCommit = ({ source_type, content }: ReadableContent): boolean =>
  source_type === 'github_commit' && isBookkeeping(content)
