import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { api, ask, type Body } from '../api/client.ts'
import { sourcesOfAgentQuery } from '../api/discovery-queries.ts'
import { camelKeys } from '../api/key-case.ts'
import { found } from '../api/queries.ts'
import { githubConnectionsQuery, type Source, sourceKeys, xConnectionsQuery } from '../api/source-queries.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'
import { EditForm } from './edit-form.tsx'
import { clearAfter, FormError, textsOf, useUnsavedForm } from './form.tsx'
import { type FetchedPlatform, platformForms } from './sources/platforms.ts'

interface SourceFormProps {
  agentId: string
  platform: FetchedPlatform
  /** The source to edit; undefined for a new one. */
  source?: Source
  /** Called once everything in the form is saved. */
  onSaved?: () => void
}

/** The settings of a new or existing source. */
export function SourceForm({ agentId, platform, source, onSaved }: SourceFormProps) {
  const { Fields, configOf } = platformForms[platform]
  const connections = useConnections(platform)
  const client = useQueryClient()
  if (connections?.isNeeded && connections.choices.length === 0) return <NoConnection />

  const editedOf = ({ name, connection, ...texts }: Record<string, string>): Partial<Source> => ({
    // With null the service names the source after its settings.
    ...(name !== (source?.name ?? '') && { name: name || (null as never) }),
    config: configOf(texts),
    ...(connections && { [connections.field]: connection || null }),
  })
  const fields = (seen?: Source) => (
    <>
      <Fields config={seen?.config ?? {}} />
      <Group align="flex-end">
        <TextInput
          label="Name"
          name="name"
          description="Optional; defaults to the source name"
          defaultValue={seen?.name}
          maxLength={200}
          flex="1 1 220px"
        />
        {connections && connections.choices.length > 0 && (
          <NativeSelect
            label="Connection"
            name="connection"
            data={[...(connections.isNeeded ? [] : [{ value: '', label: 'Automatic' }]), ...connections.choices]}
            defaultValue={seen?.[connections.field] ?? undefined}
            flex="1 1 180px"
          />
        )}
      </Group>
    </>
  )
  if (!source)
    return (
      <NewSourceForm body={(texts) => ({ ...camelKeys(editedOf(texts)), agentId, platform })}>{fields()}</NewSourceForm>
    )
  return (
    <EditForm
      record={source}
      write={(body) =>
        ask(api.PATCH('/content-sources/{sourceId}', { params: { path: { sourceId: source.id } }, body }))
      }
      read={async () => found(await client.fetchQuery({ ...sourcesOfAgentQuery(agentId), staleTime: 0 }), source.id)}
      editedOf={editedOf}
      labels={{
        name: 'Name',
        config: 'Settings',
        github_connection_id: 'Connection',
        x_connection_id: 'Connection',
      }}
      changes={sourceKeys}
      submitLabel="Save source"
      onSaved={(isComplete) => isComplete && onSaved?.()}
    >
      {fields}
    </EditForm>
  )
}

interface NewSourceFormProps {
  body: (texts: Record<string, string>) => Body<'/content-sources', 'post'>
  children: ReactNode
}

function NewSourceForm({ body, children }: NewSourceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const save = useSave((texts: Record<string, string>) => ask(api.POST('/content-sources', { body: body(texts) })), {
    changes: sourceKeys,
    silent: true,
  })
  useUnsavedForm(form)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(textsOf(event.currentTarget), { onSuccess: clearAfter(event.currentTarget) })
  }
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="sm">
        {children}
        <FormError error={save.error} />
        <Group>
          <Button type="submit" variant="default" loading={save.isPending}>
            Add source
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function NoConnection() {
  const { slug } = useOrganization()
  return (
    <Alert color="yellow" title="No X account connected yet">
      Reading posts requires the keys of an X account.{' '}
      <TextLink to={paths.connections} params={{ org: slug }} c="inherit" size="sm" underline="always">
        Add an X connection
      </TextLink>
      , or upload an archive of your X data.
    </Alert>
  )
}

/** The connections that can read a platform; undefined for a platform that uses none. */
function useConnections(platform: FetchedPlatform) {
  const { id: orgId } = useOrganization()
  const { data: github } = useSuspenseQuery(githubConnectionsQuery(orgId))
  const { data: x } = useSuspenseQuery(xConnectionsQuery(orgId))
  const { connection } = platformForms[platform]
  if (connection?.kind === 'github') {
    const choices = github.map(({ id, github_username }) => ({ value: id, label: github_username }))
    return { field: 'github_connection_id', choices, isNeeded: connection.isNeeded } as const
  }
  if (connection?.kind === 'x') {
    const choices = x.map(({ id, label, x_username }) => ({ value: id, label: label ?? `@${x_username}` }))
    return { field: 'x_connection_id', choices, isNeeded: connection.isNeeded } as const
  }
  return undefined
}
