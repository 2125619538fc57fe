import { Thread } from '../../base/thread.ts'
import type { Analysis, AnalysisRequest, Analyze } from '../../domain/formats/analysis.ts'

/** What the thread that analyzes files of strangers is asked. */
export interface AnalysisWork {
  analyze: { input: AnalysisRequest; output: Analysis }
}

const deadlineSeconds = 20
/** From all addresses together; one address has one at a time, the others of it wait behind each other. */
const waiting = 20

/** A thread of its own, so that files of strangers never keep texts of organizations waiting. */
const thread = new Thread<AnalysisWork>(new URL('./analyze-worker.ts', import.meta.url), {
  deadlineSeconds,
  tooLong: `Analyzing this file takes longer than ${deadlineSeconds} seconds; send a part of it`,
  waiting,
})

export const builtinAnalyze: Analyze = (request, asker) => thread.run('analyze', request, asker)
