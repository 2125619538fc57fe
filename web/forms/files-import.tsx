import { Badge, Button, FileButton, Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api, ask, type Body, slowApi } from '../api/client.ts'
import { formatTitles } from '../api/formats.ts'
import { identityKeys, identityQuery } from '../api/identity.ts'
import { type Agent, agentQuery, agentsQuery } from '../api/queries.ts'
import { pluralize, titleOf } from '../api/words.ts'
import { FormError } from './form.tsx'
import { LostLines } from './lost-lines.tsx'

type ImportPreview = Answer<'/agents/{agentId}/import', 'post'>
type Status = ImportPreview['items'][number]['status'] | 'added'

type ProposedChange = Body<'/change-requests', 'post'>['changes'][number]

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
  added: { label: 'Added', color: 'green' },
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
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const inherited = useInherited(agent)
  /** The inherited items that are removed for everybody; the others are hidden for this agent. */
  const [removedForAll, setRemovedForAll] = useState<ReadonlySet<string>>(new Set())
  const isHidden = (id: string | undefined) => id !== undefined && inherited.has(id) && !removedForAll.has(id)
  /** Proposes the edits, with what is hidden in place of removals that would concern other agents. */
  const propose = async (found: ImportPreview): Promise<ImportPreview> => {
    const changes = found.changes.map((change) =>
      change.op === 'remove' && isHidden(change.id)
        ? { op: 'override', agent_id: agent.id, source_id: change.id }
        : change,
    ) as ProposedChange[]
    const title = `Edits of an exported file of ${agent.name}`.slice(0, 200)
    const request = await ask(api.POST('/change-requests', { body: { orgId: agent.org_id, title, changes } }))
    return { ...found, change_request_id: request.id }
  }
  const save = useMutation({
    mutationFn: (found: ImportPreview) =>
      found.changes.some(({ id }) => isHidden(id)) ? propose(found) : send(files, false),
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
      {found && (
        <PreviewedItems
          found={found}
          inherited={inherited}
          isHidden={isHidden}
          onRemoveForAll={(id, isForAll) =>
            setRemovedForAll((before) => {
              const after = new Set(before)
              if (isForAll) after.add(id)
              else after.delete(id)
              return after
            })
          }
        />
      )}
      {found && countOf(found) > 0 && (
        <Group>
          <Button onClick={() => save.mutate(found)} loading={save.isPending}>
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

/** An addition to an exported file is proposed without an id. */
const statusOf = ({ status, id }: ImportPreview['items'][number]): Status =>
  status === 'proposed' && id === undefined ? 'added' : status

/** Summarizes how much would be written. */
const countOf = ({ items, changes }: ImportPreview) =>
  changes.length || items.filter(({ status }) => status === 'new').length

interface PreviewedItemsProps {
  found: ImportPreview
  inherited: ReturnType<typeof useInherited>
  isHidden: (id: string | undefined) => boolean
  onRemoveForAll: (id: string, isForAll: boolean) => void
}

function PreviewedItems({ found, inherited, isHidden, onRemoveForAll }: PreviewedItemsProps) {
  const changed = found.items.filter(({ status }) => status !== 'unchanged')
  return (
    <>
      <Text size="sm" role="status">
        {`${formatTitles[found.format]}: ${pluralize(found.items.length, 'item')} found, ${found.unchanged} unchanged.`}
      </Text>
      {changed.length > 0 && (
        <Table verticalSpacing="xs" aria-label="Items found">
          <Table.Tbody>
            {changed.map((item) => {
              const { category, statement } = item
              const { label, color } = statuses[statusOf(item)]
              return (
                <Table.Tr key={`${label} ${category} ${statement}`}>
                  <Table.Td w={110} valign="top">
                    <Badge variant="light" color={color}>
                      {label}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" dir="auto">
                      {statement}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {titleOf(category)}
                    </Text>
                    {item.status === 'removed' && item.id !== undefined && inherited.has(item.id) && (
                      <NativeSelect
                        size="xs"
                        mt={4}
                        maw={280}
                        aria-label={`Removal of: ${statement}`}
                        data={[
                          { value: 'hide', label: 'Hide for this agent' },
                          { value: 'remove', label: `Remove for all ${pluralize(inherited.get(item.id)!, 'agent')}` },
                        ]}
                        value={isHidden(item.id) ? 'hide' : 'remove'}
                        onChange={(event) => onRemoveForAll(item.id!, event.currentTarget.value === 'remove')}
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

/** The items that the agent inherits, each with how many agents have it. */
function useInherited({ id, org_id, group_id: groupId }: Agent): ReadonlyMap<string, number> {
  const { data: agents = [] } = useQuery(agentsQuery(org_id))
  const { data: identity } = useQuery(identityQuery({ layer: 'agent', id }))
  const counts = { org: agents.length, group: agents.filter(({ group_id }) => group_id === groupId).length }
  const items = identity ? [...identity.beliefs, ...identity.responsibilities] : []
  return new Map(items.flatMap(({ id, source }) => (source === 'agent' ? [] : [[id, counts[source]]])))
}

/** Images travel in base64. */
async function readFile(file: File): Promise<ReadFile> {
  if (!/\.png$/i.test(file.name)) return { path: file.name, content: await file.text() }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return { path: file.name, content: btoa(letters), encoding: 'base64' }
}
