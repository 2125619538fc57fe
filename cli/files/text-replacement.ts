/** A replacement within a text, which can be undone: `offset` counts UTF-16 code units. */
export interface Replacement {
  offset: number
  removed: string
  inserted: string
}

export const applyReplacement = (text: string, { offset, removed, inserted }: Replacement): string =>
  text.slice(0, offset) + inserted + text.slice(offset + removed.length)

export const invert = ({ offset, removed, inserted }: Replacement): Replacement => ({
  offset,
  removed: inserted,
  inserted: removed,
})

/** The replacement that turns one text into another; none when they are equal. */
export function replacementsBetween(before: string, after: string): Replacement[] {
  if (before === after) return []
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    {
      offset: start,
      removed: before.slice(start, before.length - end),
      inserted: after.slice(start, after.length - end),
    },
  ]
}

/** The replacement that puts a paragraph behind a text, with a blank line between them. */
export function appendParagraph(text: string, paragraph: string): Replacement {
  const lineBreak = lineBreakOf(text)
  const gap = text === '' ? '' : text.endsWith('\n') ? lineBreak : lineBreak + lineBreak
  return { offset: text.length, removed: '', inserted: gap + paragraph }
}

/** The offset at which the line of an offset begins. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

/** The line break that a text uses. */
export const lineBreakOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
