import { Badge, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type Label, labelsQuery, rollBackLabel, setLabel } from '../../api/version-queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { FormError, textsOf } from '../../forms/form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useMayEdit } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

export const labelProps = {
  label: 'Label',
  name: 'label',
  placeholder: 'production',
  description: 'Lowercase letters, digits and hyphens',
  pattern: '[a-z0-9\\-]{1,64}',
  required: true,
} as const

export const reasonProps = { label: 'Reason', name: 'reason', maxLength: 1000, placeholder: 'For the history' } as const

/** The labels of the agent: where each is, and moving it to the chosen version or back. */
export function Labels({ version }: { version: number }) {
  const agentId = useAgentId()
  const { data } = useSuspenseQuery(labelsQuery(agentId))
  const set = useSave(
    ({ label, reason }: { label: string; reason: string }) => setLabel(agentId, label, version, reason),
    { changes: [['agent', agentId]], silent: true },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { label = '', reason = '' } = textsOf(form)
    set.mutate({ label, reason }, { onSuccess: () => form.reset() })
  }
  return (
    <Stack component="section" aria-label="Labels" gap="sm">
      <Title order={2} size="h4">
        Labels
      </Title>
      {data.data.length === 0 && (
        <Text size="sm">
          No label is set. A label such as production names a version and pins it: what reads the prompt by it gets that
          version until you move it.
        </Text>
      )}
      {data.data.map((label) => (
        <LabelCard key={label.label} label={label} />
      ))}
      <MembersOnly what="labels">
        <form onSubmit={submit}>
          <Stack gap="xs">
            <Group align="end">
              <TextInput {...labelProps} flex="1 1 160px" />
              <TextInput {...reasonProps} flex="1 1 220px" />
              <Button type="submit" variant="default" loading={set.isPending}>
                Set to version {version}
              </Button>
            </Group>
            <FormError error={set.error} />
          </Stack>
        </form>
      </MembersOnly>
    </Stack>
  )
}

function LabelCard({ label: { label, version, behind, stale, actor, moved_at, reason } }: { label: Label }) {
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const [isOpen, { open, close }] = useDisclosure(false)
  const back = useSave((reason: string) => rollBackLabel(agentId, label, reason), {
    changes: [['agent', agentId]],
    silent: true,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    back.mutate(textsOf(event.currentTarget).reason ?? '', { onSuccess: close })
  }
  return (
    <Card withBorder padding="xs" component="section" aria-label={label}>
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={2}>
          <Group gap="xs">
            <Badge variant="light" color="gray" tt="none">
              {label}
            </Badge>
            <Text size="sm">
              Version {version} · {behind === 0 ? 'current' : `${behind} behind`}
              {stale && ' · not moved for 30 days'}
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            {actor.name}, {formatDateTime(moved_at)}
            {reason && `: ${reason}`}
          </Text>
        </Stack>
        {mayEdit && (
          <Button variant="default" size="xs" flex="none" onClick={open} aria-label={`Roll back: ${label}`}>
            Roll back…
          </Button>
        )}
      </Group>
      <FormModal opened={isOpen} onClose={close} title={`Roll ${label} back?`} centered>
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">It returns to the version before its last move.</Text>
            <TextInput {...reasonProps} data-autofocus />
            <FormError error={back.error} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={back.isPending}>
                Roll back
              </Button>
            </Group>
          </Stack>
        </form>
      </FormModal>
    </Card>
  )
}
