import { Button, Group, Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import type { AgentSummary } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { LateModal } from '../../ui/late-modal.tsx'

/** The service refuses longer ones. */
const maxLength = 100

interface TagDialogProps {
  agents: readonly AgentSummary[]
  onClose: () => void
  onTag: (tags: string[]) => void
}

/** Adds tags to all agents; those that they have stay. */
export function TagDialog({ agents, onClose, onTag }: TagDialogProps) {
  const [tags, setTags] = useState<string[]>([])
  const [text, setText] = useState('')
  // A tag counts that is typed and not yet entered.
  const chosen = [...new Set([...tags, text.trim()])].filter((tag) => tag !== '')
  const known = [...new Set(agents.flatMap(({ identity_markers }) => identity_markers))]
  return (
    <LateModal takesFocus onClose={onClose} title={`Tag ${pluralize(agents.length, 'agent')}`}>
      <Stack gap="sm">
        <TagsInput
          label="Tags"
          description="Press Enter after each"
          data={known}
          value={tags}
          onChange={setTags}
          searchValue={text}
          onSearchChange={setText}
          maxLength={maxLength}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onTag(chosen)} disabled={chosen.length === 0}>
            Add tags
          </Button>
        </Group>
      </Stack>
    </LateModal>
  )
}
