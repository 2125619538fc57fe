import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgentSummary, agentsQuery } from '../api/queries.ts'
import { type PlannedChange, type Preview, previewQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { Changed } from '../ui/changed.tsx'
import { Loading } from '../ui/failure.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { promptDifference } from './prompt-difference.ts'

/** How many agents are offered at a time; typing finds the others. */
const offeredAgents = 50

interface Question {
  changes: PlannedChange[]
  preview: Preview
  answer: (isConfirmed: boolean) => void
}

/**
 * Asks before changing inherited items, and shows whose prompts change; does not ask if no prompt changes. Render
 * `dialog` somewhere; `reaches` limits the agents whose changes can be viewed.
 */
export function useBlastRadius(reaches: (agent: AgentSummary) => boolean) {
  const { id: orgId } = useOrganization()
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question>()
  const [isOpen, setOpen] = useState(false)

  const confirm = async (changes: PlannedChange[]) => {
    const preview = await client.fetchQuery({ ...previewQuery(orgId, changes), staleTime: 0 })
    if (preview.agents_changed === 0) return true
    return new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        setOpen(false)
        resolve(isConfirmed)
      }
      setQuestion({ changes, preview, answer })
      setOpen(true)
    })
  }
  const title =
    question &&
    `${question.preview.agents_changed.toLocaleString('en')} of ${pluralize(question.preview.agents_reached, 'agent')} will change`
  const dialog = (
    <Modal opened={isOpen} onClose={() => question?.answer(false)} title={title} size="lg">
      {question && <BlastRadius orgId={orgId} question={question} reaches={reaches} />}
    </Modal>
  )
  return { confirm, dialog }
}

interface BlastRadiusProps {
  orgId: string
  question: Question
  reaches: (agent: AgentSummary) => boolean
}

function BlastRadius({ orgId, question: { changes, preview, answer }, reaches }: BlastRadiusProps) {
  const first = preview.agent!
  const [agentId, setAgentId] = useState(first.id)
  const agents = useQuery(agentsQuery(orgId))
  const other = useQuery({ ...previewQuery(orgId, changes, agentId), enabled: agentId !== first.id })
  const shown = agentId === first.id ? first : other.data?.agent
  const isDeletion = changes.every(({ remove }) => remove)
  return (
    <Stack>
      <Text size="sm">
        {preview.agents_changed === preview.agents_reached
          ? everyAgent(preview.agents_changed)
          : 'The other agents override it or have the same statement themselves, so their prompts stay the same.'}
      </Text>
      <Select
        label="Show changes for"
        data={(agents.data?.filter(reaches) ?? [first]).map(({ id, name }) => ({ value: id, label: name }))}
        value={agentId}
        onChange={(id) => id && setAgentId(id)}
        allowDeselect={false}
        searchable
        limit={offeredAgents}
      />
      {other.error ? <Alert color="red">{other.error.message}</Alert> : shown ? <Difference {...shown} /> : <Loading />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button onClick={() => answer(true)} data-autofocus color={isDeletion ? 'red' : undefined}>
          {isDeletion ? 'Delete' : 'Save'} for {pluralize(preview.agents_changed, 'agent')}
        </Button>
      </Group>
    </Stack>
  )
}

const everyAgent = (count: number) =>
  count === 1
    ? 'The agent gets a new prompt immediately.'
    : `All ${pluralize(count, 'agent')} get a new prompt immediately.`

function Difference({ before, after }: { before: string; after: string }) {
  const lines = promptDifference(before, after)
  return (
    <Stack gap={4} component="section" aria-label="Prompt changes">
      {lines.length === 0 && <Text size="sm">The prompt of this agent stays the same.</Text>}
      {lines.map(({ key, ...line }) => (
        <Changed key={key} {...line} />
      ))}
    </Stack>
  )
}
