import { expect, test } from 'vitest'
import { isRule } from '#reader/turns/turn-rules.ts'
import { readBuiltin } from '../../../cli/sessions/builtin-reading.ts'
import { groupFindings, type RedactedTurn } from '../../../cli/sessions/finding.ts'
import { noKnowledge } from '../../../cli/sessions/known-statements.ts'

/** Rules and evidence that the built-in reader finds in turns. */

const rules = ['From now on always use tabs for indentation, never spaces.', 'Never push to main without a review.']
/** Wishes of which the reader is not sure. */
const wishes = [
  ...['Stop adding docstrings everywhere', 'Use the money type for prices.', 'Run the tests again'],
  ...['Let us use zod for the validation here', 'Please add a test for that too', 'Keep the commits small please'],
  ...['Use the existing logger for that', 'Put the helper into its own file', 'Use English names for the columns'],
]
const tasks = ['Fix the failing test', 'Commit and push', 'What does this function do?']

const turnsOf = (session: string, texts: readonly string[]): RedactedTurn[] =>
  texts.map((text, at) => ({
    ...{ tool: 'claude-code', session, project: null, id: `${session} ${at}`, text },
    at: '2026-10-01T09:00:00.000Z',
  }))

test('of each session come its rules, and the three likeliest other wishes as implied', () => {
  const texts = [...wishes, ...tasks, ...rules]
  const findings = readBuiltin([...turnsOf('one', texts), ...turnsOf('two', texts)], noKnowledge)
  for (const session of ['one', 'two']) {
    const ofSession = findings.filter((finding) => finding.session === session)
    const sure = ofSession.filter(({ is_sure }) => is_sure)
    expect(sure.map(({ quote }) => quote)).toEqual(expect.arrayContaining(rules))
    expect(sure.every(({ score }) => isRule(score))).toBe(true)
    const evidence = ofSession.filter(({ is_sure }) => !is_sure)
    expect(evidence).toHaveLength(3)
    expect(new Set(evidence.map(({ how }) => how))).toEqual(new Set(['implied']))
    expect(evidence.some(({ score }) => isRule(score) || score < 0.1)).toBe(false)
  }
  const groups = groupFindings(findings, new Map())
  expect(groups.findLastIndex(({ is_sure }) => is_sure)).toBeLessThan(groups.findIndex(({ is_sure }) => !is_sure))
})

test('tasks alone are neither rules nor evidence', () => {
  expect(readBuiltin(turnsOf('one', tasks), noKnowledge)).toEqual([])
})
