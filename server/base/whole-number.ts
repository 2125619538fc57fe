import { badRequest } from './errors.ts'

/** A setting that counts something. @throws 400 naming the field outside of its bounds. */
export function wholeNumber(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw badRequest(`${field} must be a whole number from ${min} to ${max}`)
}
