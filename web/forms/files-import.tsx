import { Badge, Button, FileButton, Group, Stack, Table, Text, Title } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, ask, slowApi } from '../api/client.ts'
import { formatTitles } from '../api/formats.ts'
import { identityKeys } from '../api/identity.ts'
import { pluralize, titleOf } from '../api/words.ts'
import { FormError } from './form.tsx'
import { LostLines } from './lost-lines.tsx'

type ImportPreview = Answer<'/agents/{agentId}/import', 'post'>
type Status = ImportPreview['items'][number]['status']

interface ReadFile {
  path: string
  content: string
  encoding?: 'base64'
}

const statuses: Record<Status, { label: string; color: string }> = {
  new: { label: 'New', color: 'green' },
  created: { label: 'New', color: 'green' },
  deduplicated: { label: 'Exists', color: 'gray' },
  unchanged: { label: 'Unchanged', color: 'gray' },
  proposed: { label: 'Edited', color: 'blue' },
  removed: { label: 'Removed', color: 'red' },
}

/** Files of other tools, or exported ones that were edited: shows what was found before anything is written. */
export function FilesImport({ agentId, onImported }: { agentId: string; onImported: (found: ImportPreview) => void }) {
  const client = useQueryClient()
  const [files, setFiles] = useState<ReadFile[]>([])
  const send = (files: ReadFile[], dryRun: boolean) =>
    ask(slowApi.POST('/agents/{agentId}/import', { params: { path: { agentId } }, body: { files, dryRun } }))
  const preview = useMutation({
    mutationFn: async (chosen: File[]) => {
      const read = await Promise.all(chosen.map(readFile))
      setFiles(read)
      return send(read, true)
    },
  })
  const save = useMutation({
    mutationFn: () => send(files, false),
    onSuccess: async (found) => {
      await Promise.all(identityKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
      onImported(found)
    },
  })
  const found = preview.data
  return (
    <Stack component="section" aria-label="Import files" gap="sm">
      <Title order={2} size="h4">
        Import files
      </Title>
      <Text size="sm" c="dimmed">
        CLAUDE.md, Cursor rules, SOUL.md, Letta, CrewAI, character cards and others. Edits of files that were exported
        from this agent become a change request.
      </Text>
      <Group>
        <FileButton multiple onChange={(chosen) => chosen.length > 0 && preview.mutate(chosen)}>
          {(props) => (
            <Button variant="default" leftSection={<IconFiles size={16} />} loading={preview.isPending} {...props}>
              Choose files
            </Button>
          )}
        </FileButton>
      </Group>
      <FormError error={preview.error ?? save.error} />
      {found && <PreviewedItems found={found} />}
      {found && countOf(found) > 0 && (
        <Group>
          <Button onClick={() => save.mutate()} loading={save.isPending}>
            {found.changes.length > 0
              ? `Propose ${pluralize(found.changes.length, 'change')}`
              : `Import ${pluralize(countOf(found), 'item')}`}
          </Button>
        </Group>
      )}
      {found && <LostLines {...found} />}
    </Stack>
  )
}

/** Summarizes how much would be written. */
const countOf = ({ items, changes }: ImportPreview) =>
  changes.length || items.filter(({ status }) => status === 'new').length

function PreviewedItems({ found }: { found: ImportPreview }) {
  const changed = found.items.filter(({ status }) => status !== 'unchanged')
  return (
    <>
      <Text size="sm" role="status">
        {`${formatTitles[found.format]}: ${pluralize(found.items.length, 'item')} found, ${found.unchanged} unchanged.`}
      </Text>
      {changed.length > 0 && (
        <Table verticalSpacing="xs" aria-label="Items found">
          <Table.Tbody>
            {changed.map(({ category, statement, status }) => (
              <Table.Tr key={`${status} ${category} ${statement}`}>
                <Table.Td w={110} valign="top">
                  <Badge variant="light" color={statuses[status].color}>
                    {statuses[status].label}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" dir="auto">
                    {statement}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {titleOf(category)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

/** Images travel in base64. */
async function readFile(file: File): Promise<ReadFile> {
  if (!/\.png$/i.test(file.name)) return { path: file.name, content: await file.text() }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return { path: file.name, content: btoa(letters), encoding: 'base64' }
}
