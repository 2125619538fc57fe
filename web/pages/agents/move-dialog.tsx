import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { previewMove } from '../../api/agent-list.ts'
import type { AgentSummary, Group as GroupRecord } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { promptDifference } from '../../items/prompt-difference.ts'
import { Changed } from '../../ui/changed.tsx'
import { Loading } from '../../ui/failure.tsx'
import { LateModal } from '../../ui/late-modal.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

interface MoveDialogProps {
  agents: readonly AgentSummary[]
  group: GroupRecord | null
  onClose: () => void
  onMove: () => void
}

/** Says which prompts a move changes, and shows the first, before it happens. */
export function MoveDialog({ agents, group, onClose, onMove }: MoveDialogProps) {
  const { id: orgId } = useOrganization()
  const ids = agents.map(({ id }) => id)
  const { data: preview, error } = useQuery({
    queryKey: ['preview', orgId, 'move', ids, group?.id],
    queryFn: () => previewMove(orgId, agents, group),
    gcTime: 0,
  })
  const lines = preview?.agent ? promptDifference(preview.agent.before, preview.agent.after) : []
  const count = (sign: string) => lines.filter((line) => line.sign === sign).length
  return (
    <LateModal
      takesFocus
      onClose={onClose}
      title={`Move ${pluralize(agents.length, 'agent')} to ${group?.name ?? 'no group'}`}
      size="lg"
    >
      <Stack gap="sm">
        {error && <Alert color="red">{error.message}</Alert>}
        {!preview && !error && <Loading />}
        {preview && (
          <Text size="sm" role="status">
            {preview.agents_changed === 0
              ? 'No prompt changes.'
              : `${pluralize(preview.agents_changed, 'prompt')} ${preview.agents_changed === 1 ? 'changes' : 'change'}${
                  agents.length > preview.agents_reached ? ` among the first ${preview.agents_reached}` : ''
                }. ${preview.agent!.name}: +${count('+')} −${count('−')} lines.`}
          </Text>
        )}
        <Stack gap={4} component="section" aria-label="Prompt changes" mah="45vh" style={{ overflowY: 'auto' }}>
          {lines.map(({ key, ...line }) => (
            <Changed key={key} {...line} />
          ))}
        </Stack>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onMove} disabled={!preview} data-autofocus>
            Move {pluralize(agents.length, 'agent')}
          </Button>
        </Group>
      </Stack>
    </LateModal>
  )
}
