import type { ReactNode } from 'react'
import type { ListedAgent } from '../../api/agent-list.ts'
import { type Layer, layerNames, layers, pluralize } from '../../api/words.ts'
import { LayerBar } from '../../ui/layer-bar.tsx'
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

/** The tokens of the live prompt, with a bar of the shares of its layers. */
function Tokens({ characters, tokens }: Pick<NonNullable<ListedAgent['activity']>, 'characters' | 'tokens'>) {
  const all = layerNames.reduce((sum, layer) => sum + characters[layer], 0)
  const share = (layer: Layer) => `${layers[layer].title} ${Math.round((100 * characters[layer]) / Math.max(all, 1))}%`
  const count = tokens === null ? 'Not counted yet' : pluralize(tokens, 'token')
  return (
    <span className={classes.tokens} title={`${count}. Statements: ${layerNames.map(share).join(', ')}`}>
      {tokens === null ? '–' : tokens >= 1000 ? `${(tokens / 1000).toFixed(1)}k` : tokens}
      <LayerBar parts={characters} className={classes.bar} />
    </span>
  )
}
