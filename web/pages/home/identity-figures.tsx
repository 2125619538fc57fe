import { MultiSelect, Table, Text } from '@mantine/core'
import { lazy, useState } from 'react'
import { type AgentFigures, formatDay, type Overview, sharingOf } from '../../api/overview.ts'
import { kinds, layerNames, layers, pluralize } from '../../api/words.ts'
import { chartColor } from '../../chart-colors.ts'
import { paths } from '../../paths.ts'
import classes from '../../ui/figure.module.css'
import { Figure, FoldedTable, Legend, radarHeight, rowsHeight, type Series } from '../../ui/figure.tsx'
import { TextLink } from '../../ui/links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

/** The figures about identities: their growth, beliefs by category, and how similar agents are. */

const GrowthChart = lazy(() => import('../../ui/charts.tsx').then(({ GrowthChart }) => ({ default: GrowthChart })))
const RowBars = lazy(() => import('../../ui/charts.tsx').then(({ RowBars }) => ({ default: RowBars })))
const CategoryRadar = lazy(() =>
  import('../../ui/charts.tsx').then(({ CategoryRadar }) => ({ default: CategoryRadar })),
)

const layerSeries: Series[] = layerNames.map((layer) => ({
  key: layer,
  label: layers[layer].title,
  color: chartColor(layers[layer].color),
}))

