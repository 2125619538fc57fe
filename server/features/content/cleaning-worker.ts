import { serveThread } from '../../base/thread.ts'
import { work } from './cleaning-work.ts'

/** The thread behind `cleaning.ts`. */
serveThread(work)
