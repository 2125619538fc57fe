import type { CodingTool } from '../tool.ts'

export const pi = {
  title: 'pi',
  connect: undefined,
  rules: undefined,
  hook: undefined,
  transcripts: {
    reader: async () => (await import('../../transcripts/readers/pi.ts')).pi,
    sign: /^\{"type": ?"session"/,
  },
  memories: undefined,
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool
