import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seeded } from '#core/base/random.ts'
import { calibrate, calibrationTexts, rescaleBy } from '#core/domain/similar/calibration.ts'
import { crossLanguage, heldOut, tuning } from '#core/domain/similar/labeled-pairs/pairs.ts'
import { embed } from '#reader/embedding/embedding.ts'
import { characterEmbedding } from '../../support/character-embedding.ts'

test('300 pairs and more are labeled, each once, and no trade stands in both halves', () => {
  const all = [...tuning, ...heldOut, ...crossLanguage]
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(new Set(all.map(({ a, b }) => `${a} | ${b}`)).size).toBe(all.length)
  const trades = new Set(tuning.map(({ trade }) => trade))
  expect(heldOut.filter(({ trade }) => trades.has(trade))).toEqual([])
})

describe('calibrate', () => {
  test.each([
    ['the built-in embedding', (texts: readonly string[]) => embed(texts)],
    ['letters alone', (texts: readonly string[]) => texts.map((text) => Float32Array.from(characterEmbedding(text)))],
  ])('puts %s on the common scale', (_, vectorsOf) => {
    const { calibration, figures } = calibrate(vectorsOf(calibrationTexts))
    const rescale = rescaleBy(calibration!)
    expect(rescale(calibration!.same)).toBeCloseTo(0.85)
    expect(rescale(calibration!.idea)).toBeCloseTo(0.65)
    expect(figures.duplicates).toBeGreaterThan(0.9)
  })

  test('refuses a model whose vectors are chance, equal or zero', () => {
    const random = seeded(13)
    const vectors = [
      () => Float32Array.from({ length: 64 }, () => random() - 0.5),
      () => Float32Array.of(1, 1),
      () => new Float32Array(8),
    ]
    for (const vector of vectors) expect(calibrate(calibrationTexts.map(vector)).calibration).toBeUndefined()
  })

  test('gives a map that rises, whatever the vectors', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })), (values) => {
        const next = () => values.next().value!
        const { figures } = calibrate(calibrationTexts.map(() => Float32Array.of(next(), next())))
        for (const figure of Object.values(figures)) expect(figure).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 20 },
    )
  })
})

test('rescaleBy rises from -1 to 1', () => {
  const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })
  const value = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(share, share, value, value, (one, other, a, b) => {
      fc.pre(Math.abs(one - other) > 0.001)
      const rescale = rescaleBy({ idea: Math.min(one, other), same: Math.max(one, other) })
      expect([rescale(-1), rescale(0), rescale(1)]).toEqual([-1, 0, 1])
      expect(Math.sign(rescale(a) - rescale(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0)
    }),
  )
})
