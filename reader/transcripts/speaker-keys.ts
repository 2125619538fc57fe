import { normalized } from '#core/domain/text/combining-marks.ts'

/** Compares the names of speakers. */

const pictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu
/** `Ada APP`, `Ada [bot]`, `ada#1815`: the program, and the number that tells accounts of one name from each other. */
const account = /\s?(?:\[bot\]|#\d{1,6})$/i

/** A name in lower case, without the marks of the format, of operators and of programs, in one Unicode form. */
export function speakerKey(speaker: string): string {
  const plain = normalized(speaker)
    .replace(/^[+%&]|[*_@<>]/g, '')
    .replace(account, '')
  const named = plain.replace(pictures, '')
  return (/[\p{L}\p{N}]/u.test(named) ? named : plain).replace(/\s+/g, ' ').trim().toLowerCase()
}

export const phoneNumber = /^\+?\d[\d \u00a0\u202f().-]{5,20}\d$/

/** Whether one of the two is the other one's beginning, such as `Ada` or `Ada L.` of `Ada Lovelace`. */
export const isShortFor = (one: string, other: string): boolean => {
  const [short, long] = [one, other].map((key) => key.replace(/\.$/, '')).toSorted((a, b) => a.length - b.length)
  return long!.startsWith(short!) && (short!.includes(' ') || long![short!.length] === ' ')
}
