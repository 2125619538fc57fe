import { useAgentId } from '../../ui/use-agent-params.ts'
import { ReleaseDialog } from '../fleet/release-dialog.tsx'

/** Releases the prompt of this agent, and of others. */
export function ReleaseButton() {
  const agentId = useAgentId()
  return <ReleaseDialog text="Release…" agentIds={[agentId]} />
}
