import { serveThread } from '../../thread.ts'
import { work } from './work.ts'

/** The thread behind `web.ts`. */
serveThread(work)
