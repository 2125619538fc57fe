import { Button, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { api, ask } from '../api/client.ts'
import { organizationsQuery } from '../api/queries.ts'
import { useSave } from '../ui/use-save.ts'
import { FormError, LockedFields, textsOf } from './form.tsx'
import { slugOf } from './slug.ts'

/** Creates an organization; its slug is derived from its name. */
export function OrganizationForm({ onCreated }: { onCreated: (slug: string) => unknown }) {
  const create = useSave((name: string) => ask(api.POST('/organizations', { body: { name, slug: slugOf(name) } })), {
    changes: [organizationsQuery.queryKey],
    silent: true,
    onSuccess: ({ slug }) => onCreated(slug),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(textsOf(event.currentTarget).name ?? '')
  }
  return (
    <form onSubmit={submit}>
      <LockedFields isSending={create.isPending}>
        <Stack>
          <TextInput label="Name" name="name" required maxLength={200} data-autofocus />
          <FormError error={create.error} />
          <Button type="submit" loading={create.isPending}>
            Create organization
          </Button>
        </Stack>
      </LockedFields>
    </form>
  )
}
