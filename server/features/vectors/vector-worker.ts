import { serveThread } from '../../base/thread.ts'
import { relevances } from '../../domain/similar/recommend.ts'
import type { VectorWork } from './vector-thread.ts'

/** The thread behind `vector-thread.ts`. */
serveThread<VectorWork>({
  relevances: ({ profile, rows }) => {
    const { length } = profile
    return relevances(
      profile,
      Array.from({ length: rows.length / length }, (_, at) => rows.subarray(at * length, (at + 1) * length)),
    )
  },
})
