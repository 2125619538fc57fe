import { Alert, Button, Checkbox, FileInput, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type ArchivePlatform, importArchive, sourceKeys } from '../api/source-queries.ts'
import { pluralize } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'
import { FormError, isOn, textsOf } from './form.tsx'

const platforms: Record<ArchivePlatform, { title: string; hint: string }> = {
  linkedin: { title: 'LinkedIn', hint: 'Settings > Data privacy > Get a copy of your data' },
  x: { title: 'X', hint: 'Settings > Your account > Download an archive of your data' },
  substack: { title: 'Substack', hint: 'Settings > Exports > New export' },
}

/** Uploads an archive exported from another platform as content of an agent. */
export function ArchiveForm({ agentId }: { agentId: string }) {
  const { slug } = useOrganization()
  const [platform, setPlatform] = useState<ArchivePlatform>('linkedin')
  const [file, setFile] = useState<File | null>(null)
  const save = useSave((archive: Parameters<typeof importArchive>[1]) => importArchive(platform, archive), {
    changes: sourceKeys,
    silent: true,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { excludeRetweets, excludeReplies } = textsOf(event.currentTarget)
    const options = { excludeRetweets: isOn(excludeRetweets), excludeReplies: isOn(excludeReplies) }
    save.mutate({ agentId, ...(platform === 'x' && options), file: file! })
  }
  const { title, hint } = platforms[platform]
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end">
          <NativeSelect
            label="Platform"
            data={Object.entries(platforms).map(([value, { title }]) => ({ value, label: title }))}
            value={platform}
            onChange={(event) => {
              setPlatform(event.currentTarget.value as ArchivePlatform)
              save.reset()
            }}
          />
          <FileInput
            label="File"
            description={`The ZIP file from ${title}: ${hint}`}
            placeholder="Choose a file"
            accept=".zip,application/zip"
            leftSection={<IconFileZip size={16} />}
            value={file}
            onChange={setFile}
            clearable
            clearButtonProps={{ 'aria-label': 'Remove file' }}
            flex="1 1 260px"
          />
        </Group>
        {platform === 'x' && (
          <Group>
            <Checkbox label="Exclude reposts" name="excludeRetweets" defaultChecked />
            <Checkbox label="Exclude replies" name="excludeReplies" defaultChecked />
          </Group>
        )}
        <FormError error={save.error} />
        <Group>
          <Button type="submit" variant="default" disabled={!file} loading={save.isPending}>
            Upload archive
          </Button>
        </Group>
        <div aria-live="polite">
          {save.isPending && <Text size="sm">Uploading and importing. Large archives take a few minutes.</Text>}
          {save.data && (
            <Alert color="green" title={importedOf(save.data)}>
              {save.data.job_id
                ? 'Discovery is processing it. Nothing reaches a prompt until it is approved. '
                : 'Everything was already imported. '}
              <TextLink to={paths.content} params={{ org: slug, agentId }} c="inherit" size="sm" underline="always">
                View content
              </TextLink>
            </Alert>
          )}
        </div>
      </Stack>
    </form>
  )
}

function importedOf(imported: Awaited<ReturnType<typeof importArchive>>) {
  const posts = pluralize(imported.posts_imported, 'post')
  return 'articles_imported' in imported
    ? `${posts} and ${pluralize(imported.articles_imported, 'article')} imported`
    : `${posts} imported`
}
