import { memo } from 'react'
import type { ItemHit } from '../../api/item-search.ts'
import { layers, titleOf } from '../../api/words.ts'
import rows from '../../items/items.module.css'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import type { Select } from '../../ui/use-selection.ts'
import classes from './results.module.css'

interface HitRowsProps {
  items: readonly ItemHit[]
  org: string
  selected: ReadonlySet<string>
  /** Left out for a viewer, who changes no items. */
  select: Select | undefined
}

/** The found items, each with the name of its owner. */
export const HitRows = ({ items, org, selected, select }: HitRowsProps) => (
  <ul className={rows.list} aria-label="Items">
    {items.map((item) => (
      <HitRow key={item.id} item={item} org={org} isSelected={selected.has(item.id)} select={select} />
    ))}
  </ul>
)

interface HitRowProps {
  item: ItemHit
  org: string
  isSelected: boolean
  select: Select | undefined
}

const HitRow = memo(function HitRow({ item, org, isSelected, select }: HitRowProps) {
  const { id, scope, statement, category, status, hidden, starred } = item
  return (
    <li
      className={`${rows.row} ${classes.row}`}
      data-layer={scope}
      data-out={hidden || undefined}
      data-proposed={status === 'pending' || undefined}
      data-starred={starred || undefined}
    >
      {select && (
        <input
          type="checkbox"
          className={rows.check}
          aria-label={`Select: ${statement} (${ownerOf(item)})`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => select(id, !isSelected, event.shiftKey)}
        />
      )}
      <div className={rows.body}>
        <TextLink {...linkOf(item, org)} hash={`item-${id}`} className={rows.statement} c="inherit" dir="auto">
          {statement}
        </TextLink>
        <div className={rows.marks}>
          {status === 'pending' && <span className={rows.pending}>Awaiting review</span>}
          {status === 'rejected' && <span className={rows.rejected}>Rejected</span>}
          {hidden && status === 'approved' && <span>Hidden</span>}
          <span>{titleOf(category)}</span>
          <span className={rows.layer} data-layer={scope} dir="auto">
            {ownerOf(item)}
          </span>
        </div>
      </div>
    </li>
  )
})

const ownerOf = ({ scope, agent_name, group_name }: ItemHit) => agent_name ?? group_name ?? layers[scope].title

const linkOf = ({ agent_id, group_id }: ItemHit, org: string) =>
  agent_id
    ? ({ to: paths.agent, params: { org, agentId: agent_id } } as const)
    : group_id
      ? ({ to: paths.group, params: { org, groupId: group_id } } as const)
      : ({ to: paths.layer, params: { org } } as const)
