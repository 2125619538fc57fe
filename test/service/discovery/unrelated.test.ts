import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Embedder } from '#core/domain/language.ts'
import { builtinEmbedder, shareWords } from '#reader/embedding/embedding.ts'
import { CalibratedEmbedder } from '../../../server/features/vectors/calibrated-embedder.ts'
import { embeddingModel } from '../../../server/outside/models/embeddings.ts'
import { type FakeLanguageModel, startLanguageModel } from '../../fakes/language-model.ts'
import { characterEmbedding } from '../../support/character-embedding.ts'
import { discover, discovered, importContent } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { unrelatedSentences } from '../../support/unrelated-sentences.ts'

/** Unrelated sentences never share a signal, with any comparison (behavior: Signals). */

let service: Service
let model: FakeLanguageModel
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  model = await startLanguageModel()
})
afterAll(async () => {
  await service.stop()
  await model.stop()
})
beforeEach(async () => {
  tenant = await service.register()
})

const type = 'conversation' as const
const say = (agentId: string, conversations: string[]) =>
  importContent(
    service,
    tenant,
    agentId,
    conversations.map((text) => text.replace(/^/gm, 'Ada: ')),
    { type },
  )

/** The distinct quotes of each signal, oldest signal first. */
async function quotesBySignal(agentId: string): Promise<string[][]> {
  const { observations } = await discovered(service, agentId)
  return [...Map.groupBy(observations, ({ signal }) => signal).values()].map((some) => [
    ...new Set(some.map(({ quote }) => quote)),
  ])
}

describe('short conversations', () => {
  test('four that say four things are four signals', async () => {
    const agentId = await tenant.agent({ name: 'Ada' })
    const said = [
      'Antes de un examen oral siempre paseo veinte minutos por el río, porque sentado me pongo nervioso.',
      'Ich fahre grundsätzlich ohne Navi durch die Stadt.',
      'i always put my earrings in the blue bowl',
      'I prefer small pull requests.',
    ]
    await say(agentId, said)
    await discover(service, tenant, agentId)
    expect((await quotesBySignal(agentId)).flat().toSorted()).toEqual(said.toSorted())
    expect(await quotesBySignal(agentId)).toHaveLength(4)
  })

  test('ten that say ten things propose nothing', async () => {
    const agentId = await tenant.agent({ name: 'Ada' })
    await say(agentId, [
      'Never feed the sourdough with cold milk.',
      'I always keep a spare fuse and a head torch in the glove box, since the day the harbor lost power during unloading.',
      'Vor dem Lackieren lüfte ich immer die Werkstatt.',
      'I prefer small pull requests.',
      'Je ne coupe jamais la parole aux témoins.',
      'i never sign a lease without seeing the basement',
      'I always tune the violin twice.',
      'Ich fahre grundsätzlich ohne Navi durch die Stadt.',
      'I always water the tomatoes before breakfast.',
      'i never let the dog sleep in the bedroom',
    ])
    await discover(service, tenant, agentId)
    const { items, signals } = await discovered(service, agentId)
    expect(items).toEqual([])
    expect(signals.map(({ n_count }) => n_count)).toEqual(Array(10).fill(1))
  })

  test('six principles, each said three times, are six proposals, each with its own quotes', async () => {
    const agentId = await tenant.agent({ name: 'Ada' })
    const principles = [
      ['I prefer small pull requests.', 'I like small pull requests.', 'We prefer small pull requests.'],
      ['I always check the tide tables.', 'We always check the tide tables.', 'I check the tide tables, always.'],
      ['I never round interest rates.', 'We never round interest rates.', 'Never round interest rates.'],
      ['I always label the freezer boxes.', 'We always label the freezer boxes.', 'Always label the freezer boxes.'],
      ['I never prune roses in frost.', 'We never prune roses in frost.', 'Never prune roses in the frost.'],
      ['I always tune the violin twice.', 'We always tune the violin twice.', 'Always tune the violin twice.'],
    ]
    for (const [at, wordings] of [0, 1, 2].map((at) => principles.map((wordings) => wordings[at]!)).entries())
      await importContent(
        service,
        tenant,
        agentId,
        wordings.map((text) => `Ada: ${text}`),
        { type, prefix: `round ${at}` },
      )
    await discover(service, tenant, agentId)
    const { items } = await discovered(service, agentId)
    const byQuotes = (some: (string | null)[][]) => some.map((quotes) => quotes.toSorted()).toSorted()
    expect(byQuotes(items.map(({ quotes }) => quotes))).toEqual(byQuotes(principles))
    expect(items.map(({ n_count }) => n_count)).toEqual(Array(6).fill(3))
  })
})

