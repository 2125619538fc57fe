import { Box, Button, Checkbox, Group, Kbd, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Proposal, proposalsQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { useMayEdit, useOrganization } from '../ui/use-organization.ts'
import { BlastRadiusDialog, useBlastRadius } from './blast-radius.tsx'
import { SelectionBar } from './bulk-bar.tsx'
import { Position, ProposalDetail, ProposalRow } from './proposal-card.tsx'
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
  /** Rows above the proposals, which are decided on beside the list. */
  others?: OtherRows | undefined
  /** Shown when there are none. */
  children: ReactNode
}

/** Rows that stand in the list with the proposals, such as change requests. */
interface OtherRows {
  title: string
  /** A link beside the title. */
  link: ReactNode
  rows: { id: string; statement: string; about: string; detail: ReactNode }[]
}

const everyAgent = () => true

/** Groups in which the proposals are listed: by owner, in the order of the first of each; those that need an edit come last. */
const groupOf = (item: Proposal): string => {
  if (item.needs_wording) return 'Need an edit'
  if (item.also_for && item.also_for.length > 0) return 'Several agents'
  return item.agent_name ?? item.group_name ?? 'All agents'
}

const noRows: OtherRows['rows'] = []

/**
 * Items that await a decision, in a list with the current one beside it, on a phone one at a time: `j` and `k` move, `a`
 * approves, `r` rejects, `e` edits, `x` selects, `u` undoes. A decision on a selection is one decision on all of it.
 */
