import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface ConfirmButtonProps {
  label: string
  /** The object of the action, for screen readers. */
  about?: string
  title: string
  children: ReactNode
  /** Text that must be typed to confirm. */
  typed?: string
  size?: 'sm' | 'xs'
  /** Set when nothing is lost: asks only because a lot changes. */
  isSafe?: boolean
  /** Reports its own failure; the dialog closes either way. */
  onConfirm: () => Promise<unknown>
}

/** A button for consequential actions: asks first, and says what changes or is lost. */
export function ConfirmButton({
  label,
  about,
  title,
  children,
  typed,
  size = 'sm',
  isSafe = false,
  onConfirm,
}: ConfirmButtonProps) {
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
      <Button
        variant="default"
        c={isSafe ? undefined : 'var(--mantine-color-error)'}
        size={size}
        onClick={open}
        aria-label={about && `${label}: ${about}`}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
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
              Cancel
            </Button>
            <Button
              // A lighter red has too little contrast with white.
              color={isSafe ? undefined : 'red.9'}
              onClick={confirm}
              loading={isPending}
              disabled={typed !== undefined && text !== typed}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
