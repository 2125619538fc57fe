import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, ask } from '../api/client.ts'
import { githubConnectionsQuery, type Source, sourceKeys, xConnectionsQuery } from '../api/source-queries.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'
import { FormError, textsOf } from './form.tsx'
import { type FetchedPlatform, platformForms } from './source-fields.tsx'

interface SourceFormProps {
  agentId: string
  platform: FetchedPlatform
  /** The one that is changed; without it a new one is made. */
  source?: Source
  onSaved?: () => void
}

/** What a source reads, and how. */
export function SourceForm({ agentId, platform, source, onSaved }: SourceFormProps) {
  const { Fields, settingsOf } = platformForms[platform]
  const connections = useConnections(platform)
  const save = useSave(
    ({ name, connection, ...texts }: Record<string, string>): Promise<unknown> => {
      const body = {
        // What it is called after what it reads goes on to be.
        ...(name !== (source?.name ?? '') && { name: name || null }),
        config: settingsOf(texts),
        ...(connections && { [connections.key]: connection || null }),
      }
      if (!source) return ask(api.POST('/content-sources', { body: { agentId, platform, ...body } }))
      return ask(api.PATCH('/content-sources/{sourceId}', { params: { path: { sourceId: source.id } }, body }))
    },
    { changes: sourceKeys, silent: true },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    save.mutate(textsOf(form), {
      onSuccess: () => {
        if (!source) form.reset()
        onSaved?.()
      },
    })
  }
  if (connections?.isNeeded && connections.choices.length === 0) return <NoConnection />
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Fields config={source?.config ?? {}} />
        <Group align="flex-end">
          <TextInput
            label="Name"
            name="name"
            description="Left empty, it is called after what it reads"
            defaultValue={source?.name}
            maxLength={200}
            flex="1 1 220px"
          />
          {connections && connections.choices.length > 0 && (
            <NativeSelect
              label="Connection"
              name="connection"
              data={[...(connections.isNeeded ? [] : [{ value: '', label: 'The first' }]), ...connections.choices]}
              defaultValue={source?.[connections.field] ?? undefined}
              flex="1 1 180px"
            />
          )}
        </Group>
        <FormError error={save.error} />
        <Group>
          <Button type="submit" variant={source ? 'filled' : 'default'} loading={save.isPending}>
            {source ? 'Save source' : 'Add source'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function NoConnection() {
  const { slug } = useOrganization()
  return (
    <Alert color="yellow" title="No account of X is connected yet">
      Posts are read with the keys of an account.{' '}
      <TextLink to={paths.connections} params={{ org: slug }} c="inherit" size="sm" underline="always">
        Add a connection to X
      </TextLink>
      , or upload the archive that X hands you.
    </Alert>
  )
}

/** The connections that a platform may be read with; undefined for one that needs none. */
function useConnections(platform: FetchedPlatform) {
  const { id: orgId } = useOrganization()
  const { data: github } = useSuspenseQuery(githubConnectionsQuery(orgId))
  const { data: x } = useSuspenseQuery(xConnectionsQuery(orgId))
  if (platform === 'github') {
    const choices = github.map(({ id, github_username }) => ({ value: id, label: github_username }))
    return { key: 'githubConnectionId', field: 'github_connection_id', choices, isNeeded: false } as const
  }
  if (platform === 'twitter') {
    const choices = x.map(({ id, label, x_username }) => ({ value: id, label: label ?? `@${x_username}` }))
    return { key: 'xConnectionId', field: 'x_connection_id', choices, isNeeded: true } as const
  }
  return undefined
}
