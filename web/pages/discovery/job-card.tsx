import { Badge, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { isOver, type Job, startDiscovery, stopJob } from '../../api/discovery-queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { useMayEdit } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

const colors = { queued: 'gray', running: 'blue', completed: 'green', failed: 'red' } as const
export const jobNames: Record<Job['type'], string> = {
  pbd: 'Discovery',
  sync: 'Source sync',
  consensus: 'Consensus',
  avatar: 'Avatar',
  dedup: 'Deduplication',
  backfill: 'Backfill',
  bootstrap: 'Bootstrap',
  label: 'Release',
  import: 'Import',
}

/** The progress of a job, with buttons to stop it and to run it again. */
export function JobCard({ job, agentName }: { job: Job; agentName?: string | undefined }) {
  const mayEdit = useMayEdit()
  const changes = [['jobs'], ['discovery'], ['identity']]
  const stop = useSave(() => stopJob(job.job_id), { changes })
  const again = useSave(() => startDiscovery(job.agent_id!, false), { changes })
  const name = `${jobNames[job.type]}${agentName ? ` for ${agentName}` : ''}`
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Group gap="xs">
            <Text fw={600} size="sm">
              {name}
            </Text>
            <Badge variant="light" color={colors[job.status]}>
              {job.status}
            </Badge>
          </Group>
          {mayEdit && !isOver(job) && (
            <Button size="compact-sm" variant="default" onClick={() => stop.mutate(undefined)} loading={stop.isPending}>
              Stop
            </Button>
          )}
          {mayEdit && isOver(job) && job.type === 'pbd' && job.agent_id && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => again.mutate(undefined)}
              loading={again.isPending}
            >
              Run again
            </Button>
          )}
        </Group>
        {job.status === 'running' && (
          <Progress
            value={job.progress_total > 0 ? (100 * job.progress_current) / job.progress_total : 0}
            aria-label={`Progress of ${name}`}
          />
        )}
        <Text size="sm" c="dimmed" aria-live="polite">
          {describe(job)}
        </Text>
        {job.error && <Text size="sm">{job.error}</Text>}
        {job.status === 'completed' && job.result && <Result result={job.result} />}
      </Stack>
    </Card>
  )
}

function describe(job: Job): string {
  if (job.status === 'queued') {
    return job.attempts > 0 ? `Queued for a retry after ${job.attempts} of 3 attempts` : 'Queued'
  }
  if (job.status !== 'running')
    return `Finished ${job.finished_at ? formatDateTime(job.finished_at) : 'at an unknown time'}`
  const count = job.progress_total > 0 ? `${job.progress_current} of ${job.progress_total}` : 'started'
  return [job.stage, count, timeLeft(job)].filter(Boolean).join(' · ')
}

/** Estimated from the progress so far; undefined while there is none. */
function timeLeft({ started_at, progress_current, progress_total }: Job): string | undefined {
  if (!started_at || progress_current === 0 || progress_total === 0) return undefined
  const elapsedMs = Date.now() - Date.parse(started_at)
  const seconds = Math.ceil(((elapsedMs / progress_current) * (progress_total - progress_current)) / 1000)
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`
}

function Result({ result }: { result: Record<string, unknown> }) {
  const numbers = Object.entries(result).filter(([, value]) => typeof value === 'number' && value > 0)
  const skipped = Object.entries(result.skipped ?? {}).map(([reason, count]) => `skipped: ${reason} (${count})`)
  const parts = [...numbers.map(([key, value]) => `${key.replaceAll('_', ' ')}: ${value}`), ...skipped]
  return <Text size="sm">{parts.length === 0 ? 'Nothing new found' : parts.join(' · ')}</Text>
}
