import { Alert, Anchor, Button, Card, Group, List, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import type { FormEvent } from 'react'
import { type TemplateRepository, templateRepositoriesQuery } from '../api/bootstrap-queries.ts'
import { type Answer, ask, slowApi } from '../api/client.ts'
import { formatDateTime, pluralize } from '../api/words.ts'
import { clearAfter, FormError, textsOf } from '../forms/form.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'

type Scraped = Answer<'/bootstrap/scrape', 'post'>

/** Parses `owner/repo` or a repository URL. */
function nameOf(text: string): { owner: string; repo: string } {
  const [repo = '', owner = ''] = text
    .replace(/(\.git)?\/*$/, '')
    .split('/')
    .reverse()
  if (!owner || !repo) throw new Error('Enter the repository as owner/name, such as wshobson/agents')
  return { owner, repo }
}

/** The sources of recommendations: the repositories of agent definitions, and a form to read them. */
export function TemplateLibrary({ repositories }: { repositories: TemplateRepository[] }) {
  const { id: orgId } = useOrganization()
  const scrape = useSave(
    async (text: string) =>
      ask(slowApi.POST('/bootstrap/scrape', { body: text === '' ? {} : { orgId, ...nameOf(text) } })),
    { changes: [templateRepositoriesQuery.queryKey, ['recommendations']], silent: true },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    scrape.mutate(textsOf(form).repository ?? '', { onSuccess: clearAfter(form) })
  }
  const wereRead = repositories.some(({ templates }) => templates > 0)
  return (
    <Stack component="section" aria-label="Sources">
      <Title order={2} size="h4">
        Sources
      </Title>
      <Text size="sm">
        {wereRead
          ? 'Recommendations come from the agent definitions in these public repositories and are subject to their licenses. '
          : 'No repositories read yet. Recommendations come from the starter roles, which are part of the service under its MIT license. Read the repositories to get many more. '}
        Repositories that your organization adds are visible only to your organization.
      </Text>
      <Table aria-label="Repositories">
        <Table.Thead style={{ overflowWrap: 'normal' }}>
          <Table.Tr>
            <Table.Th>Repository</Table.Th>
            <Table.Th>License</Table.Th>
            <Table.Th ta="right">Definitions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {repositories.map(({ repository, url, license, templates, unreadable, scraped_at }) => (
            <Table.Tr key={repository}>
              <Table.Td>
                <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
                  {repository}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {scraped_at ? `Read ${formatDateTime(scraped_at)}` : 'Not read yet'}
                </Text>
              </Table.Td>
              <Table.Td>{license ?? (scraped_at ? 'None found' : '–')}</Table.Td>
              <Table.Td ta="right">
                {templates.toLocaleString('en')}
                {unreadable > 0 && (
                  <Text size="xs" c="dimmed">
                    {unreadable} unreadable
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Card withBorder padding="sm">
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Group align="flex-end">
              <TextInput
                label="Repository"
                name="repository"
                description="Leave blank to read all configured repositories"
                placeholder="wshobson/agents"
                maxLength={300}
                flex="1 1 220px"
              />
              <Button type="submit" variant="default" loading={scrape.isPending}>
                Read definitions
              </Button>
            </Group>
            <Stack gap="xs" aria-live="polite">
              {scrape.isPending && <Text size="sm">Reading. Large repositories take a few minutes.</Text>}
              {scrape.data && <Result {...scrape.data} />}
            </Stack>
            <FormError error={scrape.error} />
          </Stack>
        </form>
      </Card>
    </Stack>
  )
}

const maxErrors = 10

function Result({ repos_scraped, templates_created, templates_updated, templates_skipped, errors }: Scraped) {
  return (
    <>
      <Text size="sm">
        {pluralize(repos_scraped, 'repository', 'repositories')} read: {pluralize(templates_created, 'new definition')},{' '}
        {templates_updated} changed, {templates_skipped} unchanged.
      </Text>
      {errors.length > 0 && (
        <Alert color="yellow" title={`${pluralize(errors.length, 'problem')} while reading`}>
          <List size="sm">
            {errors.slice(0, maxErrors).map(({ repository, path, reason }) => (
              <List.Item key={`${repository} ${path} ${reason}`}>
                {path ?? repository}: {reason}
              </List.Item>
            ))}
          </List>
          {errors.length > maxErrors && <Text size="sm">and {errors.length - maxErrors} more</Text>}
        </Alert>
      )}
    </>
  )
}
