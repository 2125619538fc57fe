import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  completionWith,
  dataOf,
  type FakeLanguageModel,
  type Reply,
  startLanguageModel,
  tooLong,
} from '../../../fakes/language-model.ts'
import { answer, connectTo, push, requester, right, rule, tests } from '../../../support/model-answers.ts'

/** Endpoints and models answer in many shapes; each part that fits is used, and every fault has a reason. */

const text = '- Never push to main\n- Always write tests\n- Own the build'
const build = rule('ownership', 'Own the build')
const both = ['boundary: Never push to main', 'principle: Always write tests']

let model: FakeLanguageModel
beforeEach(async () => {
  model = await startLanguageModel()
})
afterEach(() => model.stop())

const connect = () => connectTo(model)
const read = async (reply: Reply, content = text) => {
  model.reply = () => reply
  const rules = await connect().readRules(content, requester)
  return rules.map(({ category, statement }) => `${category}: ${statement}`)
}

describe('an element that does not fit', () => {
  test.each([
    ['an unknown category', rule('tone', 'Be kind')],
    ['no category', { statement: 'Own the build', quote: 'Own the build' }],
    ['null for a statement', rule('axiom', null)],
    ['a number for a statement', rule('axiom', 12)],
    ['a list for a quote', rule('axiom', 'Own the build', ['Own', 'the build'])],
    ['another shape', 'Own the build'],
    ['nothing', null],
    ['a statement that is too long', rule('axiom', 'Own the build '.repeat(60), 'Own the build')],
    ['words that are not there', rule('axiom', 'Own the deploy')],
  ])('is dropped alone: %s', async (_, odd) => {
    expect(await read(answer(push, odd, tests))).toEqual(both)
    expect(model.count).toBe(1)
  })

  test('makes the answer unreadable when no other one fits', async () => {
    await expect(read(answer(rule('tone', 'Be kind'), rule(null, null)))).rejects.toMatchObject({ status: 422 })
    expect(model.count).toBe(2)
  })

  test('is not dropped from a transcript, where its words would be somebody else’s', async () => {
    const messages = [
      { line: 1, speaker: 'other', label: 'Bob:' },
      { line: 2, speaker: 'bystander', label: 'Eve:' },
    ]
    model.reply = () => JSON.stringify({ title: 'x', messages })
    const request = { raw_text: 'Bob: hi\nEve: I ship on Fridays', agent_name: 'Ada', other_name: 'Bob', title: null }
    await expect(connect().formatTranscript(request, requester)).rejects.toMatchObject({ status: 500 })
  })
})

test.each([
  ['Boundary', 'Principle'],
  ['BOUNDARY', ' principle '],
  ['boundaries', 'principles'],
  ['Belief: boundary', 'belief/principle'],
  ['category_boundary', 'beliefPrinciple'],
  ['**boundary**', '2. principle'],
  [['boundary'], 'ＰＲＩＮＣＩＰＬＥ'],
])('the categories %j and %j are the same words in another form', async (first, second) => {
  expect(await read(answer(rule(first, push.statement), rule(second, tests.statement)))).toEqual(both)
})

test.each(['deliverable', 'Deliverables', 'responsibility.deliverables'])(
  'a singular is its plural: %s',
  async (word) => {
    expect(await read(answer(rule(word, 'Own the build')))).toEqual(['deliverables: Own the build'])
  },
)

test.each(['bound', 'voice tone', 'principled', 'axiom or boundary', 'prin'])('%s is another word', async (word) => {
  expect(await read(answer(push, rule(word, 'Own the build')))).toEqual(both.slice(0, 1))
})

