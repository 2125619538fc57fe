import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { embeddingModel } from '../../../../server/outside/models/embeddings.ts'
import { type FakeLanguageModel, failsWith, startLanguageModel } from '../../../fakes/language-model.ts'

let model: FakeLanguageModel
beforeEach(async () => {
  model = await startLanguageModel()
})
afterEach(() => model.stop())

const connect = () =>
  embeddingModel(
    { baseUrl: model.baseUrl, apiKey: undefined, model: 'fake-embedding', timeoutMs: 2000 },
    { backoffMs: 1, now: Date.now },
  )

test('gives one unit vector per text, in order, over several requests', async () => {
  model.embed = (text) => [Number(text), 0, 0]
  const texts = Array.from({ length: 100 }, (_, i) => String(i + 1))
  const vectors = await connect().embed(texts)
  expect(vectors).toHaveLength(100)
  expect(vectors.every((vector) => vector[0] === 1 && vector.length === 3)).toBe(true)
  expect(model.count).toBeGreaterThan(1)
})

test('keeps the order of texts', async () => {
  model.embed = (text) => (text.startsWith('a') ? [1, 0] : [0, 2])
  expect((await connect().embed(['a', 'b', 'a'])).map((vector) => [...vector])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ])
})

test('refuses vectors of another length than before', async () => {
  model.embed = (text) => (text === 'long' ? [1, 2, 3] : [1, 2])
  const embedder = connect()
  await embedder.embed(['short'])
  await expect(embedder.embed(['long'])).rejects.toMatchObject({
    status: 500,
    message: expect.stringContaining('2 numbers'),
  })
})

test('carries the name of its model and takes similarities as they are', async () => {
  const { model: name, rescale, embed } = connect()
  expect([name, rescale(0.7), await embed([])]).toEqual(['fake-embedding', 0.7, []])
})

test('fails with a sentence when the endpoint does', async () => {
  await model.stop()
  await expect(connect().embed(['a'])).rejects.toMatchObject({
    status: 500,
    message: 'The embedding model cannot be reached',
  })
  model = await startLanguageModel()
})

describe('an answer in another shape', () => {
  type Data = { index: number; embedding: number[] }[]
  const base64 = (numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
  const byText = { a: [1, 0], b: [0, 2], c: [3, 0] } as Record<string, number[]>
  const units = [
    [1, 0],
    [0, 1],
    [1, 0],
  ]
  const embed = async () => {
    model.embed = (text) => byText[text]!
    return (await connect().embed(['a', 'b', 'c'])).map((vector) => [...vector])
  }

  test.each<[string, (data: Data) => unknown]>([
    ['in base64', (data) => data.map(({ index, embedding }) => ({ index, embedding: base64(embedding) }))],
    ['backwards, with its indexes', (data) => data.toReversed()],
    ['in base64 and mixed', ([a, b, c]) => [c, { ...a, embedding: base64(a!.embedding) }, b]],
    ['without indexes', (data) => data.map(({ embedding }) => ({ embedding }))],
    ['with the same index for all', (data) => data.map((each) => ({ ...each, index: 0 }))],
  ])('%s is put in order', async (_, reshape) => {
    model.reshape = reshape
    expect(await embed()).toEqual(units)
  })

  test.each<[string, (data: Data) => unknown]>([
    ['a missing vector', (data) => data.slice(1)],
    ['a missing one in the middle', ([a, , c]) => [a, c]],
    ['one too many', (data) => [...data, { index: 3, embedding: [1, 1] }]],
    ['an index twice', ([a, b, c]) => [a, { ...b, index: 0 }, c]],
    ['null for a number', ([a, b, c]) => [a, { ...b, embedding: [null, 1] }, c]],
    ['a text for a number', ([a, b, c]) => [a, { ...b, embedding: ['1', '0'] }, c]],
    ['no vector', ([a, b, c]) => [a, { index: b!.index }, c]],
    ['null for an element', ([a, , c]) => [a, null, c]],
    ['an empty vector', ([a, b, c]) => [a, { ...b, embedding: [] }, c]],
    ['zeros alone', ([a, b, c]) => [a, { ...b, embedding: [0, 0] }, c]],
    ['a longer vector', ([a, b, c]) => [a, { ...b, embedding: [1, 0, 0] }, c]],
    ['base64 that is no list of numbers', ([a, b, c]) => [a, { ...b, embedding: 'AAA=' }, c]],
    ['base64 of NaN', ([a, b, c]) => [a, { ...b, embedding: base64([Number.NaN, 1]) }, c]],
    ['nothing', () => []],
  ])('with %s is refused whole, with a sentence', async (_, reshape) => {
    model.reshape = reshape
    await expect(embed()).rejects.toMatchObject({
      status: 500,
      message: expect.stringMatching(/must answer with one vector of (?:2|some) numbers per text/),
    })
  })

  test('with NaN as Python writes it is refused with the same sentence', async () => {
    model.embeddingFault = '{"data": [{"index": 0, "embedding": [NaN, -Infinity]}]}'
    await expect(connect().embed(['a'])).rejects.toThrow(/finite and not all 0/)
  })

  test('that is refused sets no length for later ones', async () => {
    const embedder = connect()
    model.embed = () => [0, 0, 0]
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ status: 500 })
    model.embed = () => [1, 0]
    expect(await embedder.embed(['a'])).toHaveLength(1)
  })

  test.each(['', '[]', 'null', '{"data": {}}', 'vectors'])('%j is an answer that cannot be read', async (body) => {
    model.embeddingFault = body
    await expect(connect().embed(['a'])).rejects.toMatchObject({ status: 500 })
  })

  test('that is an error is told by its status', async () => {
    model.embeddingFault = failsWith(404, { error: 'model "nomic" not found' })
    await expect(connect().embed(['a'])).rejects.toThrow(
      /^The embedding model has no such model, or was not found at its URL \(status 404\)$/,
    )
  })
})
