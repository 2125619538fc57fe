import { Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { OrganizationForm } from '../../forms/organization-form.tsx'
import { Guest } from './guest.tsx'

/** For somebody whose organizations were all deleted or left. */
export function NoOrganizationPage() {
  const router = useRouter()
  return (
    <Guest title="You are in no organization">
      <Text size="sm">Create one, or ask an owner of another one to invite you.</Text>
      <OrganizationForm onCreated={() => router.invalidate()} />
    </Guest>
  )
}
