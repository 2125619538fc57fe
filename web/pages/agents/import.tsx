import { Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ItemName, removeItem } from '../../api/identity.ts'
import { pluralize } from '../../api/words.ts'
import { FilesImport } from '../../forms/files-import.tsx'
import { RulesImport } from '../../forms/rules-import.tsx'
import { settle } from '../../items/optimistic.ts'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useAgentParams } from '../../ui/use-agent-params.ts'

export function ImportPage() {
  const { org, agentId } = useAgentParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const offerUndo = (created: ItemName[], more = '') => {
    const message = `${pluralize(created.length, 'item')} imported${more}`
    if (created.length === 0) return notify(message)
    const left = [...created]
    notifyUndo(message, async () => {
      try {
        // One that fails is tried again, and none twice.
        for (; left[0]; left.shift()) await removeItem(left[0])
      } finally {
        await settle(client)
      }
    })
  }
  return (
    <Stack gap="lg">
      <RulesImport
        agentId={agentId}
        onImported={(chosen, created) => {
          const known = chosen - created.length
          offerUndo(created, known > 0 ? `, ${known} already existed` : '')
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
          offerUndo(items.flatMap(({ status, id, category }) => (status === 'created' && id ? [{ id, category }] : [])))
          navigate({ to: paths.agent, params: { org, agentId } })
        }}
      />
    </Stack>
  )
}
