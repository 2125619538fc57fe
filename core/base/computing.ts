import { Pool } from './pool.ts'

/** Threads for pure functions, which need only their input; `server/start/computing-worker.ts` lists them. */
export const computing = new Pool(new URL('../../server/start/computing-worker.ts', import.meta.url))
