import { Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { OrganizationForm } from '../../forms/organization-form.tsx'
import { Guest } from './guest.tsx'

/** For people who have left all their organizations, or whose organizations were deleted. */
export function NoOrganizationPage() {
  const router = useRouter()
  return (
    <Guest title="You are not in an organization">
      <Text size="sm">Create one, or ask an owner of an existing one to invite you.</Text>
      <OrganizationForm onCreated={() => router.invalidate()} />
    </Guest>
  )
}
