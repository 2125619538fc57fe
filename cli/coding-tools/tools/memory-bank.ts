import type { CodingTool } from '../tool.ts'

/** No tool of its own: a folder that Cline and others keep by a rules file that people copy. */
export const memoryBank = {
  title: 'the memory bank',
  connect: undefined,
  rules: undefined,
  hook: undefined,
  transcripts: undefined,
  memories: [{ in: 'project', at: 'memory-bank', files: /^(?:[^/]+\/)?[^/]+\.md$/, form: 'memory-bank' }],
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool
