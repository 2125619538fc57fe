import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url))

test('the score that is sure was fitted with the packaged weights', () => {
  const hash = createHash('sha256').update(read('reader/weights/rule-weights.bin')).digest('hex').slice(0, 16)
  expect(read('core/domain/similar/sure-score.ts').toString()).toContain(`rule-weights.bin of ${hash}.`)
})
