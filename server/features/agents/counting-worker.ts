import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { fitDigest } from '../../domain/digest.ts'
import { fitProse } from '../../domain/prose-prompt.ts'
import { serveThread } from '../../thread.ts'
import type { CountingWork } from './digests.ts'

/** The thread that counts tokens (`digests.ts`). */

/** Words that mean something to a model's server, such as `<|endoftext|>`, are text here. */
const asText = { disallowedSpecial: new Set<string>() }

serveThread<CountingWork>({
  prose: ({ introduction, items, ...limit }) =>
    fitProse(introduction, items, limit, (text) => countTokens(text, asText)),
  fit: ({ lines, maxTokens }) => fitDigest(lines, maxTokens, (text) => countTokens(text, asText)),
})
