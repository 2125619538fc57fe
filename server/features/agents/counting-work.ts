import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Tasks } from '#core/base/task-runner.ts'
import { fitDigest } from '#core/domain/identity/digest.ts'
import { fitProse } from '#core/domain/identity/prose-prompt.ts'
import type { CountingWork } from './digests.ts'

/** Counts special tokens of a model, such as `<|endoftext|>`, as ordinary text. */
const asText = { disallowedSpecial: new Set<string>() }

export const work: Tasks<CountingWork> = {
  prose: ({ introduction, items, ...limit }) =>
    fitProse(introduction, items, limit, (text) => countTokens(text, asText)),
  fit: ({ lines, maxTokens }) => fitDigest(lines, maxTokens, (text) => countTokens(text, asText)),
}
