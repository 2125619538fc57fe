import { Alert, Stack, Text } from '@mantine/core'
import type { ProposedChange } from '../../api/change-request-queries.ts'
import { titleOf } from '../../api/words.ts'
import { Changed } from '../../ui/changed.tsx'
import { headlineOf, objectionTo, profileFields } from './request-words.ts'

/** One change in words: its target, the values before and after, and its conflict. */
export function OneChange({ change, isMergedRequest }: { change: ProposedChange; isMergedRequest: boolean }) {
  const objection = objectionTo(change)
  return (
    <Stack gap={4} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Text size="xs" c="dimmed">
        {headlineOf(change)}
        {isMergedRequest && !change.merged && ', left out'}
      </Text>
      <Difference change={change} />
      {objection && (
        <Alert color={change.conflict === 'duplicate' || change.conflict === 'proposed' ? 'yellow' : 'red'} p="xs">
          {objection}
        </Alert>
      )}
    </Stack>
  )
}

function Difference({ change }: { change: ProposedChange }) {
  switch (change.op) {
    case 'profile':
      return <ProfileDifference change={change} />
    case 'override':
    case 'restore':
      return <Line sign={change.op === 'restore' ? '+' : '−'} state={change.before} />
    default:
      return <ItemDifference change={change} />
  }
}

type State = ProposedChange['before']

const Line = ({ sign, state }: { sign: '+' | '−'; state: State }) =>
  state?.statement === undefined ? null : (
    <Changed sign={sign} category={state.category && titleOf(state.category)} statement={state.statement} />
  )

function ItemDifference({ change: { before, after } }: { change: ProposedChange }) {
  const isReworded = before?.statement !== after?.statement || before?.category !== after?.category
  return (
    <>
      {isReworded && <Line sign="−" state={before} />}
      {isReworded && <Line sign="+" state={after} />}
      {!isReworded && after && <Text size="sm">{after.statement}</Text>}
      {before && after && before.starred !== after.starred && (
        <Text size="sm">{after.starred ? 'Gets a star' : 'Loses its star'}</Text>
      )}
      {before && after && before.hidden !== after.hidden && (
        <Text size="sm">{after.hidden ? 'Is hidden from prompts' : 'Is shown in prompts'}</Text>
      )}
      {!before && after?.starred && <Text size="sm">With a star</Text>}
    </>
  )
}

const ProfileDifference = ({ change: { before, after } }: { change: ProposedChange }) =>
  profileFields.map(({ label, textOf }) => {
    const [from, to] = [textOf(before), textOf(after)]
    return (
      from !== to && (
        <Stack key={label} gap={4}>
          {from && <Changed sign="−" category={label} statement={from} />}
          {to && <Changed sign="+" category={label} statement={to} />}
        </Stack>
      )
    )
  })
