import { afterEach, beforeEach, expect, test } from 'vitest'
import { embeddingModel } from '../../../server/outside/models/embeddings.ts'
import { type FakeLanguageModel, startLanguageModel } from '../../fakes/language-model.ts'

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
