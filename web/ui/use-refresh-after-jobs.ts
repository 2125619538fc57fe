import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isOver, type Job } from '../api/discovery-queries.ts'

/** Queries that a job may have changed. */
const changes = ['discovery', 'identity', 'agent', 'agents', 'content', 'content-sources', 'proposals', 'overview']

/** Refreshes the page as soon as a job has ended. */
export function useRefreshAfterJobs(jobs: Job[] | undefined) {
  const client = useQueryClient()
  const known = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!jobs) return
    const over = jobs.filter(isOver).map(({ job_id }) => job_id)
    if (over.some((id) => known.current?.has(id) === false)) {
      for (const key of changes) client.invalidateQueries({ queryKey: [key] })
    }
    known.current = new Set(over)
  }, [jobs, client])
}
