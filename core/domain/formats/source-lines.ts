const lineEnds = /\r\n?|\n/g

/** Lines that are not where they are expected: finding each of them takes a pass over the file. */
const maxDetours = 100

interface Positions {
  /** Indexes of equal lines, in order, and how many of them were taken. */
  at: number[]
  taken: number
}

/**
 * Finds the lines of a text that was taken from a file: for each of them the number of its line in the file, from 1, or
 * 0 if it is unknown. A line of a value in JSON or YAML can be a part of a line of the file, with escapes. The time is
 * linear in the lengths.
 */
export function sourceLines(content: string, text: string): number[] {
  const starts = [0, ...Array.from(content.matchAll(lineEnds), (end) => end.index + end[0].length)]
  const whole = new Map<string, Positions>()
  for (const [at, line] of content.split(lineEnds).entries()) {
    const known = whole.get(line.trim())
    if (known) known.at.push(at)
    else whole.set(line.trim(), { at: [at], taken: 0 })
  }
  let next = 0
  let detours = 0
  /** Finds a part of a line, ahead of the last one that was found if possible. */
  const lineWith = (part: string): number | undefined => {
    for (const form of new Set([JSON.stringify(part).slice(1, -1), part])) {
      const ahead = content.indexOf(form, starts[next])
      if (ahead >= 0) return lineAt(starts, ahead)
      if (++detours > maxDetours) return undefined
      const before = content.indexOf(form)
      if (before >= 0) return lineAt(starts, before)
    }
    return undefined
  }
  return text.split(lineEnds).map((line) => {
    const part = line.trim()
    if (part === '') return 0
    const positions = whole.get(part)
    if (positions) {
      while (positions.taken < positions.at.length - 1 && positions.at[positions.taken]! < next) positions.taken++
      const at = positions.at[positions.taken]!
      if (positions.taken < positions.at.length - 1) positions.taken++
      next = Math.min(at + 1, starts.length - 1)
      return at + 1
    }
    const at = detours > maxDetours ? undefined : lineWith(part)
    if (at === undefined) return 0
    next = at
    return at + 1
  })
}

/** The numbers of the lines in which quotes from a file begin, from 1; 0 for one that is unknown. As `sourceLines`. */
export const quotedLines = (content: string, quoted: readonly { quote?: string | undefined }[]): number[] =>
  sourceLines(content, quoted.map(({ quote = '' }) => quote.trimStart().split(lineEnds)[0]!).join('\n'))

/** The index of the line that contains an offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle
  }
  return low
}
