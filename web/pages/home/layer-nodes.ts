import type { AgentFigures, Layers } from '../../api/overview.ts'

/** Boxes that are there at first, and that each "more" adds: thousands would make the page slow. */
export const firstShown = 12
export const moreShown = 100

/** A group with its agents, or with a null id the agents that are in none. */
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
 * The groups of an organization, agents without one last. With words, those groups whose name holds them, with all
 * their agents, and of the others those agents whose names do.
 */
export function groupNodes({ groups, agents }: Layers, words: string): GroupNode[] {
  const byGroup = Map.groupBy(agents, ({ group_id }) => group_id)
  const nameOf = new Map(agents.map(({ id, name }) => [id, name]))
  const nothing = {
    id: null,
    name: 'Without a group',
    manager_agent_id: null,
    belief_count: 0,
    responsibility_count: 0,
  }
  return [...groups, ...(byGroup.has(null) ? [nothing] : [])].flatMap((group) => {
    const members = byGroup.get(group.id) ?? []
    const isNamed = group.id !== null && group.name.toLowerCase().includes(words)
    const found = isNamed ? members : members.filter(({ name }) => name.toLowerCase().includes(words))
    if (words !== '' && !isNamed && found.length === 0) return []
    return [
      { ...group, managerName: nameOf.get(group.manager_agent_id ?? ''), inherited: heldBy(group), agents: found },
    ]
  })
}
