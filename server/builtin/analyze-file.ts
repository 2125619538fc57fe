import { type Analysis, type AnalysisRequest, analysisOf, comparePairs } from '../domain/analysis.ts'
import { dot } from '../domain/similarity.ts'
import { sameSimilarity } from '../domain/similarity-thresholds.ts'
import { sanitize } from '../domain/untrusted-text.ts'
import { countTokens } from './count-tokens.ts'
import { embed, rescale } from './embedding.ts'
import { readRules } from './rules.ts'

/** What a file says (behavior: Public analyzer), in a time that grows no faster than the file. */
export function analyzeFile(request: AnalysisRequest): Analysis {
  const rules = readRules(sanitize(request.content))
  const statements = rules.map(({ statement }) => statement)
  const vectors = embed(statements)
  const similarityOf = (a: number, b: number) => rescale(dot(vectors[a]!, vectors[b]!))
  return analysisOf(request, rules, comparePairs(rules, similarityOf, sameSimilarity), {
    total: countTokens(request.content),
    rules: countTokens(statements.join('\n')),
  })
}
