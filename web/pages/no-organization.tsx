import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api, ask } from '../api/client.ts'
import { organizationsQuery } from '../api/queries.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { slugOf } from '../forms/slug.ts'
import { Guest } from '../ui/guest.tsx'
import { useSave } from '../ui/use-save.ts'

/** For somebody whose organizations were all deleted or left. */
export function NoOrganizationPage() {
  const router = useRouter()
  const create = useSave((name: string) => ask(api.POST('/organizations', { body: { name, slug: slugOf(name) } })), {
    changes: [organizationsQuery.queryKey],
    silent: true,
    onSuccess: () => router.invalidate(),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(textsOf(event.currentTarget).name ?? '')
  }
  return (
    <Guest title="You are in no organization">
      <Text size="sm">Create one, or ask an owner of another one to add you.</Text>
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Name" name="name" required maxLength={200} />
          <FormError error={create.error} />
          <Button type="submit" loading={create.isPending}>
            Create organization
          </Button>
        </Stack>
      </form>
    </Guest>
  )
}
