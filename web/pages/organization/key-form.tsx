import { Button, Card, Group, Select, Stack, TextInput, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Body } from '../../api/client.ts'
import { agentsQuery } from '../../api/queries.ts'
import { clearAfter, FormError, textsOf } from '../../forms/form.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { accesses, accessesOf } from './key-words.ts'

export type NewKey = Body<'/organizations/{orgId}/api-keys', 'post'>

/** How long a key lives, unless its creator decides otherwise. */
const presetDays = 90

/** A day from now as the field writes it, such as 2027-02-27. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** More are found by typing. */
const offeredAgents = 50

interface KeyFormProps {
  error: Error | null
  isPending: boolean
  /** Clears the form once the key exists. */
  onCreate: (key: NewKey, onSuccess: () => void) => void
  /** Called when the form was cleared: nobody is typing the next key. */
  onCleared: () => void
}

/** The settings of a new key: its access, the one agent that it may reach, and its expiry. */
export function KeyForm({ error, isPending, onCreate, onCleared }: KeyFormProps) {
  const { id: orgId, role } = useOrganization()
  const allowed = accessesOf(role)
  const preset = allowed.some(({ value }) => value === 'propose') ? 'propose' : 'read'
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const [access, setAccess] = useState<NonNullable<NewKey['access']>>(preset)
  const [agentId, setAgentId] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { label, expires } = textsOf(form)
    const key: NewKey = {
      label: label!,
      access,
      ...(agentId && { agentId }),
      // The whole day counts, in every time zone.
      ...(expires && { expiresAt: `${expires}T23:59:59Z` }),
    }
    const clearState = () => {
      setAccess(preset)
      setAgentId(null)
      onCleared()
    }
    onCreate(key, clearAfter(form, clearState))
  }
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h5">
            Create an API key
          </Title>
          <TextInput label="Name" name="label" description="Where it is used, such as CI" required maxLength={200} />
          <Select
            label="Access"
            name="access"
            description={accesses.find(({ value }) => value === access)!.hint}
            data={allowed.map(({ value, label }) => ({ value, label }))}
            value={access}
            onChange={(value) => setAccess(value as typeof access)}
            allowDeselect={false}
          />
          <Group grow preventGrowOverflow={false} align="flex-start">
            <Select
              label="Agent"
              name="agentId"
              description="A key of one agent sees that agent alone, with what it inherits"
              placeholder="All agents"
              data={agents.map(({ id, name }) => ({ value: id, label: name }))}
              value={agentId}
              onChange={setAgentId}
              clearable
              searchable
              limit={offeredAgents}
            />
            <TextInput
              label="Expires"
              description="At the end of this day (UTC); empty for a key that never expires"
              name="expires"
              type="date"
              defaultValue={dayIn(presetDays)}
            />
          </Group>
          <FormError error={error} />
          <Group>
            <Button type="submit" loading={isPending}>
              Create key
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
