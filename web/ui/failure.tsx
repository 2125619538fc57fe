import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, CodeMissing } from '../api/client.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from './links.tsx'

/** Shown in place of a page that failed to load: what happened, and the ways out. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const router = useRouter()
  const [isTrying, setTrying] = useState(false)
  const tryAgain = async () => {
    if (error instanceof CodeMissing) {
      setTrying(true)
      // A reload while the service is down would end on the browser's error page.
      const isBack = await fetch('/healthz').then(
        ({ ok }) => ok,
        () => false,
      )
      if (isBack) return location.reload()
      return setTrying(false)
    }
    resetQueries()
    reset()
    router.invalidate()
  }
  if (error instanceof ApiError && error.status === 404) return <NotFound what={error.message} />
  return (
    <Alert color="red" title="Couldn't load this page" icon={<IconAlertTriangle />} role="alert" m="md">
      <Stack>
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={tryAgain} loading={isTrying}>
            Retry
          </Button>
          <ButtonLink size="xs" variant="default" to={paths.root} reloadDocument>
            Go to home page
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  )
}

export function NotFound({ what = 'Page not found' }: { what?: string }) {
  return (
    <Alert
      color="yellow"
      title={
        <Title order={1} size="inherit">
          {what}
        </Title>
      }
      m="md"
    >
      <Stack align="flex-start">
        <Text size="sm">It may have been deleted, or it belongs to an organization you are not a member of.</Text>
        <ButtonLink size="xs" to={paths.root}>
          Go to home page
        </ButtonLink>
      </Stack>
    </Alert>
  )
}

/** Shown while a page loads; requests time out, so it never stays. */
export function Loading() {
  return (
    <Center mih={200}>
      <Loader role="status" aria-label="Loading" />
    </Center>
  )
}
