import { join } from 'node:path'
import type { Machine } from '../../transcripts/reader.ts'
import type { CodingTool } from '../tool.ts'

const ownFolder = ({ home, env }: Machine) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'goose')

const files = /^[^/]+\.txt$/

export const goose = {
  title: 'Goose',
  connect: undefined,
  rules: undefined,
  hook: undefined,
  transcripts: undefined,
  memories: [
    { in: ownFolder, at: 'memory', files, form: 'goose' },
    { in: 'project', at: '.goose/memory', files, form: 'goose' },
  ],
  runsAsReader: undefined,
  plugin: undefined,
} satisfies CodingTool
