import type { AgentFigures, Layers } from '../../api/overview.ts'

/** How many boxes are shown initially, and how many "Show more" adds: thousands would make the page slow. */
export const firstShown = 12
export const moreShown = 100

/** A group with its agents; a null id stands for agents without a group. */
export interface GroupNode {
  id: string | null
  name: string
  belief_count: number
  responsibility_count: number
  managerName: string | undefined
  /** How many items its agents inherit from it. */
  inherited: number
  agents: AgentFigures[]
}

export const heldBy = ({
  belief_count,
  responsibility_count,
}: {
  belief_count: number
  responsibility_count: number
}) => belief_count + responsibility_count

/**
 * The groups of an organization, followed by agents without a group. If `words` are given: groups whose name contains
 * them, with all their agents, and other groups with only the agents whose name contains them.
 */
export function groupNodes({ groups, agents }: Layers, words: string): GroupNode[] {
  const byGroup = Map.groupBy(agents, ({ group_id }) => group_id)
  const nameOf = new Map(agents.map(({ id, name }) => [id, name]))
  const noGroup = {
    id: null,
    name: 'No group',
    manager_agent_id: null,
    belief_count: 0,
    responsibility_count: 0,
  }
  return [...groups, ...(byGroup.has(null) ? [noGroup] : [])].flatMap((group) => {
    const members = byGroup.get(group.id) ?? []
    const isNamed = group.id !== null && group.name.toLowerCase().includes(words)
    const found = isNamed ? members : members.filter(({ name }) => name.toLowerCase().includes(words))
    if (words !== '' && !isNamed && found.length === 0) return []
    return [
      { ...group, managerName: nameOf.get(group.manager_agent_id ?? ''), inherited: heldBy(group), agents: found },
    ]
  })
}
