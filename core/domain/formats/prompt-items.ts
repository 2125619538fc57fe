import { type Profile, renderPrompt } from '../identity/prompt.ts'
import { promptLines } from '../identity/prompt-lines.ts'
import { kindOf } from '../kinds.ts'
import type { SourceItem } from './format.ts'
import { readLine } from './sections.ts'

export interface StoredText {
  text: string
  profile: Profile
  /** The known fields of the items, in the order of their lines. */
  known: (Pick<SourceItem, 'id'> & Partial<SourceItem>)[]
  /** When the text was stored. */
  at: string
}

/**
 * Reads the items of a stored prompt back from its lines. Fields that no line shows are those that are known.
 *
 * @returns undefined unless these items and the profile render the same text again.
 */
export function itemsOfPrompt({ text, profile, known, at }: StoredText): SourceItem[] | undefined {
  const lines = promptLines(text).filter(({ category }) => category !== undefined)
  const items = lines.map((line, index): SourceItem => {
    const category = line.category!
    const { statement, starred } = readLine(line.text.slice('- '.length))
    return {
      scope: 'agent',
      n_count: 1,
      status: 'approved',
      // No item has it, so that an edit of a statement that changed since is stale.
      updated_at: at,
      ...known[index]!,
      kind: kindOf(category),
      category,
      statement,
      starred,
      hidden: false,
      // In the order of the lines.
      display_order: index,
      created_at: at,
    }
  })
  return renderPrompt(profile, items) === text ? items : undefined
}
