import { taskRunner } from '#core/base/task-runner.ts'

/** The script of the pool for local models (`outside/models/local-embeddings.ts`). */
export const run = taskRunner({
  embedding: async () => (await import('../outside/models/local-embeddings-work.ts')).work,
})
