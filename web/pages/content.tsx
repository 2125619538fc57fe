import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Checkbox,
  Group,
  Spoiler,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Answer, api, ask } from '../api/client.ts'
import { type ContentItem, contentQuery, sourcesOfAgentQuery } from '../api/discovery-queries.ts'
import { counted, momentOf } from '../api/words.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyBox } from '../ui/empty-box.tsx'
import { useSave } from '../ui/use-save.ts'

type Source = Answer<'/content-sources', 'get'>[number]

const pageSize = 25

/** Where an agent's content comes from, and what came. */
export function ContentPage() {
  const { agentId = '' } = useParams({ strict: false })
  const { data: sources } = useSuspenseQuery(sourcesOfAgentQuery(agentId))
  const { data: items } = useSuspenseQuery(contentQuery(agentId))
  const linked = useLocation({ select: ({ hash }) => hash.replace('content-', '') })
  const linkedIndex = items.findIndex(({ id }) => id === linked)
  const [more, setMore] = useState(0)
  const visible = Math.max(pageSize, linkedIndex + 1) + more
  return (
    <Stack gap="xl" maw={820}>
      <Stack component="section" aria-label="Sources">
        <Title order={2} size="h4">
          Sources
        </Title>
        {sources.length === 0 && (
          <Text size="sm">No repository is connected yet. Add one, then sync it: commits become content.</Text>
        )}
        {sources.map((source) => (
          <SourceCard key={source.id} source={source} />
        ))}
        <NewSource agentId={agentId} />
      </Stack>
      <Stack component="section" aria-label="Content">
        <Title order={2} size="h4">
          {counted(items.length, 'piece')} of content
        </Title>
        {items.length === 0 && (
          <EmptyBox title="No content yet">
            Sync a source above, or publish a conversation of this agent: discovery reads what is here.
          </EmptyBox>
        )}
        {items.slice(0, visible).map((item) => (
          <ContentCard key={item.id} item={item} isLinked={item.id === linked} />
        ))}
        {items.length > visible && (
          <Button variant="default" onClick={() => setMore(more + pageSize)}>
            Show more
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

const changes = [['content-sources'], ['content'], ['jobs'], ['discovery']]

function SourceCard({ source }: { source: Source }) {
  const params = { path: { sourceId: source.id } }
  const sync = useSave(() => ask(api.POST('/content-sources/{sourceId}/sync', { params })), { changes })
  const enable = useSave(
    (enabled: boolean) => ask(api.PATCH('/content-sources/{sourceId}', { params, body: { enabled } })),
    { changes },
  )
  const remove = useSave(() => ask(api.DELETE('/content-sources/{sourceId}', { params })), { changes })
  const { config, name } = source
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <div>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed">
              {source.platform === 'github'
                ? `${config.branch} · ${[config.import_commits && 'commits', config.import_files && 'files'].filter(Boolean).join(' and ')}`
                : source.platform}{' '}
              · {source.last_synced_at ? `synced ${momentOf(source.last_synced_at)}` : 'never synced'}
            </Text>
          </div>
          <Group gap="xs">
            <Switch
              size="xs"
              label="Enabled"
              checked={enable.isPending ? enable.variables : source.enabled}
              onChange={(event) => enable.mutate(event.currentTarget.checked)}
            />
            <Button
              size="xs"
              onClick={() => sync.mutate(undefined)}
              loading={sync.isPending}
              disabled={!source.enabled}
            >
              Sync now
            </Button>
            <ConfirmButton
              size="xs"
              label="Delete"
              title={`Delete the source ${name}?`}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              What was imported from it stays; nothing new comes in.
            </ConfirmButton>
          </Group>
        </Group>
        {sync.data && (
          <Text size="sm" aria-live="polite">
            {counted(sync.data.imported, 'piece')} imported, {sync.data.updated} updated, {sync.data.skipped} known
            already.
          </Text>
        )}
        {sync.data?.errors.map((error) => (
          <Alert key={error} color="yellow">
            {error}
          </Alert>
        ))}
      </Stack>
    </Card>
  )
}

function NewSource({ agentId }: { agentId: string }) {
  const create = useSave(
    ({ repoUrl, branch, commits, files }: Record<string, string>) =>
      ask(
        api.POST('/content-sources', {
          body: {
            agentId,
            platform: 'github',
            config: {
              repoUrl,
              ...(branch && { branch }),
              importCommits: commits === 'on',
              importFiles: files === 'on',
            },
          },
        }),
      ),
    { changes, silent: true },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    create.mutate(textsOf(form), { onSuccess: () => form.reset() })
  }
  return (
    <Card withBorder padding="sm">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Title order={3} size="h6">
            Add a GitHub repository
          </Title>
          <Group align="flex-end">
            <TextInput
              label="Repository"
              name="repoUrl"
              placeholder="https://github.com/acme/api"
              required
              maxLength={500}
              flex="1 1 260px"
            />
            <TextInput label="Branch" name="branch" placeholder="main" maxLength={255} />
          </Group>
          <Group>
            <Checkbox label="Commits" name="commits" defaultChecked />
            <Checkbox label="Text files" name="files" />
            <Button type="submit" variant="default" loading={create.isPending}>
              Add source
            </Button>
          </Group>
          <FormError error={create.error} />
        </Stack>
      </form>
    </Card>
  )
}

/** `isLinked`: the address ends in `#content-<id>`, as search results do. */
function ContentCard({ item, isLinked }: { item: ContentItem; isLinked: boolean }) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLinked) card.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  const next = item.status === 'hidden' ? 'imported' : 'hidden'
  const change = useSave(
    () => ask(api.PATCH('/content-items/{itemId}', { params: { path: { itemId: item.id } }, body: { status: next } })),
    { changes },
  )
  const title = item.title ?? item.source_type.replaceAll('_', ' ')
  return (
    <Card
      ref={card}
      withBorder
      padding="sm"
      component="article"
      aria-label={title}
      aria-current={isLinked || undefined}
      bg={isLinked ? 'var(--highlight)' : undefined}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600} size="sm">
            {item.url ? (
              <Anchor href={item.url} target="_blank" rel="noreferrer">
                {title}
              </Anchor>
            ) : (
              title
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {item.source_type.replaceAll('_', ' ')} · {momentOf(item.published_at)}
            {item.author ? ` · ${item.author}` : ''} · {item.processed_at ? 'read' : 'not read yet'}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {item.status === 'hidden' && (
            <Badge variant="light" color="gray">
              hidden
            </Badge>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${next === 'hidden' ? 'Hide' : 'Show'} ${title}`}
            onClick={() => change.mutate(undefined)}
            loading={change.isPending}
          >
            {next === 'hidden' ? 'Hide' : 'Show'}
          </Button>
        </Group>
      </Group>
      <Spoiler maxHeight={60} showLabel="Show all" hideLabel="Show less" mt="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {item.content}
        </Text>
      </Spoiler>
    </Card>
  )
}
