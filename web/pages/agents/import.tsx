import { useNavigate } from '@tanstack/react-router'
import { pluralize } from '../../api/words.ts'
import { RulesImport } from '../../forms/rules-import.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

export function ImportPage() {
  const { org, agentId } = useAgentParams()
  const navigate = useNavigate()
  return (
    <RulesImport
      agentId={agentId}
      onImported={(chosen, created) => {
        const known = chosen - created
        notify(`${pluralize(created, 'item')} imported${known > 0 ? `, ${known} already existed` : ''}`)
        navigate({ to: paths.agent, params: { org, agentId } })
      }}
    />
  )
}
