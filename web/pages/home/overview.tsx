import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { overviewQuery } from '../../api/overview.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { CategoriesFigure, DiversityFigure, GrowthFigure } from './identity-figures.tsx'
import { ContentFigure, JobsFigure, SourcesFigure } from './work-figures.tsx'

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

/** The organization at a glance: how identities grow, what they are made of, and how the work behind them goes. */
export function OverviewPage() {
  const { id } = useOrganization()
  const [days, setDays] = useState('30')
  // What is on the page stays until the other days are there.
  const shownDays = useDeferredValue(days)
  const { data } = useSuspenseQuery(overviewQuery(id, Number(shownDays)))
  return (
    <Stack>
      <SegmentedControl
        aria-label="Days to look at"
        data={spans}
        value={days}
        onChange={setDays}
        style={{ alignSelf: 'flex-start' }}
      />
      {/* Two columns of their own: a figure that grows as somebody opens its table moves none in the other. */}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <GrowthFigure growth={data.growth} />
          <DiversityFigure diversity={data.diversity} agentCount={data.layers.agents.length} />
          <SourcesFigure sources={data.sources} />
        </Stack>
        <Stack>
          <CategoriesFigure agents={data.layers.agents} />
          <ContentFigure overview={data} />
          <JobsFigure jobs={data.jobs} />
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}
