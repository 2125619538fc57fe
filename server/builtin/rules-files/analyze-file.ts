import { type Analysis, type AnalysisRequest, analysisOf, comparePairs } from '../../domain/formats/analysis.ts'
import { sameSimilarity } from '../../domain/similar/similarity-thresholds.ts'
import { sanitize } from '../../domain/text/untrusted-text.ts'
import { dot } from '../../domain/vectors/similarity.ts'
import { countTokens } from '../count-tokens.ts'
import { embed, rescale } from '../embedding/embedding.ts'
import { readLostLines } from './lost-lines.ts'
import { readRules } from './rules.ts'

/** Analyzes a file (behavior: Public analyzer), in time that is linear in its length. */
export function analyzeFile(request: AnalysisRequest): Analysis {
  const rules = readRules(sanitize(request.content))
  const statements = rules.map(({ statement }) => statement)
  const vectors = embed(statements)
  const similarityOf = (a: number, b: number) => rescale(dot(vectors[a]!, vectors[b]!))
  const tokens = { total: countTokens(request.content), rules: countTokens(statements.join('\n')) }
  const analysis = analysisOf(request, rules, comparePairs(rules, similarityOf, sameSimilarity), tokens)
  return { ...analysis, ...readLostLines(request.content, rules) }
}
