import { type ComparedIdentity, compareIdentities } from '#core/domain/identity/comparison.ts'
import { type ReportRequest, reportPrompt } from '#core/domain/identity/prompt-report.ts'
import { countTokens } from './count-tokens.ts'
import { localEmbedding as local } from './embedding/embedding.ts'

/** Reports on prompts and comparisons of agents, as tasks of a thread. */
export const work = {
  report: (request: ReportRequest) => reportPrompt(request, { countTokens, local }),
  comparison: (both: { a: ComparedIdentity; b: ComparedIdentity }) => compareIdentities(both, { countTokens, local }),
}
