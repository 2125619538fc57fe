import { Stack, Title } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import { found, type Organization, organizationsQuery } from '../../api/queries.ts'
import { waitingQuery } from '../../api/waiting.ts'
import { pluralize } from '../../api/words.ts'
import { Danger } from '../../forms/danger.tsx'
import { type Settings, SwitchSetting, TextSetting } from '../../forms/settings.tsx'
import { paths } from '../../paths.ts'
import { OwnersOnly } from '../../ui/owners-only.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { ArchiveCard } from './archive.tsx'
import { UsageSection } from './usage.tsx'

const approvals = [
  { key: 'auto_approve_beliefs', label: 'Auto-approve new beliefs' },
  { key: 'auto_approve_responsibilities', label: 'Auto-approve new responsibilities' },
] as const
const promotions = [
  { key: 'auto_promote_shared_beliefs', label: 'Auto-promote shared beliefs' },
  {
    key: 'auto_promote_shared_responsibilities',
    label: 'Auto-promote shared responsibilities',
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

const percent = (share: number) => String(Math.round(share * 100))
const share = (percent: string) => Number(percent) / 100

/** The settings of the organization as a record whose fields are saved one by one. */
function useOrganizationSettings(): Settings<Organization> {
  const { role, ...record } = useOrganization()
  const client = useQueryClient()
  return {
    record,
    write: (body) => ask(api.PATCH('/organizations/{orgId}', { params: { path: { orgId: record.id } }, body })),
    read: async () => {
      const memberships = await client.fetchQuery({ ...organizationsQuery, staleTime: 0 })
      return found(
        memberships.map(({ organization }) => organization),
        record.id,
      )
    },
    changes: [organizationsQuery.queryKey],
  }
}

const percentSetting = {
  type: 'number',
  format: percent,
  parse: share,
  min: 0,
  max: 100,
  unit: '%',
  required: true,
} as const

export function SettingsPage() {
  const { role } = useOrganization()
  const settings = useOrganizationSettings()
  return (
    <Stack gap="lg" maw={720}>
      <OwnersOnly what="these settings">
        <Section title="General">
          <TextSetting of={settings} field="name" label="Name" required maxLength={200} />
          <SwitchSetting
            of={settings}
            field="auto_publish_conversations"
            label="Auto-publish completed conversations"
          />
        </Section>
        <Section title="Review">
          {approvals.map(({ key, label }) => (
            <SwitchSetting
              key={key}
              of={settings}
              field={key}
              label={label}
              help="When off, discovered items stay out of prompts until someone approves them"
            />
          ))}
          <SwitchSetting
            of={settings}
            field="require_review"
            label="Require a review of what keys change"
            help="Programs then propose change requests, which someone else merges"
          />
        </Section>
        <Section title="Duplicates">
          {duplicates.map(({ key, label, description }) => (
            <SwitchSetting key={key} of={settings} field={key} label={label} help={description} />
          ))}
        </Section>
        <Section title="Consensus">
          {promotions.map(({ key, label }) => (
            <SwitchSetting
              key={key}
              of={settings}
              field={key}
              label={label}
              help="To their group or the organization"
            />
          ))}
          <TextSetting
            of={settings}
            field="consensus_similarity_threshold"
            label="Similarity threshold"
            help="At which two statements count as the same"
            {...percentSetting}
          />
          <TextSetting
            of={settings}
            field="consensus_agent_percentage"
            label="Agents required"
            help="Share that must hold a statement (minimum two)"
            {...percentSetting}
          />
        </Section>
      </OwnersOnly>
      <UsageSection />
      {role === 'owner' && <ArchiveCard organization={settings.record} />}
      {role === 'owner' && <DeleteOrganization />}
    </Stack>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} size="h5">
      {title}
    </Title>
    {children}
  </section>
)

function DeleteOrganization() {
  const { id: orgId, slug, name } = useOrganization()
  const { data } = useSuspenseQuery(waitingQuery(orgId))
  const remove = useSave(
    () => ask(api.DELETE('/organizations/{orgId}', { params: { path: { orgId } }, body: { confirmSlug: slug } })),
    { changes: [], onSuccess: () => location.assign(paths.root) },
  )
  const { agents, items } = data.figures
  return (
    <Danger
      label="Delete organization"
      title={`Delete ${name}?`}
      typed={slug}
      losses={`${name} is deleted with ${pluralize(agents, 'agent')}, ${pluralize(items, 'item')}, its groups, keys and all other data, for every member. This cannot be undone; export it first.`}
      onConfirm={() => remove.mutateAsync(undefined)}
    />
  )
}
