import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { identityQuery, type Owner } from '../api/identity.ts'
import { type AgentSummary, agentsQuery } from '../api/queries.ts'
import { counted, layers, titleOf } from '../api/words.ts'
import { Loading } from './failure.tsx'
import { type Draft, promptChange } from './prompt-change.ts'
import { useOrganization } from './use-organization.ts'

interface Question {
  draft: Draft
  answer: (isConfirmed: boolean) => void
}

/** Asks before a change of a layer is saved, and shows whom it reaches. Render `dialog` somewhere. */
export function useReview(owner: Owner) {
  const { id } = useOrganization()
  const { data: agents } = useSuspenseQuery(agentsQuery(id))
  const [question, setQuestion] = useState<Question>()
  const reached = owner.layer === 'group' ? agents.filter((agent) => agent.group_id === owner.id) : agents

  const review = (draft: Draft) =>
    new Promise<boolean>((resolve) => {
      // Nobody to surprise.
      if (reached.length === 0) return resolve(true)
      const answer = (isConfirmed: boolean) => {
        setQuestion(undefined)
        resolve(isConfirmed)
      }
      setQuestion({ draft, answer })
    })
  const dialog = (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.answer(false)}
      title={`${counted(reached.length, 'agent')} may change`}
      size="lg"
    >
      {question && <Review owner={owner} agents={reached} question={question} />}
    </Modal>
  )
  return { review, dialog, reached }
}

interface ReviewProps {
  owner: Owner
  agents: AgentSummary[]
  question: Question
}

function Review({ owner, agents, question: { draft, answer } }: ReviewProps) {
  const [agentId, setAgentId] = useState(agents[0]!.id)
  return (
    <Stack>
      <Text size="sm">
        {layers[owner.layer].hint}: {counted(agents.length, 'agent')}. Agents that hide the item, or hold the same
        statement nearer to them, stay as they are.
      </Text>
      <Select
        label="See the difference for"
        data={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={agentId}
        onChange={(id) => id && setAgentId(id)}
        allowDeselect={false}
        searchable
      />
      <Difference agentId={agentId} owner={owner} draft={draft} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => answer(false)}>
          Do not save
        </Button>
        <Button onClick={() => answer(true)} data-autofocus color={draft.after ? undefined : 'red'}>
          {draft.after ? 'Save for all' : 'Delete for all'}
        </Button>
      </Group>
    </Stack>
  )
}

function Difference({ agentId, owner, draft }: { agentId: string; owner: Owner; draft: Draft }) {
  const { data, error } = useQuery(identityQuery({ layer: 'agent', id: agentId }))
  if (error) return <Alert color="red">{error.message}</Alert>
  if (!data) return <Loading />
  const { removed, added } = promptChange(data, owner.layer, draft)
  return (
    <Stack gap={4} component="section" aria-label="Difference in the prompt">
      {removed.length + added.length === 0 && <Text size="sm">The prompt of this agent stays as it is.</Text>}
      {removed.map(({ category, statement }) => (
        <Changed key="removed" sign="−" color="red" category={titleOf(category)} statement={statement} />
      ))}
      {added.map(({ category, statement }) => (
        <Changed key="added" sign="+" color="green" category={titleOf(category)} statement={statement} />
      ))}
      <Text size="xs" c="dimmed">
        Worked out in this page from what the agent is made of now; the order of lines is not shown.
      </Text>
    </Stack>
  )
}

interface ChangedProps {
  sign: '+' | '−'
  color: 'red' | 'green'
  category: string
  statement: string
}

/** A line that comes or goes: by its sign and its colour. */
export function Changed({ sign, color, category, statement }: ChangedProps) {
  return (
    <Text size="sm" px="xs" py={4} bg={`var(--mantine-color-${color}-light)`} style={{ borderRadius: 4 }}>
      <b aria-label={sign === '+' ? 'Added' : 'Removed'} role="img">
        {sign}
      </b>{' '}
      {category}: {statement}
    </Text>
  )
}
