import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { fitDigest } from '../../domain/digest.ts'
import { serveThread } from '../../thread.ts'
import type { CountingWork } from './digests.ts'

/** The thread that counts tokens (`digests.ts`). */

/** Words that mean something to a model's server, such as `<|endoftext|>`, are text here. */
const asText = { disallowedSpecial: new Set<string>() }

serveThread<CountingWork>({
  fit: ({ lines, maxTokens }) => fitDigest(lines, maxTokens, (text) => countTokens(text, asText)),
})
