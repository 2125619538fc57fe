import { Progress, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, ask } from '../../api/client.ts'
import { useOrganization } from '../../ui/use-organization.ts'

const usageQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['usage', orgId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/usage', { params: { path: { orgId } } })),
  })

const count = (number: number) => number.toLocaleString('en-US')
const megabyte = 1024 * 1024
const megabytes = (bytes: number) =>
  `${(bytes / megabyte).toLocaleString('en-US', { maximumFractionDigits: bytes < 10 * megabyte ? 1 : 0 })} MB`

const rows = [
  { name: 'items', label: 'Items', format: count },
  { name: 'agents', label: 'Agents', format: count },
  { name: 'bytes', label: 'Content and messages', format: megabytes },
] as const

/** Shows the quotas of the organization, and how much of each is used. */
export function UsageSection() {
  const { id } = useOrganization()
  const { data: usage } = useSuspenseQuery(usageQuery(id))
  return (
    <section aria-label="Usage">
      <Title order={2} size="h5">
        Usage
      </Title>
      <Stack gap="xs" mt="xs">
        {rows.map(({ name, label, format }) => {
          const { used, quota } = usage[name]
          const text = quota === null ? format(used) : `${format(used)} of ${format(quota)}`
          return (
            <div key={name}>
              <Text size="sm">
                {label}: {text}
              </Text>
              {quota !== null && (
                <Progress
                  aria-label={`${label} used`}
                  value={Math.min(100, (used / quota) * 100)}
                  color={used >= quota ? 'red' : undefined}
                />
              )}
            </div>
          )
        })}
        <Text size="sm" c="dimmed">
          The operator of the service sets these quotas. Beyond them the service stores nothing new, and keeps what is
          stored.
        </Text>
      </Stack>
    </section>
  )
}
