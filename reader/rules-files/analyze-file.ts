import { type Analysis, type AnalysisRequest, analysisOf } from '../../domain/formats/analysis.ts'
import { findPairs } from '../../domain/similar/statement-pairs.ts'
import { sanitize } from '../../domain/text/untrusted-text.ts'
import { countTokens } from '../count-tokens.ts'
import { localEmbedding } from '../embedding/embedding.ts'
import { readLostLines } from './lost-lines.ts'
import { readRules } from './rules.ts'

/** Analyzes a file (behavior: Public analyzer), in time that is linear in its length. */
export function analyzeFile(request: AnalysisRequest): Analysis {
  const rules = readRules(sanitize(request.content))
  const statements = rules.map(({ statement }) => statement)
  const tokens = { total: countTokens(request.content), rules: countTokens(statements.join('\n')) }
  const analysis = analysisOf(request, rules, findPairs(rules, localEmbedding), tokens)
  return { ...analysis, ...readLostLines(request.content, rules) }
}