export function Proposals({ agentId, filter = '', filters, others, children }: ProposalsProps) {
  const { id: orgId, slug } = useOrganization()
  const mayEdit = useMayEdit()
  // The list of the text before stays until the next one is there.
  const text = useDeferredValue(filter)
  const query = proposalsQuery(orgId, agentId, text)
  const { data } = useSuspenseQuery(query)
  const { confirm, question } = useBlastRadius(everyAgent)
  const decideAbout = useDecisions(orgId, query, confirm)
  const saveEdit = useApprovedEdit(query)
  /** The proposals that are edited, as they were when editing started. */
  const [edited, setEdited] = useState<ReadonlyMap<string, Proposal>>(new Map())
  const [currentId, setCurrentId] = useState<string>()
  const listedIds = new Set(data.data.map(({ id }) => id))
  const listed = [...[...edited.values()].filter(({ id }) => !listedIds.has(id)), ...data.data]
  const grouped = Map.groupBy(
    listed.toSorted((a, b) => Number(a.needs_wording) - Number(b.needs_wording)),
    groupOf,
  )
  const items = [...grouped.values()].flat()
  const otherRows = (others?.rows ?? noRows).filter(({ statement }) =>
    statement.toLowerCase().includes(text.toLowerCase()),
  )
  const rows: (Proposal | OtherRows['rows'][number])[] = [...otherRows, ...items]
  const current = rows.find(({ id }) => id === currentId) ?? items[0] ?? otherRows[0]
  const edit = (item: Proposal) => {
    setCurrentId(item.id)
    const field = list.current?.querySelector<HTMLElement>(`[data-card="${item.id}"] textarea`)
    if (field) field.focus()
    else setEdited((known) => new Map(known).set(item.id, item))
  }
  const { list, selected, select, toggle, focusCard, closeForm, decide, decideSelected } = useReviewList({
    items: rows,
    idOf: ({ id }) => id,
    isOnlyShown: (row) => !isProposal(row),
    decideAbout: async (rows, how) => {
      const chosen = rows.filter(isProposal)
      // An edit that is not finished comes first.
      const unfinished = chosen.find(({ id }) => edited.has(id))
      if (unfinished) edit(unfinished)
      const decided = chosen.filter(({ id }) => !edited.has(id))
      if (decided.length > 0) await decideAbout(decided, how)
    },
    edit: (row) => isProposal(row) && edit(row),
    needsEdit: (row) => isProposal(row) && row.needs_wording,
    current,
    show: ({ id }) => setCurrentId(id),
  })
  const close = ({ id }: Proposal) =>
    closeForm(
      rows.findIndex((row) => row.id === id),
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
        onLeave={() => focusCard(rows.indexOf(item) + (item === items.at(-1) ? -1 : 1))}
        onClose={() => close(item)}
      />
    )

  if (data.count === 0 && text === '' && !others?.rows.length) return children
  const positionOf = (row: (typeof rows)[number]) => ({
    position: `${rows.indexOf(row) + 1} of ${rows.length}`,
    move: (by: 1 | -1) => focusCard(rows.indexOf(row) + by),
  })
  return (
    <>
      <div className={classes.panes} data-review>
        <div className={classes.side}>
          <Stack gap={6} p={8} className={classes.head}>
            {filters}
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="xs" c="dimmed">
                {data.count > 0 && `${countOf(data)} to review`}
                {data.count > data.data.length && `, first ${data.data.length} shown`}
              </Text>
              {mayEdit && (
                <Checkbox
                  size="xs"
                  label="Select all shown"
                  checked={items.length > 0 && selected.length === items.length}
                  indeterminate={selected.length > 0 && selected.length < items.length}
                  onChange={(event) => select(event.currentTarget.checked ? items : [])}
                />
              )}
            </Group>
          </Stack>
          <div ref={list}>
            {others && otherRows.length > 0 && (
              <section aria-label={others.title}>
                <h2 className={classes.group}>
                  {others.title} <span>{otherRows.length}</span>
                  {others.link}
                </h2>
                <ul className={classes.list}>
                  {otherRows.map((row) => (
                    <li key={row.id} data-current={row === current || undefined}>
                      <Card row={row} isCurrent={row === current} onFocus={() => setCurrentId(row.id)}>
                        <div className={classes.row}>
                          <span className={classes.statement} dir="auto" aria-hidden title={row.statement}>
                            {row.statement}
                          </span>
                          <span className={classes.about}>{row.about}</span>
                        </div>
                        {row === current && (
                          <div className={classes.detail}>
                            <div className={classes.reasons}>{row.detail}</div>
                            <div className={classes.foot}>
                              <Position {...positionOf(row)} />
                            </div>
                          </div>
                        )}
                      </Card>
                    </li>
                  ))}
                </ul>
              </section>
            )}
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
                        <Card row={item} isCurrent={isCurrent} onFocus={() => setCurrentId(item.id)}>
                          <ProposalRow item={item} isSelected={selected.includes(item)} toggle={() => toggle(item)} />
                          {(isCurrent || edited.has(item.id)) && (
                            <ProposalDetail
                              org={slug}
                              item={item}
                              {...positionOf(item)}
                              decide={(how) => decide(item, rows.indexOf(item), how)}
                              edit={() => edit(item)}
                              form={formOf(item)}
                            />
                          )}
                        </Card>
                      </li>
                    )
                  })}
                </ul>
              </section>
            ))}
            {rows.length === 0 && <Text p="sm">No matches. Try fewer words</Text>}
          </div>
        </div>
      </div>
      {mayEdit && (
        <Text size="xs" c="dimmed" visibleFrom="md" mt={6}>
          <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move, <Kbd size="xs">a</Kbd> approves, <Kbd size="xs">r</Kbd>{' '}
          rejects, <Kbd size="xs">e</Kbd> edits, <Kbd size="xs">x</Kbd> selects, <Kbd size="xs">u</Kbd> undoes
        </Text>
      )}
      {mayEdit && selected.length > 0 && (
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

const isProposal = (row: Proposal | OtherRows['rows'][number]): row is Proposal => !('detail' in row)

interface CardProps {
  row: Pick<Proposal, 'id' | 'statement'>
  isCurrent: boolean
  onFocus: () => void
  children: ReactNode
}

/** A row of the list, which takes the focus. */
const Card = ({ row, isCurrent, onFocus, children }: CardProps) => (
  <Box
    data-card={row.id}
    role="group"
    tabIndex={0}
    aria-label={row.statement}
    aria-current={isCurrent || undefined}
    onFocus={onFocus}
    className={classes.card}
  >
    {children}
  </Box>
)

/** "3 proposals and 1 pending item" */
function countOf({ count, proposed }: { count: number; proposed: number }): string {
  const parts = [
    ...(proposed > 0 ? [pluralize(proposed, 'proposal')] : []),
    ...(count > proposed ? [pluralize(count - proposed, 'pending item')] : []),
  ]
  return parts.join(' and ')
}
