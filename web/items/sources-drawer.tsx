import { Drawer, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '../api/identity.ts'
import { layers, type ResolvedItem, titleOf } from '../api/words.ts'
import { Loading } from '../ui/failure.tsx'
import { Quotes } from '../ui/quote.tsx'
import { Repetition } from './repeated-items.tsx'

type SourcedItem = Pick<ResolvedItem, 'id' | 'category' | 'statement' | 'source'>

interface SourcesDrawerProps {
  item: SourcedItem | undefined
  /** The agent whose content the quotes link to. */
  agentId: string | null | undefined
  onClose: () => void
}

/** The sources of an item, with quotes. */
export function SourcesDrawer({ item, agentId, onClose }: SourcesDrawerProps) {
  return (
    <Drawer opened={item !== undefined} onClose={onClose} position="right" title="Sources">
      {item && <Sources item={item} agentId={agentId} />}
    </Drawer>
  )
}

function Sources({ item, agentId }: { item: SourcedItem; agentId: string | null | undefined }) {
  const { data, error } = useQuery(sourcesQuery(item))
  return (
    <Stack>
      <Text fw={600}>{item.statement}</Text>
      <Text size="sm" c="dimmed">
        {titleOf(item.category)} · {layers[item.source].title}: {layers[item.source].hint.toLowerCase()}
      </Text>
      {agentId && <Repetition agentId={agentId} itemId={item.id} />}
      {error && <Text role="alert">{error.message}</Text>}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <Text size="sm">No source recorded</Text>}
      {data && <Quotes evidence={data.data} agentId={agentId} />}
    </Stack>
  )
}
