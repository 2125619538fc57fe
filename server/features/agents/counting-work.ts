import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Tasks } from '../../base/task-runner.ts'
import { fitDigest } from '../../domain/identity/digest.ts'
import { fitProse } from '../../domain/identity/prose-prompt.ts'
import type { CountingWork } from './digests.ts'

/** Words that mean something to a model's server, such as `<|endoftext|>`, are text here. */
const asText = { disallowedSpecial: new Set<string>() }

export const work: Tasks<CountingWork> = {
  prose: ({ introduction, items, ...limit }) =>
    fitProse(introduction, items, limit, (text) => countTokens(text, asText)),
  fit: ({ lines, maxTokens }) => fitDigest(lines, maxTokens, (text) => countTokens(text, asText)),
}
