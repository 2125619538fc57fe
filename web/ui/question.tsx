import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import { LateModal } from './late-modal.tsx'

interface Question {
  title: string
  text: ReactNode
  yes: string
  no: string
}

/** The questions awaiting an answer; the first one is shown. */
let waiting: (Question & { answer: (isYes: boolean) => void })[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setWaiting(next: typeof waiting) {
  waiting = next
  for (const listener of listeners) listener()
}

/** Asks the user; closing the dialog is a no. */
export const confirmed = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = { ...question, answer }
    function answer(isYes: boolean) {
      setWaiting(waiting.filter((each) => each !== asked))
      resolve(isYes)
    }
    setWaiting([...waiting, asked])
  })

/** Shows the questions that `confirmed` asks; mounted once for the whole page. */
export function Questions() {
  const [question] = useSyncExternalStore(subscribe, () => waiting)
  if (!question) return null
  return (
    <LateModal onClose={() => question.answer(false)} title={question.title} zIndex={900} centered>
      <Stack>
        <Text size="sm" component="div">
          {question.text}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => question.answer(true)}>
            {question.yes}
          </Button>
          <Button onClick={() => question.answer(false)} data-autofocus>
            {question.no}
          </Button>
        </Group>
      </Stack>
    </LateModal>
  )
}
