import { type Category, kindNames, kinds } from '../kinds.ts'
import { compareItems, type IdentityItem } from './identity.ts'
import {
  categoryHeads,
  emphasisNote,
  kindHeads,
  listItem,
  type Profile,
  profileBlocks,
  toneHeading,
  toneSentence,
  unwritten,
} from './prompt.ts'
import { type DynamicPromptConfig, dynamicPrompt, type PromptPart, type PromptParts } from './prompt-variant.ts'

export { type DynamicPromptConfig, dynamicPrompt, type PromptParts }

export const defaultDynamicPromptConfig: DynamicPromptConfig = {
  enabled: false,
  emphasis_rate: 0.4,
  min_pool_size: 3,
  category_overrides: {},
}

const defaultSampleRate = 0.7
const neverSampled: readonly Category[] = ['axiom', 'boundary']

/**
 * The parts that variants of a prompt are assembled from, from a resolved identity in any
 * order; hidden items are left out.
 */
export function promptParts(profile: Profile, items: readonly IdentityItem[]): PromptParts {
  const visible = items.filter((item) => !item.hidden).sort(compareItems)
  const byCategory = Map.groupBy(visible, ({ category }) => category)
  return {
    introduction: profileBlocks(profile).filter(Boolean).join('\n\n'),
    starred_note: emphasisNote,
    empty_note: unwritten,
    tone_heading: toneHeading,
    kinds: kindNames.map((kind) => ({
      kind,
      heading: kindHeads[kind],
      categories: kinds[kind].categories.flatMap((category) => {
        const listed = byCategory.get(category)
        return listed ? [categoryParts(category, listed)] : []
      }),
    })),
    config: defaultDynamicPromptConfig,
  }
}

const categoryParts = (category: Category, items: readonly IdentityItem[]) => ({
  category,
  heading: categoryHeads[category],
  sample_rate: neverSampled.includes(category) ? null : defaultSampleRate,
  starred: items.filter(({ starred }) => starred).map(partOf),
  rest: items.filter(({ starred }) => !starred).map(partOf),
})

function partOf(item: IdentityItem): PromptPart {
  const { id, category, statement } = item
  const tone = category === 'voice' && { tone: { statement, text: toneSentence(statement) } }
  return { id, line: listItem(item), ...tone }
}
