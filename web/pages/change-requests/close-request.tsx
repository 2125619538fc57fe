import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { api, ask } from '../../api/client.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Rejects or withdraws a request, with a reason for its author. */
export function CloseRequest({ orgId, requestId }: { orgId: string; requestId: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const save = useSave(
    (reason: string) =>
      ask(
        api.POST('/change-requests/{changeRequestId}/close', {
          params: { path: { changeRequestId: requestId } },
          body: reason ? { reason } : {},
        }),
      ),
    {
      changes: [
        ['change-requests', orgId],
        ['proposals', orgId],
      ],
      silent: true,
      onSuccess: close,
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(textsOf(event.currentTarget).reason ?? '')
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        Close without merging
      </Button>
      <FormModal opened={isOpen} onClose={close} title="Close without merging?" centered>
        <form onSubmit={submit}>
          <LockedFields isSending={save.isPending}>
            <Stack>
              <Text size="sm">A closed request cannot be opened again.</Text>
              <TextInput
                label="Reason"
                description="Optional, for the author"
                name="reason"
                maxLength={2000}
                data-autofocus
              />
              <FormError error={save.error} />
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={close}>
                  Cancel
                </Button>
                <Button type="submit" loading={save.isPending}>
                  Close request
                </Button>
              </Group>
            </Stack>
          </LockedFields>
        </form>
      </FormModal>
    </>
  )
}
