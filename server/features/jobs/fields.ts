import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Returns a job for responses (behavior: Jobs). */
export function jobFields(job: Selectable<Tables['jobs']>) {
  const { subject_id, lane, turn, input, claim_id, lease_until, ...fields } = job
  return { job_id: job.id, ...fields }
}