describe('the same answer', () => {
  const fence = (body: string) => `\`\`\`json\n${body}\n\`\`\``
  const call = (name: string, input: unknown) => ({ id: '1', type: 'function', function: { name, arguments: input } })
  test.each<[string, Reply]>([
    ['as a bare list', JSON.stringify([push, tests])],
    ['as a bare list in a fence, with words around it', `Here:\n${fence(JSON.stringify([push, tests]))}\nBye {you}!`],
    ['as one element for each line', `${JSON.stringify(push)}\n${JSON.stringify(tests)}`],
    ['in a wrapper', JSON.stringify({ result: { rules: [push, tests] } })],
    ['under a key in capitals', JSON.stringify({ Rules: [push, tests] })],
    ['in the shape of its schema', JSON.stringify({ type: 'object', properties: { rules: [push, tests] } })],
    ['in a list', JSON.stringify([{ rules: [push, tests] }])],
    ['with brackets in the words before it', `I read [the file] {all of it}: ${right}`],
    ['with brackets in the words behind it', `${right}\n\nNote: I left {project} and [links] out.`],
    ['behind reasoning', `<think>{"rules": [{"category": "voice"}]} hm } no</think>\n${right}`],
    ['behind reasoning without its beginning', `{"rules": []} perhaps? </think>${right}`],
    ['behind a draft', `First: ${answer(push)}. On reflection: ${right}`],
    ['behind a channel', `<|channel|>analysis<|message|>{?}<|channel|>final<|message|>${right}`],
    ['with commas and comments too many', `{"rules": [${JSON.stringify(push)}, // one\n${JSON.stringify(tests)},],}`],
    ['as a text in JSON', JSON.stringify(right)],
    ['in single quotes', right.replaceAll('"', "'")],
    ['without its last bracket', right.slice(0, -1)],
    [
      'as a tool call',
      completionWith({ content: null, tool_calls: [call('answer', right)] }, { finish_reason: 'tool_calls' }),
    ],
    [
      'as a tool call whose arguments are no text',
      completionWith({ tool_calls: [call('rules', { rules: [push, tests] })] }),
    ],
    [
      'as several tool calls',
      completionWith({ content: 'Sure', tool_calls: [call('a', JSON.stringify(push)), call('b', tests)] }),
    ],
    ['as a function call', completionWith({ content: '', function_call: { name: 'x', arguments: right } })],
    [
      'in parts',
      completionWith({
        content: [
          { type: 'text', text: right.slice(0, 40) },
          { type: 'text', text: right.slice(40) },
        ],
      }),
    ],
    [
      'in parts beside reasoning',
      completionWith({
        content: [
          { type: 'thinking', thinking: '?' },
          { type: 'text', text: right },
        ],
      }),
    ],
    ['as reasoning alone', completionWith({ content: null, reasoning_content: `So: ${right}` })],
    [
      'with other metadata',
      completionWith({ content: right }, { finish_reason: 'eos', usage: { prompt_tokens: '12', total: null } }),
    ],
  ])('%s is read without asking again', async (_, reply) => {
    expect(await read(reply)).toEqual(both)
    expect(model.count).toBe(1)
  })

  test.each(['[]', '```json\n[]\n```', '{"rules": null}', 'Nothing there: {"rules": []}'])(
    'of nothing is an answer: %s',
    async (reply) => {
      expect(await read(reply)).toEqual([])
      expect(model.count).toBe(1)
    },
  )

  test('of nothing is none when only the prose has brackets', async () => {
    await expect(read('I looked at items[] and found {nothing}.')).rejects.toMatchObject({ status: 422 })
  })
})

