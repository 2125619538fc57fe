import { Card, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ArchiveForm } from './archive-form.tsx'
import type { FetchedPlatform } from './source-fields.tsx'
import { SourceForm } from './source-form.tsx'

const kinds: Record<FetchedPlatform | 'archive', string> = {
  github: 'GitHub repository',
  website: 'Website',
  rss: 'RSS or Atom feed',
  twitter: 'X account',
  archive: 'LinkedIn, X or Substack archive',
}
type Kind = keyof typeof kinds

/** Adds a source of content to an agent. */
export function NewSource({ agentId }: { agentId: string }) {
  const [kind, setKind] = useState<Kind>('github')
  return (
    <Card withBorder padding="sm" component="section" aria-label="New source">
      <Stack gap="sm">
        <NativeSelect
          label="Add content from"
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
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
