import { Button, Card, Checkbox, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangeRequest } from '../../api/change-request-queries.ts'
import { api, ask } from '../../api/client.ts'
import { pluralize } from '../../api/words.ts'
import { promptDifference } from '../../items/prompt-difference.ts'
import { paths } from '../../paths.ts'
import { Changed } from '../../ui/changed.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { reversalOfMerge } from '../organization/reversal.ts'
import { CloseRequest } from './close-request.tsx'
import { OneChange } from './one-change.tsx'
import { wordingOf } from './request-words.ts'

/** Queries that a merge affects, besides the request itself. */
const affected = ['identity', 'agent', 'agents', 'proposals', 'overview']

/** The changes of a request, to be merged as a whole or in part, or not at all. */
export function Changes({ orgId, request }: { orgId: string; request: ChangeRequest }) {
  const { slug: org } = useOrganization()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isOpen = request.status === 'open'
  const mergeable = request.changes.filter(({ conflict }) => conflict !== 'stale')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(mergeable.map(({ index }) => index)))
  const merge = useSave(
    (only: number[]) =>
      ask(
        api.POST('/change-requests/{changeRequestId}/merge', {
          params: { path: { changeRequestId: request.id } },
          body: only.length === request.changes.length ? {} : { only },
        }),
      ),
    {
      changes: [['change-requests', orgId], ...affected.map((name) => [name])],
      failureTitle: 'Not merged',
      onSuccess: () => notifyUndo('Merged', revert),
    },
  )
  /** At once where one agent is concerned, else by a request that undoes this one. */
  const revert = async () => {
    const reversal = await reversalOfMerge(orgId, request.id)
    if (!reversal) throw new Error('Not everything in it can be undone. History shows each change.')
    const reverted = await reversal.run()
    await Promise.all(
      [['change-requests', orgId], ...affected.map((name) => [name])].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
    if (reversal.kind === 'revert')
      navigate({ to: paths.changeRequest, params: { org, changeRequestId: (reverted as { id: string }).id } })
  }
  const toggle = (index: number) => {
    const toggled = new Set(chosen)
    if (!toggled.delete(index)) toggled.add(index)
    setChosen(toggled)
  }
  const mayEdit = useMayEdit()
  const only = mergeable.flatMap(({ index }) => (chosen.has(index) ? index : []))
  return (
    <Stack gap="sm" component="section" aria-label="Changes">
      <Title order={2} size="h4">
        {pluralize(request.changes.length, 'change')}
      </Title>
      {request.changes.map((change) => (
        <Card key={change.index} withBorder padding="sm" role="group" aria-label={wordingOf(change)}>
          <Group wrap="nowrap" align="flex-start" gap="sm">
            {isOpen && (
              <Checkbox
                size="xs"
                mt={3}
                aria-label={`Include: ${wordingOf(change)}`}
                checked={chosen.has(change.index)}
                disabled={change.conflict === 'stale'}
                onChange={() => toggle(change.index)}
              />
            )}
            <OneChange change={change} isMergedRequest={request.status === 'merged'} />
          </Group>
        </Card>
      ))}
      {isOpen && mayEdit && (
        <Group gap="xs">
          <Button onClick={() => merge.mutate(only)} loading={merge.isPending} disabled={only.length === 0}>
            {only.length === request.changes.length ? 'Merge' : `Merge ${only.length} of ${request.changes.length}`}
          </Button>
          <CloseRequest orgId={orgId} requestId={request.id} />
        </Group>
      )}
    </Stack>
  )
}

interface EffectProps {
  request: ChangeRequest
  /** The selected agent, whose prompt may not have loaded yet. */
  chosen: string | undefined
  onAgent: (agentId: string) => void
}

/** The agents whose prompts change, and one prompt before and after. */
export function Effect({ request, chosen, onAgent }: EffectProps) {
  const { blast_radius: radius, prompt } = request
  if (!radius) return null
  const lines = prompt ? promptDifference(prompt.before, prompt.after) : []
  const groups = radius.groups.map(({ name }) => name).join(', ')
  return (
    <Stack gap="sm" component="section" aria-label="Effect">
      <Title order={2} size="h4">
        {radius.agents_changed.toLocaleString('en')} of {pluralize(radius.agents_reached, 'agent')} will change
      </Title>
      {groups && (
        <Text size="sm" c="dimmed">
          In {radius.groups.length === 1 ? 'the group' : 'the groups'} {groups}
        </Text>
      )}
      {prompt && (
        <>
          <Select
            label="Show changes for"
            data={[
              ...new Map(
                [...radius.agents, { id: prompt.agent_id, name: prompt.name }].map((agent) => [agent.id, agent]),
              ).values(),
            ].map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen ?? prompt.agent_id}
            onChange={(id) => id && onAgent(id)}
            allowDeselect={false}
            searchable
            maw={360}
          />
          <Stack gap={4} component="section" aria-label="Prompt changes">
            {lines.length === 0 && <Text size="sm">The prompt of this agent stays the same.</Text>}
            {lines.map(({ key, ...line }) => (
              <Changed key={key} {...line} />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}
