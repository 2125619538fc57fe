import { Button, Kbd, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { acceptEvidence, decideEvidence, evidenceQuery } from '../../api/discovery-queries.ts'
import { pluralize } from '../../api/words.ts'
import { SelectionBar } from '../../items/bulk-bar.tsx'
import { ReviewCard } from '../../items/review-card.tsx'
import type { Decision } from '../../items/use-decisions.ts'
import { useReviewList } from '../../items/use-review-list.ts'
import { notifyUndo } from '../../ui/notify.tsx'
import { useSave } from '../../ui/use-save.ts'
import { byStatement, EvidenceCard, HeldBack } from './evidence-card.tsx'

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
  /** The first observation of the group that is edited. */
  const [edited, setEdited] = useState<string>()
  const groups = byStatement(data.data)
  const save = useSave(({ ids, how }: { ids: string[]; how: Decision }) => decideEvidence(ids, statuses[how]), {
    changes,
    failureTitle: "Couldn't decide",
  })
  const edit = useSave(({ id, statement }: { id: string; statement: string }) => acceptEvidence(id, statement), {
    changes,
    silent: true,
  })
  const takeBack = useSave((ids: string[]) => decideEvidence(ids, 'waiting'), { changes, silent: true })
  const offerUndo = (message: string, ids: string[]) => notifyUndo(message, () => takeBack.mutateAsync(ids))

  const { list, selected, select, toggle, focusCard, decide, decideSelected, remember } = useReviewList({
    items: groups,
    idOf: ([{ id }]) => id,
    decideAbout: async (of, how) => {
      const ids = of.flatMap((group) => group.map(({ id }) => id))
      const isSaved = await save.mutateAsync({ ids, how }).catch(() => undefined)
      const what = of.length === 1 ? of[0]![0].statement : pluralize(of.length, 'statement')
      return isSaved && offerUndo(`${verbs[how]}: ${what}`, ids)
    },
    edit: ([{ id }]) => setEdited(id),
  })
  const acceptAs = async (id: string, statement: string) => {
    await edit.mutateAsync({ id, statement })
    remember(offerUndo(`Accepted: ${statement}`, [id]))
  }
  const closeForm = (index: number) => {
    // Synchronously: a form that is removed after the card is focused would take the focus with it.
    flushSync(() => setEdited(undefined))
    focusCard(index)
  }

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
          <Kbd>x</Kbd> to select, <Kbd>z</Kbd> to undo.
        </Text>
      </Text>
      <Stack component="ul" ref={list} gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Evidence">
        {groups.map((group, index) => (
          <ReviewCard
            key={group[0].id}
            statement={group[0].statement}
            isSelected={selected.includes(group)}
            toggle={() => toggle(group)}
          >
            <EvidenceCard
              group={group}
              isEdited={edited === group[0].id}
              decide={(how) => decide(group, index, how)}
              edit={() => setEdited(group[0].id)}
              accept={(statement) => acceptAs(group[0].id, statement)}
              onClose={() => closeForm(index)}
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
