import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { jobsQuery } from '../../api/discovery-queries.ts'
import { agentsQuery } from '../../api/queries.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { JobCard } from './job-card.tsx'

/** Current and past background jobs, latest first. */
export function RunsPage() {
  const { id } = useOrganization()
  const { data: jobs } = useSuspenseQuery(jobsQuery(id))
  const { data: agents } = useSuspenseQuery(agentsQuery(id))
  const nameOf = new Map(agents.map((agent) => [agent.id, agent.name]))
  if (jobs.length === 0)
    return <EmptyBox title="No runs yet">Discovery, syncs and other background work appear here.</EmptyBox>
  return (
    <Stack gap="xs" maw={820}>
      {jobs.map((job) => (
        <JobCard key={job.job_id} job={job} agentName={nameOf.get(job.agent_id ?? '')} />
      ))}
    </Stack>
  )
}
