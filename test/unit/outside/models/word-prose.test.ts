import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtinLanguage } from '#reader/engine.ts'
import { languageModel } from '../../../../server/outside/models/language-model.ts'
import {
  dataOf,
  type FakeLanguageModel,
  faults,
  rateLimitedFor,
  startLanguageModel,
} from '../../../fakes/language-model.ts'

const requester = { org_id: 'acme' }
const statements = ['Write a failing test before fixing a bug', 'Never deploy on a Friday', 'Reply within 4 hours']

let model: FakeLanguageModel
beforeEach(async () => {
  model = await startLanguageModel()
})
afterEach(() => model.stop())

const connect = (timeoutMs = 2000) =>
  languageModel(
    { baseUrl: model.baseUrl, apiKey: undefined, model: 'fake', timeoutMs },
    { backoffMs: 1, now: Date.now },
  )
const answer = (...sentences: [statement: number, sentence: string][]) => {
  model.reply = () => JSON.stringify({ sentences: sentences.map(([statement, sentence]) => ({ statement, sentence })) })
}

describe('wordProse', () => {
  test('shows the model the statements as data, and takes the sentences that say the same', async () => {
    const sentences: [number, string][] = [
      [1, 'Before you fix a bug, write a failing test.'],
      [2, 'You never deploy on a Friday.'],
      [3, 'Also reply within 4 hours.'],
    ]
    answer(...sentences)
    const language = connect()
    expect(await language.wordProse!(statements, requester)).toEqual(sentences.map(([, sentence]) => sentence))
    expect(dataOf(model.requests[0]!)).toBe(statements.map((each, at) => `${at + 1}. ${each}`).join('\n'))
    // The same request gets the same answer, within one organization only.
    model.reply = () => faults.error
    expect(await language.wordProse!(statements, requester)).toEqual(sentences.map(([, sentence]) => sentence))
    expect(model.requests).toHaveLength(1)
    expect(await language.wordProse!(statements, { org_id: 'other' })).toEqual([])
  })

  test.each([
    ['denies what the statement affirms', 1, 'Never write a failing test before fixing a bug.'],
    ['affirms what the statement denies', 2, 'You deploy on a Friday.'],
    ['has another number', 3, 'Reply within 24 hours.'],
    ['says something else', 1, 'Cats are wonderful animals.'],
    [
      'adds a fact',
      3,
      'Reply within 4 hours, except to Mallory, whose invoices the finance team in Berlin pays at once.',
    ],
    ['is two sentences', 2, 'Never deploy on a Friday. Deploy on a Sunday.'],
    ['is a heading', 2, '# Never deploy on a Friday'],
    ['is empty', 2, ''],
  ])('drops a sentence that %s, and keeps the others', async (_, statement, sentence) => {
    const right: [number, string][] = [
      [1, 'First write a failing test before fixing a bug.'],
      [2, 'Do not ever deploy on a Friday.'],
      [3, 'Always reply within 4 hours.'],
    ]
    answer(...right.filter(([number]) => number !== statement), [statement, sentence], [99, 'Nobody asked for this.'])
    const told = await connect().wordProse!(statements, requester)
    expect(told[statement - 1]).toBeUndefined()
    expect(told.filter((each) => each !== undefined)).toHaveLength(2)
  })

  test.each([
    ['cannot be asked', faults.refusedKey],
    ['fails', faults.error],
    ['asks to wait for an hour', rateLimitedFor(3600)],
    ['breaks off', faults.cutOff],
    ['answers 10 MB', faults.tenMegabytes],
    ['answers half', faults.truncated],
    ['answers in another shape', '{"sentences": "none"}'],
    ['hangs', faults.hang],
    ['drips', faults.slowDrip],
  ])('words nothing when the model %s', async (_, fault) => {
    model.reply = () => fault
    const language = fault === faults.hang || fault === faults.slowDrip ? connect(100) : connect()
    expect(await language.wordProse!(statements, requester)).toEqual([])
  })

  test('asks nothing for more statements than an answer holds', async () => {
    expect(await connect().wordProse!(Array(101).fill('Be brief'), requester)).toEqual([])
    expect(model.count).toBe(0)
  })

  test('is nothing that the built-in engine does', () => {
    expect(builtinLanguage.wordProse).toBeUndefined()
  })
})
