import { Button, Checkbox, FileButton, Group, NativeSelect, Stack, Table, Text, Textarea } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { createItems, type ItemName, identityKeys } from '../api/identity.ts'
import { type Category, kindNames, kinds, pluralize } from '../api/words.ts'
import { forgetRules, keptRules } from '../ui/kept-rules.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'
import { FormError, LockedFields } from './form.tsx'
import { type Lost, LostLines } from './lost-lines.tsx'

/** A rule as the service read it, with the category to import it in. */
interface Rule {
  category: Category
  statement: string
  /** Line of the file. */
  line?: number
  isSelected: boolean
}

interface RulesImportProps {
  agentId: string
  /** Called with how many items were selected, and those of them that were new. */
  onImported: (chosen: number, created: ItemName[]) => void
}

/** Reads a pasted rules file, shows the resulting items for correction, and only then imports them. */
export function RulesImport({ agentId, onImported }: RulesImportProps) {
  const [text, setText] = useState(() => keptRules() ?? '')
  const [rules, setRules] = useState<Rule[]>()
  const [fileName, setFileName] = useState<string>()
  const latestText = useRef(text)
  latestText.current = text
  const read = useMutation({
    mutationFn: async (content: string) => {
      const params = { path: { agentId } }
      const answer = await ask(
        api.POST('/agents/{agentId}/import-claude-md', { params, body: { content, dryRun: true } }),
      )
      return answer as Lost & { items: Omit<Rule, 'isSelected'>[] }
    },
    // A preview of an earlier text would leave out what was typed since.
    onSuccess: ({ items }, content) => {
      if (content === latestText.current) setRules(items.map((item) => ({ ...item, isSelected: true })))
    },
  })
  useUnsaved(() => rules === undefined && text.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    read.mutate(text)
  }
  if (rules) {
    return (
      <Preview
        agentId={agentId}
        rules={rules}
        fileName={fileName}
        lost={read.data}
        onChange={setRules}
        onBack={() => setRules(undefined)}
        onImported={onImported}
      />
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          label="Rules"
          description="CLAUDE.md, AGENTS.md, .cursorrules, or any prompt"
          placeholder={'# Rules\n- Always run the tests before you push\n- Never commit secrets'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={8}
          maxRows={20}
          required
          // When returning from the preview.
          autoFocus={read.isSuccess}
        />
        <FormError error={read.error} />
        <Group gap="xs">
          <Button type="submit" loading={read.isPending}>
            Preview
          </Button>
          <FileButton
            onChange={(file) => {
              setFileName(file?.name)
              file?.text().then(setText)
            }}
            accept=".md,.txt,.mdc,.cursorrules,text/*"
          >
            {(props) => (
              <Button variant="default" leftSection={<IconFileText size={16} />} {...props}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </Group>
        <Text size="sm" c="dimmed">
          You can review every rule and change its category before anything is imported.
        </Text>
      </Stack>
    </form>
  )
}

const choices = kindNames.map((kind) => ({
  group: kinds[kind].title,
  items: kinds[kind].categories.map(({ id, title }) => ({ value: id, label: title })),
}))

/** The form that had the focus is gone. */
const focus = (heading: HTMLElement | null) => heading?.focus()

interface PreviewProps extends RulesImportProps {
  rules: Rule[]
  /** Undefined for pasted text. */
  fileName: string | undefined
  lost: Lost | undefined
  onChange: (rules: Rule[]) => void
  onBack: () => void
}

function Preview({ agentId, rules, fileName, lost, onChange, onBack, onImported }: PreviewProps) {
  const client = useQueryClient()
  const selected = rules.filter(({ isSelected }) => isSelected)
  const create = useMutation({
    mutationFn: () =>
      createItems(
        agentId,
        selected.map(({ category, statement, line }) => ({
          category,
          statement,
          imported: { ...(fileName !== undefined && { file: fileName }), ...(line !== undefined && { line }) },
        })),
      ),
    onSuccess: async (created) => {
      forgetRules()
      await Promise.all(identityKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
      onImported(selected.length, created)
    },
  })
  useUnsaved(() => !create.isPending && !create.isSuccess)
  const change = (index: number, changes: Partial<Rule>) =>
    onChange(rules.map((rule, each) => (each === index ? { ...rule, ...changes } : rule)))
  return (
    <LockedFields isSending={create.isPending}>
      <Stack>
        <Text tabIndex={-1} ref={focus} style={{ outline: 'none' }}>
          {pluralize(rules.length, 'rule')} found. Adjust the categories, clear the rules you don’t want, then import.
        </Text>
        <Table verticalSpacing="xs" aria-label="Rules found">
          <Table.Tbody>
            {rules.map((rule, index) => (
              <Table.Tr key={`${rule.category} ${rule.statement}`}>
                <Table.Td w={36} valign="top">
                  <Checkbox
                    aria-label={`Import: ${rule.statement}`}
                    checked={rule.isSelected}
                    onChange={(event) => change(index, { isSelected: event.currentTarget.checked })}
                  />
                </Table.Td>
                <Table.Td>
                  <Stack gap={6}>
                    <Text size="sm" dir="auto">
                      {rule.statement}
                    </Text>
                    <NativeSelect
                      size="xs"
                      maw={200}
                      aria-label={`Category of: ${rule.statement}`}
                      data={choices}
                      value={rule.category}
                      onChange={(event) => change(index, { category: event.currentTarget.value as Category })}
                    />
                  </Stack>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <FormError error={create.error} />
        <Group gap="xs">
          <Button onClick={() => create.mutate()} loading={create.isPending} disabled={selected.length === 0}>
            Import {pluralize(selected.length, 'rule')}
          </Button>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
        </Group>
        {lost && <LostLines {...lost} />}
      </Stack>
    </LockedFields>
  )
}
