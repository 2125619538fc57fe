import { Card, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ArchiveForm } from './archive-form.tsx'
import { SourceForm } from './source-form.tsx'
import { type FetchedPlatform, platformForms } from './sources/platforms.ts'

type Kind = FetchedPlatform | 'archive'
const kinds = [
  ...Object.entries(platformForms).map(([value, { title }]) => ({ value, label: title })),
  { value: 'archive', label: 'LinkedIn, X or Substack archive' },
]

/** Adds a source of content to an agent. */
export function NewSource({ agentId }: { agentId: string }) {
  const [kind, setKind] = useState<Kind>('github')
  return (
    <Card withBorder padding="sm" component="section" aria-label="New source">
      <Stack gap="sm">
        <NativeSelect
          label="Add content from"
          data={kinds}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        />
        {kind === 'archive' ? (
          <ArchiveForm agentId={agentId} />
        ) : (
          <SourceForm key={kind} agentId={agentId} platform={kind} />
        )}
      </Stack>
    </Card>
  )
}
