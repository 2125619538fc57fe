import { Alert, Button, Card, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { ask, slowApi } from '../../api/client.ts'
import { type Organization, organizationsQuery } from '../../api/queries.ts'
import { formOf } from '../../api/source-queries.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Exports the organization as one archive, and makes a new organization of such an archive. */
export function ArchiveCard({ organization }: { organization: Pick<Organization, 'slug'> }) {
  const save = useSave(
    (file: File) =>
      ask(
        slowApi.POST('/organizations/import', {
          // To the types, a file in a form is text.
          body: { file: file as unknown as string },
          bodySerializer: formOf,
        }),
      ),
    { changes: [organizationsQuery.queryKey], silent: true },
  )
  const imported = save.data?.organization
  return (
    <Card withBorder mt="xl">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Archive
        </Title>
        <Text size="sm">
          An archive has everything in the organization except keys, connections and webhooks. An import creates a new
          organization from it, and changes nothing in this one.
        </Text>
        <Group>
          <Button
            component="a"
            variant="default"
            leftSection={<IconDownload size={16} />}
            href={`/api/v1/organizations/${organization.slug}/export`}
            download
          >
            Export organization
          </Button>
          <FileButton onChange={(file) => file && save.mutate(file)} accept=".zip,application/zip">
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} />} loading={save.isPending}>
                Import organization…
              </Button>
            )}
          </FileButton>
        </Group>
        {save.error && (
          <Alert color="red" title="The archive was not imported">
            {save.error.message}
          </Alert>
        )}
        {imported && (
          <Alert color="green" title={`${imported.name} was imported`}>
            <TextLink underline="always" to={paths.organization} params={{ org: imported.slug }}>
              Open {imported.name}
            </TextLink>
            . Its content sources are off until you turn them on.
          </Alert>
        )}
      </Stack>
    </Card>
  )
}
