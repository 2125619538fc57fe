import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface ConfirmButtonProps {
  label: string
  title: string
  children: ReactNode
  /** What has to be typed before it can be done. */
  typed?: string
  size?: 'sm' | 'xs'
  /** A failure is told by whoever wrote; the dialog closes either way. */
  onConfirm: () => Promise<unknown>
}

/** A button for what cannot be undone: asks first, and says what is lost. */
export function ConfirmButton({ label, title, children, typed, size = 'sm', onConfirm }: ConfirmButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [text, setText] = useState('')
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    await onConfirm().catch(() => undefined)
    setPending(false)
    close()
  }
  return (
    <>
      <Button color="red" variant="light" size={size} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered>
        <Stack>
          <Text size="sm">{children}</Text>
          {typed && (
            <TextInput
              label={`Type ${typed} to confirm`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              data-autofocus
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Keep it
            </Button>
            <Button color="red" onClick={confirm} loading={isPending} disabled={typed !== undefined && text !== typed}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
