import { Modal } from '@mantine/core'
import { OrganizationForm } from '../forms/organization-form.tsx'

interface NewOrganizationProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (slug: string) => unknown
}

/** Loads when it is first opened. */
export function NewOrganization({ isOpen, onClose, onCreated }: NewOrganizationProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New organization">
      <OrganizationForm onCreated={onCreated} />
    </Modal>
  )
}
