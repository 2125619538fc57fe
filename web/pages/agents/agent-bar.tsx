import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgentChange, changeAgents } from '../../api/agent-list.ts'
import { type Deletion, deleteAgent } from '../../api/deletions.ts'
import { identityKeys } from '../../api/identity.ts'
import type { AgentSummary, Group } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { SelectionBar } from '../../items/bulk-bar.tsx'
import { paths } from '../../paths.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { notifyDeleted } from '../../ui/undo-deletion.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { ReleaseDialog } from '../fleet/release-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

interface AgentBarProps {
  /** The selected agents. */
  agents: readonly AgentSummary[]
  groups: readonly Group[]
  onClear: () => void
}

type FieldsOf = (agent: AgentSummary) => Omit<AgentChange, 'id'>

/** The actions on all selected agents. */
export function AgentBar({ agents, groups, onClear }: AgentBarProps) {
  const client = useQueryClient()
  const { slug: org } = useOrganization()
  const [target, setTarget] = useState<Group | null>()
  const [isTagging, tagging] = useDisclosure(false)
  const refresh = () =>
    Promise.all([...identityKeys, ['groups']].map((queryKey) => client.invalidateQueries({ queryKey })))

  const change = async (fieldsOf: FieldsOf, earlierOf: FieldsOf, done: string) => {
    const [changes, earlier] = [fieldsOf, earlierOf].map((fields) =>
      agents.map((agent) => ({ id: agent.id, ...fields(agent) })),
    ) as [AgentChange[], AgentChange[]]
    try {
      await changeAgents(changes)
      onClear()
      notifyUndo(`${pluralize(changes.length, 'agent')} ${done}`, async () => {
        await changeAgents(earlier)
        await refresh()
      })
    } catch (error) {
      notifyError(error as Error)
    }
    await refresh()
  }
  const remove = async () => {
    const deletions: Deletion[] = []
    try {
      for (const { id } of agents) deletions.push(await deleteAgent(id))
      onClear()
    } catch (error) {
      notifyError(error as Error)
    }
    if (deletions.length > 0) notifyDeleted(`${pluralize(deletions.length, 'agent')} deleted`, deletions, refresh)
    await refresh()
  }
  if (agents.length === 0) return null
  const own = agents.reduce((sum, agent) => sum + agent.belief_count + agent.responsibility_count, 0)
  const names = pluralize(agents.length, 'agent')
  return (
    <>
      <SelectionBar count={agents.length} noun="agent" onClear={onClear}>
        <Menu position="top">
          <Menu.Target>
            <Button size="compact-sm" variant="light" rightSection={<IconChevronDown size={14} />}>
              Move…
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
            {groups.map((group) => (
              <Menu.Item key={group.id} onClick={() => setTarget(group)}>
                {group.name}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => setTarget(null)}>No group</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button size="compact-sm" variant="light" onClick={tagging.open}>
          Tag…
        </Button>
        {agents.length === 2 && (
          <ButtonLink
            size="compact-sm"
            variant="light"
            to={paths.compare}
            params={{ org }}
            search={{ a: agents[0]!.id, b: agents[1]!.id }}
          >
            Compare
          </ButtonLink>
        )}
        <ReleaseDialog text="Label…" variant="light" agentIds={agents.map(({ id }) => id)} />
        <ConfirmButton label="Delete" title={`Delete ${names}`} typed={names} size="xs" onConfirm={remove}>
          {names} with {pluralize(own, 'item')} of their own, their content and their versions are deleted; Undo
          restores them. Their keys stop working, and that cannot be undone.
        </ConfirmButton>
      </SelectionBar>
      {target !== undefined && (
        <MoveDialog
          agents={agents}
          group={target}
          onClose={() => setTarget(undefined)}
          onMove={() => {
            setTarget(undefined)
            return change(
              () => ({ groupId: target?.id ?? null }),
              ({ group_id }) => ({ groupId: group_id }),
              `moved to ${target?.name ?? 'no group'}`,
            )
          }}
        />
      )}
      {isTagging && (
        <TagDialog
          agents={agents}
          onClose={tagging.close}
          onTag={(tags) => {
            tagging.close()
            return change(
              ({ identity_markers }) => ({ identityMarkers: [...new Set([...identity_markers, ...tags])] }),
              ({ identity_markers }) => ({ identityMarkers: identity_markers }),
              'tagged',
            )
          }}
        />
      )}
    </>
  )
}
