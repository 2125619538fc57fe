import { Button, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { actorOf } from '../../api/audit-words.ts'
import { takeBackRelease, takenBackText } from '../../api/version-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import {
  affected,
  deedOf,
  type Entry,
  type EntryGroup,
  fieldName,
  groupDeedOf,
  type Names,
  surfaceOf,
  valuesOf,
} from './history-words.ts'
import { type Reversal, reversalOf } from './reversal.ts'

interface LineProps {
  group: EntryGroup
  names: Names
}

/** One change, or several of one request, as a sentence that opens the difference; with the way back. */
export function EntryLine({ group, names }: LineProps) {
  const { first, entries } = group
  const [isOpen, setOpen] = useState(false)
  const isOne = entries.length === 1
  const time = new Date(first.at).toLocaleTimeString('en-GB', { timeStyle: 'short' })
  const agents = affected(first, names)
  const meta = [surfaceOf(first), time, ...(agents === undefined ? [] : [pluralize(agents, 'agent')])]
  return (
    <Stack gap={4} component="article">
      <Group gap="sm" wrap="nowrap" align="baseline" justify="space-between">
        <UnstyledButton
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          disabled={first.erased}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Text size="sm" span>
            <b>{actorOf(first)}</b> {isOne ? deedOf(first, names) : groupDeedOf(group, names)}{' '}
            <Text span size="sm" c="dimmed" title={formatDateTime(first.at)}>
              {meta.join(' · ')}
            </Text>
          </Text>
        </UnstyledButton>
        <WayBack entries={entries} names={names} />
      </Group>
      {isOpen &&
        (isOne ? (
          <Details entry={first} />
        ) : (
          <Stack gap="xs" pl="md">
            {entries.map((entry) => (
              <EntryLine key={entry.seq} group={{ first: entry, entries: [entry] }} names={names} />
            ))}
          </Stack>
        ))}
    </Stack>
  )
}

/** The release that moved these labels, if one did. */
const releaseOf = ([first, ...others]: readonly Entry[]): string | undefined => {
  const jobId = first?.action === 'label.move' ? first.after?.job_id : undefined
  return typeof jobId === 'string' && others.length > 0 ? jobId : undefined
}

function WayBack({ entries, names }: { entries: readonly Entry[]; names: Names }) {
  const { id: orgId } = useOrganization()
  const jobId = releaseOf(entries)
  if (jobId) return <TakeBack label={entries[0]!.target!.name!} jobId={jobId} />
  const reversal = reversalOf(entries, orgId, names)
  return reversal && <Reverse reversal={reversal} />
}

/** All that a change in the history can change. */
const changes = [['history'], ['identity'], ['agent'], ['agents'], ['proposals'], ['change-requests'], ['fleet']]

function Reverse({ reversal }: { reversal: Reversal }) {
  const { slug: org } = useOrganization()
  const navigate = useNavigate()
  const save = useSave(
    async () => {
      if (reversal.kind === 'undo') return void (await reversal.run())
      return (await reversal.run()).id
    },
    {
      changes,
      failureTitle: "Couldn't undo",
      onSuccess: (changeRequestId) => {
        if (changeRequestId) navigate({ to: paths.changeRequest, params: { org, changeRequestId } })
        else notify('Undone')
      },
    },
  )
  const isUndo = reversal.kind === 'undo'
  const title = isUndo ? undefined : 'Opens a change request, since many agents read it'
  return <WayBackButton save={save} label={isUndo ? 'Undo' : 'Revert…'} title={title} />
}

function TakeBack({ label, jobId }: { label: string; jobId: string }) {
  const { id: orgId } = useOrganization()
  const save = useSave(() => takeBackRelease(orgId, label, jobId), {
    changes,
    failureTitle: "Couldn't take it back",
    onSuccess: (result) => notify(takenBackText(label, result)),
  })
  return <WayBackButton save={save} label="Take back" />
}

interface WayBackButtonProps {
  save: { isPending: boolean; mutate: (input: undefined) => void }
  label: string
  title?: string | undefined
}

const WayBackButton = ({ save, label, title }: WayBackButtonProps) => (
  <Button
    size="compact-xs"
    variant="default"
    flex="none"
    loading={save.isPending}
    onClick={() => save.mutate(undefined)}
    title={title}
  >
    {label}
  </Button>
)

/** The values before and after a change, and where it came from. */
function Details({ entry }: { entry: Entry }) {
  const { seq, request_id, ip } = entry
  const origin = [`Change ${seq}`, ...(request_id ? [`request ${request_id}`] : []), ...(ip ? [`from ${ip}`] : [])]
  return (
    <Stack gap={4}>
      <Table.ScrollContainer minWidth={300}>
        <Table aria-label={`Change ${seq}`} fz="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {valuesOf(entry).map(({ column, before, after }) => (
              <Table.Tr key={column}>
                <Table.Td>{fieldName(column)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{before}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {origin.join(' · ')}
      </Text>
    </Stack>
  )
}
