import { Button, Card, Group, MultiSelect, Select, Stack, TextInput, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Body } from '../../api/client.ts'
import { agentsQuery } from '../../api/queries.ts'
import { clearAfter, FormError, textsOf } from '../../forms/form.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

export type NewWebhook = Body<'/organizations/{orgId}/webhooks', 'post'>
type Event = NewWebhook['events'][number]

const events: { value: Event; label: string }[] = [
  { value: 'prompt.changed', label: 'A prompt changed' },
  { value: 'proposal.created', label: 'A proposal waits for review' },
  { value: 'change_request.opened', label: 'A change request was opened' },
  { value: 'change_request.merged', label: 'A change request was merged' },
  { value: 'change_request.closed', label: 'A change request was closed' },
  { value: 'label.moved', label: 'A label was moved' },
  { value: 'job.completed', label: 'A job completed' },
  { value: 'job.failed', label: 'A job failed' },
]

interface WebhookFormProps {
  error: Error | null
  isPending: boolean
  /** Clears the form once the webhook exists. */
  onCreate: (webhook: NewWebhook, onSuccess: () => void) => void
}

export function WebhookForm({ error, isPending, onCreate }: WebhookFormProps) {
  const { id: orgId } = useOrganization()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const [chosen, setChosen] = useState<Event[]>(['prompt.changed'])
  const [agentId, setAgentId] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const webhook: NewWebhook = { url: textsOf(form).url!, events: chosen, ...(agentId && { agentId }) }
    const clearState = () => {
      setChosen(['prompt.changed'])
      setAgentId(null)
    }
    onCreate(webhook, clearAfter(form, clearState))
  }
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h5">
            Add a webhook
          </Title>
          <TextInput
            label="Address"
            name="url"
            type="url"
            description="Gets a POST for each event, signed as Standard Webhooks"
            placeholder="https://example.com/hooks/agents"
            required
            maxLength={2000}
          />
          <MultiSelect
            label="Events"
            data={events}
            value={chosen}
            onChange={(values) => setChosen(values as Event[])}
            required
          />
          <Select
            label="Agent"
            description="Only events of this agent"
            placeholder="All agents"
            data={agents.map(({ id, name }) => ({ value: id, label: name }))}
            value={agentId}
            onChange={setAgentId}
            clearable
            searchable
            limit={50}
            maw={320}
          />
          <FormError error={error} />
          <Group>
            <Button type="submit" loading={isPending} disabled={chosen.length === 0}>
              Add webhook
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
