import { Button, Card, Fieldset, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { organizationsQuery } from '../api/queries.ts'
import { FormError } from '../forms/form.tsx'
import { paths } from '../paths.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { notify } from '../ui/notify.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'

const approvals = [
  { key: 'auto_approve_beliefs', label: 'Approve new beliefs at once' },
  { key: 'auto_approve_responsibilities', label: 'Approve new responsibilities at once' },
] as const
const promotions = [
  { key: 'auto_promote_shared_beliefs', label: 'Raise shared beliefs to their group or the organization' },
  {
    key: 'auto_promote_shared_responsibilities',
    label: 'Raise shared responsibilities to their group or the organization',
  },
] as const

const percent = (share: number) => Math.round(share * 100)

export function SettingsPage() {
  const organization = useOrganization()
  const [draft, setDraft] = useState(organization)
  const params = { path: { orgId: organization.id } }
  const save = useSave(
    () =>
      ask(
        api.PATCH('/organizations/{orgId}', {
          params,
          body: {
            name: draft.name,
            autoApproveBeliefs: draft.auto_approve_beliefs,
            autoApproveResponsibilities: draft.auto_approve_responsibilities,
            autoPublishConversations: draft.auto_publish_conversations,
            autoPromoteSharedBeliefs: draft.auto_promote_shared_beliefs,
            autoPromoteSharedResponsibilities: draft.auto_promote_shared_responsibilities,
            consensusSimilarityThreshold: draft.consensus_similarity_threshold,
            consensusAgentPercentage: draft.consensus_agent_percentage,
          },
        }),
      ),
    { changes: [organizationsQuery.queryKey], silent: true, onSuccess: () => notify('Settings saved') },
  )
  const remove = useSave(
    () => ask(api.DELETE('/organizations/{orgId}', { params, body: { confirmSlug: organization.slug } })),
    { changes: [], onSuccess: () => location.assign(paths.root) },
  )
  const toggle = (key: (typeof approvals | typeof promotions)[number]['key'] | 'auto_publish_conversations') => ({
    checked: draft[key],
    onChange: () => setDraft({ ...draft, [key]: !draft[key] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <Stack maw={720}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <Fieldset legend="Review">
            <Stack gap="sm">
              {approvals.map(({ key, label }) => (
                <Switch key={key} label={label} {...toggle(key)} />
              ))}
              <Text size="sm" c="dimmed">
                While this is off, what was discovered in content stays out of prompts until somebody approves it.
              </Text>
              <Switch label="Publish conversations when they are completed" {...toggle('auto_publish_conversations')} />
            </Stack>
          </Fieldset>
          <Fieldset legend="Consensus">
            <Stack gap="sm">
              {promotions.map(({ key, label }) => (
                <Switch key={key} label={label} {...toggle(key)} />
              ))}
              <Group grow preventGrowOverflow={false}>
                <NumberInput
                  label="Similarity of statements"
                  description="From which two count as the same"
                  suffix=" %"
                  min={0}
                  max={100}
                  value={percent(draft.consensus_similarity_threshold)}
                  onChange={(value) => setDraft({ ...draft, consensus_similarity_threshold: Number(value) / 100 })}
                />
                <NumberInput
                  label="Share of agents"
                  description="That must hold it, two at least"
                  suffix=" %"
                  min={0}
                  max={100}
                  value={percent(draft.consensus_agent_percentage)}
                  onChange={(value) => setDraft({ ...draft, consensus_agent_percentage: Number(value) / 100 })}
                />
              </Group>
            </Stack>
          </Fieldset>
          <FormError error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save settings
            </Button>
          </Group>
        </Stack>
      </form>
      {organization.role === 'owner' && (
        <Card withBorder mt="xl">
          <Group justify="space-between">
            <Text size="sm" flex={1} miw={200}>
              Deleting the organization removes its agents, groups, keys and everything else for good.
            </Text>
            <ConfirmButton
              label="Delete organization"
              title={`Delete ${organization.name}?`}
              typed={organization.slug}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              All of its data goes, for every member. This cannot be undone.
            </ConfirmButton>
          </Group>
        </Card>
      )}
    </Stack>
  )
}
