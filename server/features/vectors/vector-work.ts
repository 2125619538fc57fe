import type { Tasks } from '#core/base/task-runner.ts'
import { relevances } from '#core/domain/similar/recommend.ts'
import type { VectorWork } from './vector-tasks.ts'

export const work: Tasks<VectorWork> = {
  relevances: ({ profile, rows }) => {
    const { length } = profile
    return relevances(
      profile,
      Array.from({ length: rows.length / length }, (_, at) => rows.subarray(at * length, (at + 1) * length)),
    )
  },
}
