import { Divider, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { pluralize } from '../../api/words.ts'
import { FilesImport } from '../../forms/files-import.tsx'
import { RulesImport } from '../../forms/rules-import.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

export function ImportPage() {
  const { org, agentId } = useAgentParams()
  const navigate = useNavigate()
  return (
    <Stack gap="lg">
      <RulesImport
        agentId={agentId}
        onImported={(chosen, created) => {
          const known = chosen - created
          notify(`${pluralize(created, 'item')} imported${known > 0 ? `, ${known} already existed` : ''}`)
          navigate({ to: paths.agent, params: { org, agentId } })
        }}
      />
      <Divider />
      <FilesImport
        agentId={agentId}
        onImported={({ items, changes, change_request_id: changeRequestId }) => {
          if (changeRequestId) {
            notify(`Change request opened with ${pluralize(changes.length, 'change')}`)
            navigate({ to: paths.changeRequest, params: { org, changeRequestId } })
            return
          }
          const created = items.filter(({ status }) => status === 'created').length
          notify(`${pluralize(created, 'item')} imported`)
          navigate({ to: paths.agent, params: { org, agentId } })
        }}
      />
    </Stack>
  )
}
