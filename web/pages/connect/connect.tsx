import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { firstAgentsQuery } from '../../api/queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { InstallHint } from '../../ui/install-hint.tsx'
import { Lines } from '../../ui/lines.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { accesses } from '../organization/key-words.ts'
import { keysQuery } from '../organization/keys.tsx'
import { connectCommands, tools } from './tools.ts'

/** How often the page checks whether a key was used, in milliseconds. */
const pollMs = 5000

const route = getRouteApi('/signed-in/o/$org/connect')

type Access = (typeof accesses)[number]['value']

interface NewKey {
  id: string
  key: string
}

/** Shows the lines that connect a tool, with a key created here, and whether the first call has arrived. */
export function ConnectPage() {
  const { id: orgId } = useOrganization()
  const search = route.useSearch()
  const [name, setName] = useState(tools[0]!.name)
  const { data: agents } = useQuery(firstAgentsQuery(orgId))
  const [chosen, setChosen] = useState(search.agent)
  const agent = chosen ?? agents?.data[0]?.slug ?? 'ada'
  const [access, setAccess] = useState<Access>('propose')
  /** By tool: each has a key of its own, which can be revoked alone. */
  const [keys, setKeys] = useState<Record<string, NewKey>>({})
  const { command, where, lines } = tools.find((tool) => tool.name === name)!
  const made = keys[name]
  const create = useSave(
    (label: string) =>
      ask(api.POST('/organizations/{orgId}/api-keys', { params: { path: { orgId } }, body: { label, access } })),
    {
      changes: [keysQuery(orgId).queryKey],
      onSuccess: ({ id, key }, label) => setKeys((known) => ({ ...known, [label]: { id, key } })),
    },
  )
  const connection = { url: window.location.origin, key: made?.key ?? 'YOUR_KEY', agent }
  return (
    <Page title="Connect" description="Give a tool or a program the identities of this organization.">
      <Stack maw={820}>
        <Group align="end">
          <NativeSelect
            label="Tool"
            data={tools.map((tool) => tool.name)}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput label="Agent" value={agent} onChange={(event) => setChosen(event.currentTarget.value)} />
          {!made && (
            <>
              <NativeSelect
                label="Access of the key"
                data={accesses.map(({ value, label }) => ({ value, label }))}
                value={access}
                onChange={(event) => setAccess(event.currentTarget.value as Access)}
              />
              <Button loading={create.isPending} onClick={() => create.mutate(name)}>
                Create a key for {name}
              </Button>
            </>
          )}
        </Group>
        {command !== undefined && (
          <>
            <Lines
              label={`Commands for ${name}`}
              title="Run these in a terminal, in the folder of your project."
              text={connectCommands(connection, command)}
            />
            <InstallHint />
          </>
        )}
        <Lines
          label={`Lines for ${name}`}
          title={
            command === undefined ? where : `Or use the tool's own settings, without a rules file and a hook: ${where}`
          }
          text={lines(connection)}
        />
        {made ? (
          <>
            <Text size="sm" c="dimmed">
              The key is shown only here and now. You can revoke it under Organization, API keys.
            </Text>
            <FirstCall orgId={orgId} keyId={made.id} />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            Create a key, and it takes the place of YOUR_KEY. {accesses.find(({ value }) => value === access)!.hint}.
          </Text>
        )}
      </Stack>
    </Page>
  )
}

function FirstCall({ orgId, keyId }: { orgId: string; keyId: string }) {
  const { data: usedAt } = useQuery({
    ...keysQuery(orgId),
    select: (keys) => keys.find(({ id }) => id === keyId)?.last_used_at,
    refetchInterval: ({ state }) => (state.data?.find(({ id }) => id === keyId)?.last_used_at ? false : pollMs),
  })
  return (
    <div role="status">
      {usedAt ? (
        <Alert color="green" icon={<IconCheck />} title="Connected">
          The first call came in on {formatDateTime(usedAt)}.
        </Alert>
      ) : (
        <Alert color="gray" icon={<IconHourglass />} title="Waiting for the first call">
          This page tells you as soon as the key is used.
        </Alert>
      )}
    </div>
  )
}
