import { Anchor, Button, Drawer, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { diffWords } from 'diff'
import { Fragment, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { layerNames, layers, pluralize, type ResolvedItem } from '../api/words.ts'
import { Loading } from '../ui/failure.tsx'

const reportQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId, 'report'],
    queryFn: () => ask(api.GET('/agents/{agentId}/prompt-report', { params: { path: { agentId } } })),
  })

const titles: Record<string, string> = { decide: 'Decide', merge: 'Merge', reword: 'Reword' }

interface PromptReportProps {
  agentId: string
  items: ResolvedItem[]
  goTo: (item: ResolvedItem) => void
}

/** A button that opens the report on the prompt. The report is computed when it is opened. */
export function PromptReport({ agentId, items, goTo }: PromptReportProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ResolvedItem>()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          setChosen(undefined)
          setOpen(true)
        }}
      >
        Report
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        // The row of the chosen item gets the focus instead, once the page can scroll again.
        returnFocus={chosen === undefined}
        onExitTransitionEnd={() => chosen && goTo(chosen)}
        position="right"
        title="Report on the prompt"
      >
        <Report
          agentId={agentId}
          items={items}
          choose={(item) => {
            setChosen(item)
            setOpen(false)
          }}
        />
      </Drawer>
    </>
  )
}

/** Whether the items of a suggestion are compared with the first of them. */
const isCompared = (action: string) => action === 'merge' || action === 'decide'

/** A statement with the words that another one does not have. */
function Marked({ statement, from }: { statement: string; from: string | undefined }) {
  if (from === undefined || from === statement) return <bdi>{statement}</bdi>
  return (
    <bdi>
      {diffWords(from, statement)
        .filter(({ removed }) => !removed)
        .map(({ value, added }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          added ? <mark key={at}>{value}</mark> : <Fragment key={at}>{value}</Fragment>,
        )}
    </bdi>
  )
}

interface ReportProps {
  agentId: string
  items: ResolvedItem[]
  choose: (item: ResolvedItem) => void
}

function Report({ agentId, items, choose }: ReportProps) {
  const { data, error } = useQuery(reportQuery(agentId))
  if (error) return <Text role="alert">{error.message}</Text>
  if (!data) return <Loading />
  const { tokens, suggestions } = data
  const byLayer = layerNames
    .filter((layer) => tokens.by_layer[layer] > 0)
    .map((layer) => `${layers[layer].title} ${tokens.by_layer[layer]}`)
  return (
    <Stack>
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
                    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => choose(item)}>
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
