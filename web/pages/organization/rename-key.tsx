import { Button, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { QueryKey } from '@tanstack/react-query'
import { api, ask } from '../../api/client.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { useSave } from '../../ui/use-save.ts'

interface RenameKeyProps {
  orgId: string
  keyId: string
  label: string
  hint: string
  /** Queries to refetch afterwards. */
  changes: QueryKey[]
}

/** Gives a key another name, by which History and change requests call what it does from then on. */
export function RenameKey({ orgId, keyId, label, hint, changes }: RenameKeyProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const rename = useSave(
    (name: string) =>
      ask(
        api.PATCH('/organizations/{orgId}/api-keys/{keyId}', {
          params: { path: { orgId, keyId } },
          body: { label: name },
        }),
      ),
    { changes, silent: true, onSuccess: close },
  )
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Rename: ${label || `…${hint}`}`}>
        Rename
      </Button>
      <FormModal opened={isOpen} onClose={close} title={`Rename the key …${hint}`} centered>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            rename.mutate(textsOf(event.currentTarget).label!)
          }}
        >
          <LockedFields isSending={rename.isPending}>
            <Stack>
              <TextInput label="Name" name="label" defaultValue={label} maxLength={200} required data-autofocus />
              <FormError error={rename.error} />
              <Button type="submit" loading={rename.isPending}>
                Rename
              </Button>
            </Stack>
          </LockedFields>
        </form>
      </FormModal>
    </>
  )
}
