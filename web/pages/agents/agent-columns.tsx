import type { ReactNode } from 'react'
import type { ListedAgent } from '../../api/agent-list.ts'
import { layerNames, layers } from '../../api/words.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './agents.module.css'

/** A column of the list of agents beside the name, which can be hidden. */
export interface AgentColumn {
  id: string
  label: string
  width: string
  /** Whether it is shown on a narrow screen, too. */
  isNarrow?: true
  cell: (agent: ListedAgent) => ReactNode
}

export const agentColumns: readonly AgentColumn[] = [
  {
    id: 'group',
    label: 'Group',
    width: '130px',
    cell: ({ agent_groups }) => (
      <span className={classes.group} dir="auto">
        {agent_groups?.name}
      </span>
    ),
  },
  {
    id: 'items',
    label: 'Own · inherited',
    width: '110px',
    cell: ({ belief_count, responsibility_count, activity }) => (
      <>
        {belief_count + responsibility_count}
        {activity && <span className={classes.about}> · {activity.inherited_count}</span>}
      </>
    ),
  },
  { id: 'tokens', label: 'Tokens', width: '90px', cell: ({ activity }) => activity && <Tokens {...activity} /> },
  {
    id: 'waiting',
    label: 'Waiting',
    width: '70px',
    isNarrow: true,
    cell: ({ pending_count }) => (
      <span className={pending_count > 0 ? classes.waiting : classes.about}>{pending_count || '–'}</span>
    ),
  },
  {
    id: 'changed',
    label: 'Changed',
    width: '110px',
    cell: ({ activity }) => activity && <RelativeTime at={activity.changed_at} />,
  },
  {
    id: 'read',
    label: 'Read',
    width: '90px',
    cell: ({ activity }) => activity && (activity.last_read_at ? <RelativeTime at={activity.last_read_at} /> : 'never'),
  },
  {
    id: 'version',
    label: 'Version',
    width: '70px',
    cell: ({ activity }) => activity && (activity.version === null ? '–' : `v${activity.version}`),
  },
]

/** English prose has about four characters for each token of common models. */
const charactersOfToken = 4

/** About how many tokens the statements of a prompt take, with a bar of their layers. */
function Tokens({ characters }: Pick<NonNullable<ListedAgent['activity']>, 'characters'>) {
  const tokens = layerNames.map((layer) => ({ layer, count: Math.round(characters[layer] / charactersOfToken) }))
  const total = tokens.reduce((sum, { count }) => sum + count, 0)
  const words = tokens.map(({ layer, count }) => `${layers[layer].title} ${count.toLocaleString('en')}`).join(', ')
  return (
    <span className={classes.tokens} title={`About ${total.toLocaleString('en')} tokens: ${words}`}>
      {total >= 1000 ? `${(total / 1000).toFixed(1)}k` : total}
      <span className={classes.bar} aria-hidden>
        {tokens.map(({ layer, count }) => (
          <span key={layer} data-layer={layer} style={{ flexGrow: count }} />
        ))}
      </span>
    </span>
  )
}
