import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Relation, tuning } from '#core/domain/similar/labeled-pairs/pairs.ts'
import { mayBeSame, nameOthers } from '#core/domain/similar/opposites.ts'
import { maybeSimilarity, sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { cosine } from '#core/domain/vectors/similarity.ts'
import { dimensions, embed, modelName, rescale } from '#reader/embedding/embedding.ts'

const similarity = (a: string, b: string) => {
  const [left, right] = embed([a, b])
  return rescale(cosine(left!, right!))
}

describe('embed', () => {
  test('gives one unit vector of 512 dimensions per text, the same each time', () => {
    const [first, second] = embed(['Keep replies short', 'Own billing'])
    expect(modelName).toBe('builtin-lexical-5')
    expect(first).toHaveLength(dimensions)
    expect(dimensions).toBe(512)
    expect(cosine(first!, first!)).toBeCloseTo(1)
    expect(Math.hypot(...second!)).toBeCloseTo(1)
    expect(embed(['Keep replies short'])[0]).toEqual(first)
  })

  test('of a text without content is all zeros', () => {
    expect(embed([''])[0]!.every((value) => value === 0)).toBe(true)
    expect(embed(['and so on'])[0]!.some((value) => Number.isNaN(value))).toBe(false)
  })

  test('has a unit vector or zeros for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const length = Math.hypot(...embed([text])[0]!)
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true)
      }),
    )
  })

  test('reads text with letters of English alone as it reads any other', () => {
    const part = fc.constantFrom(
      ..."but never lock doors over e-mails 24 24h x,y ) . ; , !? \t \n  ' _ @".split(' '),
      ' ',
      ' but ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom('', ' '), (parts, blank) => {
        const text = parts.join(blank)
        // An ellipsis is neither a word nor the end of a clause.
        expect(embed([text])).toEqual(embed([`${text} \u2026`]))
      }),
    )
  })

  test.each([
    ['Never publish without a review', 'Always get a review before publishing'],
    ['I do not sign contracts until I have read them', 'Always read contracts before signing'],
    ['Disallow anonymous access', 'Never allow anonymous access'],
    ['Turn off logging in production', 'Disable logging in production'],
    ['Replies are sent within a day', 'Reply within one day'],
  ])('brings %s and %s together', (a, b) => {
    expect(similarity(a, b)).toBeGreaterThanOrEqual(sameSimilarity)
  })
})

describe('rescale', () => {
  test('is monotone and keeps 0 and 1', () => {
    expect(rescale(0)).toBe(0)
    expect(rescale(1)).toBe(1)
    expect(rescale(-1)).toBe(-1)
    const cosineValue = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(cosineValue, cosineValue, (a, b) => {
        expect(Math.sign(rescale(a) - rescale(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('sorts the labeled pairs: all that are the same, hardly one that is different, at 0.85', () => {
    const share = (relation: Relation) => {
      const mine = tuning.filter((pair) => pair.relation === relation)
      return mine.filter(({ a, b }) => isSame(a, b)).length / mine.length
    }
    expect(share('same')).toBeGreaterThanOrEqual(0.95)
    expect(share('different')).toBeLessThan(0.06)
  })

  const isSame = (a: string, b: string) => similarity(a, b) >= sameSimilarity && mayBeSame(a, b) && !nameOthers(a, b)

  test('puts most different pairs below 0.65', () => {
    const different = tuning.filter(({ relation, a, b }) => relation === 'different' && mayBeSame(a, b))
    const below = different.filter(({ a, b }) => similarity(a, b) < maybeSimilarity || nameOthers(a, b))
    expect(below.length / different.length).toBeGreaterThan(0.8)
  })
})
