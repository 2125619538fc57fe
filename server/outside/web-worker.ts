import { serveThread } from '../thread.ts'
import { work } from './web-work.ts'

/** The thread behind `web.ts`. */
serveThread(work)
