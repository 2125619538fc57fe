import { serveThread } from '../../base/thread.ts'
import type { AnalysisWork } from './analyze.ts'
import { analyzeFile } from './analyze-file.ts'

/** The thread behind `analyze.ts`. */

serveThread<AnalysisWork>({ analyze: analyzeFile })
