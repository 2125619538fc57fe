import { Button, Group, MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { agentQuery, agentsQuery } from '../../api/queries.ts'
import { type ReleaseScope, release, takeBackRelease } from '../../api/version-queries.ts'
import { pluralize } from '../../api/words.ts'
import { FormError, textsOf } from '../../forms/form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { notify } from '../../ui/notify.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { labelProps, reasonProps } from './labels.tsx'

/** Sets a label of several agents to what each reads now, and offers to take exactly that back. */
export function ReleaseButton() {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" onClick={open}>
        Release…
      </Button>
      <FormModal opened={isOpen} onClose={close} title="Release to several agents" centered>
        <ReleaseForm onDone={close} />
      </FormModal>
    </>
  )
}

type Scope = 'chosen' | 'group' | 'all'

function ReleaseForm({ onDone }: { onDone: () => void }) {
  const agentId = useAgentId()
  const { id: orgId } = useOrganization()
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const { data: agents = [] } = useQuery(agentsQuery(orgId))
  const [scope, setScope] = useState<Scope>('chosen')
  const [chosen, setChosen] = useState([agentId])
  const client = useQueryClient()
  const scopeOf = (): ReleaseScope => {
    if (scope === 'all') return { all: true }
    return scope === 'group' ? { groupId: agent.group_id! } : { agentIds: chosen }
  }
  const send = useSave(
    ({ label, reason }: { label: string; reason: string }) => release(orgId, label, scopeOf(), reason),
    {
      changes: [['agent']],
      silent: true,
      onSuccess: ({ job_id, moved }, { label }) => {
        const undo = async () => {
          const { restored, kept } = await takeBackRelease(orgId, label, job_id)
          await client.invalidateQueries({ queryKey: ['agent'] })
          const stayed = kept.length > 0 ? ` ${pluralize(kept.length, 'agent')} moved since and keep it.` : ''
          notify(`Took ${label} back from ${pluralize(restored, 'agent')}.${stayed}`)
        }
        notifyUndo(
          moved === null
            ? `A job moves ${label}; Jobs shows how far it is.`
            : `${label} moved for ${pluralize(moved, 'agent')}.`,
          undo,
        )
        onDone()
      },
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { label = '', reason = '' } = textsOf(event.currentTarget)
    send.mutate({ label, reason })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Each agent’s label is set to the prompt that it reads now.</Text>
        <TextInput {...labelProps} data-autofocus />
        <Radio.Group label="Agents" value={scope} onChange={(value) => setScope(value as Scope)}>
          <Stack gap="xs" mt="xs">
            <Radio value="chosen" label="Chosen agents" />
            {agent.agent_groups && <Radio value="group" label={`All agents of ${agent.agent_groups.name}`} />}
            <Radio value="all" label={`All agents of the organization (${agents.length})`} />
          </Stack>
        </Radio.Group>
        {scope === 'chosen' && (
          <MultiSelect
            label="Chosen"
            data={agents.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setChosen}
            searchable
            required
          />
        )}
        <TextInput {...reasonProps} />
        <FormError error={send.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending} disabled={scope === 'chosen' && chosen.length === 0}>
            Release
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
