import { kindNames, kinds, type ResolvedItem } from '../api/words.ts'

export interface LineOfPrompt {
  key: string
  text: string
  /** The item of the line; undefined for headings and the profile. */
  item?: ResolvedItem | undefined
}

/**
 * The lines of a prompt with their items. A prompt has one list line for each item that is neither hidden nor
 * overridden, in the order of the resolved identity, below the heading of its kind.
 */
export function promptLines(prompt: string, items: ResolvedItem[]): LineOfPrompt[] {
  const visible = items.filter((item) => !item.hidden && !item.overridden)
  const kindHeadings = kindNames.map((kind) => `## ${kinds[kind].title}`)
  let isInLists = false
  let next = 0
  return prompt
    .trimEnd()
    .split('\n')
    .map((text, index) => {
      if (kindHeadings.includes(text)) isInLists = true
      const item = isInLists && text.startsWith('- ') ? visible[next++] : undefined
      return { key: item?.id ?? String(index), text, item }
    })
}
