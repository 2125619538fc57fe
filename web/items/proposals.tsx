import { Box, Button, Checkbox, Group, Kbd, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Proposal, proposalsQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { useOrganization } from '../ui/use-organization.ts'
import { BlastRadiusDialog, useBlastRadius } from './blast-radius.tsx'
import { SelectionBar } from './bulk-bar.tsx'
import { ProposalDetail, ProposalRow } from './proposal-card.tsx'
import classes from './proposals.module.css'
import { StatementForm } from './statement-form.tsx'
import { useApprovedEdit, useDecisions } from './use-decisions.ts'
import { useReviewList } from './use-review-list.ts'

interface ProposalsProps {
  /** Only what awaits a decision for this agent. */
  agentId?: string | undefined
  /** Lists only statements and agents that contain it. */
  filter?: string | undefined
  /** Fields that narrow the list, above it. */
  filters?: ReactNode
  /** Rows above the proposals. */
  before?: ReactNode
  /** Shown when there are none. */
  children: ReactNode
}

const everyAgent = () => true

/** Groups in which the proposals are listed: by owner, in the order of the first of each; those that need an edit come last. */
const groupOf = (item: Proposal): string => {
  if (item.needs_wording) return 'Need an edit'
  if (item.also_for && item.also_for.length > 0) return 'Several agents'
  return item.agent_name ?? item.group_name ?? 'All agents'
}

const contains = (item: Proposal, text: string) =>
  [item.statement, item.agent_name, item.group_name, ...(item.also_for ?? []).map(({ agent_name }) => agent_name)].some(
    (field) => field?.toLowerCase().includes(text),
  )

/**
 * Items that await a decision, in a list with the current one beside it, on a phone one at a time: `j` and `k` move, `a`
 * approves, `r` rejects, `e` edits, `x` selects, `u` undoes. A decision on a selection is one decision on all of it.
 */
export function Proposals({ agentId, filter = '', filters, before, children }: ProposalsProps) {
  const { id: orgId, slug } = useOrganization()
  const { data } = useSuspenseQuery(proposalsQuery(orgId, agentId))
  const { confirm, question } = useBlastRadius(everyAgent)
  const decideAbout = useDecisions(orgId, agentId, confirm)
  const saveEdit = useApprovedEdit(orgId, agentId)
  /** The proposals that are edited, as they were when editing started. */
  const [edited, setEdited] = useState<ReadonlyMap<string, Proposal>>(new Map())
  const [currentId, setCurrentId] = useState<string>()
  const listed = data.data.filter((item) => edited.has(item.id) || contains(item, filter.toLowerCase()))
  const grouped = Map.groupBy(
    listed.toSorted((a, b) => Number(a.needs_wording) - Number(b.needs_wording)),
    groupOf,
  )
  const items = [...grouped.values()].flat()
  const current = items.find(({ id }) => id === currentId) ?? items[0]
  const edit = (item: Proposal) => {
    setCurrentId(item.id)
    const field = list.current?.querySelector<HTMLElement>(`[data-card="${item.id}"] textarea`)
    if (field) field.focus()
    else setEdited((known) => new Map(known).set(item.id, item))
  }
  const { list, selected, select, toggle, focusCard, closeForm, decide, decideSelected } = useReviewList({
    items,
    idOf: ({ id }) => id,
    decideAbout: async (chosen, how) => {
      // An edit that is not finished comes first.
      const unfinished = chosen.find(({ id }) => edited.has(id))
      if (unfinished) edit(unfinished)
      const decided = chosen.filter(({ id }) => !edited.has(id))
      if (decided.length > 0) await decideAbout(decided, how)
    },
    edit,
    needsEdit: (item) => item.needs_wording,
    current,
    show: ({ id }) => setCurrentId(id),
  })
  const close = ({ id }: Proposal) =>
    closeForm(
      items.findIndex((item) => item.id === id),
      () => setEdited((known) => new Map([...known].filter(([other]) => other !== id))),
    )
  const formOf = (item: Proposal) =>
    edited.has(item.id) && (
      <StatementForm
        item={edited.get(item.id)!}
        reaches={item.scope === 'agent' ? undefined : everyAgent}
        sets={{ status: 'approved' }}
        action="Save and approve"
        onSave={saveEdit}
        // The keys that follow Enter belong to the list.
        onLeave={() => focusCard(items.indexOf(item) + (item === items.at(-1) ? -1 : 1))}
        onClose={() => close(item)}
      />
    )

  if (data.count === 0)
    return (
      <>
        {before}
        {children}
      </>
    )
  return (
    <>
      <div className={classes.panes} data-review>
        <div className={classes.side}>
          <Stack gap={6} p={8} className={classes.head}>
            {filters}
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="xs" c="dimmed">
                {countOf(data)} to review
                {data.count > data.data.length && `, first ${data.data.length} shown`}
              </Text>
              <Checkbox
                size="xs"
                label="Select all shown"
                checked={items.length > 0 && selected.length === items.length}
                indeterminate={selected.length > 0 && selected.length < items.length}
                onChange={(event) => select(event.currentTarget.checked ? items : [])}
              />
            </Group>
          </Stack>
          {before}
          <div ref={list}>
            {[...grouped].map(([title, ofGroup]) => (
              <section key={title} aria-label={title}>
                <h2 className={classes.group}>
                  {title} <span>{ofGroup.length}</span>
                </h2>
                <ul className={classes.list}>
                  {ofGroup.map((item) => {
                    const isCurrent = item === current
                    return (
                      <li key={item.id} data-current={isCurrent || undefined}>
                        <Box
                          data-card={item.id}
                          role="group"
                          tabIndex={0}
                          aria-label={item.statement}
                          aria-current={isCurrent || undefined}
                          onFocus={() => setCurrentId(item.id)}
                          className={classes.card}
                        >
                          <ProposalRow item={item} isSelected={selected.includes(item)} toggle={() => toggle(item)} />
                          {(isCurrent || edited.has(item.id)) && (
                            <ProposalDetail
                              org={slug}
                              item={item}
                              position={`${items.indexOf(item) + 1} of ${items.length}`}
                              move={(by) => focusCard(items.indexOf(item) + by)}
                              decide={(how) => decide(item, items.indexOf(item), how)}
                              edit={() => edit(item)}
                              form={formOf(item)}
                            />
                          )}
                        </Box>
                      </li>
                    )
                  })}
                </ul>
              </section>
            ))}
            {items.length === 0 && <Text p="sm">No matches. Try fewer words</Text>}
          </div>
        </div>
      </div>
      <Text size="xs" c="dimmed" visibleFrom="md" mt={6}>
        <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move, <Kbd size="xs">a</Kbd> approves, <Kbd size="xs">r</Kbd>{' '}
        rejects, <Kbd size="xs">e</Kbd> edits, <Kbd size="xs">x</Kbd> selects, <Kbd size="xs">u</Kbd> undoes
      </Text>
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
