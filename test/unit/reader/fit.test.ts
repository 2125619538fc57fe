import { expect, test } from 'vitest'
import { dot, fitLogistic, sigmoid } from '#reader/weights/fit.ts'

const sample = (values: number[], isPositive: boolean, offset = 0) => ({
  columns: values.map((_, column) => column),
  values,
  isPositive,
  weight: 1,
  offset,
})

test('separates what a column separates, and gives the share of a constant', () => {
  const samples = [sample([1, 1], true), sample([1, 1], true), sample([-1, 1], false), sample([-1, 1], false)]
  const weights = fitLogistic(samples, 2, () => 0.1)
  expect(samples.every((each) => dot(each, weights) > 0 === each.isPositive)).toBe(true)
  const constant = fitLogistic([sample([1], true), sample([1], false), sample([1], false)], 1, () => 1e-9)
  expect(sigmoid(constant[0]!)).toBeCloseTo(1 / 3, 3)
})

test('fits what an offset leaves, and nothing without samples', () => {
  const offset = Math.log(1 / 2)
  const fitted = fitLogistic(
    [sample([1], true, offset), sample([1], false, offset), sample([1], false, offset)],
    1,
    () => 1e-9,
  )
  expect(fitted[0]).toBeCloseTo(0, 3)
  expect([...fitLogistic([], 2, () => 1)]).toEqual([0, 0])
})
