import { serveThread } from '../../base/thread.ts'
import { work } from './work.ts'

/** The thread behind `archives.ts`. */
serveThread(work)
