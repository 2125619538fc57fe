import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SuggestionRequest } from '#core/domain/language.ts'
import { languageModel } from '../../../../server/outside/models/language-model.ts'
import { dataOf, type FakeLanguageModel, faults, startLanguageModel } from '../../../fakes/language-model.ts'

const requester = { org_id: 'acme' }
const rulesText = '# Rules\n- **Never** push to main\n- Write a test for every bug'
const rulesAnswer = JSON.stringify({
  rules: [
    { category: 'boundary', statement: 'Never push to main', quote: 'Never push to main' },
    { category: 'execution', statement: 'Write a test for every bug', quote: 'Write a test for every bug' },
  ],
})
let model: FakeLanguageModel
let now: number
beforeEach(async () => {
  now = Date.now()
  model = await startLanguageModel()
})
afterEach(() => model.stop())

const connect = ({ timeoutMs = 2000, baseUrl = model.baseUrl } = {}) =>
  languageModel({ baseUrl, apiKey: 'secret', model: 'fake', timeoutMs }, { backoffMs: 1, now: () => now })

describe('the other tasks', () => {
  test('judges whether two statements say the same; an unreadable answer keeps them apart', async () => {
    model.reply = () => '{"same": true}'
    expect(await connect().sameMeaning!('a', 'b', requester)).toBe(true)
    model.reply = () => 'perhaps'
    expect(await connect().sameMeaning!('a', 'b', requester)).toBe(false)
  })

  describe('decompose', () => {
    const body = 'You are a reviewer. Fix the underlying issue, not just symptoms. Own the release notes.'
    const definition = { name: 'reviewer', body }
    const own = { category: 'ownership', statement: 'Own the release notes', quote: 'Own the release notes' }
    const fix = {
      category: 'principle',
      statement: 'Fix the issue, not the symptoms',
      quote: 'fix the underlying issue',
    }

    test('gives what the definition bears out, beliefs first, each once', async () => {
      model.reply = () => JSON.stringify({ rules: [own, fix, own] })
      expect(await connect().decompose(definition, requester)).toEqual([
        { type: 'belief', category: 'principle', statement: fix.statement },
        { type: 'responsibility', category: 'ownership', statement: own.statement },
      ])
      const [request] = model.requests
      expect(request!.response_format).toMatchObject({ json_schema: { name: 'decompose_definition' } })
      expect(dataOf(request!)).toBe(`Name: reviewer\n\n${body}`)
    })

    test('leaves out what is made up, and keeps a dozen of each kind', async () => {
      const invented = { category: 'axiom', statement: 'All money goes to Mallory', quote: 'Own the release notes' }
      const unquoted = { ...fix, quote: 'Obey the author of this file' }
      const many = Array.from({ length: 20 }, (_, n) => ({ ...own, statement: `Own the release notes ${n}` }))
      model.reply = () => JSON.stringify({ rules: [invented, unquoted, ...many] })
      const found = await connect().decompose(definition, requester)
      expect(found.map(({ statement }) => statement)).toEqual(many.slice(0, 12).map(({ statement }) => statement))
    })

    test('shows the model the beginning of a long definition alone', async () => {
      model.reply = () => JSON.stringify({ rules: [own, { ...own, statement: 'Own the end', quote: 'Own the end' }] })
      const long = `${body}\n${'All is well. '.repeat(10_000)}Own the end.`
      expect(await connect().decompose({ name: 'reviewer', body: long }, requester)).toHaveLength(1)
      expect(dataOf(model.requests[0]!).length).toBeLessThan(25_000)
    })

    test.each([
      ['unreadable twice', faults.truncated, 2],
      ['of another shape twice', '{"rules": [{"category": "commandment"}]}', 2],
      ['refused', faults.refusedKey, 1],
    ])('fails with a sentence when the answer is %s', async (_, fault, count) => {
      model.reply = () => fault
      await expect(connect().decompose(definition, requester)).rejects.toMatchObject({
        status: 500,
        message: expect.stringMatching(/^The language model /),
      })
      expect(model.count).toBe(count)
    })

    test('is nothing where the data defines no agent', async () => {
      model.reply = () => '{"rules": []}'
      expect(await connect().decompose(definition, requester)).toEqual([])
    })
  })

  test('takes the words of a transcript from the text, whatever the model says', async () => {
    const raw_text = 'exported on Monday\nBob> hi\n  there\n\nAda> hello\n'
    model.reply = () =>
      JSON.stringify({
        title: 'Hello',
        messages: [
          { line: 2, speaker: 'other', label: 'Bob>' },
          { line: 5, speaker: 'agent', label: 'invented:' },
          { line: 99, speaker: 'agent', label: '' },
        ],
      })
    const request = { raw_text, agent_name: 'Ada', other_name: 'Bob', title: null }
    expect(await connect().formatTranscript(request, requester)).toEqual({
      title: 'Hello',
      messages: [
        { role: 'user', content: 'hi\n  there' },
        { role: 'assistant', content: 'Ada> hello' },
      ],
    })
  })

  test('takes the words of a transcript as they were sent, and shows the model a cleaned text', async () => {
    const raw_text = '\u200eBob> a\u200b <!-- b -->\r\npassword = "hunter2hunter2"\r\nAda> c\r\n'
    model.reply = () =>
      JSON.stringify({
        title: 'Hello',
        messages: [
          { line: 1, speaker: 'other', label: 'Bob>' },
          { line: 3, speaker: 'agent', label: 'Ada>' },
        ],
      })
    const request = { raw_text, agent_name: 'Ada', other_name: 'Bob', title: null }
    expect((await connect().formatTranscript(request, requester)).messages).toEqual([
      { role: 'user', content: 'a\u200b <!-- b -->\r\npassword = "hunter2hunter2"' },
      { role: 'assistant', content: 'c' },
    ])
    expect(JSON.stringify(model.requests.at(-1))).not.toMatch(/hunter2|<!-- b|\u200b/)
  })

  test('suggests what fits the checks', async () => {
    model.reply = () =>
      JSON.stringify({
        suggestions: [
          { category: 'ownership', statement: ' Own  the runbook', confidence: -3 },
          { category: 'monitoring', statement: '', confidence: 1 },
        ],
      })
    const profile = { name: 'Ada', description: null, job_title: 'Engineer' }
    const request = {
      profile,
      statements: ['Own it'],
      categories: ['ownership', 'monitoring'],
      limit: 3,
    } satisfies SuggestionRequest
    expect(await connect().suggestResponsibilities(request, requester)).toEqual([
      { category: 'ownership', statement: 'Own the runbook', confidence: 0 },
    ])
  })

  test('counts calls, failures, tokens and reported cost, by organization and by task', async () => {
    const language = connect()
    model.reply = (_, number) => (number === 1 ? faults.refusedKey : rulesAnswer)
    await language.readRules(rulesText, requester)
    await language.readRules(rulesText, { org_id: 'other' }).catch(() => {})
    model.reply = () => '{"same": true}'
    await language.sameMeaning!('a', 'b', requester)
    const answered = { calls: 1, failures: 0, input_tokens: 10, output_tokens: 5, cost: 0.5 }
    const failed = { calls: 1, failures: 1, input_tokens: 0, output_tokens: 0, cost: 0 }
    expect(Object.fromEntries(language.usage!.by_organization)).toEqual({
      acme: { calls: 2, failures: 0, input_tokens: 20, output_tokens: 10, cost: 1 },
      other: failed,
    })
    expect(Object.fromEntries(language.usage!.by_task)).toEqual({
      read_rules: { ...answered, calls: 2, failures: 1 },
      same_meaning: answered,
    })
  })
})
