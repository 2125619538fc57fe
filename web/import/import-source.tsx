import { Button, Checkbox, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { FormError } from '../forms/form.tsx'
import { keptRules } from '../ui/kept-rules.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'
import { pastedPath, type ReadFile, readFile, rulesFilesOf } from './import-files.ts'

interface ImportSourceProps {
  /** Reads the files; those that were read before are replaced. */
  onRead: (files: ReadFile[]) => void
  /** Called when the text is typed: what was read of it before is old. */
  onType: () => void
  isReading: boolean
  error: Error | null
  /** Whether rules were read: pasted text is not lost then. */
  wasRead: boolean
}

/** Where rules come from: pasted text, files, or the rules files of a folder. */
export function ImportSource({ onRead, onType, isReading, error, wasRead }: ImportSourceProps) {
  const [text, setText] = useState(() => keptRules() ?? '')
  const [folder, setFolder] = useState<File[]>()
  const [chosen, setChosen] = useState<ReadonlySet<File>>(new Set())
  useUnsaved(() => !wasRead && text.trim() !== '')
  const readFiles = async (files: File[]) => onRead(await Promise.all(files.map(readFile)))
  const choose = (file: File, isChosen: boolean) => {
    const next = new Set([...chosen].filter((other) => other !== file))
    if (isChosen) next.add(file)
    setChosen(next)
    if (next.size > 0) readFiles([...next])
  }
  const openFolder = (files: File[]) => {
    const found = rulesFilesOf(files)
    setFolder(found)
    setChosen(new Set(found.slice(0, 1)))
    if (found[0]) readFiles([found[0]])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onRead([{ path: pastedPath, content: text }])
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label="Rules"
          name="text"
          description="CLAUDE.md, AGENTS.md, .cursorrules, or any prompt"
          placeholder={'# Rules\n- Always run the tests before you push\n- Never commit secrets'}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            onType()
          }}
          autosize
          minRows={6}
          maxRows={12}
          required
        />
        <Group gap="xs">
          <Button type="submit" loading={isReading}>
            Preview
          </Button>
          <FileButton multiple onChange={(files) => files.length > 0 && readFiles(files)}>
            {(props) => (
              <Button variant="default" leftSection={<IconFiles size={16} />} {...props}>
                Choose files
              </Button>
            )}
          </FileButton>
          <FileButton multiple inputProps={folderOnly} onChange={openFolder}>
            {(props) => (
              <Button variant="default" {...props}>
                Choose a folder
              </Button>
            )}
          </FileButton>
        </Group>
        <FormError error={error} padding="xs" />
        {folder && (
          <Stack gap={4} component="section" aria-label="Files of the folder">
            <Text size="sm">
              {folder.length === 0 ? 'The folder has no rules files.' : 'Choose files of one tool.'}
            </Text>
            {folder.map((file) => (
              <Checkbox
                key={file.webkitRelativePath}
                size="xs"
                label={file.webkitRelativePath.split('/').slice(1).join('/')}
                checked={chosen.has(file)}
                onChange={(event) => choose(file, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        )}
        <Text size="xs" c="dimmed">
          Cursor rules, SOUL.md, Letta, CrewAI, character cards and others are read, too. Edits of files that were
          exported from an agent become a change request.
        </Text>
      </Stack>
    </form>
  )
}

/** Lets the browser choose a folder; React knows the attribute by its lower-case name only. */
const folderOnly = { webkitdirectory: '' } as object
