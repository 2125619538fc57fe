import { serveThread } from '../thread.ts'
import { carryOut, type WebCall } from './web-work.ts'

/** The thread behind `web.ts`. */
serveThread((call: WebCall) => carryOut(call))
