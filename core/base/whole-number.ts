import { badRequest } from './errors.ts'

/**
 * Checks a setting that is a count.
 * @throws 400 naming the field if it is out of bounds.
 */
export function wholeNumber(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw badRequest(`${field} must be a whole number from ${min} to ${max}`)
}
