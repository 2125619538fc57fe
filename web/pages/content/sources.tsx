import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { sourcesOfAgentQuery } from '../../api/discovery-queries.ts'
import { NewSource } from '../../forms/new-source.tsx'
import { Loading } from '../../ui/failure.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useHeld } from '../../ui/use-held.ts'
import { SourceCard } from './source-card.tsx'

/** Where an agent's content is imported from. */
export function SourcesPage() {
  const agentId = useAgentId()
  const { data: sources } = useSuspenseQuery(sourcesOfAgentQuery(agentId))
  const { rows, hold, release } = useHeld(sources)
  return (
    <Stack component="section" aria-label="Sources" maw={820}>
      {sources.length === 0 && (
        <Text size="sm">No sources yet. Add a repository, website, feed or X account, then sync it.</Text>
      )}
      <MembersOnly what="sources">
        {rows.map((source) => (
          <SourceCard key={source.id} source={source} onOpen={() => hold(source)} onClose={() => release(source.id)} />
        ))}
        <Suspense fallback={<Loading />}>
          <NewSource agentId={agentId} />
        </Suspense>
      </MembersOnly>
    </Stack>
  )
}
