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

/** The line break that a text uses. */
export const lineBreakOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