describe('an observation', () => {
  const contents = [
    {
      source_type: 'substack_post' as const,
      title: null,
      content: 'I always weigh a parcel twice.',
      agent_name: 'Ada',
    },
  ]
  const observation = { item: 1, category: 'principle', statement: 'Weigh twice', quote: 'weigh a parcel twice' }
  test.each([
    ['0.9', 0.9],
    ['0,9', 0.9],
    ['90%', 0.9],
    ['90 %', 0.9],
    [90, 0.9],
    ['about 0.9', 0.9],
    [1, 1],
    [-3, 0],
    [400, 1],
  ])('has the confidence %j', async (confidence, share) => {
    model.reply = () => JSON.stringify({ observations: [{ ...observation, confidence }] })
    expect(await connect().observe(contents, requester)).toMatchObject([[{ confidence: share }]])
  })

  test.each(['1', '[item 1]', 1, 0])('has the item %j where there is one item', async (item) => {
    model.reply = () => JSON.stringify({ observations: [{ ...observation, item, confidence: '0.5' }] })
    expect(await connect().observe(contents, requester)).toMatchObject([[{ quote: 'weigh a parcel twice' }]])
  })

  test('with an odd number is dropped alone', async () => {
    const odd = { ...observation, statement: 'Weigh', item: 'the first', confidence: 'high' }
    model.reply = () => JSON.stringify({ observations: [odd, { ...observation, confidence: 1 }] })
    expect(await connect().observe(contents, requester)).toMatchObject([[{ statement: 'Weigh twice' }]])
    expect(model.count).toBe(1)
  })
})

describe('an answer that is truncated', () => {
  const half = answer(push, tests, build).slice(0, -60)
  test.each<[string, Reply]>([
    ['by its length', tooLong(half)],
    ['without a word', half],
    ['as Gemini says it', completionWith({ content: half }, { finish_reason: 'MAX_TOKENS' })],
    [
      'in a string with a bracket',
      tooLong(`{"rules": [${JSON.stringify(push)}, ${JSON.stringify(tests)}, {"statement": "Own {x} [`),
    ],
  ])('%s keeps its complete elements', async (_, reply) => {
    expect(await read(reply)).toEqual(both)
  })

  test('about a longer text is asked for in halves, down to a bound', async () => {
    await expect(read(tooLong('{"rules": [{"categ'), '- Always write tests\n'.repeat(200))).rejects.toMatchObject({
      status: 422,
    })
    expect(model.count).toBeLessThan(16)
  })

  test('is no transcript, since the last speaker would get the words of others', async () => {
    model.reply = () => tooLong('{"title": "x", "messages": [{"line": 1, "speaker": "other", "label": "Bob:"}, {"line"')
    const request = { raw_text: 'Bob: hi\nAda: hello', agent_name: 'Ada', other_name: 'Bob', title: null }
    await expect(connect().formatTranscript(request, requester)).rejects.toMatchObject({ status: 500 })
  })
})

test.each<[string, Reply, RegExp]>([
  [
    'in a field',
    completionWith({ content: null, refusal: 'I can’t help with that.' }),
    /refused to answer.*I can’t help with that/,
  ],
  ['beside empty content', completionWith({ content: '', refusal: 'No\n\nway' }), /refused to answer.*"No way"/],
  [
    'by a filter',
    completionWith({ content: '' }, { finish_reason: 'content_filter' }),
    /refused to answer.*content filter/,
  ],
])('a refusal %s is an error with its words, and not asked again', async (_, reply, sentence) => {
  await expect(read(reply)).rejects.toMatchObject({ status: 422, message: expect.stringMatching(sentence) })
  expect(model.count).toBe(1)
})

test('a question shows the model what was wrong with its quotes once, and the union of both answers counts', async () => {
  const contents = ['I weigh parcels twice.', 'I label boxes.'].map((content) => ({
    source_type: 'substack_post' as const,
    title: null,
    content,
    agent_name: 'Ada',
  }))
  const observe = (item: number, quote: string) => ({ item, category: 'axiom', statement: quote, quote, confidence: 1 })
  model.reply = (_, number) =>
    JSON.stringify({
      observations:
        number === 0 ? [observe(1, 'I weigh parcels twice'), observe(2, 'I tag boxes')] : [observe(2, 'I label boxes')],
    })
  expect(await connect().observe(contents, requester)).toMatchObject([
    [{ quote: 'I weigh parcels twice' }],
    [{ quote: 'I label boxes' }],
  ])
  expect(dataOf(model.requests[1]!)).toBe(dataOf(model.requests[0]!))
})
