import { Button, Group, Stack, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'

const LateModal = lazy(() => import('./late-modal.tsx').then(({ LateModal }) => ({ default: LateModal })))

interface Question {
  title: string
  text: ReactNode
  yes: string
  no: string
  /** Takes the focus from a text field too, since a key that was pressed there asks. */
  takesFocus?: boolean
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

/** Asks whether what was typed may be lost: Escape is pressed too easily to decide that. */
export const confirmedDiscard = (): Promise<boolean> =>
  confirmed({
    title: 'Discard your changes?',
    text: 'They are not saved yet.',
    yes: 'Discard',
    no: 'Keep editing',
    takesFocus: true,
  })

/** Shows the questions that `confirmed` asks; mounted once for the whole page. */
export function Questions() {
  const [question] = useSyncExternalStore(subscribe, () => waiting)
  if (!question) return null
  return (
    <Suspense>
      <LateModal
        onClose={() => question.answer(false)}
        title={question.title}
        takesFocus={question.takesFocus}
        zIndex={900}
        centered
      >
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
    </Suspense>
  )
}
