import { Alert, Anchor, Button, Card, Group, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { agentsQuery, authOptionsQuery } from '../../api/queries.ts'
import {
  type GithubConnection,
  githubConnectionsQuery,
  githubSignIn,
  type XConnection,
  xConnectionsQuery,
} from '../../api/source-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { ArchiveForm } from '../../forms/archive-form.tsx'
import { clearAfter, FormError, textsOf } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { MembersOnly, OwnersOnly } from '../../ui/owners-only.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { ConnectionTable } from './connection-table.tsx'

/** Accounts that the service reads content with, and archives that people upload. */
export function ConnectionsPage() {
  const { id: orgId } = useOrganization()
  const [{ data: github }, { data: options }, { data: x }] = useSuspenseQueries({
    queries: [githubConnectionsQuery(orgId), authOptionsQuery, xConnectionsQuery(orgId)],
  })
  return (
    <Stack gap="xl" maw={720}>
      <OwnersOnly what="connections">
        <Stack gap="xl">
          <GithubConnections connections={github} maySignIn={options.connects_github} />
          <XConnections connections={x} />
        </Stack>
      </OwnersOnly>
      <MembersOnly what="content">
        <Archives />
      </MembersOnly>
    </Stack>
  )
}

/** Queries that adding or deleting a connection may affect. */
const changes = [['connections'], ['content-sources']]

function Section({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
      {children}
    </Stack>
  )
}

function GithubConnections({ connections, maySignIn }: { connections: GithubConnection[]; maySignIn: boolean }) {
  const { id: orgId } = useOrganization()
  const wasDenied = useSearch({ from: '/signed-in/o/$org/organization/connections' }).github === 'denied'
  const add = useSave((token: string) => ask(api.POST('/github/connections', { body: { orgId, token } })), {
    changes,
    silent: true,
  })
  const remove = useSave(
    (connectionId: string) =>
      ask(api.DELETE('/github/connections/{connectionId}', { params: { path: { connectionId } } })),
    { changes },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    add.mutate(textsOf(form).token ?? '', { onSuccess: clearAfter(form) })
  }
  return (
    <Section title="GitHub" about="Required only for private repositories">
      {wasDenied && (
        <Alert color="yellow" title="GitHub access was denied" role="alert">
          No account was connected. Sign in again, or use a token.
        </Alert>
      )}
      <ConnectionTable
        label="Connections to GitHub"
        connections={connections.map(({ id, github_username, auth_type, usage_count, created_at }) => ({
          id,
          account: github_username,
          name: github_username,
          origin: `${auth_type === 'oauth' ? 'via sign-in' : 'via token'}, added ${formatDateTime(created_at)}`,
          use: usage_count > 0 ? `Used by ${pluralize(usage_count, 'source')}` : 'Unused',
          loss:
            usage_count > 0
              ? `${pluralize(usage_count, 'source')} will lose this connection. Private repositories need another one to sync.`
              : 'Private repositories can no longer be read with it.',
        }))}
        onDelete={remove.mutateAsync}
      />
      <Card withBorder padding="sm">
        <form onSubmit={submit}>
          <Stack gap="sm">
            <PasswordInput
              label="Personal access token"
              name="token"
              description="Needs read access to the repositories. It is verified with GitHub, stored encrypted, and never shown again"
              placeholder="github_pat_…"
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide personal access token' }}
              autoComplete="off"
              required
              maxLength={500}
            />
            <FormError error={add.error} />
            <Group gap="xs">
              <Button type="submit" variant="default" loading={add.isPending}>
                Connect GitHub
              </Button>
              {maySignIn && (
                <Button type="submit" form="github-sign-in" variant="default">
                  Sign in with GitHub
                </Button>
              )}
            </Group>
          </Stack>
        </form>
        <form id="github-sign-in" method="post" action={githubSignIn(orgId, location.pathname)} />
      </Card>
    </Section>
  )
}

const keys = [
  { name: 'apiKey', label: 'API key' },
  { name: 'apiSecret', label: 'API key secret' },
  { name: 'accessToken', label: 'Access token' },
  { name: 'accessTokenSecret', label: 'Access token secret' },
] as const

function XConnections({ connections }: { connections: XConnection[] }) {
  const { id: orgId } = useOrganization()
  const add = useSave(
    ({ label, xUsername = '', xUserId = '', ...texts }: Record<string, string>) => {
      const { apiKey = '', apiSecret = '', accessToken = '', accessTokenSecret = '' } = texts
      const secrets = { apiKey, apiSecret, accessToken, accessTokenSecret }
      return ask(api.POST('/x-connections', { body: { orgId, label: label || null, xUsername, xUserId, ...secrets } }))
    },
    { changes, silent: true },
  )
  const remove = useSave((id: string) => ask(api.DELETE('/x-connections', { body: { id } })), { changes })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    add.mutate(textsOf(form), { onSuccess: clearAfter(form) })
  }
  return (
    <Section title="X" about="Posts are read with the keys of an X developer app">
      <ConnectionTable
        label="Connections to X"
        connections={connections.map(({ id, label, x_username, created_at, last_used_at }) => ({
          id,
          account: `@${x_username}`,
          name: label ?? `@${x_username}`,
          origin: `@${x_username}, added ${formatDateTime(created_at)}`,
          use: last_used_at ? `Last used ${formatDateTime(last_used_at)}` : 'Never used',
          loss: 'Its sources keep their content, but import nothing new.',
        }))}
        onDelete={remove.mutateAsync}
      />
      <Card withBorder padding="sm">
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Group align="flex-start" grow preventGrowOverflow={false}>
              <TextInput label="Account" name="xUsername" placeholder="ada_writes" required maxLength={16} miw={200} />
              <TextInput
                label="Account ID"
                name="xUserId"
                placeholder="2244994945"
                inputMode="numeric"
                required
                maxLength={25}
                miw={200}
              />
              <TextInput label="Name" name="label" placeholder="Ada’s account" maxLength={200} miw={200} />
            </Group>
            <Group align="flex-start" grow preventGrowOverflow={false}>
              {keys.map(({ name, label }) => (
                <PasswordInput
                  key={name}
                  label={label}
                  name={name}
                  autoComplete="off"
                  visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${label}` }}
                  required
                  maxLength={500}
                  miw={250}
                />
              ))}
            </Group>
            <Text size="sm" c="dimmed">
              All four are listed with the keys of your app at{' '}
              <Anchor href="https://developer.x.com" target="_blank" rel="noreferrer" size="sm" underline="always">
                developer.x.com
              </Anchor>
              . They are stored encrypted, and never shown again.
            </Text>
            <FormError error={add.error} />
            <Group>
              <Button type="submit" variant="default" loading={add.isPending}>
                Connect X
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

function Archives() {
  const { id: orgId, slug } = useOrganization()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const [agentId, setAgentId] = useState(agents[0]?.id ?? null)
  return (
    <Section title="Archives" about="Import your data from LinkedIn, X or Substack as content of an agent">
      {agents.length === 0 ? (
        <Group>
          <Text size="sm">Archives are imported for an agent. Create one first.</Text>
          <ButtonLink to={paths.start} params={{ org: slug }} size="xs" variant="default">
            New agent
          </ButtonLink>
        </Group>
      ) : (
        <Card withBorder padding="sm">
          <Stack gap="sm">
            <Select
              label="Agent"
              data={agents.map(({ id, name }) => ({ value: id, label: name }))}
              value={agentId}
              onChange={setAgentId}
              allowDeselect={false}
              searchable={agents.length > 10}
              limit={100}
              maw={320}
            />
            {agentId && <ArchiveForm key={agentId} agentId={agentId} />}
          </Stack>
        </Card>
      )}
    </Section>
  )
}
