import { Card, SimpleGrid, Text } from '@mantine/core'
import type { FleetSummary } from '../../api/fleet-queries.ts'
import { pluralize } from '../../api/words.ts'

/** The figures of the fleet, for the chosen label. */
export function Tiles({ summary, label }: { summary: FleetSummary; label: string | undefined }) {
  const { agents, clients, clients_in_24h, current, behind, furthest_behind, labels } = summary
  const carried = labels.find((each) => each.label === label)
  const share = clients === 0 ? '' : `${((100 * current) / clients).toFixed(1)}%`
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Tile figure={clients_in_24h} title="clients in 24 h" note={`of ${pluralize(agents, 'agent')}`} />
      <Tile figure={current} title="run what they should" note={share} />
      <Tile
        figure={behind}
        title="behind"
        note={behind === 0 ? 'none' : `the furthest by ${pluralize(furthest_behind, 'version')}`}
      />
      <Tile
        figure={carried?.agents ?? 0}
        title="pinned by a label"
        note={label === undefined ? 'no label is set' : `${label}${carried?.stale ? `, ${carried.stale} stale` : ''}`}
      />
    </SimpleGrid>
  )
}

function Tile({ figure, title, note }: { figure: number; title: string; note: string }) {
  return (
    <Card withBorder padding="sm" component="section" aria-label={title}>
      <Text fz={22} fw={650} lh={1.3}>
        {figure.toLocaleString('en')}
      </Text>
      <Text size="sm">{title}</Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Card>
  )
}
