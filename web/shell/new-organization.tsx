import { FormModal } from '../forms/form-modal.tsx'
import { OrganizationForm } from '../forms/organization-form.tsx'

interface NewOrganizationProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (slug: string) => unknown
}

/** Loads when it is first opened. */
export function NewOrganization({ isOpen, onClose, onCreated }: NewOrganizationProps) {
  return (
    <FormModal opened={isOpen} onClose={onClose} title="New organization">
      <OrganizationForm onCreated={onCreated} />
    </FormModal>
  )
}
