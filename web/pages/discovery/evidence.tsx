import { Button, Kbd, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptEvidence, decideEvidence, evidenceQuery } from '../../api/discovery-queries.ts'
import { pluralize } from '../../api/words.ts'
import { SelectionBar } from '../../items/bulk-bar.tsx'
import { ReviewCard } from '../../items/review-card.tsx'
import type { Decision } from '../../items/use-decisions.ts'
import { useReviewList } from '../../items/use-review-list.ts'
import { notifyUndo } from '../../ui/undo.ts'
import { useSave } from '../../ui/use-save.ts'
import { byStatement, EvidenceCard, type EvidenceGroup, HeldBack } from './evidence-card.tsx'

const statuses = { approved: 'accepted', rejected: 'rejected' } as const
const verbs = { approved: 'Accepted', rejected: 'Rejected' }
/** Queries that a decision changes. */
const changes = [['discovery'], ['identity'], ['proposals']]

/**
 * Rules that people said and discovery has not proposed: accept, edit or reject each, or a
 * selection, with the keys of Review.
 */
export function Evidence({ agentId, minCount }: { agentId: string; minCount: number }) {
  const { data } = useSuspenseQuery(evidenceQuery(agentId, false))
  const { data: heldBack } = useSuspenseQuery(evidenceQuery(agentId, true))
  /** The first observations of the groups that are edited. */
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const groups = byStatement(data.data)
  const save = useSave(({ ids, how }: { ids: string[]; how: Decision }) => decideEvidence(ids, statuses[how]), {
    changes,
    failureTitle: "Couldn't decide",
  })
  const reword = useSave(({ id, statement }: { id: string; statement: string }) => acceptEvidence(id, statement), {
    changes,
    silent: true,
  })
  const takeBack = useSave((ids: string[]) => decideEvidence(ids, 'waiting'), { changes, silent: true })
  const offerUndo = (message: string, ids: string[], count: number) =>
    notifyUndo(message, () => takeBack.mutateAsync(ids), { verb: 'decided', count })

  const edit = ([{ id }]: EvidenceGroup) => {
    const field = list.current?.querySelector<HTMLElement>(`[data-card="${id}"] textarea`)
    if (field) field.focus()
    else setEdited((before) => new Set(before).add(id))
  }
  const { list, selected, select, toggle, focusCard, closeForm, decide, decideSelected } = useReviewList({
    items: groups,
    idOf: ([{ id }]) => id,
    decideAbout: async (of, how) => {
      // An edit that is not finished comes first.
      const unfinished = of.find(([{ id }]) => edited.has(id))
      if (unfinished) return edit(unfinished)
      const ids = of.flatMap((group) => group.map(({ id }) => id))
      const isSaved = await save.mutateAsync({ ids, how }).catch(() => undefined)
      const what = of.length === 1 ? of[0]![0].statement : pluralize(of.length, 'statement')
      if (isSaved) offerUndo(`${verbs[how]}: ${what}`, ids, of.length)
    },
    edit,
    needsEdit: ([{ needs_wording }]) => needs_wording === true,
  })
  const acceptAs = async (id: string, statement: string) => {
    await reword.mutateAsync({ id, statement })
    offerUndo(`Accepted: ${statement}`, [id], 1)
  }
  const close = (id: string, index: number) =>
    closeForm(index, () => setEdited((before) => new Set([...before].filter((each) => each !== id))))

  if (data.count === 0 && heldBack.count === 0) return null
  return (
    <Stack component="section" aria-label="Evidence" pb="var(--selection-bar, 0)">
      <Title order={2} size="h4">
        Evidence
      </Title>
      <Text size="sm" c="dimmed">
        Not proposed yet: a rule that nobody said explicitly, and of which the reader is not sure, is proposed from{' '}
        {pluralize(minCount, 'session or conversation', 'sessions or conversations')} on. The reader is surest of the
        first ones, and learns from what you decide.{' '}
        <Text span inherit visibleFrom="sm">
          <Kbd>j</Kbd> <Kbd>k</Kbd> to move, <Kbd>a</Kbd> to accept, <Kbd>r</Kbd> to reject, <Kbd>e</Kbd> to edit,{' '}
          <Kbd>x</Kbd> to select, <Kbd>u</Kbd> to undo.
        </Text>
      </Text>
      <Stack component="ul" ref={list} gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Evidence">
        {groups.map((group, index) => (
          <ReviewCard
            key={group[0].id}
            id={group[0].id}
            statement={group[0].statement}
            isSelected={selected.includes(group)}
            toggle={() => toggle(group)}
          >
            <EvidenceCard
              group={group}
              isEdited={edited.has(group[0].id)}
              decide={(how) => decide(group, index, how)}
              edit={() => edit(group)}
              accept={(statement) => acceptAs(group[0].id, statement)}
              // The keys that follow Enter belong to the list.
              onSubmit={() => focusCard(groups.length > index + 1 ? index + 1 : index - 1)}
              onClose={() => close(group[0].id, index)}
            />
          </ReviewCard>
        ))}
      </Stack>
      {data.count > data.data.length && (
        <Text size="sm" c="dimmed">
          From the first {data.data.length} of {data.count.toLocaleString('en')} observations.
        </Text>
      )}
      {byStatement(heldBack.data).map((group) => (
        <HeldBack key={group[0].id} group={group} />
      ))}
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onClear={() => select([])}>
          <Button size="compact-sm" onClick={() => decideSelected('approved')}>
            Accept
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => decideSelected('rejected')}>
            Reject
          </Button>
        </SelectionBar>
      )}
    </Stack>
  )
}
