import { computing } from '#core/base/computing.ts'
import type { SourceItem } from '#core/domain/formats/format.ts'
import type { StoredText } from '#core/domain/formats/prompt-items.ts'
import type { PromptDiff, VersionText } from '#core/domain/identity/prompt-diff.ts'

interface VersionWork {
  diff: { input: { a: VersionText; b: VersionText }; output: PromptDiff }
  tokens: { input: string[]; output: number[] }
  items: { input: StoredText; output: SourceItem[] | undefined }
}

const longSeconds = 20
/** Texts with more characters can take longer than a quick task may. */
const maxQuickCharacters = 200_000

const versions = computing.sizedTasks<VersionWork>('versions', {
  longSeconds,
  tooMuch: (taken) => `Reading these versions takes ${taken}; ask for fewer, or for shorter ones`,
})

/** Compares, counts and reads texts of versions in a thread. */
export const versionTasks = (texts: readonly string[]) =>
  versions[texts.reduce((sum, { length }) => sum + length, 0) > maxQuickCharacters ? 'long' : 'quick']
