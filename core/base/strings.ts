/** Compares strings by their UTF-16 code units, independent of machine and locale. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Returns the beginning of a text, at most `maxLength` UTF-16 code units, without half a character at the end. */
export function truncate(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength)
  return start.length < text.length && /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start
}

/** Turns "the tests" into "The tests". */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Takes linear time: without the look behind, each of many slashes that are not at the end is tried as a start. */
export const withoutTrailingSlashes = (path: string): string => path.replace(/(?<!\/)\/+$/, '')
