/** Compares strings by their UTF-16 code units, independent of machine and locale. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Returns the beginning of a text, at most `maxLength` UTF-16 code units, without half a character at the end. */
export function truncate(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength)
  return start.length < text.length && /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start
}
