import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ItemName, identityKeys, type Owner, removeItem } from '../api/identity.ts'
import { pluralize } from '../api/words.ts'
import { FormError, LockedFields } from '../forms/form.tsx'
import { LostLines } from '../forms/lost-lines.tsx'
import { settle } from '../items/optimistic.ts'
import { forgetRules } from '../ui/kept-rules.ts'
import { notify } from '../ui/notify.tsx'
import { notifyUndo } from '../ui/undo.ts'
import { useSave } from '../ui/use-save.ts'
import classes from './import.module.css'
import { type ImportResult, type Rule, sendImport } from './import-files.ts'
import { RulesTable } from './rules-table.tsx'

interface ImportRulesProps {
  owner: Owner
  rules: readonly Rule[]
  /** The dry run that they are from; absent for suggestions. */
  read: ImportResult | undefined
  onChange: (rule: Rule) => void
  onImported: () => void
}

/** Corrects the rules that were read, imports those that are chosen, and offers to undo that. */
export function ImportRules({ owner, rules, read, onChange, onImported }: ImportRulesProps) {
  const client = useQueryClient()
  const taken = rules.filter(({ isTaken }) => isTaken)
  const skipped = rules.length - taken.length
  const save = useSave(
    () =>
      sendImport(owner, {
        items: taken.map(({ category, statement, file, line }) => ({
          category,
          statement,
          ...(file !== undefined && { file }),
          ...(line !== undefined && { line }),
        })),
        status: 'approved',
        ...(read && { format: read.format }),
      }),
    {
      changes: [...identityKeys, ['recommendations']],
      silent: true,
      onSuccess: ({ items }) => {
        forgetRules()
        const created = items.flatMap(({ status, id, category }) =>
          status === 'created' && id ? [{ id, category }] : [],
        )
        offerUndo(created, `${created.length} imported${originOf(taken)}${knownOf(items.length - created.length)}`)
        onImported()
      },
    },
  )
  const offerUndo = (created: ItemName[], message: string) => {
    if (created.length === 0) return notify(message)
    const left = [...created]
    notifyUndo(message, async () => {
      try {
        // One that fails is tried again, and none twice.
        for (; left[0]; left.shift()) await removeItem(left[0])
      } finally {
        await settle(client)
      }
    })
  }
  return (
    <form
      className={classes.side}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <LockedFields isSending={save.isPending}>
        <div className={classes.found}>
          <RulesTable rules={rules} onChange={onChange} />
          {read && <LostLines {...read} lost={read.lost.filter(({ text }) => text === undefined)} />}
          {read && read.lost_count > read.lost.length && (
            <Text size="sm">{pluralize(read.lost_count - read.lost.length, 'more line')} without a rule</Text>
          )}
        </div>
        <Group className={classes.foot}>
          <FormError error={save.error} padding="xs" />
          <Button type="submit" loading={save.isPending} disabled={taken.length === 0}>
            Import {pluralize(taken.length, 'rule')}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {skipped} skipped
          </Text>
        </Group>
      </LockedFields>
    </form>
  )
}

const knownOf = (count: number) => (count > 0 ? `, ${count} already existed` : '')

/** " from AGENTS.md", " from 3 files"; nothing for pasted text. */
function originOf(rules: readonly Rule[]): string {
  const [first, ...others] = new Set(rules.flatMap(({ file }) => file ?? []))
  if (first === undefined) return ''
  return ` from ${others.length > 0 ? `${1 + others.length} files` : first}`
}
