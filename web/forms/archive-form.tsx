import { Alert, Button, Checkbox, FileInput, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type ArchivePlatform, importArchive, sourceKeys } from '../api/source-queries.ts'
import { pluralize } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'
import { FormError } from './form.tsx'

const platforms: Record<ArchivePlatform, { title: string; hint: string }> = {
  linkedin: { title: 'LinkedIn', hint: 'Settings, Data privacy, Get a copy of your data' },
  x: { title: 'X', hint: 'Settings, Your account, Download an archive of your data' },
  substack: { title: 'Substack', hint: 'Settings, Exports, New export' },
}

/** Uploads what another platform hands its users, as content of an agent. */
export function ArchiveForm({ agentId }: { agentId: string }) {
  const { slug } = useOrganization()
  const [platform, setPlatform] = useState<ArchivePlatform>('linkedin')
  const [file, setFile] = useState<File | null>(null)
  const save = useSave((form: FormData) => importArchive(platform, form), { changes: sourceKeys, silent: true })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const options = new FormData(event.currentTarget)
    const form = new FormData()
    form.set('agentId', agentId)
    if (platform === 'x') {
      for (const name of ['excludeRetweets', 'excludeReplies']) form.set(name, String(options.get(name) === 'on'))
    }
    form.set('file', file!)
    save.mutate(form)
  }
  const { title, hint } = platforms[platform]
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end">
          <NativeSelect
            label="Archive of"
            data={Object.entries(platforms).map(([value, { title }]) => ({ value, label: title }))}
            value={platform}
            onChange={(event) => {
              setPlatform(event.currentTarget.value as ArchivePlatform)
              save.reset()
            }}
          />
          <FileInput
            label="File"
            description={`The ZIP file that ${title} sends you: ${hint}`}
            placeholder="Choose the file"
            accept=".zip,application/zip"
            leftSection={<IconFileZip size={16} />}
            value={file}
            onChange={setFile}
            clearable
            clearButtonProps={{ 'aria-label': 'Take the file away' }}
            flex="1 1 260px"
          />
        </Group>
        {platform === 'x' && (
          <Group>
            <Checkbox label="Without reposts" name="excludeRetweets" defaultChecked />
            <Checkbox label="Without replies" name="excludeReplies" defaultChecked />
          </Group>
        )}
        <FormError error={save.error} />
        <Group>
          <Button type="submit" variant="default" disabled={!file} loading={save.isPending}>
            Upload archive
          </Button>
        </Group>
        <div aria-live="polite">
          {save.isPending && <Text size="sm">Uploading and reading. A large archive takes some minutes.</Text>}
          {save.data && (
            <Alert color="green" title={importedOf(save.data)}>
              {save.data.job_id
                ? 'Discovery reads it now; nothing enters a prompt before it is approved. '
                : 'All of it was there already. '}
              <TextLink to={paths.content} params={{ org: slug, agentId }} c="inherit" size="sm" underline="always">
                See the content
              </TextLink>
            </Alert>
          )}
        </div>
      </Stack>
    </form>
  )
}

function importedOf({ posts_imported, articles_imported }: Awaited<ReturnType<typeof importArchive>>) {
  const posts = pluralize(posts_imported, 'post')
  return `${posts}${articles_imported === undefined ? '' : ` and ${pluralize(articles_imported, 'article')}`} imported`
}
