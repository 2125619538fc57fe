import { Alert, Badge, Box, Button, Card, Group, List, Modal, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, ask, slowApi } from '../../api/client.ts'
import { type Source, sourceKeys } from '../../api/source-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import type { FetchedPlatform } from '../../forms/source-fields.tsx'
import { SourceForm } from '../../forms/source-form.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useSave } from '../../ui/use-save.ts'

const platformNames: Record<Source['platform'], string> = {
  github: 'GitHub',
  twitter: 'X',
  linkedin: 'LinkedIn',
  website: 'Website',
  rss: 'Feed',
  substack: 'Substack',
}

/** The platform that the service fetches this source from; undefined for one that an upload filled. */
function fetchedPlatform({ platform, x_connection_id }: Source): FetchedPlatform | undefined {
  if (platform === 'linkedin' || platform === 'substack') return undefined
  return platform === 'twitter' && x_connection_id === null ? undefined : platform
}

interface SourceCardProps {
  source: Source
  /** While it is changed, it stays in the list. */
  onOpen: () => void
  onClose: () => void
}

/** A source, how its last sync went, and what can be done with it. */
export function SourceCard({ source, onOpen, onClose }: SourceCardProps) {
  const params = { path: { sourceId: source.id } }
  const platform = fetchedPlatform(source)
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen, onClose })
  const sync = useSave(() => ask(slowApi.POST('/content-sources/{sourceId}/sync', { params })), { changes: sourceKeys })
  const enable = useSave(
    (enabled: boolean) => ask(api.PATCH('/content-sources/{sourceId}', { params, body: { enabled } })),
    { changes: sourceKeys },
  )
  const remove = useSave(() => ask(api.DELETE('/content-sources/{sourceId}', { params })), { changes: sourceKeys })
  const { name, last_errors, last_synced_at } = source
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Box miw={0}>
            <Group gap="xs">
              <Text fw={600}>{name}</Text>
              <Badge variant="light" color="gray">
                {platformNames[source.platform]}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {about(source)} · {last_synced_at ? `synced ${formatDateTime(last_synced_at)}` : 'never synced'}
            </Text>
          </Box>
          {platform && (
            <Switch
              size="xs"
              style={{ flexShrink: 0 }}
              label="Enabled"
              checked={enable.isPending ? enable.variables : source.enabled}
              onChange={(event) => enable.mutate(event.currentTarget.checked)}
            />
          )}
        </Group>
        {last_errors.length > 0 && (
          <Alert color="yellow" title="The last sync could not read everything">
            <List size="sm">
              {last_errors.map((error) => (
                <List.Item key={error}>{error}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group gap="xs">
          {platform && (
            <>
              <Button
                size="xs"
                aria-label={`Sync now: ${name}`}
                onClick={() => sync.mutate(undefined)}
                loading={sync.isPending}
                disabled={!source.enabled}
              >
                Sync now
              </Button>
              <Button size="xs" variant="default" aria-label={`Change: ${name}`} onClick={open}>
                Change
              </Button>
              <Modal opened={isOpen} onClose={close} title={`Change ${name}`} size="lg">
                <SourceForm agentId={source.agent_id} platform={platform} source={source} onSaved={close} />
              </Modal>
            </>
          )}
          <ConfirmButton
            size="xs"
            label="Delete"
            about={name}
            title={`Delete the source ${name}?`}
            onConfirm={() => remove.mutateAsync(undefined)}
          >
            What was imported from it stays; nothing new comes in.
          </ConfirmButton>
          <Text size="sm" aria-live="polite">
            {sync.isPending && 'Reading. A first sync may take some minutes.'}
            {sync.data &&
              `${pluralize(sync.data.imported, 'piece')} imported, ${sync.data.updated} updated, ${sync.data.skipped} known already.`}
          </Text>
        </Group>
      </Stack>
    </Card>
  )
}

const foundIn = { sitemap: 'sitemap', llms_txt: 'llms.txt', manual: 'named pages' } as const

/** What a source reads, in few words. */
function about(source: Source): string {
  const { config } = source
  const interval = `every ${pluralize(config.sync_interval_hours ?? 24, 'hour')}`
  if (fetchedPlatform(source) === undefined) return 'uploaded archive'
  if (source.platform === 'github') {
    const taken = [config.import_commits && 'commits', config.import_files && 'files'].filter(Boolean)
    return `${config.branch} · ${taken.join(' and ') || 'nothing chosen'}`
  }
  if (source.platform === 'website') {
    return `${foundIn[config.discovery ?? 'sitemap']} · at most ${pluralize(config.max_pages ?? 50, 'page')} · ${interval}`
  }
  if (source.platform === 'rss') {
    return `${config.feed_url} · at most ${pluralize(config.max_entries ?? 50, 'entry', 'entries')} · ${interval}`
  }
  const left = [config.exclude_retweets && 'reposts', config.exclude_replies && 'replies'].filter(Boolean)
  return `@${config.username}${left.length > 0 ? ` without ${left.join(' and ')}` : ''}`
}
