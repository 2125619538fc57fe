/**
 * A line in the text of a turn, where a passage between words of the person was left out. No quote crosses it, since the
 * words on both sides of it were not typed one after the other.
 */
export const cutMark = '[…]'

const isMark = (line: string) => line.trim() === cutMark
const isEmpty = (line: string) => line.trim() === '' || isMark(line)

/** The text without marks at its beginning and end, and with one between two passages. */
export function tidyCuts(text: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => !isEmpty(line))
  if (first < 0) return ''
  const words = lines.slice(first, lines.findLastIndex((line) => !isEmpty(line)) + 1)
  let isCut = false
  const kept = words.filter((line) => {
    const repeats = isCut && isEmpty(line)
    if (!repeats) isCut = isMark(line)
    return !repeats
  })
  return kept.join('\n').trim()
}

export const withoutCutMarks = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isMark(line))
    .join('\n')
