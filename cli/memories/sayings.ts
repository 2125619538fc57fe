import { compareStrings } from '#core/base/strings.ts'
import { statementOf } from '#reader/turns/statement.ts'
import { turnSentences } from '#reader/turns/turn-sentences.ts'
import type { RedactedTurn } from '../sessions/finding.ts'
import { cutQuote } from '../sessions/redact-quote.ts'
import type { SessionTool } from '../sessions/session.ts'
import type { Memory } from './memory.ts'
import { findAlike, partsOf, wordingsOf } from './same-words.ts'

/** Finds the person's own words for what a tool noted. */

export interface Saying {
  tool: SessionTool
  session: string
  project: string | null
  at: string
  /** Word for word, at most 300 characters. */
  quote: string
}

/** Returns the equivalent turns of each memory: of the session that it names first, then the newest first. */
export function findSayings(memories: readonly Memory[], turns: readonly RedactedTurn[]): Saying[][] {
  const sentences = turns.flatMap(({ tool, session, project, at, text }) =>
    turnSentences(text).flatMap((sentence) =>
      partsOf(statementOf(sentence.text)).map((statement) => ({
        statement,
        saying: { tool, session, project, at, quote: cutQuote(sentence.text) },
      })),
    ),
  )
  const found = findAlike(memories.map(wordingsOf), sentences)
  return found.map(({ same }, at) => {
    const isOwn = (saying: Saying) => Number(saying.session === memories[at]!.session)
    return [...new Set(same.map(({ saying }) => saying))].sort(
      (a, b) => isOwn(b) - isOwn(a) || compareStrings(b.at, a.at),
    )
  })
}
