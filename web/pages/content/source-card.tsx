import { Alert, Badge, Box, Button, Card, Group, List, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, ask, slowApi } from '../../api/client.ts'
import { type Source, sourceKeys } from '../../api/source-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { SourceForm } from '../../forms/source-form.tsx'
import { fetchedPlatform, platformForms, platformName } from '../../forms/sources/platforms.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useSave } from '../../ui/use-save.ts'

/** A sync that ended with errors read a part at most. */
const syncedText = ({ last_errors, last_synced_at }: Source) => {
  if (!last_synced_at) return 'never synced'
  return `${last_errors.length > 0 ? 'last tried' : 'synced'} ${formatDateTime(last_synced_at)}`
}

interface SourceCardProps {
  source: Source
  /** Keeps it in the list while it is edited. */
  onOpen: () => void
  onClose: () => void
}

/** A source with the state of its last sync, and its actions. */
export function SourceCard({ source, onOpen, onClose }: SourceCardProps) {
  const params = { path: { sourceId: source.id } }
  const platform = fetchedPlatform(source)
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen, onClose })
  const sync = useSave(() => ask(slowApi.POST('/content-sources/{sourceId}/sync', { params })), {
    changes: sourceKeys,
    failureTitle: "Couldn't sync",
  })
  const enable = useSave(
    (enabled: boolean) => ask(api.PATCH('/content-sources/{sourceId}', { params, body: { enabled } })),
    { changes: sourceKeys },
  )
  const remove = useSave(() => ask(api.DELETE('/content-sources/{sourceId}', { params })), { changes: sourceKeys })
  const { name, last_errors } = source
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Box miw={0}>
            <Group gap="xs">
              <Text fw={600}>{name}</Text>
              <Badge variant="light" color="gray">
                {platformName(source.platform)}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {platform ? platformForms[platform].about(source.config) : 'uploaded archive'} · {syncedText(source)}
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
          <Alert color="yellow" title="The last sync was incomplete">
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
              <Button size="xs" variant="default" aria-label={`Edit: ${name}`} onClick={open}>
                Edit
              </Button>
              <FormModal opened={isOpen} onClose={close} title={`Edit ${name}`} size="lg">
                <SourceForm agentId={source.agent_id} platform={platform} source={source} onSaved={close} />
              </FormModal>
            </>
          )}
          <ConfirmButton
            size="xs"
            label="Delete"
            about={name}
            title={`Delete the source ${name}?`}
            onConfirm={() => remove.mutateAsync(undefined)}
          >
            Imported content stays, but nothing new is imported.
          </ConfirmButton>
          <Text size="sm" aria-live="polite">
            {sync.isPending && 'Syncing. The first sync may take a few minutes.'}
            {sync.data &&
              `${pluralize(sync.data.imported, 'item')} imported, ${sync.data.updated} updated, ${sync.data.skipped} skipped.`}
          </Text>
        </Group>
      </Stack>
    </Card>
  )
}
