import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ItemHit } from '../../api/item-search.ts'
import { pluralize } from '../../api/words.ts'
import { Changed } from '../../ui/changed.tsx'
import { LateModal } from '../../ui/late-modal.tsx'
import { replaceWords } from './replace-words.ts'

/** The most changed statements that are shown. */
const shown = 20

interface Reworded {
  item: ItemHit
  statement: string
}

interface ReplaceDialogProps {
  items: readonly ItemHit[]
  onClose: () => void
  onReplace: (replaced: Reworded[]) => void
}

/** Replaces words in the statements of the items, and shows each before and after. */
export function ReplaceDialog({ items, onClose, onReplace }: ReplaceDialogProps) {
  const [words, setWords] = useState('')
  const [replacement, setReplacement] = useState('')
  const replaced = items.flatMap((item): Reworded[] => {
    const statement = replaceWords(item.statement, words, replacement).trim()
    return statement === item.statement || statement === '' ? [] : [{ item, statement }]
  })
  return (
    <LateModal onClose={onClose} title={`Replace words in ${pluralize(items.length, 'item')}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (replaced.length > 0) onReplace(replaced)
        }}
      >
        <Stack gap="sm">
          <Group grow gap="sm" align="flex-start">
            <TextInput
              label="Find"
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              data-autofocus
            />
            <TextInput
              label="Replace with"
              value={replacement}
              onChange={(event) => setReplacement(event.currentTarget.value)}
            />
          </Group>
          <Stack gap={4} component="section" aria-label="Changed statements" mah="45vh" style={{ overflowY: 'auto' }}>
            {replaced.slice(0, shown).map(({ item, statement }) => (
              <div key={item.id}>
                <Changed sign="−" statement={item.statement} />
                <Changed sign="+" statement={statement} />
              </div>
            ))}
            {words !== '' && replaced.length === 0 && <Text size="sm">No selected item contains these words.</Text>}
            {replaced.length > shown && (
              <Text size="sm" c="dimmed">
                And {pluralize(replaced.length - shown, 'other item')}.
              </Text>
            )}
          </Stack>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={replaced.length === 0}>
              Replace in {pluralize(replaced.length, 'item')}
            </Button>
          </Group>
        </Stack>
      </form>
    </LateModal>
  )
}
