import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { agentsQuery } from '../../api/queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Secret } from '../../ui/secret.tsx'
import stacked from '../../ui/stacked-table.module.css'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { type NewWebhook, WebhookForm } from './webhook-form.tsx'

type Webhook = Answer<'/organizations/{orgId}/webhooks', 'get', 200>['data'][number]
type CreatedWebhook = Answer<'/organizations/{orgId}/webhooks', 'post', 201>

const webhooksQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['webhooks', orgId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/webhooks', { params: { path: { orgId } } })),
  })

/** Addresses that hear of the organization's events. */
export function WebhooksPage() {
  const { id: orgId, role } = useOrganization()
  const { data: webhooks } = useSuspenseQuery(webhooksQuery(orgId))
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]))
  const isOwner = role === 'owner'
  /** All of them: the service shows a secret once, so the next one must not replace it. */
  const [created, setCreated] = useState<CreatedWebhook[]>([])
  const create = useSave(
    (body: NewWebhook) => ask(api.POST('/organizations/{orgId}/webhooks', { params: { path: { orgId } }, body })),
    {
      changes: [webhooksQuery(orgId).queryKey],
      silent: true,
      onSuccess: (webhook) => setCreated((before) => [...before, webhook]),
    },
  )
  return (
    <Stack maw={820}>
      {created.map(({ id, secret, url }) => (
        <Secret
          key={id}
          name="signing secret"
          value={secret}
          warning={`The receiver at ${url} verifies deliveries with it. It is shown only once.`}
        />
      ))}
      {webhooks.data.length === 0 ? (
        <Text>No webhooks yet. They tell programs of yours when prompts change or something waits for review.</Text>
      ) : (
        <Table aria-label="Webhooks" className={stacked.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th>Events</Table.Th>
              <Table.Th>State</Table.Th>
              {isOwner && <Table.Th ta="right">Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {webhooks.data.map((webhook) => (
              <Table.Tr key={webhook.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {webhook.url}
                  <Text size="xs" c="dimmed">
                    Added {formatDateTime(webhook.created_at)}
                  </Text>
                </Table.Td>
                <Table.Td data-label="Events">
                  <Text size="sm">{webhook.events.join(', ')}</Text>
                  {webhook.agent_id && (
                    <Text size="xs" c="dimmed">
                      {agentNames.get(webhook.agent_id) ?? 'One agent'}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td data-label="State">
                  <State {...webhook} />
                </Table.Td>
                {isOwner && (
                  <Table.Td ta="right">
                    <Actions webhook={webhook} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {isOwner && (
        <WebhookForm
          error={create.error}
          isPending={create.isPending}
          onCreate={(webhook, onSuccess) => create.mutate(webhook, { onSuccess })}
        />
      )}
    </Stack>
  )
}

function State({ enabled, disabled_reason, failing_since }: Webhook) {
  const state = !enabled ? 'Off' : failing_since ? `Failing since ${formatDateTime(failing_since)}` : 'On'
  return (
    <>
      <Text size="sm">{state}</Text>
      {disabled_reason && (
        <Text size="xs" c="dimmed">
          {disabled_reason}
        </Text>
      )}
    </>
  )
}

function Actions({ webhook: { id: webhookId, url, enabled } }: { webhook: Webhook }) {
  const { id: orgId } = useOrganization()
  const path = { orgId, webhookId }
  const changes = [webhooksQuery(orgId).queryKey]
  const [tested, setTested] = useState<string>()
  const test = useSave(() => ask(api.POST('/organizations/{orgId}/webhooks/{webhookId}/test', { params: { path } })), {
    changes: [],
    silent: true,
    onSuccess: ({ id }) => setTested(id),
  })
  const change = useSave(
    () =>
      ask(api.PATCH('/organizations/{orgId}/webhooks/{webhookId}', { params: { path }, body: { enabled: !enabled } })),
    { changes },
  )
  const remove = useSave(() => ask(api.DELETE('/organizations/{orgId}/webhooks/{webhookId}', { params: { path } })), {
    changes,
  })
  return (
    <Stack gap={4} align="flex-end">
      <Group gap="xs" justify="flex-end">
        {enabled && (
          <Button
            size="xs"
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate()}
            aria-label={`Send a test: ${url}`}
          >
            Send a test
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate()}
          aria-label={`${enabled ? 'Switch off' : 'Switch on'}: ${url}`}
        >
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <ConfirmButton
          size="xs"
          label="Delete"
          about={url}
          title="Delete this webhook?"
          onConfirm={() => remove.mutateAsync()}
        >
          {url} hears of nothing any longer, and the list of its deliveries is lost.
        </ConfirmButton>
      </Group>
      {tested && <TestOutcome webhookId={webhookId} deliveryId={tested} />}
    </Stack>
  )
}

/** The outcome of a test event; asks again until there is one. */
function TestOutcome({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const { id: orgId } = useOrganization()
  const params = { path: { orgId, webhookId }, query: { limit: 20 } }
  const { data } = useQuery({
    queryKey: ['webhook-deliveries', webhookId, deliveryId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/webhooks/{webhookId}/deliveries', { params })),
    select: ({ data }) => data.find(({ id }) => id === deliveryId),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ id, status, error }) => id === deliveryId && (status !== 'pending' || error))
        ? false
        : 1000,
  })
  return (
    <Text size="xs" role="status">
      {data?.status === 'delivered' ? 'The test arrived.' : (data?.error ?? 'Sending…')}
    </Text>
  )
}
