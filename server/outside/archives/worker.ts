import { serveThread } from '../../thread.ts'
import { work } from './work.ts'

/** The thread behind `archives.ts`. */
serveThread(work)
