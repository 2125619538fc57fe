import { serveThread } from '../../thread.ts'
import { type Call, carryOut } from './work.ts'

/** The thread behind `engine.ts`. */
serveThread((call: Call) => carryOut(call))