export function GrowthFigure({ growth }: { growth: Overview['growth'] }) {
  const first = growth[0]!
  const last = growth.at(-1)!
  const sum = (day: typeof last) => day.org + day.group + day.agent
  const changes = growth.filter(
    (day, at) => at === 0 || layerNames.some((layer) => day[layer] !== growth[at - 1]![layer]),
  )
  return (
    <Figure
      title="Identity growth"
      description="Items in prompts today, by the day they were created"
      picture={
        sum(last) > 0 && <GrowthChart rows={growth.map((day) => ({ ...day, name: day.date }))} series={layerSeries} />
      }
    >
      {sum(last) === 0 ? (
        <Text size="sm">No items in prompts yet. Add items to an agent, or approve what discovery proposes.</Text>
      ) : (
        <>
          <Legend series={layerSeries} />
          <Text size="sm">
            {pluralize(sum(last), 'item')} in prompts: {last.org} from the organization, {last.group} from groups,{' '}
            {last.agent} from agents.{' '}
            {sum(first) === sum(last)
              ? `Unchanged since ${formatDay(first.date)}.`
              : `Up from ${sum(first).toLocaleString('en')} on ${formatDay(first.date)}.`}
          </Text>
          <FoldedTable of="Items in prompts by day">
            <Table aria-label="Items in prompts by day">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Day</Table.Th>
                  {layerSeries.map(({ key, label }) => (
                    <Table.Th key={key} ta="right">
                      {label}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {changes.map((day) => (
                  <Table.Tr key={day.date}>
                    <Table.Td>{formatDay(day.date)}</Table.Td>
                    {layerNames.map((layer) => (
                      <Table.Td key={layer} ta="right">
                        {day[layer]}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Text size="xs" c="dimmed">
              Days without changes are left out.
            </Text>
          </FoldedTable>
        </>
      )}
    </Figure>
  )
}

const maxAgents = 4
const agentLooks = [
  { color: chartColor('blue'), dash: '0' },
  { color: chartColor('orange'), dash: '6 3' },
  { color: chartColor('grape'), dash: '2 3' },
  { color: chartColor('teal'), dash: '10 3 2 3' },
]

/** The look of each agent: agents that stay keep theirs, new ones get the first free one. */
function looksFor(ids: string[], before: Map<string, number>): Map<string, number> {
  const taken = new Set(ids.map((id) => before.get(id)))
  const free = agentLooks.map((_, at) => at).filter((at) => !taken.has(at))
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift()!]))
}

/** The beliefs of a few agents by category, one shape per agent. */
export function CategoriesFigure({ agents }: { agents: AgentFigures[] }) {
  const [looks, setLooks] = useState(() => {
    const most = agents.toSorted((a, b) => b.belief_count - a.belief_count).slice(0, 3)
    return new Map(most.map(({ id }, at) => [id, at]))
  })
  const chosen = [...looks.keys()]
  const shown = chosen.flatMap((id) => agents.find((agent) => agent.id === id) ?? [])
  const series = shown.map(({ id, name }) => ({ key: id, label: name, ...agentLooks[looks.get(id)!]! }))
  const rows = kinds.belief.categories.map(({ id: category, title }) => ({
    name: title,
    ...Object.fromEntries(shown.map(({ id, beliefs }) => [id, beliefs[category as keyof typeof beliefs]])),
  }))
  const isEmpty = shown.every(({ belief_count }) => belief_count === 0)
  return (
    <Figure
      title="Beliefs by category"
      description="The agents’ own beliefs; inherited and hidden items are not counted"
      picture={!isEmpty && <CategoryRadar rows={rows} series={series} />}
      pictureHeight={radarHeight}
    >
      <MultiSelect
        label="Agents"
        description={`Up to ${maxAgents}`}
        data={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={(ids) => setLooks(looksFor(ids, looks))}
        maxValues={maxAgents}
        limit={50}
        searchable
      />
      {isEmpty ? (
        <Text size="sm">
          {shown.length === 0
            ? 'Choose an agent to see its beliefs.'
            : 'These agents have no beliefs of their own yet. Choose others, or add some.'}
        </Text>
      ) : (
        <Table aria-label="Beliefs by category" className={classes.even}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Category</Table.Th>
              {series.map(({ key, label, color }) => (
                <Table.Th key={key} ta="right">
                  <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
                  <span className={classes.column}>{label}</span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.belief.categories.map(({ id: category, title }) => (
              <Table.Tr key={category}>
                <Table.Td>{title}</Table.Td>
                {shown.map(({ id, beliefs }) => (
                  <Table.Td key={id} ta="right">
                    {beliefs[category as keyof typeof beliefs]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Figure>
  )
}

const statementSeries: Series[] = [{ key: 'statements', label: 'Statements', color: chartColor('indigo') }]

/** How many statements are held by only one agent. */
export function DiversityFigure({ diversity, agentCount }: { diversity: Overview['diversity']; agentCount: number }) {
  const { slug } = useOrganization()
  const sharing = sharingOf(diversity)
  const distinct = sharing.reduce((sum, { statements }) => sum + statements, 0)
  const own = sharing[0]?.statements ?? 0
  return (
    <Figure
      title="Diversity"
      description="The share of distinct statements held by only one agent. At 100%, no two agents share a statement; at 0%, every statement is shared."
      picture={
        distinct > 0 && (
          <RowBars
            rows={sharing.map(({ label, statements }) => ({ name: label, statements }))}
            series={statementSeries}
          />
        )
      }
      pictureHeight={rowsHeight(sharing.length)}
    >
      {distinct === 0 ? (
        <Text size="sm">No agent has statements of its own yet. Add some, or import a rules file.</Text>
      ) : (
        <>
          <Text size="sm">
            <b>{Math.round((100 * own) / distinct)}% diversity:</b> of {pluralize(distinct, 'distinct statement')} held
            by {pluralize(agentCount, 'agent')}, {own.toLocaleString('en')} {own === 1 ? 'is' : 'are'} held by only one
            agent.{' '}
            <TextLink to={paths.consensus} params={{ org: slug }} underline="always">
              Run consensus
            </TextLink>{' '}
            to find statements that they share in other words.
          </Text>
          <FoldedTable of="Statements by number of agents">
            <Table aria-label="Statements by number of agents">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Held by</Table.Th>
                  <Table.Th ta="right">Statements</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sharing.map(({ label, statements }) => (
                  <Table.Tr key={label}>
                    <Table.Td>{label}</Table.Td>
                    <Table.Td ta="right">{statements}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </FoldedTable>
          {diversity.most_alike.length > 0 && (
            <Table aria-label="Least distinctive agents">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Least distinctive</Table.Th>
                  <Table.Th ta="right">Also held by others</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {diversity.most_alike.slice(0, 5).map(({ id, name, statements, shared }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <TextLink to={paths.agent} params={{ org: slug, agentId: id }} size="sm">
                        {name}
                      </TextLink>
                    </Table.Td>
                    <Table.Td ta="right">
                      {shared} of {statements}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </>
      )}
    </Figure>
  )
}
