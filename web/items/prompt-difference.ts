import { diffArrays } from 'diff'

export interface ChangedLine {
  key: string
  sign: '+' | '−'
  /** The heading above a list line; undefined for headings and other lines. */
  category?: string | undefined
  statement: string
}

/** The removed and added lines of a prompt; a moved line is removed at one position and added at another. */
export function promptDifference(before: string, after: string): ChangedLine[] {
  const lines = (prompt: string) => prompt.split('\n').filter(Boolean)
  let category: string | undefined
  return diffArrays(lines(before), lines(after)).flatMap(({ value, added, removed }, part) =>
    value.flatMap((text, index): ChangedLine | [] => {
      if (text.startsWith('#')) category = text.replace(/^#+ /, '')
      if (!added && !removed) return []
      const isItem = text.startsWith('- ')
      return {
        key: `${part}.${index}`,
        sign: added ? '+' : '−',
        category: isItem ? category : undefined,
        statement: isItem ? text.slice(2) : text,
      }
    }),
  )
}
