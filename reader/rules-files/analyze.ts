import { computing } from '#core/base/computing.ts'
import type { Analysis, AnalysisRequest, Analyze } from '#core/domain/formats/analysis.ts'

interface AnalysisWork {
  analyze: { input: AnalysisRequest; output: Analysis }
}

const deadlineSeconds = 20
/** Runs one analysis per address at a time. It is a long task, so that files of strangers never delay short texts. */
const tasks = computing.tasks<AnalysisWork>('analysis', {
  deadlineSeconds,
  tooMuch: (taken) => `Analyzing this file takes ${taken}; send a part of it`,
  isLong: true,
  waiting: 20,
})

export const builtinAnalyze: Analyze = (request, requester) => tasks.run('analyze', request, requester)
