import { Box, Button, Checkbox, Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type Proposal, proposalsQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { useOrganization } from '../ui/use-organization.ts'
import { BlastRadiusDialog, useBlastRadius } from './blast-radius.tsx'
import { SelectionBar } from './bulk-bar.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { ReviewCard } from './review-card.tsx'
import { StatementForm } from './statement-form.tsx'
import { type Decision, useDecisions, useProposalEdit } from './use-decisions.ts'
import { useReviewList } from './use-review-list.ts'

interface ProposalsProps {
  /** Only what awaits a decision for this agent. */
  agentId?: string
  /** Shown when there are none. */
  children: ReactNode
}

const everyAgent = () => true

const sections = [
  { origin: 'discovery', title: 'Proposals', about: 'Found by discovery, the surest first' },
  { origin: 'manual', title: 'Pending', about: 'Written or imported by people and tools, and not reviewed yet' },
] as const

/**
 * Items that await a decision, proposals apart from what people wrote: `j` and `k` move, `a` approves, `r` rejects, `e` edits,
 * `x` selects, `u` undoes. A decision on a selection is one decision on all of it.
 */
export function Proposals({ agentId, children }: ProposalsProps) {
  const { id: orgId, slug } = useOrganization()
  const { data } = useSuspenseQuery(proposalsQuery(orgId, agentId))
  const { confirm, question } = useBlastRadius(everyAgent)
  const client = useQueryClient()
  const decideOn = useDecisions(orgId, agentId, confirm)
  const saveEdit = useProposalEdit(orgId, agentId)
  /** The proposals that are edited, as they were when editing started. */
  const [edited, setEdited] = useState<ReadonlyMap<string, Proposal>>(new Map())
  /** The edits that are being saved, each with whether it succeeded. */
  const saving = useRef(new Map<string, Promise<boolean>>())
  // The order of the service, which an undone decision may have left.
  const groups = sections.map((section) => ({
    ...section,
    items: data.data.filter(({ origin }) => origin === section.origin),
  }))
  const items = groups.flatMap((group) => group.items)
  /** Decides on what an edit saved, if one is under way; an edit that is not finished comes first. */
  const decideAbout = async (chosen: Proposal[], how: Decision) => {
    const areSaved = await Promise.all(chosen.map(({ id }) => saving.current.get(id) ?? !edited.has(id)))
    const unfinished = chosen.find((_, at) => !areSaved[at])
    if (unfinished) edit(unfinished)
    const now = client.getQueryData(proposalsQuery(orgId, agentId).queryKey)?.data ?? []
    const saved = chosen.filter((_, at) => areSaved[at])
    if (saved.length > 0)
      await decideOn(
        saved.map((item) => now.find(({ id }) => id === item.id) ?? item),
        how,
      )
  }
  const edit = (item: Proposal) => {
    const field = list.current?.querySelector<HTMLElement>(`[data-card="${item.id}"] textarea`)
    if (field) field.focus()
    else setEdited((before) => new Map(before).set(item.id, item))
  }
  const { list, selected, select, toggle, focusCard, closeForm, decide, decideSelected } = useReviewList({
    items,
    idOf: ({ id }) => id,
    decideAbout,
    edit,
    needsEdit: (item) => item.needs_wording,
  })
  const indexOf = ({ id }: Proposal) => items.findIndex((item) => item.id === id)
  const close = (item: Proposal) =>
    closeForm(indexOf(item), () => setEdited((before) => new Map([...before].filter(([id]) => id !== item.id))))
  const keepSaving = (item: Proposal, isSaved: Promise<boolean>) => {
    saving.current.set(item.id, isSaved)
    isSaved.then(() => saving.current.delete(item.id))
  }

  const cardOf = (item: Proposal) => (
    <ReviewCard
      key={item.id}
      id={item.id}
      statement={item.statement}
      isSelected={selected.includes(item)}
      toggle={() => toggle(item)}
    >
      <ProposalCard
        org={slug}
        item={item}
        showsOwner={agentId === undefined}
        decide={(how) => decide(item, items.indexOf(item), how)}
        edit={() => edit(item)}
        form={
          edited.has(item.id) && (
            <StatementForm
              item={edited.get(item.id)!}
              reaches={item.scope === 'agent' ? undefined : everyAgent}
              onSave={saveEdit}
              onSubmit={(isSaved) => keepSaving(item, isSaved)}
              onLeave={() => focusCard(indexOf(item))}
              onClose={() => close(item)}
            />
          )
        }
      />
    </ReviewCard>
  )

  return (
    <>
      {items.length === 0 ? (
        children
      ) : (
        <Stack maw={820} pb="var(--selection-bar, 0)">
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              {countOf(data)} to review
              {data.count > items.length && `, first ${items.length} shown`}.{' '}
              <Text span inherit visibleFrom="sm">
                <Kbd>j</Kbd> <Kbd>k</Kbd> to move, <Kbd>a</Kbd> to approve, <Kbd>r</Kbd> to reject, <Kbd>e</Kbd> to
                edit, <Kbd>x</Kbd> to select, <Kbd>u</Kbd> to undo.
              </Text>
            </Text>
            <Checkbox
              size="xs"
              label="Select all shown"
              checked={selected.length === items.length}
              indeterminate={selected.length > 0 && selected.length < items.length}
              onChange={(event) => select(event.currentTarget.checked ? items : [])}
            />
          </Group>
          <Stack ref={list} gap="lg">
            {groups
              .filter((group) => group.items.length > 0)
              .map((group) => (
                <Box key={group.origin} component="section" aria-label={group.title}>
                  <Title order={2} size="h4">
                    {group.title}
                  </Title>
                  <Text size="sm" c="dimmed" mb="sm">
                    {group.about}
                  </Text>
                  <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={group.title}>
                    {group.items.map(cardOf)}
                  </Stack>
                </Box>
              ))}
          </Stack>
        </Stack>
      )}
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onClear={() => select([])}>
          <Button size="compact-sm" onClick={() => decideSelected('approved')}>
            Approve
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => decideSelected('rejected')}>
            Reject
          </Button>
        </SelectionBar>
      )}
      <BlastRadiusDialog question={question} reaches={everyAgent} />
    </>
  )
}

/** "3 proposals and 1 pending item" */
function countOf({ count, proposed }: { count: number; proposed: number }): string {
  const parts = [
    ...(proposed > 0 ? [pluralize(proposed, 'proposal')] : []),
    ...(count > proposed ? [pluralize(count - proposed, 'pending item')] : []),
  ]
  return parts.join(' and ')
}
