import { Badge, Group, Table, Text } from '@mantine/core'
import { lazy } from 'react'
import { contentByDay, formatDay, formatDuration, type Overview } from '../../api/overview.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { chartColor, seriesColors } from '../../chart-colors.ts'
import { sourceTypeNames } from '../../forms/sources/platforms.ts'
import { paths } from '../../paths.ts'
import classes from '../../ui/figure.module.css'
import { Figure, FoldedTable, Legend, rowsHeight, type Series } from '../../ui/figure.tsx'
import { TextLink } from '../../ui/links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { jobNames } from './job-card.tsx'

/** The figures about the work behind identities: content, the health of its sources, and jobs. */

const DayBars = lazy(() => import('../../ui/charts.tsx').then(({ DayBars }) => ({ default: DayBars })))
const RowBars = lazy(() => import('../../ui/charts.tsx').then(({ RowBars }) => ({ default: RowBars })))

const colorAt = (index: number) => chartColor(seriesColors[index % seriesColors.length]!)

export function ContentFigure({ overview }: { overview: Overview }) {
  const { types, days } = contentByDay(overview)
  const series = types.map(({ type }, at): Series => ({ key: type, label: sourceTypeNames[type], color: colorAt(at) }))
  const { earlier } = overview.content
  return (
    <Figure
      title="Content by source and day"
      description="Content for discovery, by the day it was written"
      picture={
        types.length > 0 && (
          <DayBars rows={days.map(({ date, counts }) => ({ name: date, ...counts }))} series={series} />
        )
      }
    >
      {types.length === 0 ? (
        <Text size="sm">
          {earlier === 0
            ? 'No content yet. Add a source under Evidence of an agent, or publish a conversation.'
            : `No content in this period, but ${pluralize(earlier, 'item')} before it. Choose a longer period, or sync the sources.`}
        </Text>
      ) : (
        <>
          <Legend
            series={series.map((each, at) => ({
              ...each,
              label: `${each.label}: ${types[at]!.count.toLocaleString('en')}`,
            }))}
          />
          {earlier > 0 && (
            <Text size="sm" c="dimmed">
              Before this period: {earlier.toLocaleString('en')}
            </Text>
          )}
          <FoldedTable of="Content by source and day">
            <Table aria-label="Content by source and day">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Day</Table.Th>
                  <Table.Th>Source</Table.Th>
                  <Table.Th ta="right">Items</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {overview.content.days.map(({ date, source_type, count }) => (
                  <Table.Tr key={`${date} ${source_type}`}>
                    <Table.Td>{formatDay(date)}</Table.Td>
                    <Table.Td>{sourceTypeNames[source_type]}</Table.Td>
                    <Table.Td ta="right">{count}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </FoldedTable>
        </>
      )}
    </Figure>
  )
}

type Source = Overview['sources']['data'][number]

const healthOf = ({ enabled, errors, last_synced_at }: Source) => {
  if (errors.length > 0) return { label: pluralize(errors.length, 'error'), color: 'red' }
  if (!enabled) return { label: 'Disabled', color: 'gray' }
  return last_synced_at ? { label: 'Healthy', color: 'green' } : { label: 'Never synced', color: 'yellow' }
}

/** A sync that ended with errors read a part at most. */
const syncedText = ({ errors, last_synced_at }: Source) => {
  if (!last_synced_at) return 'Not synced yet'
  return `${errors.length > 0 ? 'Last tried' : 'Synced'} ${formatDateTime(last_synced_at)}`
}

export function SourcesFigure({ sources }: { sources: Overview['sources'] }) {
  const { slug } = useOrganization()
  return (
    <Figure title="Source health" description="Where content comes from, problems first">
      {sources.count === 0 ? (
        <Text size="sm">No sources yet. Add one under Evidence of an agent.</Text>
      ) : (
        <ul className={classes.list}>
          {sources.data.map((source) => (
            <li key={source.id}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {source.name}
                </Text>
                <Badge variant="light" color={healthOf(source).color}>
                  {healthOf(source).label}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                {syncedText(source)} · {pluralize(source.item_count, 'item')} · for{' '}
                <TextLink to={paths.sources} params={{ org: slug, agentId: source.agent_id }} underline="always">
                  {source.agent_name}
                </TextLink>
              </Text>
              {source.errors.map((error) => (
                <Text key={error} size="sm">
                  {error}
                </Text>
              ))}
            </li>
          ))}
        </ul>
      )}
      {sources.count > sources.data.length && (
        <Text size="sm" c="dimmed">
          and {sources.count - sources.data.length} more
        </Text>
      )}
    </Figure>
  )
}

const states = [
  { key: 'completed', label: 'Completed', color: chartColor('green') },
  { key: 'failed', label: 'Failed', color: chartColor('red') },
  { key: 'running', label: 'Running', color: chartColor('blue') },
  { key: 'queued', label: 'Queued', color: chartColor('gray') },
] as const

export function JobsFigure({ jobs }: { jobs: Overview['jobs'] }) {
  const { slug } = useOrganization()
  return (
    <Figure
      title="Job history"
      description="Background jobs requested in this period; records are kept for 30 days"
      picture={
        jobs.length > 0 && (
          <RowBars
            rows={jobs.map(({ type, completed, failed, running, queued }) => ({
              name: jobNames[type],
              completed,
              failed,
              running,
              queued,
            }))}
            series={[...states]}
          />
        )
      }
      pictureHeight={rowsHeight(jobs.length)}
    >
      {jobs.length === 0 ? (
        <Text size="sm">No jobs in this period. Run discovery for an agent, or sync a source.</Text>
      ) : (
        <>
          <Legend series={[...states]} />
          <ul className={classes.list}>
            {jobs.map((job) => (
              <li key={job.type}>
                <Text size="sm" fw={600}>
                  {jobNames[job.type]}
                </Text>
                <Text size="sm" c="dimmed">
                  {states
                    .filter(({ key }) => job[key] > 0)
                    .map(({ key, label }) => `${job[key]} ${label.toLowerCase()}`)
                    .join(', ')}
                  {job.average_seconds !== null &&
                    job.longest_seconds !== null &&
                    ` · ${formatDuration(job.average_seconds)} on average, ${formatDuration(job.longest_seconds)} at most`}
                </Text>
              </li>
            ))}
          </ul>
          <TextLink to={paths.runs} params={{ org: slug }} size="sm">
            All jobs
          </TextLink>
        </>
      )}
    </Figure>
  )
}
