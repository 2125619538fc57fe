import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Consensus, isNew, runConsensus, undoConsensus } from '../../api/consensus.ts'
import { identityKeys, type Owner } from '../../api/identity.ts'
import { pluralize } from '../../api/words.ts'
import { FormError } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { useGroup } from '../../ui/use-group.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { FindDuplicates } from './duplicates.tsx'
import { SharedStatement } from './shared-statement.tsx'

export function OrganizationConsensusPage() {
  const { id } = useOrganization()
  return <ConsensusOf key={id} owner={{ layer: 'org', id }} level="the organization" />
}

export function GroupConsensusPage() {
  const { id, name } = useGroup()
  return <ConsensusOf key={id} owner={{ layer: 'group', id }} level={name} />
}

const changes = [...identityKeys, ['overview']]
const percent = (share: number) => `${Math.round(share * 100)}%`

/** Statements that enough agents share: previewed, then created as items of their level, with Undo. */
function ConsensusOf({ owner, level }: { owner: Owner; level: string }) {
  const { slug, consensus_similarity_threshold, consensus_agent_percentage } = useOrganization()
  const mayEdit = useMayEdit()
  const preview = useMutation({ mutationFn: () => runConsensus(owner, true) })
  const apply = useSave(() => runConsensus(owner, false), { changes, silent: true, onSuccess: () => preview.reset() })
  const previewButton = useRef<HTMLButtonElement>(null)
  const undo = useSave(undoConsensus, {
    changes,
    onSuccess: () => {
      apply.reset()
      previewButton.current?.focus()
    },
  })
  const runPreview = () => {
    apply.reset()
    undo.reset()
    preview.mutate()
  }
  return (
    <Stack maw={820}>
      <Text>
        Statements that enough agents of {level} share become items of {level}, which all of its agents inherit.
        Statements in a category count as the same at {percent(consensus_similarity_threshold)} similarity. At least{' '}
        {percent(consensus_agent_percentage)} of the agents, and no fewer than two, must hold them.{' '}
        <TextLink to={paths.settings} params={{ org: slug }} underline="always">
          Edit settings
        </TextLink>
      </Text>
      <Group>
        <Button
          ref={previewButton}
          onClick={runPreview}
          loading={preview.isPending}
          variant={preview.data ? 'default' : 'filled'}
        >
          {preview.data || apply.data ? 'Run again' : 'Preview'}
        </Button>
        {mayEdit && owner.layer === 'org' && <FindDuplicates owner={owner} />}
      </Group>
      <FormError error={preview.error ?? apply.error} />
      {undo.isSuccess && !apply.data && !preview.data && (
        <Alert color="gray" role="status" title="Undone">
          The created items were deleted, and all prompts are as before.
        </Alert>
      )}
      {preview.data && (
        <Preview
          consensus={preview.data}
          level={level}
          org={slug}
          isPending={apply.isPending}
          onApply={() => apply.mutate(undefined)}
        />
      )}
      {apply.data && (
        <Result
          consensus={apply.data}
          owner={owner}
          level={level}
          org={slug}
          isPending={undo.isPending}
          onUndo={() => undo.mutate(apply.data)}
        />
      )}
    </Stack>
  )
}

interface PreviewProps {
  consensus: Consensus
  level: string
  org: string
  isPending: boolean
  onApply: () => void
}

function Preview({ consensus, level, org, isPending, onApply }: PreviewProps) {
  const { shared, agent_count, agents_needed } = consensus
  const missing = shared.filter(isNew)
  if (shared.length === 0) {
    return (
      <EmptyBox
        title="No shared statements"
        action={
          <ButtonLink variant="default" to={paths.settings} params={{ org }}>
            Open settings
          </ButtonLink>
        }
      >
        {agent_count < 2
          ? 'Consensus compares agents, so it needs at least two.'
          : `No statement is held by ${agents_needed} of ${agent_count} agents. Lower the required agents or the similarity threshold to find more.`}
      </EmptyBox>
    )
  }
  return (
    <Stack component="section" aria-label="Preview">
      <Title order={2} size="h4">
        {missing.length === 0 ? 'No new items' : pluralize(missing.length, 'new item')}
      </Title>
      <Text size="sm" c="dimmed" role="status">
        {missing.length === 0
          ? `Everything that at least ${agents_needed} of ${agent_count} agents share already exists in ${level}.`
          : `At least ${agents_needed} of ${agent_count} agents must share a statement. Nothing has changed yet.`}
      </Text>
      {missing.length > 0 && (
        <Group>
          <Button onClick={onApply} loading={isPending}>
            Create {pluralize(missing.length, 'item')} for {pluralize(agent_count, 'agent')}
          </Button>
        </Group>
      )}
      <SharedStatements consensus={consensus} org={org} newLabel="New" />
    </Stack>
  )
}

interface ResultProps {
  consensus: Consensus
  owner: Owner
  level: string
  org: string
  isPending: boolean
  onUndo: () => void
}

function Result({ consensus, owner, level, org, isPending, onUndo }: ResultProps) {
  const created = consensus.shared.filter(({ item_id }) => item_id !== null).length
  const section = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone: continue at its result.
  useEffect(() => section.current?.focus(), [])
  return (
    <Stack component="section" ref={section} tabIndex={-1} aria-label="Result">
      <Alert color={created > 0 ? 'green' : 'gray'} role="status" title={`${pluralize(created, 'item')} created`}>
        <Stack gap="xs" align="flex-start">
          {created > 0
            ? `${pluralize(consensus.agent_count, 'agent')} of ${level} now inherit the items below.`
            : 'Already created meanwhile.'}
          <Group gap="xs">
            {owner.layer === 'org' ? (
              <ButtonLink size="xs" variant="default" to={paths.layer} params={{ org }}>
                View items
              </ButtonLink>
            ) : (
              <ButtonLink size="xs" variant="default" to={paths.group} params={{ org, groupId: owner.id }}>
                View items
              </ButtonLink>
            )}
            {created > 0 && (
              <Button size="xs" variant="default" onClick={onUndo} loading={isPending}>
                Undo
              </Button>
            )}
          </Group>
        </Stack>
      </Alert>
      <SharedStatements consensus={consensus} org={org} newLabel="Created" />
    </Stack>
  )
}

/** New ones first. */
function SharedStatements({ consensus, org, newLabel }: { consensus: Consensus; org: string; newLabel: string }) {
  const { shared, agent_count, agents_needed } = consensus
  return shared
    .toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)))
    .map((each) => (
      <SharedStatement
        key={`${each.category} ${each.statement}`}
        shared={each}
        agentCount={agent_count}
        needed={agents_needed}
        org={org}
        newLabel={newLabel}
      />
    ))
}
