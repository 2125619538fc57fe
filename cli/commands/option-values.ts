import { InvalidArgumentError } from 'commander'

/** Reads the values of options, so that a wrong one is refused by the name of its option. */

/** A whole number of at least `least`. */
export const wholeNumber =
  (least = 1) =>
  (text: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`It must be a whole number, ${least} or more.`)
    return number
  }

/** The number of a version, or `live` for the present prompt. */
export function versionOrLive(text: string): number | 'live' {
  if (text === 'live') return text
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the number of a version, such as 7, or live for the present prompt.')
}

/** A port of this machine. */
export function port(text: string): string {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

/** A text that is not blank. */
export function words(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}
