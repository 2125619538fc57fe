import { countTokens } from '#reader/count-tokens.ts'
import { pluralize, printNote } from '../output.ts'
import type { Finding, RedactedTurn } from './finding.ts'
import { checkAnswer, portionsOf, readTurnsTask, type TurnsAnswer } from './reading-task.ts'

/** Reads turns with a language model, or with a coding agent that asks one. */

export interface TurnReader {
  /** The recipient of the turns, for the question before the first one. */
  recipient: string
  /** @throws an error with a sentence for the person when there is no answer that can be read. */
  ask(data: string, signal: AbortSignal): Promise<TurnsAnswer>
}

export interface Reading {
  findings: Finding[]
  /** Rules of which the quote stands in no turn, or the statement is about something else. */
  dropped: number
  /** Turns in questions that were not answered. */
  unread: number
}

/** The sentence that says, before the first question, what goes to whom. */
export function describeRequests(turns: readonly RedactedTurn[], { recipient }: TurnReader): string {
  const portions = portionsOf(turns)
  const tokens = portions.reduce(
    (sum, { data }) => sum + countTokens(data) + countTokens(readTurnsTask.instructions),
    0,
  )
  const sessions = new Set(turns.map(({ tool, session }) => `${tool} ${session}`)).size
  return `To ${recipient}: ${pluralize(turns.length, 'turn')} that you typed in ${pluralize(sessions, 'session')}, without secrets and mail addresses, each with up to 300 characters of the agent's message before it; ${tokens.toLocaleString('en')} tokens in ${pluralize(portions.length, 'request')}.`
}

/**
 * Reads portion by portion. A portion that fails is reported, and the others are read.
 *
 * @throws the first failure when no portion was read; the reason of an abort.
 */
export async function readWith(
  reader: TurnReader,
  turns: readonly RedactedTurn[],
  signal: AbortSignal,
): Promise<Reading> {
  const portions = portionsOf(turns)
  const reading: Reading = { findings: [], dropped: 0, unread: 0 }
  let failure: unknown
  for (const [at, portion] of portions.entries()) {
    try {
      const { findings, dropped } = checkAnswer(await reader.ask(portion.data, signal), portion)
      reading.findings.push(...findings)
      reading.dropped += dropped
    } catch (error) {
      signal.throwIfAborted()
      failure ??= error
      reading.unread += portion.turns.length
      printNote(`Request ${at + 1} of ${portions.length} failed: ${(error as Error).message}`)
    }
  }
  if (reading.unread === turns.length && failure !== undefined) throw failure
  return reading
}
