import { describe, expect, test } from 'vitest'
import { type Joining, SignalIndex } from '../../server/domain/signal-index.ts'
import type { EmbeddedObservation } from '../../server/domain/signals.ts'

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
/** Unit vector whose cosine with (1, 0) is the given one. */
const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2))

/** An index with one signal of so many observations at (1, 0). */
function withKnown(length: number, joining?: Joining): SignalIndex {
  const index = new SignalIndex(joining)
  const center = Float32Array.of(1, 0)
  index.set({ id: 'known', kind: 'belief', statement: 'known', sum: Float32Array.of(length, 0), center })
  return index
}

describe('SignalIndex', () => {
  const counter = () => {
    let count = 0
    return () => `s${++count}`
  }

  test('joins as far as its embedding joins, starts a new signal below', async () => {
    const options = { rescale: identity, newId: counter() }
    const index = new SignalIndex()
    expect(await index.assign(observation(), options)).toMatchObject({ signal_id: 's1', created: true })
    expect(await index.assign(observation({ embedding: at(0.86) }), options)).toMatchObject({
      signal_id: 's1',
      created: false,
    })
    expect(await index.assign(observation({ embedding: at(0.3) }), options)).toMatchObject({
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
    const index = new SignalIndex({ from: 0.5 })
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
    const index = withKnown(4)
    expect(await index.assign(observation({ statement: 'far', embedding: at(0.6) }), options)).toMatchObject({
      created: true,
    })
    const fresh = () => withKnown(4)
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
    const index = withKnown(1)
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
    const index = new SignalIndex({ from: 0.5 })
    const options = { rescale: identity, newId: counter() }
    const add = (statement: string, cosine: number) =>
      index.assign(observation({ statement, embedding: at(cosine) }), options)
    for (const [statement, cosine] of [
      ['Tea', 1],
      ['The tea', 0.6],
      ['A tea', 0.88],
    ] as const)
      await add(statement, cosine)
    const { statement, center, sum } = index.stored({ id: 's1', kind: 'belief' })
    expect([statement, center]).toEqual(['A tea', at(0.88)])
    expect(sum[0]).toBeCloseTo(2.48)
    // 0.5 from the first, and less from the center.
    expect(await add('Our tea', -0.05)).toMatchObject({ created: true })
  })

  describe('by an embedding with words beside it', () => {
    const joiningOf = (from: number, ofWords: { from: number; same: number }): Joining => {
      const embed = (statement: string) => (/tea/.test(statement) ? Float32Array.of(1, 0) : Float32Array.of(0, 1))
      return { from, words: { ...ofWords, share: 0.5, embed } }
    }
    const nowhere = { from: 2, same: 2 }
    const joinAll = async (
      joining: Joining,
      known: { id: string; statement: string; length?: number }[],
      statement: string,
      cosine: number,
    ) => {
      const index = new SignalIndex(joining)
      for (const { length = 1, ...signal } of known)
        index.set({ ...signal, kind: 'belief', sum: Float32Array.of(length, 0), center: Float32Array.of(1, 0) })
      const made = await index.assign(observation({ statement, embedding: at(cosine) }), {
        rescale: identity,
        newId: () => 'new',
      })
      return made.signal_id
    }
    const join = (joining: Joining, known: string, statement: string, cosine: number, length = 1) =>
      joinAll(joining, [{ id: 'known', statement: known, length }], statement, cosine)

    test('compares both, which share the cosine', async () => {
      const joining = joiningOf(0.6, nowhere)
      expect(await join(joining, 'I drink tea', 'Serve tea at five', 0.25)).toBe('known')
      expect(await join(joining, 'I drink tea', 'Serve tea at five', 0.15)).toBe('new')
      expect(await join(joining, 'I drink tea', 'Serve coffee at five', 0.9)).toBe('new')
      // Of many observations, only what says the same by the embedding joins.
      expect(await join(joining, 'I drink tea', 'Serve tea at five', 0.8, 9)).toBe('new')
      expect(await join(joining, 'I drink tea', 'Serve tea at five', 0.86, 9)).toBe('known')
    })

    test('joins what shares its words alone, or its topics, while the signal is small', async () => {
      const joining = joiningOf(0.9, { from: 0.8, same: 2 })
      expect(await join(joining, 'Drink green tea', 'Serve black tea', 0)).toBe('known')
      expect(await join(joining, 'Drink green tea', 'Serve black tea', 0, 9)).toBe('new')
      expect(await join(joining, 'Drink green tea', 'Serve something else', 0)).toBe('new')
      // Many observations take what says the same by words.
      expect(await join(joiningOf(0.9, { from: 0.8, same: 0.9 }), 'Drink green tea', 'Serve black tea', 0, 9)).toBe(
        'known',
      )
    })

    test('what words join is joined by them, however near another signal is', async () => {
      const known = [
        { id: 'near', statement: 'Write letters' },
        { id: 'words', statement: 'Drink green tea' },
      ]
      const joining = joiningOf(0.4, { from: 0.8, same: 2 })
      expect(await joinAll(joining, known, 'Serve black tea', 1)).toBe('words')
      expect(await joinAll(joining, known.slice(0, 1), 'Serve black tea', 1)).toBe('near')
    })
  })

  test('what lost its last observation takes nothing, by words neither', async () => {
    const index = withKnown(1, {
      from: 0.1,
      words: { share: 0.5, from: 0.1, same: 0.1, embed: () => Float32Array.of(1) },
    })
    index.remove({ id: 'known', kind: 'belief' }, Float32Array.of(1, 0), true)
    expect(await index.assign(observation(), { rescale: identity, newId: () => 'new' })).toMatchObject({
      created: true,
    })
  })
})
