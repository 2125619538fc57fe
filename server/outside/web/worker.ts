import { serveThread } from '../../base/thread.ts'
import { work } from './work.ts'

/** The thread behind `web.ts`. */
serveThread(work)
