import { Stack } from '@mantine/core'
import { FiguresOfPeriod } from './figures-of-period.tsx'
import { CategoriesFigure, DiversityFigure, GrowthFigure } from './identity-figures.tsx'

/** The growth and makeup of the organization's identities. */
export const HomeFigures = () => (
  <FiguresOfPeriod>
    {({ growth, diversity, layers }) => (
      <>
        <Stack>
          <GrowthFigure growth={growth} />
          <DiversityFigure diversity={diversity} agentCount={layers.agents.length} />
        </Stack>
        <CategoriesFigure agents={layers.agents} />
      </>
    )}
  </FiguresOfPeriod>
)
