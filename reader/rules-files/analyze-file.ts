import { type Analysis, type AnalysisRequest, analysisOf } from '#core/domain/formats/analysis.ts'
import { findPairs } from '#core/domain/similar/statement-pairs.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import { countTokens } from '../count-tokens.ts'
import { localEmbedding } from '../embedding/embedding.ts'
import { readLostLines } from './lost-lines.ts'
import { rulesIn } from './rules.ts'
import { parseRulesFile } from './rules-document.ts'

/** Analyzes a file (behavior: Public analyzer), in time that is linear in its length. */
export function analyzeFile(request: AnalysisRequest): Analysis {
  const document = parseRulesFile(sanitize(request.content))
  const rules = rulesIn(document)
  const statements = rules.map(({ statement }) => statement)
  const tokens = { total: countTokens(request.content), rules: countTokens(statements.join('\n')) }
  const analysis = analysisOf(request, rules, findPairs(rules, localEmbedding), tokens)
  return { ...analysis, ...readLostLines(request.content, rules, document) }
}
