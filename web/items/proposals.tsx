import { Button, Card, Checkbox, Group, Kbd, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Proposal, proposalsQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { useOrganization } from '../ui/use-organization.ts'
import { BlastRadiusDialog, useBlastRadius } from './blast-radius.tsx'
import { SelectionBar } from './bulk-bar.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { StatementForm } from './statement-form.tsx'
import { type Decision, useDecisions, useProposalEdit } from './use-decisions.ts'

interface ProposalsProps {
  /** Only the proposals for this agent. */
  agentId?: string
  /** Shown when there are none. */
  children: ReactNode
}

const everyAgent = () => true

/**
 * Proposals awaiting a decision: `j` and `k` move, `a` approves, `r` rejects, `e` edits, `x` selects. A decision on a
 * selection is one decision on all of it.
 */
export function Proposals({ agentId, children }: ProposalsProps) {
  const { id: orgId, slug } = useOrganization()
  const { data } = useSuspenseQuery(proposalsQuery(orgId, agentId))
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const { confirm, question } = useBlastRadius(everyAgent)
  const decideAbout = useDecisions(orgId, agentId, confirm)
  const saveEdit = useProposalEdit(orgId, agentId)
  /** The proposal that is edited, as it was when editing started. */
  const [edited, setEdited] = useState<Proposal>()
  const list = useRef<HTMLDivElement>(null)
  const items = data.data
  const selected = items.filter(({ id }) => selectedIds.has(id))

  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const focusCard = (index: number) => cards()[Math.max(0, Math.min(index, cards().length - 1))]?.focus()
  const decide = (item: Proposal, index: number, how: Decision) => {
    // Focus the next one before this one leaves the list.
    focusCard(items.length > index + 1 ? index + 1 : index - 1)
    decideAbout([item], how)
  }
  const decideSelected = (how: Decision) => {
    focusCard(items.findIndex(({ id }) => !selectedIds.has(id)))
    setSelectedIds(new Set())
    decideAbout(selected, how)
  }
  const toggle = ({ id }: Proposal) => {
    const toggled = new Set(selectedIds)
    if (!toggled.delete(id)) toggled.add(id)
    setSelectedIds(toggled)
  }

  const closeForm = ({ id }: Proposal) => {
    // Synchronously: a form that is removed after the card is focused would take the focus with it.
    flushSync(() => setEdited(undefined))
    focusCard(items.findIndex((item) => item.id === id))
  }

  useReviewKeys({
    ...{ items, cards, focusCard, toggle, edit: setEdited },
    decide: (item, index, how) => (selected.length > 0 ? decideSelected(how) : decide(item, index, how)),
  })

  return (
    <>
      {items.length === 0 ? (
        children
      ) : (
        <Stack maw={820} pb="var(--selection-bar, 0)">
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              {pluralize(data.count, 'item')} to review
              {data.count > items.length && `, first ${items.length} shown`}.{' '}
              <Text span inherit visibleFrom="sm">
                <Kbd>j</Kbd> <Kbd>k</Kbd> to move, <Kbd>a</Kbd> to approve, <Kbd>r</Kbd> to reject, <Kbd>e</Kbd> to
                edit, <Kbd>x</Kbd> to select.
              </Text>
            </Text>
            <Checkbox
              size="xs"
              label="Select all shown"
              checked={selected.length === items.length}
              indeterminate={selected.length > 0 && selected.length < items.length}
              onChange={(event) =>
                setSelectedIds(new Set(event.currentTarget.checked ? items.map(({ id }) => id) : []))
              }
            />
          </Group>
          <Stack component="ul" ref={list} gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Proposals">
            {items.map((item, index) => (
              <li key={item.id}>
                <Card withBorder data-card tabIndex={0} role="group" aria-label={item.statement} padding="sm">
                  <Group gap="sm" wrap="nowrap" align="flex-start">
                    <Checkbox
                      size="xs"
                      mt={3}
                      aria-label={`Select: ${item.statement}`}
                      checked={selectedIds.has(item.id)}
                      onChange={() => toggle(item)}
                    />
                    <ProposalCard
                      org={slug}
                      item={item}
                      showsOwner={agentId === undefined}
                      decide={(how) => decide(item, index, how)}
                      edit={() => setEdited(item)}
                      form={
                        edited?.id === item.id && (
                          <StatementForm
                            item={edited}
                            reaches={item.scope === 'agent' ? undefined : everyAgent}
                            onSave={saveEdit}
                            onClose={() => closeForm(item)}
                          />
                        )
                      }
                    />
                  </Group>
                </Card>
              </li>
            ))}
          </Stack>
        </Stack>
      )}
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onClear={() => setSelectedIds(new Set())}>
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

interface ReviewKeys {
  items: Proposal[]
  cards: () => HTMLElement[]
  focusCard: (index: number) => void
  decide: (item: Proposal, index: number, how: Decision) => void
  edit: (item: Proposal) => void
  toggle: (item: Proposal) => void
}

/** Handles keys on the focused card, except while typing. */
function useReviewKeys({ items, cards, focusCard, decide, edit, toggle }: ReviewKeys) {
  useWindowEvent('keydown', (event) => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest('[role=dialog], form, textarea, select, input:not([type=checkbox])')) return
    const index = cards().findIndex((card) => card.contains(target))
    const item = items[index]
    const { key } = event
    if (key === 'j' || (key === 'ArrowDown' && item)) focusCard(index + 1)
    else if (key === 'k' || (key === 'ArrowUp' && item)) focusCard(index - 1)
    else if (key === 'a' && item) decide(item, index, 'approved')
    else if (key === 'r' && item) decide(item, index, 'rejected')
    else if (key === 'e' && item) edit(item)
    else if (key === 'x' && item) toggle(item)
    else return
    event.preventDefault()
  })
}
