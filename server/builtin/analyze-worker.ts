import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { analysisOf, comparePairs } from '../domain/analysis.ts'
import { dot } from '../domain/similarity.ts'
import { sameSimilarity } from '../domain/similarity-thresholds.ts'
import { sanitize } from '../domain/untrusted-text.ts'
import { serveThread } from '../thread.ts'
import type { AnalysisWork } from './analyze.ts'
import { embed, rescale } from './embedding.ts'
import { readRules } from './rules.ts'

/** The thread behind `analyze.ts`. */

/** Words that mean something to a model's server, such as `<|endoftext|>`, are text here. */
const asText = { disallowedSpecial: new Set<string>() }

serveThread<AnalysisWork>({
  analyze(request) {
    const rules = readRules(sanitize(request.content))
    const statements = rules.map(({ statement }) => statement)
    const vectors = embed(statements)
    const similarityOf = (a: number, b: number) => rescale(dot(vectors[a]!, vectors[b]!))
    return analysisOf(request, rules, comparePairs(rules, similarityOf, sameSimilarity), {
      total: countTokens(request.content, asText),
      rules: countTokens(statements.join('\n'), asText),
    })
  },
})
