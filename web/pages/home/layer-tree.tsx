import { Button, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { AgentFigures, Layers } from '../../api/overview.ts'
import { type Layer, layerNames, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { PlainLink } from '../../ui/links.tsx'
import { firstShown, type GroupNode, groupNodes, heldBy, moreShown } from './layer-nodes.ts'
import classes from './layer-tree.module.css'

/** A group with more agents than this gets a row of its own. */
const wideFrom = 6

interface LayerTreeProps {
  layers: Layers
  /** Shows only groups and agents whose name contains this, in lowercase. */
  words: string
  /** Name of the organization. */
  name: string
  org: string
}

/** The organization, its groups and their agents as nested boxes; each links to its page. */
export function LayerTree({ layers, words, name, org }: LayerTreeProps) {
  const nodes = groupNodes(layers, words)
  const [shown, setShown] = useState(firstShown)
  const { organization } = layers
  const most = Math.max(
    1,
    ...nodes.flatMap(({ inherited, agents }) =>
      agents.map((agent) => heldBy(organization) + inherited + heldBy(agent)),
    ),
  )
  return (
    <section className={classes.organization} aria-label="Layers" onKeyDown={moveFocus}>
      <PlainLink to={paths.layer} params={{ org }} className={classes.node} data-depth="0">
        <span className={classes.name}>{name}</span>
        <ItemCounts of={organization} />
      </PlainLink>
      {nodes.length === 0 && <Text size="sm">No matching groups or agents</Text>}
      <ul className={classes.groups}>
        {nodes.slice(0, shown).map((group) => (
          <li
            key={group.id ?? ''}
            className={classes.group}
            data-loose={group.id === null || undefined}
            data-wide={group.agents.length > wideFrom || undefined}
          >
            <GroupBox group={group} fromOrganization={heldBy(organization)} most={most} org={org} />
          </li>
        ))}
      </ul>
      {nodes.length > shown && (
        <More noun="group" count={nodes.length - shown} onShow={() => setShown(shown + moreShown)} />
      )}
    </section>
  )
}

interface GroupBoxProps {
  group: GroupNode
  fromOrganization: number
  /** The highest number of items that any agent gets. */
  most: number
  org: string
}

function GroupBox({ group, fromOrganization, most, org }: GroupBoxProps) {
  const { id, name, managerName, agents, inherited } = group
  const [shown, setShown] = useState(firstShown)
  return (
    <>
      {id === null ? (
        <Text fw={600} size="sm" px={8} py={6}>
          {name}
        </Text>
      ) : (
        <PlainLink to={paths.group} params={{ org, groupId: id }} className={classes.node} data-depth="1">
          <span className={classes.name}>{name}</span>
          <ItemCounts of={group} />
          {managerName && <span className={classes.held}>managed by {managerName}</span>}
        </PlainLink>
      )}
      {agents.length === 0 && (
        <Text size="xs" c="dimmed" px={8}>
          No agents
        </Text>
      )}
      <ul className={classes.agents} aria-label={`Agents: ${name}`}>
        {agents.slice(0, shown).map((agent) => (
          <li key={agent.id} className={classes.agent}>
            <AgentBox
              agent={agent}
              parts={{ org: fromOrganization, group: inherited, agent: heldBy(agent) }}
              most={most}
              org={org}
            />
          </li>
        ))}
      </ul>
      {agents.length > shown && (
        <More noun="agent" count={agents.length - shown} onShow={() => setShown(shown + moreShown)} />
      )}
    </>
  )
}

interface AgentBoxProps {
  agent: AgentFigures
  /** How many items it gets from each layer. */
  parts: Record<Layer, number>
  most: number
  org: string
}

function AgentBox({ agent, parts, most, org }: AgentBoxProps) {
  return (
    <PlainLink to={paths.agent} params={{ org, agentId: agent.id }} className={classes.node} data-depth="2">
      <span className={classes.name}>{agent.name}</span>
      <ItemCounts of={agent} />
      <span className={classes.held}>and {parts.org + parts.group} inherited</span>
      <span className={classes.bar} aria-hidden="true">
        {layerNames.map((layer) => (
          <span key={layer} style={{ width: `${(100 * parts[layer]) / most}%` }} />
        ))}
      </span>
    </PlainLink>
  )
}

function ItemCounts({ of }: { of: { belief_count: number; responsibility_count: number } }) {
  return (
    <span className={classes.held}>
      {[
        of.belief_count > 0 && pluralize(of.belief_count, 'belief'),
        of.responsibility_count > 0 && pluralize(of.responsibility_count, 'responsibility', 'responsibilities'),
      ]
        .filter(Boolean)
        .join(', ') || 'no items yet'}
    </span>
  )
}

function More({ noun, count, onShow }: { noun: string; count: number; onShow: () => void }) {
  return (
    <Button size="compact-sm" variant="subtle" onClick={onShow}>
      Show {count} more {count === 1 ? noun : `${noun}s`}
    </Button>
  )
}

/** Up and down move through all boxes in order, right moves into a box, left to the one around it. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-depth]')]
  const at = boxes.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const depth = (box: HTMLElement | undefined) => Number(box?.dataset.depth)
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: boxes[at + 1],
    ArrowUp: boxes[at - 1],
    ArrowRight: depth(boxes[at + 1]) > depth(boxes[at]) ? boxes[at + 1] : undefined,
    ArrowLeft: boxes.slice(0, at).findLast((box) => depth(box) < depth(boxes[at])),
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}
