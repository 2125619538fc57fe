import { useWindowEvent } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import type { ListedAgent } from '../../api/agent-list.ts'
import { paths } from '../../paths.ts'
import type { Select } from '../../ui/use-selection.ts'
import type { AgentColumn } from './agent-columns.tsx'
import classes from './agents.module.css'

const rowHeightPx = 34

interface AgentRowsProps {
  agents: readonly ListedAgent[]
  org: string
  /** Whether the name of each group stands above its first agent. */
  isGrouped: boolean
  columns: readonly AgentColumn[]
  selected: ReadonlySet<string>
  select: Select
}

/** Renders only the rows on the screen, so that thousands scroll smoothly. `x` selects the row that is pointed at. */
export function AgentRows({ agents, org, isGrouped, columns, selected, select }: AgentRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const startsGroup = (index: number) =>
    isGrouped && (index === 0 || agents[index]!.group_id !== agents[index - 1]!.group_id)
  const rows = useWindowVirtualizer({
    count: agents.length,
    estimateSize: (index) => (startsGroup(index) ? 2 * rowHeightPx : rowHeightPx),
    overscan: 10,
    scrollMargin: list.current?.offsetTop ?? 0,
  })
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, [role=dialog]'))
      return
    const row = list.current?.querySelector<HTMLElement>('li:focus-within') ?? list.current?.querySelector('li:hover')
    const id = row?.getAttribute('data-agent')
    if (id) select(id, !selected.has(id), false)
  })
  return (
    <ul ref={list} className={classes.list} style={{ height: rows.getTotalSize() }} aria-label="Agents">
      {rows.getVirtualItems().map(({ index, start }) => (
        <AgentRow
          key={agents[index]!.id}
          agent={agents[index]!}
          org={org}
          columns={columns}
          position={index + 1}
          count={agents.length}
          top={start - rows.options.scrollMargin}
          startsGroup={startsGroup(index)}
          isSelected={selected.has(agents[index]!.id)}
          select={select}
        />
      ))}
    </ul>
  )
}

interface AgentRowProps {
  agent: ListedAgent
  org: string
  columns: readonly AgentColumn[]
  position: number
  count: number
  top: number
  startsGroup: boolean
  isSelected: boolean
  select: Select
}

/** Not rendered again as the list scrolls. */
const AgentRow = memo(function AgentRow(props: AgentRowProps) {
  const { agent, org, columns, position, count, top, startsGroup, isSelected, select } = props
  const { id, name, job_title, agent_groups } = agent
  return (
    <li
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      data-agent={id}
      data-selected={isSelected || undefined}
      aria-setsize={count}
      aria-posinset={position}
    >
      {startsGroup && (
        <div className={classes.groupName} dir="auto">
          {agent_groups?.name ?? 'No group'}
        </div>
      )}
      <div className={classes.cells}>
        <input
          type="checkbox"
          className={classes.check}
          aria-label={`Select: ${name}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => select(id, !isSelected, event.shiftKey)}
        />
        <Link to={paths.agent} params={{ org, agentId: id }} className={classes.link}>
          <span className={classes.name} dir="auto">
            {name}
          </span>
          <span className={classes.about} dir="auto">
            {job_title}
          </span>
        </Link>
        {columns.map(({ id, isNarrow, cell }) => (
          <span key={id} className={isNarrow ? classes.cell : `${classes.cell} ${classes.wide}`}>
            {cell(agent)}
          </span>
        ))}
      </div>
    </li>
  )
})
