import type { CodingTool } from '../tool.ts'

export const openclaw = {
  title: 'OpenClaw',
  connect: undefined,
  rules: undefined,
  hook: undefined,
  transcripts: { reader: async () => (await import('../../transcripts/readers/pi.ts')).openclaw },
  memories: undefined,
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool
