import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { actorOf } from '../../api/audit-words.ts'
import { takeBackRelease, takenBackText } from '../../api/version-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { notify } from '../../ui/notify.tsx'
import { confirmed } from '../../ui/question.tsx'
import { timeAgo } from '../../ui/time-before.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { type Act, actDeedOf } from './history-acts.ts'
import { Details } from './history-details.tsx'
import { affected, type Entry, type Names, surfaceOf } from './history-words.ts'
import { type Reversal, reversalOf } from './reversal.ts'
import { type Undoings, undoingOf } from './undoings.ts'

interface LineProps {
  act: Act
  names: Names
  undoings: Undoings
}

/** The id of the line of an act, by the number of its newest entry. */
export const lineId = (seq: number) => `change-${seq}`

/** One act as a sentence that opens the difference, with the way back or who took it. */
export function ActLine({ act, names, undoings }: LineProps) {
  const { first, entries } = act
  const [isOpen, setOpen] = useState(false)
  const isOne = entries.length === 1
  const time = new Date(first.at).toLocaleTimeString('en-GB', { timeStyle: 'short' })
  const agents = affected(first, names)
  const meta = [surfaceOf(first), time, ...(agents === undefined ? [] : [pluralize(agents, 'agent')])]
  return (
    <Stack gap={4} component="article" id={lineId(first.seq)}>
      <Group gap="sm" wrap="nowrap" align="baseline" justify="space-between">
        <UnstyledButton
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          disabled={first.erased}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Text size="sm" span>
            <b>{actorOf(first)}</b> {actDeedOf(act, names, undoings)}{' '}
            <Text span size="sm" c="dimmed" title={formatDateTime(first.at)}>
              {meta.join(' · ')}
            </Text>
          </Text>
        </UnstyledButton>
        <WayBack entries={entries} names={names} undoings={undoings} />
      </Group>
      {isOpen &&
        (isOne ? (
          <Details entry={first} names={names} />
        ) : (
          <Stack gap="xs" pl="md">
            {entries.map((entry) => (
              <ActLine key={entry.seq} act={{ first: entry, entries: [entry] }} names={names} undoings={undoings} />
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

function WayBack({ entries, names, undoings }: { entries: readonly Entry[]; names: Names; undoings: Undoings }) {
  const { id: orgId } = useOrganization()
  const mayEdit = useMayEdit()
  const undoing = undoingOf(entries, undoings)
  if (undoing) return <UndoneBy undoing={undoing} />
  if (!mayEdit) return null
  const jobId = releaseOf(entries)
  if (jobId) return <UndoRelease label={entries[0]!.target!.name!} jobId={jobId} />
  const holding = entries.filter(({ seq }) => !undoings.undoing.has(seq))
  const reversal = reversalOf(holding, orgId, names)
  return reversal && <Reverse reversal={reversal} agents={affected(entries[0]!, names)} />
}

/** Who undid an act, with the way to the entry that says so. */
function UndoneBy({ undoing }: { undoing: Entry }) {
  const { slug: org } = useOrganization()
  return (
    <TextLink
      to={paths.history}
      params={{ org }}
      search={(search: object) => search}
      hash={lineId(undoing.seq)}
      size="xs"
      c="dimmed"
      flex="none"
      title={formatDateTime(undoing.at)}
    >
      Undone by {actorOf(undoing)} · {timeAgo(undoing.at, Date.now())}
    </TextLink>
  )
}

/** All that a change in the history can change. */
const changes = [['history'], ['identity'], ['agent'], ['agents'], ['proposals'], ['change-requests'], ['fleet']]

function Reverse({ reversal, agents }: { reversal: Reversal; agents: number | undefined }) {
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
  if (reversal.kind === 'undo') return <WayBackButton save={save} label="Undo" />
  const ask = async () => {
    const isConfirmed = await confirmed({
      title: 'Open a change request that undoes this?',
      text: `${agents === undefined ? 'Other agents inherit' : `${pluralize(agents, 'agent')} ${agents === 1 ? 'inherits' : 'inherit'}`} this change. The request shows the prompts that undoing it changes. Nothing changes until someone merges it.`,
      yes: 'Open change request',
      no: 'Cancel',
    })
    if (isConfirmed) save.mutate(undefined)
  }
  return <WayBackButton save={{ isPending: save.isPending, mutate: ask }} label="Revert…" />
}

function UndoRelease({ label, jobId }: { label: string; jobId: string }) {
  const { id: orgId } = useOrganization()
  const save = useSave(() => takeBackRelease(orgId, label, jobId), {
    changes,
    failureTitle: "Couldn't undo",
    onSuccess: (result) => notify(takenBackText(label, result)),
  })
  return <WayBackButton save={save} label="Undo" />
}

interface WayBackButtonProps {
  save: { isPending: boolean; mutate: (input: undefined) => void }
  label: string
}

const WayBackButton = ({ save, label }: WayBackButtonProps) => (
  <Button
    size="compact-xs"
    variant="default"
    flex="none"
    loading={save.isPending}
    onClick={() => save.mutate(undefined)}
  >
    {label}
  </Button>
)
