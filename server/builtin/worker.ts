import { serveThread } from '../base/thread.ts'
import { work } from './work.ts'

/** The thread behind `engine.ts`. */
serveThread(work)
