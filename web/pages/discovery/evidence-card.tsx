import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { SessionObservation } from '../../api/discovery-queries.ts'
import { titleOf } from '../../api/words.ts'
import { FormError } from '../../forms/form.tsx'
import { StatementField } from '../../items/statement-field.tsx'
import type { Decision } from '../../items/use-decisions.ts'
import { Quotes } from '../../ui/quote.tsx'
import { useUnsaved } from '../../ui/use-unsaved.ts'

/** Observations with one statement; the reader is surest of the first. */
export type EvidenceGroup = [SessionObservation, ...SessionObservation[]]

/** Groups observations with one statement, in the order of the first of each. */
export const byStatement = (observations: readonly SessionObservation[]): EvidenceGroup[] => [
  ...(Map.groupBy(
    observations,
    ({ category, statement }) => `${category} ${statement.toLowerCase()}`,
  ).values() as Iterable<EvidenceGroup>),
]

interface EvidenceCardProps {
  group: EvidenceGroup
  isEdited: boolean
  decide: (how: Decision) => void
  edit: () => void
  /** Accepts the group in other words. */
  accept: (statement: string) => Promise<unknown>
  /** Called when the form is submitted, which then waits for the answer. */
  onSubmit: () => void
  onClose: () => void
}

/** A statement with all its quotes and the buttons to decide on it. */
export function EvidenceCard({ group, isEdited, decide, edit, accept, onSubmit, onClose }: EvidenceCardProps) {
  const [{ statement, needs_wording }] = group
  return (
    <Stack gap="xs" flex={1} miw={0}>
      {isEdited ? (
        <AcceptForm statement={statement} accept={accept} onSubmit={onSubmit} onClose={onClose} />
      ) : (
        <Statement group={group} />
      )}
      {needs_wording && (
        <Text size="sm" c="dimmed">
          These words need an edit before they can stand as a rule
        </Text>
      )}
      <GroupQuotes group={group} />
      {!isEdited && (
        <Group gap="xs">
          <Button
            size="xs"
            variant={needs_wording ? 'default' : 'filled'}
            aria-label={`Accept: ${statement}`}
            onClick={() => decide('approved')}
          >
            Accept
          </Button>
          <Button size="xs" variant="default" aria-label={`Reject: ${statement}`} onClick={() => decide('rejected')}>
            Reject
          </Button>
          <Button
            size="xs"
            variant={needs_wording ? 'filled' : 'default'}
            aria-label={`Edit: ${statement}`}
            onClick={edit}
          >
            Edit
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** A statement that is not proposed because an equivalent one was rejected. */
export function HeldBack({ group }: { group: EvidenceGroup }) {
  const [{ statement, held_back }] = group
  return (
    <Stack gap={4} component="article" aria-label={statement}>
      <Statement group={group} />
      <Text size="sm">
        Held back, because {held_back?.statement === statement ? 'it' : `“${held_back?.statement}”`} was rejected
      </Text>
      <GroupQuotes group={group} />
    </Stack>
  )
}

const Statement = ({ group: [{ statement, category, confidence }] }: { group: EvidenceGroup }) => (
  <>
    <Text size="sm" fw={600} dir="auto">
      {statement}
    </Text>
    <Group gap="xs">
      <Badge size="sm" variant="light" color="gray">
        {titleOf(category)}
      </Badge>
      <Text size="xs" c="dimmed">
        {Math.round(100 * confidence)}% sure
      </Text>
    </Group>
  </>
)

const GroupQuotes = ({ group }: { group: EvidenceGroup }) => (
  <Quotes
    evidence={group.map((each) => ({ ...each, session: each.source, published_at: each.observed_at }))}
    agentId={group[0].agent_id}
  />
)

interface AcceptFormProps extends Pick<EvidenceCardProps, 'accept' | 'onSubmit' | 'onClose'> {
  statement: string
}

/** Rewords a statement and accepts it: Enter saves, Escape cancels. */
function AcceptForm({ statement, accept, onSubmit, onClose }: AcceptFormProps) {
  const [draft, setDraft] = useState(statement)
  const [error, setError] = useState<Error | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useUnsaved(() => draft !== statement)
  const save = async () => {
    if (draft.trim() === '' || isSaving) return
    setSaving(true)
    onSubmit()
    try {
      await accept(draft)
      onClose()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setSaving(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <StatementField
          ref={field}
          label="Statement"
          value={draft}
          onChange={setDraft}
          onSubmit={save}
          onCancel={onClose}
          isUnsaved={draft !== statement}
        />
        <FormError error={error} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={isSaving} disabled={draft.trim() === ''}>
            Save and accept
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
