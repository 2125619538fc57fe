import { Button, Group, List, Text } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type Answer, api, ask } from '../../api/client.ts'
import { formatDateTime } from '../../api/words.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useSignOut } from '../../ui/use-sign-out.ts'
import { Section } from './section.tsx'

const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: () => ask(api.GET('/account/sessions')),
})
type Session = Answer<'/account/sessions', 'get'>['data'][number]

/** The browsers in which the account is signed in, each to be signed out. */
export function Sessions() {
  const { data } = useSuspenseQuery(sessionsQuery)
  const signOut = useSignOut()
  const end = useSave(
    (accountSessionId: string) =>
      ask(api.DELETE('/account/sessions/{accountSessionId}', { params: { path: { accountSessionId } } })),
    { changes: [sessionsQuery.queryKey] },
  )
  return (
    <Section title="Sessions">
      <Text size="sm" c="dimmed">
        You stay signed in for 30 days after your last visit, up to 90 days in total.
      </Text>
      <List
        aria-label="Sessions"
        listStyleType="none"
        spacing="xs"
        size="sm"
        styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
      >
        {data.data.map((session) => (
          <List.Item key={session.id}>
            <Group justify="space-between">
              <div>
                {browserOf(session)}
                {session.is_current && ' (this browser)'}
                <Text size="xs" c="dimmed">
                  Signed in {formatDateTime(session.created_at)}
                  {session.signed_in_by && ` by ${session.signed_in_by}`} from {session.ip ?? 'an unknown address'}
                </Text>
              </div>
              {session.is_current ? (
                <Button size="xs" variant="default" onClick={signOut}>
                  Sign out
                </Button>
              ) : (
                <ConfirmButton
                  size="xs"
                  label="End"
                  about={`${browserOf(session)}, ${formatDateTime(session.created_at)}`}
                  title="End this session?"
                  onConfirm={() => end.mutateAsync(session.id)}
                >
                  This browser is signed out immediately.
                </ConfirmButton>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const names: Partial<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' }
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const

/** Names the browser in words: "Chrome on Linux"; in the order in which browsers claim to be others. */
function browserOf({ user_agent }: Session): string {
  const browser = browsers.find((name) => user_agent?.includes(`${name}/`))
  const system = systems.find((name) => user_agent?.includes(name))
  if (!browser) return user_agent ?? 'Unknown browser'
  return [names[browser] ?? browser, system && `on ${system.replace('Mac OS X', 'macOS')}`].filter(Boolean).join(' ')
}
