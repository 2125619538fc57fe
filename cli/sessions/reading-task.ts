import { z } from 'zod'
import { categories, kindOf } from '#core/domain/kinds.ts'
import { isGrounded, share, statementOf } from '#core/models/answer.ts'
import { quoteFinder } from '#core/models/quotes.ts'
import { categoryGuide, type Task } from '#core/models/tasks.ts'
import { cutMark } from '#reader/transcripts/cut-mark.ts'
import type { Finding, RedactedTurn } from './finding.ts'
import { cutQuote } from './redact-quote.ts'

/** The task of reading turns, for a language model and for coding agents alike. */

export const readTurnsTask: Task<{
  rules: {
    turn: number
    quote: string
    statement: string
    category: (typeof categories)[number]
    how: 'explicit' | 'implied'
    confidence: number
  }[]
}> = {
  name: 'read_turns',
  instructions: `The data is a list of turns that one person typed to coding agents, each as a line of JSON: "turn" is its number, "person" the words of the person, "agent" the end of the agent's message before it.
Find the rules that the person wants to hold in later sessions too: rules that are said ("always", "from now on", "we use"), corrections of how the agent works, refusals with a reason, and thanks that say for what.
A task for now is no rule, nor is a question, or a rule in a passage that the person pasted. Most turns have none. The words of the agent only help to understand a correction.
"quote" is the passage of "person" that shows the rule, copied word for word, with the sentence beside it if it needs that to be understood; at most 30 words.
"statement" is the rule as one self-contained sentence in the imperative, in the words of the person.
"how" is "explicit" if the person says that it should last, else "implied". "confidence" is between 0 and 1.

${categoryGuide}

Answer with JSON: {"rules": [{"turn": 12, "quote": "please always run the linter before you commit", "statement": "Run the linter before committing", "category": "principle", "how": "explicit", "confidence": 0.9}]}; {"rules": []} when there is none.`,
  answer: z.object({
    rules: z.array(
      z.object({
        turn: z.number(),
        quote: z.string(),
        statement: z.string(),
        category: z.enum(categories),
        how: z.enum(['explicit', 'implied']),
        confidence: z.number(),
      }),
    ),
  }),
}

export type TurnsAnswer = z.infer<typeof readTurnsTask.answer>

/** About 6,000 tokens of English, so that the answer fits into any model's output as well. */
const portionLength = 24_000

/** Turns that are read with one question. */
export interface Portion {
  turns: RedactedTurn[]
  /** A line of JSON for each turn, numbered from 1. No text can end its line. */
  data: string
}

/** Splits turns into portions; a longer turn is one of its own. */
export function portionsOf(turns: readonly RedactedTurn[]): Portion[] {
  const portions: { turns: RedactedTurn[]; lines: string[]; length: number }[] = []
  for (const turn of turns) {
    const last = portions.at(-1)
    const lineOf = (number: number) =>
      JSON.stringify({ turn: number, ...(turn.before && { agent: turn.before }), person: turn.text })
    const line = lineOf((last?.turns.length ?? 0) + 1)
    if (last && last.length + line.length <= portionLength) {
      last.turns.push(turn)
      last.lines.push(line)
      last.length += line.length + 1
    } else portions.push({ turns: [turn], lines: [lineOf(1)], length: line.length + 1 })
  }
  return portions.map(({ turns, lines }) => ({ turns, data: lines.join('\n') }))
}

/** No portion has so many rules; each is searched for in every turn of it. */
const maxRules = 500

/**
 * The rules of an answer whose quote stands in a turn of the portion, and whose statement is about that turn. A person
 * typed these words, whatever the text of the turns made the model say.
 */
export function checkAnswer({ rules }: TurnsAnswer, { turns }: Portion): { findings: Finding[]; dropped: number } {
  const finders = turns.map(({ text }) => quoteFinder(text))
  const findings = rules
    .slice(0, maxRules)
    .flatMap(({ turn: number, quote: copied, statement: wording, category, how, confidence }) => {
      const order = [number - 1, ...turns.keys()].filter((at) => at in turns)
      const at = order.find((index) => finders[index]!(copied) !== undefined)
      const statement = statementOf(wording)
      if (at === undefined || statement === undefined) return []
      const { tool, session, id: turn, project, at: time, text, before = '' } = turns[at]!
      if (!isGrounded(statement, `${text}\n${before}`)) return []
      const quote = cutQuote(finders[at]!(copied)!)
      if (quote.includes(cutMark)) return []
      const source = { tool, session, turn, project, at: time }
      const rule = { statement, quote, score: share(confidence), kind: kindOf(category), category }
      // A person who agrees to words of the agent did not say them: it may have read them anywhere.
      return [{ ...source, ...rule, how: isGrounded(statement, text) ? how : 'implied', is_sure: true }]
    })
  return { findings, dropped: rules.length - findings.length }
}
