import { diffArrays } from 'diff'

export interface ChangedLine {
  key: string
  sign: '+' | '−'
  /** The heading that a list line stands below; headings and other lines have none. */
  category?: string | undefined
  statement: string
}

/** The lines of a prompt that go and come; one that moves goes at one place and comes at another. */
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
