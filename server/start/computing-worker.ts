import { taskRunner } from '#core/base/task-runner.ts'
import type { VersionText } from '#core/domain/identity/prompt-diff.ts'

/** The script of `core/base/computing.ts`: pure functions by group. */
export const run = taskRunner({
  language: async () => (await import('#reader/work.ts')).work,
  analysis: async () => ({ analyze: (await import('#reader/rules-files/analyze-file.ts')).analyzeFile }),
  reports: async () => (await import('#reader/report-work.ts')).work,
  versions: async () => {
    const { countTokens } = await import('#reader/count-tokens.ts')
    const { diffPrompts } = await import('#core/domain/identity/prompt-diff.ts')
    const { itemsOfPrompt: items } = await import('#core/domain/formats/prompt-items.ts')
    const diff = ({ a, b }: { a: VersionText; b: VersionText }) => diffPrompts(a, b)
    return { diff, items, tokens: (texts: string[]) => texts.map(countTokens) }
  },
  cleaning: async () => (await import('../features/content/cleaning-work.ts')).work,
  counting: async () => (await import('../features/agents/counting-work.ts')).work,
  formats: async () => (await import('../features/formats/formats-work.ts')).work,
  vectors: async () => (await import('../features/vectors/vector-work.ts')).work,
  archives: async () => (await import('../outside/archives/work.ts')).work,
  web: async () => (await import('../outside/web/work.ts')).work,
  reference: async () => (await import('../http/answers/reference-work.ts')).work,
})
