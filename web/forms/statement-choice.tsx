import { Button, Checkbox, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { type Category, kindNames, kindOf, kinds, titleOf } from '../api/words.ts'

/** A statement that can be selected. */
export interface Statement {
  category: Category
  statement: string
}

const keyOf = ({ category, statement }: Statement) => `${category} ${statement}`

/** Which of the statements are selected; those that arrive later start out like the first. */
export function useChoice<T extends Statement>(statements: T[], isSelectedAtFirst: boolean) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const isSelected = (statement: T) => changed.has(keyOf(statement)) !== isSelectedAtFirst
  const set = (some: T[], selected: boolean) => {
    const next = new Set(changed)
    for (const statement of some) {
      if (selected === isSelectedAtFirst) next.delete(keyOf(statement))
      else next.add(keyOf(statement))
    }
    setChanged(next)
  }
  return { statements, selected: statements.filter(isSelected), isSelected, set }
}

/** Statements of both kinds with checkboxes; a kind can be selected as a whole. */
export function StatementChoice<T extends Statement>({ choice }: { choice: ReturnType<typeof useChoice<T>> }) {
  return kindNames.map((kind) => {
    const ofKind = choice.statements.filter(({ category }) => kindOf(category) === kind)
    if (ofKind.length === 0) return null
    const { title } = kinds[kind]
    const areAllSelected = ofKind.every(choice.isSelected)
    return (
      <Stack key={kind} component="section" aria-label={title} gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${areAllSelected ? 'Clear' : 'Select all'} ${title.toLowerCase()}`}
            onClick={() => choice.set(ofKind, !areAllSelected)}
          >
            {areAllSelected ? 'Clear' : 'Select all'}
          </Button>
        </Group>
        {ofKind.map((each) => (
          <Checkbox
            key={keyOf(each)}
            label={<span dir="auto">{each.statement}</span>}
            description={titleOf(each.category)}
            checked={choice.isSelected(each)}
            onChange={(event) => choice.set([each], event.currentTarget.checked)}
          />
        ))}
      </Stack>
    )
  })
}
