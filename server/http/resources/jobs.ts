import { jobStatuses, jobTypes } from '#core/domain/requests/jobs.ts'
import { AnyText, FreeForm, Id, Integer, Named, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'

export const Job = Named('Job', {
  job_id: Id,
  id: Id,
  org_id: Id,
  agent_id: Nullable(Id),
  type: OneOf(jobTypes),
  status: OneOf(jobStatuses),
  stage: Nullable(AnyText('observe')),
  progress_current: Integer(120),
  progress_total: Integer(400),
  result: Nullable(FreeForm),
  error: Nullable(AnyText('The language model did not answer')),
  attempts: Integer(),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
})
