import { Pool } from './pool.ts'

/** Threads for pure functions, which need only their input; `start/computing-worker.ts` lists them. */
export const computing = new Pool(new URL('../start/computing-worker.ts', import.meta.url))
