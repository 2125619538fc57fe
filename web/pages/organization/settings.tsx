import { Card, Fieldset, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../api/client.ts'
import { found, type Organization, organizationsQuery } from '../../api/queries.ts'
import { EditForm } from '../../forms/edit-form.tsx'
import { isOn } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { OwnersOnly } from '../../ui/owners-only.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { ArchiveCard } from './archive.tsx'

const approvals = [
  { key: 'auto_approve_beliefs', label: 'Auto-approve new beliefs' },
  { key: 'auto_approve_responsibilities', label: 'Auto-approve new responsibilities' },
] as const
const promotions = [
  { key: 'auto_promote_shared_beliefs', label: 'Auto-promote shared beliefs to their group or the organization' },
  {
    key: 'auto_promote_shared_responsibilities',
    label: 'Auto-promote shared responsibilities to their group or the organization',
  },
] as const

const duplicates = [
  {
    key: 'dedupe_on_create',
    label: 'Count near-duplicates instead of creating them',
    description: 'For items that are created through the API, one by one, in bulk or by an import',
  },
  {
    key: 'auto_dedup',
    label: 'Auto-merge duplicates every night',
    description: 'Only items of the same layer that are at least 95% similar',
  },
] as const

const percent = (share: number) => Math.round(share * 100)
const share = (percent = '0%') => Number.parseInt(percent, 10) / 100

export function SettingsPage() {
  const organization = useOrganization()
  const client = useQueryClient()
  const params = { path: { orgId: organization.id } }
  const remove = useSave(
    () => ask(api.DELETE('/organizations/{orgId}', { params, body: { confirmSlug: organization.slug } })),
    { changes: [], onSuccess: () => location.assign(paths.root) },
  )
  const { role, ...record } = organization
  return (
    <Stack maw={720}>
      <OwnersOnly what="these settings">
        <EditForm
          key={organization.id}
          record={record}
          write={(body) => ask(api.PATCH('/organizations/{orgId}', { params, body }))}
          read={async () => {
            const memberships = await client.fetchQuery({ ...organizationsQuery, staleTime: 0 })
            return found(
              memberships.map(({ organization }) => organization),
              organization.id,
            )
          }}
          editedOf={editedOf}
          labels={labels}
          changes={[organizationsQuery.queryKey]}
          submitLabel="Save settings"
          onSaved={(_, __, undo) => notifyUndo('Settings saved', undo)}
        >
          {(seen) => <Fields settings={seen} />}
        </EditForm>
      </OwnersOnly>
      {role === 'owner' && <ArchiveCard organization={organization} />}
      {role === 'owner' && (
        <Card withBorder>
          <Group justify="space-between">
            <Text size="sm" flex={1} miw={200}>
              Permanently deletes the organization with its agents, groups, keys and all other data.
            </Text>
            <ConfirmButton
              label="Delete organization"
              title={`Delete ${organization.name}?`}
              typed={organization.slug}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              All of its data is deleted, for every member. This cannot be undone.
            </ConfirmButton>
          </Group>
        </Card>
      )}
    </Stack>
  )
}

function Fields({ settings }: { settings: Organization }) {
  return (
    <>
      <TextInput label="Name" required maxLength={200} name="name" defaultValue={settings.name} />
      <Fieldset legend="Review">
        <Stack gap="sm">
          {approvals.map(({ key, label }) => (
            <Switch key={key} name={key} label={label} defaultChecked={settings[key]} />
          ))}
          <Switch
            name="require_review"
            label="Require a review of what keys change"
            description="Programs then propose change requests, which someone else merges"
            defaultChecked={settings.require_review}
          />
          <Text size="sm" c="dimmed">
            When off, discovered items stay out of prompts until someone approves them.
          </Text>
          <Switch
            name="auto_publish_conversations"
            label="Auto-publish completed conversations"
            defaultChecked={settings.auto_publish_conversations}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend="Duplicates">
        <Stack gap="sm">
          {duplicates.map(({ key, label, description }) => (
            <Switch key={key} name={key} label={label} description={description} defaultChecked={settings[key]} />
          ))}
        </Stack>
      </Fieldset>
      <Fieldset legend="Consensus">
        <Stack gap="sm">
          {promotions.map(({ key, label }) => (
            <Switch key={key} name={key} label={label} defaultChecked={settings[key]} />
          ))}
          <Group grow preventGrowOverflow={false}>
            <NumberInput
              label="Similarity threshold"
              description="At which two statements count as the same"
              suffix="%"
              min={0}
              max={100}
              name="consensus_similarity_threshold"
              defaultValue={percent(settings.consensus_similarity_threshold)}
            />
            <NumberInput
              label="Agents required"
              description="Share that must hold a statement (minimum two)"
              suffix="%"
              min={0}
              max={100}
              name="consensus_agent_percentage"
              defaultValue={percent(settings.consensus_agent_percentage)}
            />
          </Group>
        </Stack>
      </Fieldset>
    </>
  )
}

const labels = {
  name: 'Name',
  ...Object.fromEntries([...approvals, ...promotions, ...duplicates].map(({ key, label }) => [key, label])),
  auto_publish_conversations: 'Auto-publish completed conversations',
  require_review: 'Require a review of what keys change',
  consensus_similarity_threshold: 'Similarity threshold',
  consensus_agent_percentage: 'Agents required',
}

const editedOf = (texts: Record<string, string>): Partial<Organization> => ({
  name: texts.name ?? '',
  auto_approve_beliefs: isOn(texts.auto_approve_beliefs),
  auto_approve_responsibilities: isOn(texts.auto_approve_responsibilities),
  auto_publish_conversations: isOn(texts.auto_publish_conversations),
  require_review: isOn(texts.require_review),
  dedupe_on_create: isOn(texts.dedupe_on_create),
  auto_dedup: isOn(texts.auto_dedup),
  auto_promote_shared_beliefs: isOn(texts.auto_promote_shared_beliefs),
  auto_promote_shared_responsibilities: isOn(texts.auto_promote_shared_responsibilities),
  consensus_similarity_threshold: share(texts.consensus_similarity_threshold),
  consensus_agent_percentage: share(texts.consensus_agent_percentage),
})
