import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { Owner } from '../api/identity.ts'
import { pluralize } from '../api/words.ts'
import { FormModal } from '../forms/form-modal.tsx'
import { paths } from '../paths.ts'
import { notify } from '../ui/notify.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { ImportPanel } from './import-panel.tsx'

/** The panel for imports in a dialog, which fills the screen of a phone. */
export function ImportDialog({ owner, title, onClose }: { owner: Owner; title: string; onClose: () => void }) {
  const { slug: org } = useOrganization()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <FormModal
      opened
      onClose={onClose}
      title={title}
      size={920}
      fullScreen={isPhone === true}
      padding={0}
      styles={{
        header: { padding: '8px 12px', minHeight: 44 },
        content: isPhone ? {} : { height: 'min(640px, calc(100dvh - 96px))', display: 'flex', flexDirection: 'column' },
        body: { flex: 1, minHeight: 0 },
      }}
    >
      <ImportPanel
        owner={owner}
        onImported={onClose}
        onProposed={(changeRequestId, changes) => {
          notify(`Change request opened with ${pluralize(changes, 'change')}`)
          navigate({ to: paths.changeRequest, params: { org, changeRequestId } })
        }}
      />
    </FormModal>
  )
}
