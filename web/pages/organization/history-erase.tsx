import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { pluralize } from '../../api/words.ts'
import { FormError } from '../../forms/form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { notify } from '../../ui/notify.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { useActors } from './history-filters.tsx'

/** Erases from the log what one person or key wrote: for owners, after typing the name. */
export function EraseButton({ chosen }: { chosen: string | undefined }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Group gap="xs">
        <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={open}>
          Erase…
        </Button>
        <Text size="xs" c="dimmed" flex="1 1 240px">
          Removes from this history what one person or key wrote. Asks first; it cannot be undone.
        </Text>
      </Group>
      <FormModal opened={isOpen} onClose={close} title="Erase what one person wrote" centered>
        <EraseForm chosen={chosen} onDone={close} />
      </FormModal>
    </>
  )
}

function EraseForm({ chosen, onDone }: { chosen: string | undefined; onDone: () => void }) {
  const { id: orgId } = useOrganization()
  const { people, keys } = useActors()
  const actors = [...people, ...keys.map(({ value, label }) => ({ value, label: `Key ${label}` }))]
  const [actor, setActor] = useState(actors.some(({ value }) => value === chosen) ? chosen! : null)
  const [typed, setTyped] = useState('')
  const name = actors.find(({ value }) => value === actor)?.label
  const { data: count } = useQuery({
    queryKey: ['history', orgId, 'count', actor],
    enabled: actor !== null,
    queryFn: async () => {
      const query = { actor: actor!, limit: 1 }
      const list = await ask(api.GET('/organizations/{orgId}/audit-log', { params: { path: { orgId }, query } }))
      return (list as Exclude<typeof list, string>).count
    },
  })
  const erase = useSave(
    (actorId: string) =>
      ask(api.POST('/organizations/{orgId}/audit-log/erase', { params: { path: { orgId } }, body: { actorId } })),
    {
      changes: [['history']],
      silent: true,
      onSuccess: ({ erased }) => {
        notify(`Content of ${pluralize(erased, 'entry', 'entries')} erased`)
        onDone()
      },
    },
  )
  return (
    <Stack>
      <Select
        label="Person or key"
        data={actors}
        value={actor}
        onChange={(value) => {
          setActor(value)
          setTyped('')
        }}
        searchable
        data-autofocus
      />
      {name !== undefined && count !== undefined && (
        <>
          <Text size="sm">
            {pluralize(count, 'entry', 'entries')} of {name} lose name, address, client, the record that was changed,
            and its text before and after.
          </Text>
          <Text size="sm">
            Stays: number, time, kind of change and hash of each entry, so that the log still verifies; an entry that
            says who erased which; and what was written into items, agents and conversations, which this does not
            change. It cannot be undone.
          </Text>
          <TextInput
            label={`Type ${name} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
      <FormError error={erase.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button
          color="red"
          loading={erase.isPending}
          disabled={actor === null || !count || typed !== name}
          onClick={() => erase.mutate(actor!)}
        >
          Erase
        </Button>
      </Group>
    </Stack>
  )
}
