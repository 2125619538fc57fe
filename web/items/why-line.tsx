import { Drawer, List, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { actorOf, pastOf } from '../api/audit-words.ts'
import { type Answer, api, ask } from '../api/client.ts'
import { formatDateTime, layers, titleOf } from '../api/words.ts'
import { Loading } from '../ui/failure.tsx'
import { Quotes } from '../ui/quote.tsx'
import { timeAgo } from '../ui/time-before.ts'
import { wordsOf } from './prompt-line.tsx'

type Line = Answer<'/agents/{agentId}/prompt-blame', 'get'>['lines'][number]
type Item = NonNullable<Line['item']>

/** A line of an agent's live prompt as the page shows it, counted from 1. */
export interface ShownLine {
  line: number
  text: string
}

export const blameQuery = (agentId: string, { line, text }: ShownLine) =>
  queryOptions({
    queryKey: ['prompt-blame', agentId, line, text],
    queryFn: async () => {
      const params = { path: { agentId }, query: { line } }
      const found = (await ask(api.GET('/agents/{agentId}/prompt-blame', { params }))).lines[0]!
      if (found.text !== text) throw new Error('The prompt has changed in the meantime. Reload the page.')
      return found
    },
  })

interface WhyLineProps {
  agentId: string
  /** The drawer is closed while there is none. */
  shown: ShownLine | undefined
  onClose: () => void
}

/** How a line came into the prompt: its author or source, its approval, its quotes and its changes. */
export function WhyLine({ agentId, shown, onClose }: WhyLineProps) {
  return (
    <Drawer opened={shown !== undefined} onClose={onClose} position="right" title="Why this line">
      {shown && <Reasons agentId={agentId} shown={shown} />}
    </Drawer>
  )
}

function Reasons({ agentId, shown }: { agentId: string; shown: ShownLine }) {
  const { data, error } = useQuery(blameQuery(agentId, shown))
  if (error) return <Text role="alert">{error.message}</Text>
  if (!data) return <Loading />
  const { item, merged, sources, history } = data
  const quotes = sources
    .filter(({ quote }) => quote !== null)
    .map((source, at) => ({ ...source, id: `${source.content_item_id} ${at}`, isMerged: source.merged_from !== null }))
  return (
    <Stack gap="sm">
      <Text fw={600} dir="auto">
        {wordsOf(data.text)}
      </Text>
      {item && <Origin item={item} sources={sources} />}
      {merged.length > 0 && <Merged merged={merged} />}
      {quotes.length > 0 && <Quotes evidence={quotes} agentId={agentId} />}
      {history.length > 0 && <Changes history={history} />}
    </Stack>
  )
}

const origins: Record<NonNullable<Item['origin']>, string> = {
  person: 'Written',
  api: 'Written through the API',
  import: 'Imported',
  discovery: 'Discovered',
  consensus: 'Shared by several agents',
  bootstrap: 'Taken from a starter role',
  change_request: 'Proposed in a change request',
}

/** Who made an item, from which file, and how long ago: "Written by Katherine, 3 d ago". */
export function originOf({ origin, created_at, created_by }: Item, sources: Line['sources']): string {
  const file = sources.find((source) => source.file)
  return `${origin ? origins[origin] : 'Created'}${file ? ` from ${file.file}` : ''}${created_by ? ` by ${actorOf({ actor: created_by })}` : ''}, ${timeAgo(created_at, Date.now())}`
}

function Origin({ item, sources }: { item: Item; sources: Line['sources'] }) {
  const { category, layer, owner_name, origin, created_at, created_by, approved_at, approved_by } = item
  const file = sources.find((source) => source.file)
  return (
    <Text size="sm" component="div">
      <div>
        {titleOf(category)} · {layers[layer].title} {owner_name}
      </div>
      <div>
        {origin ? origins[origin] : 'Created'}
        {file && ` from ${file.file}${file.line === null ? '' : `, line ${file.line}`}`}
        {file && origin === 'change_request' && ` (imported ${formatDateTime(file.created_at)})`}
        {created_by && ` by ${actorOf({ actor: created_by })}`} · {formatDateTime(created_at)}
      </div>
      <div>
        {approved_at
          ? `Approved${approved_by ? ` by ${actorOf({ actor: approved_by })}` : ''} · ${formatDateTime(approved_at)}`
          : 'Not reviewed yet'}
      </div>
    </Text>
  )
}

/** The items that this one was made from, each with its owner or author. */
function Merged({ merged }: { merged: Line['merged'] }) {
  return (
    <section aria-label="Merged from">
      <Text size="sm" fw={600}>
        Merged from
      </Text>
      <List size="sm" spacing={4}>
        {merged.map(({ id, statement, owner_name, created_by, merged_at }) => (
          <List.Item key={id}>
            <Text span size="sm" dir="auto">
              “{statement ?? 'Erased'}”
            </Text>
            {owner_name && ` · ${owner_name}`}
            {created_by && ` · by ${actorOf({ actor: created_by })}`} · {formatDateTime(merged_at)}
          </List.Item>
        ))}
      </List>
    </section>
  )
}

function Changes({ history }: { history: Line['history'] }) {
  return (
    <section aria-label="Changes">
      <Text size="sm" fw={600}>
        Changes
      </Text>
      <List size="sm" spacing={4}>
        {history.map(({ at, actor, action, before, after, merged_from }) => {
          const [type, verb] = action.split('.') as [string, string]
          const [from, to] = [before?.statement, after?.statement]
          return (
            <List.Item key={`${at} ${action} ${merged_from}`}>
              {actorOf({ actor })} {pastOf[verb] ?? verb} the {merged_from && 'merged '}
              {type} · {formatDateTime(at)}
              {typeof from === 'string' && typeof to === 'string' && from !== to && (
                <Text size="sm" c="dimmed" dir="auto">
                  “{from}” → “{to}”
                </Text>
              )}
            </List.Item>
          )
        })}
      </List>
    </section>
  )
}
