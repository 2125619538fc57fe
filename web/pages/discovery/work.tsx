import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { FiguresOfPeriod } from '../home/figures-of-period.tsx'
import { ContentFigure, JobsFigure, SourcesFigure } from './work-figures.tsx'

/** The work behind the identities of all agents: their content, their sources and background jobs. */
export const DiscoveryOfAllPage = () => (
  <Page title="Discovery" description="The content that is read for all agents, and where it comes from">
    <FiguresOfPeriod>
      {(overview) => (
        <>
          <SourcesFigure sources={overview.sources} />
          <Stack>
            <ContentFigure overview={overview} />
            <JobsFigure jobs={overview.jobs} />
          </Stack>
        </>
      )}
    </FiguresOfPeriod>
  </Page>
)
