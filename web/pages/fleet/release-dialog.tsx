import { Button, Group, MultiSelect, Progress, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { agentsQuery, groupsQuery } from '../../api/queries.ts'
import {
  type ReleaseScope,
  release,
  releaseJobQuery,
  takeBackRelease,
  takenBackText,
} from '../../api/version-queries.ts'
import { pluralize } from '../../api/words.ts'
import { FormError, textsOf } from '../../forms/form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { labelProps, reasonProps } from '../agents/labels.tsx'

interface DialogProps {
  text: string
  /** The agents that are chosen at first. */
  agentIds?: string[]
  label?: string | undefined
  variant?: 'filled' | 'light'
}

/** Sets a label of several agents to the prompt that each reads now, and offers to take exactly that back. */
export function ReleaseDialog({ text, agentIds = [], label, variant = 'filled' }: DialogProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!useMayEdit()) return null
  return (
    <>
      <Button size="xs" variant={variant} onClick={open}>
        {text}
      </Button>
      <FormModal opened={isOpen} onClose={close} title="Release to several agents" centered>
        <ReleaseForm agentIds={agentIds} label={label} onDone={close} />
      </FormModal>
    </>
  )
}

type Scope = 'chosen' | 'group' | 'all'

interface FormProps {
  agentIds: string[]
  label: string | undefined
  onDone: () => void
}

/** All that shows where labels are. */
const changes = [['agent'], ['fleet'], ['history'], ['jobs']]

function ReleaseForm({ agentIds, label: present, onDone }: FormProps) {
  const { id: orgId } = useOrganization()
  const { data: agents = [] } = useQuery(agentsQuery(orgId))
  const { data: groups = [] } = useQuery(groupsQuery(orgId))
  const [scope, setScope] = useState<Scope>(agentIds.length > 0 ? 'chosen' : 'all')
  const [chosen, setChosen] = useState(agentIds)
  const [group, setGroup] = useState<string | null>(null)
  const send = useSave(
    ({ label, reason }: { label: string; reason: string }) => release(orgId, label, scopeOf(), reason),
    { changes, silent: true },
  )
  const scopeOf = (): ReleaseScope => {
    if (scope === 'all') return { all: true }
    return scope === 'group' ? { groupId: group! } : { agentIds: chosen }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { label = '', reason = '' } = textsOf(event.currentTarget)
    send.mutate({ label, reason })
  }
  const inGroup = agents.filter(({ group_id }) => group_id === group)
  const reached = { chosen: chosen.length, group: inGroup.length, all: agents.length }[scope]
  if (send.data) return <Released {...send.data} label={send.variables.label} reached={reached} onDone={onDone} />
  const choices = (records: readonly { id: string; name: string }[]) =>
    records.map(({ id, name }) => ({ value: id, label: name }))
  const isMissing = (scope === 'chosen' && chosen.length === 0) || (scope === 'group' && group === null)
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Each agent’s label is set to the prompt that it reads now.</Text>
        <TextInput {...labelProps} defaultValue={present} data-autofocus />
        <Radio.Group label="Agents" value={scope} onChange={(value) => setScope(value as Scope)}>
          <Stack gap="xs" mt="xs">
            <Radio value="chosen" label="Chosen agents" />
            {groups.length > 0 && <Radio value="group" label="All agents of a group" />}
            <Radio value="all" label={`All agents of the organization (${agents.length})`} />
          </Stack>
        </Radio.Group>
        {scope === 'chosen' && (
          <MultiSelect label="Chosen" data={choices(agents)} value={chosen} onChange={setChosen} searchable required />
        )}
        {scope === 'group' && (
          <Select label="Group" data={choices(groups)} value={group} onChange={setGroup} searchable required />
        )}
        <TextInput {...reasonProps} />
        <FormError error={send.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending} disabled={isMissing}>
            Release
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ReleasedProps {
  label: string
  job_id: string
  /** Null while a job moves the label. */
  moved: number | null
  /** All agents of the release; those that it did not move carried the version before. */
  reached: number
  onDone: () => void
}

/** How far a release came, with the way back. */
function Released({ label, job_id: jobId, moved, reached, onDone }: ReleasedProps) {
  const { id: orgId } = useOrganization()
  const { data: job } = useQuery({ ...releaseJobQuery(jobId), enabled: moved === null })
  const back = useSave(() => takeBackRelease(orgId, label, jobId), { changes, silent: true })
  const count = moved ?? Number(job?.result?.moved ?? 0)
  const isRunning = moved === null && (job === undefined || job.finished_at === null)
  return (
    <Stack>
      {isRunning && (
        <Progress
          value={job?.progress_total ? (100 * job.progress_current) / job.progress_total : 0}
          aria-label={`Progress of ${label}`}
        />
      )}
      <Text size="sm" role="status">
        {back.data
          ? takenBackText(label, back.data)
          : isRunning
            ? `${label} moved for ${job?.progress_current ?? 0} of ${job?.progress_total || 'all'} agents. Closing this does not stop it.`
            : `${label} moved for ${pluralize(count, 'agent')}.${standing(reached - count)}`}
      </Text>
      {job?.error && <Text size="sm">{job.error}</Text>}
      <FormError error={back.error} />
      <Group justify="flex-end" gap="xs">
        {!back.data && (
          <Button
            variant="default"
            loading={back.isPending}
            disabled={isRunning}
            onClick={() => back.mutate(undefined)}
          >
            Undo
          </Button>
        )}
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

const standing = (others: number) =>
  others > 0 ? ` ${pluralize(others, 'other')} carried the present version already.` : ''