/** Reports the given texts, a few per run, and returns the statements of each signal. */
async function statementsBySignal(statements: string[], perRun: number): Promise<string[][]> {
  const agentId = await tenant.agent({ name: 'Ada' })
  for (let at = 0; at < statements.length; at += perRun) {
    const part = statements.slice(at, at + perRun)
    const observations = part.map((content) => ({ content, kind: 'belief', category: 'principle' }))
    expect((await tenant.post('/observations', { agentId, observations })).status).toBe(201)
    await discover(service, tenant, agentId)
  }
  const { observations } = await discovered(service, agentId)
  expect(observations).toHaveLength(statements.length)
  return [...Map.groupBy(observations, ({ signal }) => signal).values()].map((some) =>
    some.map(({ statement }) => statement),
  )
}

/** No word, nor a part of one, occurs in two of these. */
const parts = {
  deed: 'weigh bleach juggle whisper unlock forge iron knit deliver scrub'.split(' '),
  thing: 'parcels curtains lanterns oats violins cheques gutters mirrors stamps tulips'.split(' '),
  moment: 'dawn supper lectures Fridays snowfall boarding harvest rehearsal lunch voting'.split(' '),
}
const shuffled = (words: string[]) => fc.shuffledSubarray(words, { minLength: words.length })
const generated = fc
  .record({ deed: shuffled(parts.deed), thing: shuffled(parts.thing), moment: shuffled(parts.moment) })
  .map(({ deed, thing, moment }) => deed.map((word, at) => `I always ${word} the ${thing[at]} before ${moment[at]}`))

const fakeModel = (name: string) =>
  new CalibratedEmbedder(
    embeddingModel(
      { baseUrl: model.baseUrl, apiKey: undefined, model: name, timeoutMs: 20_000 },
      { backoffMs: 1, now: Date.now },
    ),
    { db: service.deps.db, now: () => service.deps.now(), fits: true, shareWords, configured: undefined },
  )

/** Compares letters, except that everything in Chinese points the same way, as in a model trained on other languages. */
const withoutChinese = (text: string) =>
  characterEmbedding(/\p{Script=Han}/u.test(text) ? `汉${[...text].length % 2}` : text)

describe.each<[string, (() => Embedder) | undefined, ((text: string) => number[]) | undefined]>([
  ['the built-in embedding', undefined, undefined],
  ['an embedding model', () => fakeModel('letters'), characterEmbedding],
  ['an embedding model that does not know one of the languages', () => fakeModel('foreign'), withoutChinese],
])('by %s', (_, connect, embed) => {
  beforeEach(() => {
    if (embed) model.embed = (text) => embed(text)
    service.deps.embedder = connect?.() ?? builtinEmbedder
    onTestFinished(() => {
      service.deps.embedder = builtinEmbedder
    })
  })

  test('no two sentences share a signal, in any order, in one conversation and in many', async () => {
    const some = fc.shuffledSubarray([...unrelatedSentences], { minLength: 4 })
    await fc.assert(
      fc.asyncProperty(some, fc.integer({ min: 1, max: 30 }), async (sentences, perConversation) => {
        const agentId = await tenant.agent({ name: 'Ada' })
        const conversations: string[] = []
        for (let at = 0; at < sentences.length; at += perConversation)
          conversations.push(sentences.slice(at, at + perConversation).join('\n'))
        await say(agentId, conversations)
        await discover(service, tenant, agentId)
        const shared = (await quotesBySignal(agentId)).filter((quotes) => quotes.length > 1)
        expect(shared).toEqual([])
      }),
      { numRuns: 8 },
    )
  })

  test('no two of all statements share a signal, over several runs', async () => {
    const shared = (await statementsBySignal([...unrelatedSentences], 50)).filter(({ length }) => length > 1)
    expect(shared).toEqual([])
  })

  test('no two generated statements share a signal', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (statements) => {
        expect(await statementsBySignal(statements, 5)).toHaveLength(statements.length)
      }),
      { numRuns: 4 },
    )
  })

  test('two habits in one language are two proposals', async () => {
    const agentId = await tenant.agent({ name: 'Ada' })
    const habits = ['出海之前我一定检查救生衣。', '我从不吃隔夜的海鲜。']
    await say(agentId, [...habits, ...habits, ...habits])
    await discover(service, tenant, agentId)
    const { items } = await discovered(service, agentId)
    expect(items.map(({ quotes }) => quotes).toSorted()).toEqual(
      habits.map((habit) => [habit, habit, habit]).toSorted(),
    )
  })

  test('what is said again in nearly the same words still joins', async () => {
    const statements = ['Always write tests before changing code', 'Always write the tests before changing the code']
    expect(await statementsBySignal(statements, 1)).toEqual([statements])
  })
})
