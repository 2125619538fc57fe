import { computing } from '#core/base/computing.ts'
import type { PromptDiff, VersionText } from '#core/domain/identity/prompt-diff.ts'

interface VersionWork {
  diff: { input: { a: VersionText; b: VersionText }; output: PromptDiff }
  tokens: { input: string[]; output: number[] }
}

const longSeconds = 20
/** Texts with more characters can take longer than a quick task may. */
const maxQuickCharacters = 200_000

const versions = computing.sizedTasks<VersionWork>('versions', {
  longSeconds,
  tooMuch: (taken) => `Reading these versions takes ${taken}; ask for fewer, or for shorter ones`,
})

/** Compares and counts texts of versions in a thread. */
export const versionTasks = (texts: readonly string[]) =>
  versions[texts.reduce((sum, { length }) => sum + length, 0) > maxQuickCharacters ? 'long' : 'quick']
