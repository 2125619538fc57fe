import { Blockquote, Drawer, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '../api/identity.ts'
import { layers, momentOf, type ResolvedItem, titleOf } from '../api/words.ts'
import { Loading } from './failure.tsx'

/** Where an item comes from: every quote that it rests on. */
export function SourcesDrawer({ item, onClose }: { item: ResolvedItem | undefined; onClose: () => void }) {
  return (
    <Drawer opened={item !== undefined} onClose={onClose} position="right" title="Where it comes from">
      {item && <Sources item={item} />}
    </Drawer>
  )
}

function Sources({ item }: { item: ResolvedItem }) {
  const { data, error } = useQuery(sourcesQuery(item))
  return (
    <Stack>
      <Text fw={600}>{item.statement}</Text>
      <Text size="sm" c="dimmed">
        {titleOf(item.category)} · {layers[item.source].title}: {layers[item.source].hint.toLowerCase()}
      </Text>
      {error && <Text role="alert">{error.message}</Text>}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <Text size="sm">It was written by hand: no quote is recorded for it.</Text>}
      {data?.data.map((source) => (
        <Blockquote
          key={source.id}
          p="sm"
          cite={`${source.source_type.replaceAll('_', ' ')} · ${momentOf(source.created_at)}`}
        >
          {source.quote ?? 'No quote is recorded.'}
        </Blockquote>
      ))}
    </Stack>
  )
}
