import { expect, test } from 'vitest'
import type { ExtractedObservation } from '#core/domain/language.ts'
import { withVerifiedQuotes } from '#core/domain/similar/observations.ts'

const observation = (n: number): ExtractedObservation => ({
  kind: 'belief',
  category: 'principle',
  statement: `Review module ${n} before merging`,
  quote: `I always review module ${n} before merging.`,
  confidence: 0.8,
})

test('of more than 500 observations of one text the first 500 are kept', () => {
  const observations = Array.from({ length: 20_000 }, (_, n) => observation(n))
  const content = observations.map(({ quote }) => quote).join('\n')
  expect(withVerifiedQuotes(observations, content)).toEqual(observations.slice(0, 500))
})
