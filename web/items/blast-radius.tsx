import { Alert, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgentSummary, agentsQuery } from '../api/queries.ts'
import { type PlannedChange, type Preview, previewQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { Changed } from '../ui/changed.tsx'
import { Loading } from '../ui/failure.tsx'
import { LateModal } from '../ui/late-modal.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { promptDifference } from './prompt-difference.ts'

/** How many agents are offered at a time; typing finds the others. */
const offeredAgents = 50

interface Question {
  changes: PlannedChange[]
  preview: Preview
  answer: (isConfirmed: boolean) => void
}

/** Which agents inherit from the layer that is edited; undefined for an agent's own items, which nobody inherits. */
export type Reaches = ((agent: AgentSummary) => boolean) | undefined

/**
 * Asks before changing inherited items; does not ask if no prompt changes. Render the open `question` as a
 * `BlastRadiusDialog`, or where somebody is typing as a `BlastRadiusPanel`.
 */
export function useBlastRadius(reaches: Reaches) {
  const { id: orgId } = useOrganization()
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question>()

  const confirm = async (changes: PlannedChange[]) => {
    if (!reaches) return true
    const preview = await client.fetchQuery({ ...previewQuery(orgId, changes), staleTime: 0 })
    if (preview.agents_changed === 0) return true
    return new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        setQuestion(undefined)
        resolve(isConfirmed)
      }
      setQuestion({ changes, preview, answer })
    })
  }
  return { confirm, question }
}

interface QuestionProps {
  question: Question | undefined
  /** Limits the agents whose changes can be viewed. */
  reaches: Reaches
}

const titleOf = ({ preview }: Question) =>
  `${preview.agents_changed.toLocaleString('en')} of ${pluralize(preview.agents_reached, 'agent')} will change`

/** Lists the agents whose prompts change, above the page. */
export function BlastRadiusDialog({ question, reaches }: QuestionProps) {
  if (!question) return null
  return (
    <LateModal onClose={() => question.answer(false)} title={titleOf(question)} size="lg">
      <BlastRadius question={question} reaches={reaches} />
    </LateModal>
  )
}

interface PanelProps extends QuestionProps {
  /** Called when a button was clicked, which then disappears with the focus. */
  onAnswered: (isConfirmed: boolean) => void
}

/** The same within a form. It takes neither the focus nor the screen, so that typing continues. */
export function BlastRadiusPanel({ question, reaches, onAnswered }: PanelProps) {
  if (!question) return null
  const title = titleOf(question)
  const answer = (isConfirmed: boolean) => {
    question.answer(isConfirmed)
    onAnswered(isConfirmed)
  }
  return (
    <Paper withBorder p="sm" role="dialog" aria-label={title}>
      <Text fw={600} mb="xs" role="status">
        {title}
      </Text>
      <BlastRadius question={{ ...question, answer }} reaches={reaches} />
    </Paper>
  )
}

function BlastRadius({
  question: { changes, preview, answer },
  reaches = () => true,
}: QuestionProps & { question: Question }) {
  const { id: orgId } = useOrganization()
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
          ? everyAgentText(preview.agents_changed)
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

const afterRelease = 'Clients that read a label get it when you release it.'

const everyAgentText = (count: number) =>
  count === 1
    ? `The agent’s live prompt changes immediately. ${afterRelease}`
    : `The live prompts of all ${pluralize(count, 'agent')} change immediately. ${afterRelease}`

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
