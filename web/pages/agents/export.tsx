import {
  Alert,
  Anchor,
  Code,
  Grid,
  Group,
  List,
  NativeSelect,
  Radio,
  ScrollArea,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { type Format, formatTitles } from '../../api/formats.ts'
import { pluralize } from '../../api/words.ts'
import { Loading } from '../../ui/failure.tsx'
import { Copy } from '../../ui/secret.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

/** The folders in which tools look for skills; the first is the default. */
const skillFolders = ['.claude/skills', '.agents/skills'] as const
type SkillFolder = (typeof skillFolders)[number]

/** Exports the agent to the formats of other tools, and lists what each of them cannot hold. */
export function ExportPage() {
  const { agentId } = useAgentParams()
  const [format, setFormat] = useState<Format>('claude_md')
  const [folder, setFolder] = useState<SkillFolder>(skillFolders[0])
  const path = format === 'skill' ? folder : undefined
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 4, lg: 3 }}>
        <Radio.Group label="Format" value={format} onChange={(value) => setFormat(value as Format)}>
          <Stack gap={6} mt={4}>
            {Object.entries(formatTitles).map(([value, label]) => (
              <Radio key={value} value={value} label={label} size="xs" />
            ))}
          </Stack>
        </Radio.Group>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 8, lg: 9 }}>
        <Stack>
          <Group align="end">
            {path && (
              <NativeSelect
                label="Folder"
                data={skillFolders}
                value={folder}
                onChange={(event) => setFolder(event.currentTarget.value as SkillFolder)}
              />
            )}
            <Anchor
              href={`/api/v1/agents/${agentId}/export?format=${format}${path ? `&path=${encodeURIComponent(path)}` : ''}`}
              download
              pb={6}
            >
              Download
            </Anchor>
          </Group>
          <Suspense fallback={<Loading />}>
            <Exported agentId={agentId} format={format} path={path} />
          </Suspense>
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

interface Report {
  files: { path: string; content: string }[]
  lost: { item_id: string | null; field: string; reason: string }[]
}

function Exported({ agentId, format, path }: { agentId: string; format: Format; path: SkillFolder | undefined }) {
  const { data } = useSuspenseQuery({
    queryKey: ['identity', 'export', agentId, format, path],
    queryFn: async () => {
      const params = { path: { agentId }, query: { format, report: true, ...(path && { path }) } }
      return (await ask(api.GET('/agents/{agentId}/export', { params }))) as Report
    },
  })
  const { files, lost } = data
  return (
    <>
      {lost.length > 0 && (
        <Alert color="yellow" title={`${pluralize(lost.length, 'detail')} cannot be exported`}>
          <List size="sm">
            {summaryOf(lost).map(({ text, count }) => (
              <List.Item key={text}>
                {text}
                {count > 1 && ` (${count})`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {files.map(({ path, content }) => (
        <Stack gap="xs" key={path} component="section" aria-label={path}>
          <Group justify="space-between">
            <Title order={2} size="h5">
              {path}
            </Title>
            <Copy value={content} label="Copy" about={path} />
          </Group>
          <ScrollArea.Autosize mah={480} viewportProps={{ tabIndex: 0 }}>
            <Code block>{content}</Code>
          </ScrollArea.Autosize>
        </Stack>
      ))}
      <Text size="sm" c="dimmed">
        Edit the files wherever you like. Import them again, and your edits become a change request.
      </Text>
    </>
  )
}

/** One line for each kind of loss, however many items it affects. */
function summaryOf(lost: Report['lost']): { text: string; count: number }[] {
  const counts = Map.groupBy(lost, ({ field, reason }) => `${field.replaceAll('_', ' ')}: ${reason}`)
  return [...counts].map(([text, entries]) => ({ text, count: entries.length }))
}
