import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SignalIndex } from '#core/domain/similar/signal-index.ts'
import type { EmbeddedObservation } from '#core/domain/similar/signals.ts'
import { embed, rescale as rescaleWords, shareWords } from '#reader/embedding/embedding.ts'
import { unrelatedSentences } from '../../support/unrelated-sentences.ts'

const identity = (cosine: number) => cosine

const observation = (
  over: Partial<EmbeddedObservation> = {},
): Pick<EmbeddedObservation, 'kind' | 'category' | 'statement' | 'embedding'> => ({
  kind: 'belief',
  category: 'principle',
  statement: 'Keep it short',
  embedding: Float32Array.of(1, 0),
  ...over,
})
/** Unit vector with the given cosine to (1, 0). */
const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2))

/** An index with one signal at (1, 0). */
function withKnown(statement = 'known'): SignalIndex {
  const index = new SignalIndex()
  const center = Float32Array.of(1, 0)
  index.set({ id: 'known', kind: 'belief', statement, sum: center, center })
  return index
}

describe('SignalIndex', () => {
  const counter = () => {
    let count = 0
    return () => `s${++count}`
  }

  test('joins from 0.85, starts a new signal below, however far everything else is', async () => {
    const options = { rescale: identity, newId: counter() }
    const index = new SignalIndex()
    expect(await index.assign(observation(), options)).toMatchObject({ signal_id: 's1', created: true })
    expect(await index.assign(observation({ embedding: at(0.86) }), options)).toMatchObject({
      signal_id: 's1',
      created: false,
    })
    expect(await index.assign(observation({ embedding: at(0.84) }), options)).toMatchObject({
      signal_id: 's2',
      created: true,
    })
  })

  test('joins the nearest that is no opposite, and asks the judge about no opposite', async () => {
    const asked: string[] = []
    const judge = async (a: string) => asked.push(a) > 0
    const options = { rescale: identity, newId: counter(), judge }
    const index = new SignalIndex()
    const reply = (hours: number, cosine: number) =>
      index.assign(observation({ statement: `Reply within ${hours} hours`, embedding: at(cosine) }), options)
    expect(await reply(4, 1)).toMatchObject({ signal_id: 's1' })
    expect(await reply(24, 1)).toMatchObject({ signal_id: 's2', created: true })
    expect(await reply(24, 0.99)).toMatchObject({ signal_id: 's2', created: false })
    expect(await reply(4, 0.7)).toMatchObject({ signal_id: 's1', created: false })
    expect(asked).toEqual(['Reply within 4 hours'])
  })

  test('one of a survey joins only what is worded as it is', async () => {
    const index = new SignalIndex()
    const options = { rescale: identity, newId: counter() }
    await index.assign({ ...observation({ statement: 'Prepare releases of tide/harbor' }), surveyed: true }, options)
    const other = { ...observation({ statement: 'Merge pull requests into tide/harbor' }), surveyed: true }
    expect(await index.assign(other, options)).toMatchObject({ created: true })
    expect(await index.assign(other, options)).toMatchObject({ created: false })
  })

  test('joins across categories, and never mixes kinds', async () => {
    const options = { rescale: identity, newId: counter() }
    const index = new SignalIndex()
    await index.assign(observation(), options)
    expect(await index.assign(observation({ category: 'boundary' }), options)).toMatchObject({ signal_id: 's1' })
    expect(await index.assign(observation({ kind: 'responsibility', category: 'execution' }), options)).toMatchObject({
      signal_id: 's2',
    })
  })

  test('finds the signal that a change of mind contradicts, and none that is about something else', async () => {
    const index = new SignalIndex()
    const options = { rescale: identity, newId: counter() }
    await index.assign(observation({ statement: 'Always squash commits', embedding: at(1) }), options)
    await index.assign(observation({ statement: 'Write tests first', embedding: at(0) }), options)
    const changed = observation({ statement: 'Never squash commits', embedding: at(0.6) })
    expect(index.opposed(changed, identity)).toBe('s1')
    expect(index.opposed(observation({ statement: 'Water the plants', embedding: at(0.6) }), identity)).toBeUndefined()
  })

  test('asks the judge from 0.65 to 0.85 only', async () => {
    const asked: [string, string][] = []
    const judge = async (a: string, b: string) => {
      asked.push([a, b])
      return b === 'same'
    }
    const options = { rescale: identity, newId: counter(), judge }
    const index = withKnown()
    expect(await index.assign(observation({ statement: 'far', embedding: at(0.6) }), options)).toMatchObject({
      created: true,
    })
    const fresh = () => withKnown()
    expect(await fresh().assign(observation({ statement: 'same', embedding: at(0.7) }), options)).toMatchObject({
      signal_id: 'known',
    })
    expect(await fresh().assign(observation({ statement: 'other', embedding: at(0.7) }), options)).toMatchObject({
      created: true,
    })
    expect(await fresh().assign(observation({ statement: 'near', embedding: at(0.9) }), options)).toMatchObject({
      signal_id: 'known',
    })
    expect(asked).toEqual([
      ['known', 'same'],
      ['known', 'other'],
    ])
  })

  test('changes nothing when the judge fails', async () => {
    const index = withKnown()
    const judge = () => Promise.reject(new Error('unreachable'))
    await expect(
      index.assign(observation({ embedding: at(0.7) }), { rescale: identity, newId: () => 'new', judge }),
    ).rejects.toThrow('unreachable')
    expect([...index.stored({ id: 'known', kind: 'belief' }).sum]).toEqual([1, 0])
  })

  test('goes on from stored sums as if it had never stopped', async () => {
    const embeddings = [at(1), at(0.9), at(0.2), at(0.95), at(0.1), at(0.88)]
    const run = async (index: SignalIndex, part: Float32Array[], newId: () => string) => {
      const ids: string[] = []
      for (const embedding of part)
        ids.push((await index.assign(observation({ embedding }), { rescale: identity, newId })).signal_id)
      return ids
    }
    const whole = await run(new SignalIndex(), embeddings, counter())
    const newId = counter()
    const first = new SignalIndex()
    const before = await run(first, embeddings.slice(0, 3), newId)
    const second = new SignalIndex()
    for (const id of new Set(before)) second.set({ id, kind: 'belief', ...first.stored({ id, kind: 'belief' }) })
    expect([...before, ...(await run(second, embeddings.slice(3), newId))]).toEqual(whole)
  })

  test('the center is the most central observation, with its statement', async () => {
    const index = new SignalIndex()
    const options = { rescale: identity, newId: counter() }
    const add = (statement: string, cosine: number) =>
      index.assign(observation({ statement, embedding: at(cosine) }), options)
    for (const [statement, cosine] of [
      ['Tea', 1],
      ['The tea', 0.86],
      ['A tea', 0.96],
    ] as const)
      await add(statement, cosine)
    const { statement, center, sum } = index.stored({ id: 's1', kind: 'belief' })
    expect([statement, center]).toEqual(['A tea', at(0.96)])
    expect(sum[0]).toBeCloseTo(2.82)
    // 0.77 from the first, and 0.9 from the center.
    expect(await add('Our tea', 0.77)).toMatchObject({ created: false })
  })

  describe('by a model that puts everything at 0.9', () => {
    const shareWords = (a: string, b: string) => a.split(' ').some((word) => b.split(' ').includes(word))
    const join = (statement: string, judge?: (a: string, b: string) => Promise<boolean>) =>
      withKnown('Drink tea').assign(observation({ statement, embedding: at(0.9) }), {
        rescale: identity,
        newId: () => 'new',
        shareWords,
        judge,
      })

    test('joins what has words in common alone', async () => {
      expect(await join('Serve tea')).toMatchObject({ signal_id: 'known' })
      expect(await join('Write letters')).toMatchObject({ signal_id: 'new' })
    })

    test('asks the judge about what has none', async () => {
      const asked: string[] = []
      const judge = async (_: string, b: string) => asked.push(b) > 0
      expect(await join('Serve tea', judge)).toMatchObject({ signal_id: 'known' })
      expect(await join('Write letters', judge)).toMatchObject({ signal_id: 'known' })
      expect(asked).toEqual(['Write letters'])
    })

    test('joins the nearest of those that have words in common', async () => {
      const index = withKnown('Drink tea')
      index.set({ id: 'nearer', kind: 'belief', statement: 'Write letters', sum: at(0.9), center: at(0.9) })
      const options = { rescale: identity, newId: () => 'new', shareWords }
      const tea = observation({ statement: 'Serve tea', embedding: at(0.9) })
      expect(await index.assign(tea, options)).toMatchObject({ signal_id: 'known' })
    })
  })

  test('a signal that lost its last observation takes nothing', async () => {
    const index = withKnown()
    index.remove({ id: 'known', kind: 'belief' }, Float32Array.of(1, 0), true)
    expect(await index.assign(observation(), { rescale: identity, newId: () => 'new' })).toMatchObject({
      created: true,
    })
  })

  describe('sentences that have nothing in common never share a signal', () => {
    const assignAll = async (statements: readonly string[], embeddings: Float32Array[], rescale = rescaleWords) => {
      const index = new SignalIndex()
      const newId = counter()
      const ids: string[] = []
      for (const [at, statement] of statements.entries()) {
        const options = { rescale, newId, shareWords }
        ids.push((await index.assign(observation({ statement, embedding: embeddings[at]! }), options)).signal_id)
      }
      return new Set(ids).size
    }

    test('in any order', async () => {
      const some = fc.shuffledSubarray([...unrelatedSentences], { minLength: 2 })
      await fc.assert(
        fc.asyncProperty(some, async (statements) => {
          expect(await assignAll(statements, embed(statements))).toBe(statements.length)
        }),
      )
    })

    test('whatever a model makes of them', async () => {
      const vector = fc
        .array(fc.constantFrom(0, 0.1, 1), { minLength: 4, maxLength: 4 })
        .map((values) => Float32Array.of(1, ...values))
      const some = fc.array(fc.tuple(fc.constantFrom(...unrelatedSentences), vector), { maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(some, async (said) => {
          const distinct = [...new Map(said)]
          const statements = distinct.map(([statement]) => statement)
          const signals = await assignAll(
            statements,
            distinct.map(([, vector]) => vector),
            identity,
          )
          expect(signals).toBe(statements.length)
        }),
      )
    })
  })
})
