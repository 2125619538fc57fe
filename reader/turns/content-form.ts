import type { ContentSourceType } from '#core/domain/sources/content-platforms.ts'
import { countOthers, ownWords, type Turn } from '#core/domain/text/conversation-text.ts'
import { wordsOf } from '../weights/words.ts'

/** The form of a text, by which its author says more or less of what they believe. */
export type Form = 'publication' | 'chat' | 'talk' | 'work' | 'commit' | 'review'

/** Mean number of words of the messages of a talk at length. */
const talkWords = 20

/** An agent that announces, reports or offers a step of its work. */
const announcement =
  /\b(?:i'll|let me|i'm (?:going to|now|\w+ing)|i(?:'ve| have) (?:\w+ )?\w+ed|now i|next,? i|done|fixed|updated|committed|pushed|implemented|want me to|would you like|should i|shall i|do you want|ich werde|ich habe|soll ich|voy a|he \w+ado|quieres que|je vais|j'ai \w+é|veux-tu|souhaitez-vous)\b|我来|我将|让我|我已|已经/iu
/** Share of the messages of an agent at work that are such; less in the talk of people with each other. */
const workShare = 0.3
const minAnnouncements = 2

/** @param turns of a conversation; none for other content */
export function formOf(sourceType: ContentSourceType, turns: readonly Turn[]): Form {
  if (sourceType === 'github_commit') return 'commit'
  if (sourceType === 'github_review') return 'review'
  if (sourceType !== 'conversation') return 'publication'
  const own = ownWords(turns)
  const announcing = own.filter((words) => announcement.test(words.replaceAll('\u2019', "'"))).length
  if (countOthers(turns) === 1 && announcing >= Math.max(minAnnouncements, workShare * own.length)) return 'work'
  return wordsOf(own.join('\n')).length > talkWords * own.length ? 'talk' : 'chat'
}
