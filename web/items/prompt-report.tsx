import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '../api/queries.ts'
import { layerNames, layers, pluralize, type ResolvedItem } from '../api/words.ts'
import { Loading } from '../ui/failure.tsx'
import { Marked } from './marked.tsx'

const titles: Record<string, string> = { decide: 'Decide', merge: 'Merge', reword: 'Reword' }

/** Whether the items of a suggestion are compared with the first of them. */
const isCompared = (action: string) => action === 'merge' || action === 'decide'

interface PromptReportProps {
  agentId: string
  items: ResolvedItem[]
  goTo: (item: ResolvedItem) => void
}

/** Tokens by layer, and the items that repeat, contradict or weaken each other. Computed when it is first shown. */
export function PromptReport({ agentId, items, goTo }: PromptReportProps) {
  const { data, error } = useQuery(reportQuery(agentId))
  if (error)
    return (
      <Text p="sm" role="alert">
        {error.message}
      </Text>
    )
  if (!data) return <Loading />
  const { tokens, suggestions } = data
  const byLayer = layerNames
    .filter((layer) => tokens.by_layer[layer] > 0)
    .map((layer) => `${layers[layer].title} ${tokens.by_layer[layer]}`)
  return (
    <Stack p="sm">
      <Text size="sm">
        {pluralize(tokens.total, 'token')} ({tokens.tokenizer}){byLayer.length > 0 && `; items: ${byLayer.join(', ')}`}
      </Text>
      {suggestions.length === 0 && (
        <Text size="sm">No item repeats or contradicts another, and none had to be said again.</Text>
      )}
      {suggestions.map(({ action, ids, reason, saves_tokens }) => {
        const first = items.find(({ id }) => id === ids[0])
        return (
          <section key={`${action} ${ids.join()} ${reason}`} aria-label={titles[action]}>
            <Title order={3} size="h6">
              {titles[action] ?? action}
            </Title>
            <Text size="sm" c="dimmed">
              {reason}
              {saves_tokens > 0 && ` (saves ${pluralize(saves_tokens, 'token')})`}
            </Text>
            <Stack component="ul" gap={4} m={0} pl="md">
              {ids
                .flatMap((id) => items.find((item) => item.id === id) ?? [])
                .map((item) => (
                  <li key={item.id}>
                    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => goTo(item)}>
                      <Marked statement={item.statement} from={isCompared(action) ? first?.statement : undefined} />
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      {layers[item.source].title}
                    </Text>
                  </li>
                ))}
            </Stack>
          </section>
        )
      })}
    </Stack>
  )
}
