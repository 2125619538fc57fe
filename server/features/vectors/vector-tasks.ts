import { computing } from '#core/base/computing.ts'
import type { Requester } from '#core/base/requester.ts'

export interface VectorWork {
  /** `rows` holds the templates' vectors one after the other. */
  relevances: { input: { profile: Float32Array; rows: Float32Array }; output: number[] }
}

const tasks = computing.tasks<VectorWork>('vectors', {
  deadlineSeconds: 120,
  tooMuch: (taken) => `Comparing these items takes ${taken}; choose fewer of them`,
  isLong: true,
})

/** Computes `relevances` of templates by their vectors, in a thread: thousands of templates take half a second. */
export function relevancesInThread(
  profile: Float32Array,
  templates: readonly Float32Array[],
  requester: Requester,
): Promise<number[]> {
  const rows = new Float32Array(templates.length * profile.length)
  for (const [at, vector] of templates.entries()) rows.set(vector, at * profile.length)
  return tasks.run('relevances', { profile, rows }, requester, [rows.buffer as ArrayBuffer])
}
