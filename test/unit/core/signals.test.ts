import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  defaultPromotionSettings,
  type EmbeddedObservation,
  isPromotable,
  scoreSignal,
} from '#core/domain/similar/signals.ts'

const now = Date.parse('2026-03-01T00:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const identity = (cosine: number) => cosine
const scoring = { now, decayRate: 0.002, rescale: identity }

const observation = (over: Partial<EmbeddedObservation> = {}): EmbeddedObservation => ({
  id: 'o',
  content_item_id: 'c',
  kind: 'belief',
  category: 'principle',
  statement: 'Keep it short',
  quote: 'I keep it short',
  embedding: Float32Array.of(1, 0),
  published_at: daysAgo(0),
  live: true,
  confidence: 0.5,
  ...over,
})
/** Unit vector with the given cosine to (1, 0). */
const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2))

describe('scoreSignal', () => {
  test('three fresh and equal observations give 1 - e^(-3/2)', () => {
    const score = scoreSignal(
      ['a', 'b', 'c'].map((item) => observation({ content_item_id: item })),
      scoring,
    )
    expect(score.n_count).toBe(3)
    expect(score.stability).toBeCloseTo(1 - Math.exp(-1.5), 6)
  })

  test('counts a content item once, however often it says so', () => {
    const score = scoreSignal([observation({ id: '1' }), observation({ id: '2' })], scoring)
    expect(score.n_count).toBe(1)
    expect(score.stability).toBeCloseTo(1 - Math.exp(-0.5), 6)
  })

  test('weighs by age from the date of the content: about half after a year', () => {
    const score = scoreSignal([observation({ published_at: daysAgo(365) })], scoring)
    expect(score.stability).toBeCloseTo(1 - Math.exp(-Math.exp(-0.73) / 2), 6)
  })

  test('content dated after now has age 0', () => {
    expect(scoreSignal([observation({ published_at: daysAgo(-30) })], scoring).stability).toBeCloseTo(
      1 - Math.exp(-0.5),
      6,
    )
  })

  test('observations that lie apart lower the stability', () => {
    const orthogonal = [observation({ content_item_id: 'a' }), observation({ content_item_id: 'b', embedding: at(0) })]
    // Both are 45 degrees from their center.
    expect(scoreSignal(orthogonal, scoring).stability).toBeCloseTo((1 - Math.exp(-1)) * (Math.SQRT1_2 / 0.85), 6)
  })

  test('hidden content supports nothing', () => {
    const score = scoreSignal([observation({ live: false })], scoring)
    expect(score).toEqual({
      n_count: 0,
      stability: 0,
      wordings: 0,
      days: 0,
      conversations: 0,
      sessions: 0,
      explicit: false,
      certainty: 0,
      statement: undefined,
      center: undefined,
      category: undefined,
      first_seen_at: undefined,
      last_seen_at: undefined,
    })
  })

  test('counts a session once, by the date at which it was said last', () => {
    const said = { session: '["codex","1"]', explicit: true }
    const score = scoreSignal(
      [
        observation({ content_item_id: 'a', ...said, published_at: daysAgo(2) }),
        observation({ content_item_id: 'b', ...said, published_at: daysAgo(9) }),
        observation({ content_item_id: 'c', session: '["codex","2"]', published_at: daysAgo(5) }),
        observation({ content_item_id: 'd', published_at: daysAgo(7) }),
      ],
      scoring,
    )
    expect(score).toMatchObject({ n_count: 3, sessions: 2, explicit: true, days: 3, last_seen_at: daysAgo(2) })
    expect(score.first_seen_at).toBe(daysAgo(7))
  })

  test('counts a conversation in which somebody said it like a session, and takes the certainty of the surest words', () => {
    const score = scoreSignal(
      [
        observation({ content_item_id: 'a', session: '["codex","1"]', confidence: 0.4 }),
        observation({ content_item_id: 'b', told: true, explicit: true, confidence: 0.6 }),
        observation({ content_item_id: 'b', told: true, confidence: 0.3 }),
        observation({ content_item_id: 'c', confidence: 0.9 }),
      ],
      scoring,
    )
    expect(score).toMatchObject({ n_count: 3, sessions: 2, explicit: true, certainty: 0.6 })
  })

  test('takes the statement of the most central observation and the dates of the oldest and the newest', () => {
    const score = scoreSignal(
      [
        observation({ content_item_id: 'a', statement: 'left', embedding: at(1), published_at: daysAgo(9) }),
        observation({ content_item_id: 'b', statement: 'middle', embedding: at(0.9), published_at: daysAgo(5) }),
        observation({ content_item_id: 'c', statement: 'right', embedding: at(0.6), published_at: daysAgo(7) }),
      ],
      scoring,
    )
    expect(score).toMatchObject({
      statement: 'middle',
      center: at(0.9),
      first_seen_at: daysAgo(9),
      last_seen_at: daysAgo(5),
    })
  })

  test('stays within 0 and 1, and more support never lowers it', () => {
    const ages = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(ages, (list) => {
        const all = list.map((age, item) => observation({ content_item_id: String(item), published_at: daysAgo(age) }))
        const whole = scoreSignal(all, scoring).stability
        const part = scoreSignal(all.slice(0, -1), scoring).stability
        expect(whole).toBeGreaterThanOrEqual(part)
        expect(whole).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('does not depend on the order of the observations', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }), (order) => {
        const all = [0, 1, 2, 3, 4].map((n) =>
          observation({ content_item_id: String(n), embedding: at(1 - n / 10), published_at: daysAgo(n * 10) }),
        )
        const shuffled = order.map((n) => all[n]!)
        expect(scoreSignal(shuffled, scoring).stability).toBeCloseTo(scoreSignal(all, scoring).stability, 6)
      }),
    )
  })
})

describe('isPromotable', () => {
  test.each([
    [3, 0.6, 2, 1, 0, true],
    [3, 0.6, 1, 3, 0, true],
    [3, 0.6, 1, 1, 3, true],
    [3, 0.9, 1, 2, 2, false],
    [2, 0.9, 2, 3, 2, false],
    [9, 0.59, 2, 3, 3, false],
  ])(
    'n-count %d, stability %d, %d wordings on %d days in %d conversations: %s',
    (n_count, stability, wordings, days, conversations, expected) => {
      const signal = { n_count, stability, wordings, days, conversations, sessions: 0, explicit: false, certainty: 0 }
      expect(isPromotable(signal, defaultPromotionSettings, 0.55)).toBe(expected)
    },
  )

  test.each([
    [1, true, 0.3, true],
    [1, false, 0.55, true],
    [3, false, 0.3, true],
    [2, false, 0.54, false],
  ])(
    'said in %d sessions, explicitly: %s, certainty %d: %s, however stable it is',
    (sessions, explicit, certainty, expected) => {
      const spread = { stability: 0.1, wordings: 1, days: 1, conversations: 1 }
      const signal = { n_count: sessions, ...spread, sessions, explicit, certainty }
      expect(isPromotable(signal, defaultPromotionSettings, 0.55)).toBe(expected)
    },
  )
})
