import { Button, Checkbox, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Category, kindNames, kindOf, kinds, titleOf } from '../api/words.ts'

/** A statement that may be taken or left. */
export interface Statement {
  category: Category
  statement: string
}

const keyOf = ({ category, statement }: Statement) => `${category} ${statement}`

/** Which of the statements are taken; those that come later begin as the first did. */
export function useChoice<T extends Statement>(statements: T[], isTakenAtFirst: boolean) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const isTaken = (statement: T) => changed.has(keyOf(statement)) !== isTakenAtFirst
  const set = (some: T[], taken: boolean) => {
    const next = new Set(changed)
    for (const statement of some) {
      if (taken === isTakenAtFirst) next.delete(keyOf(statement))
      else next.add(keyOf(statement))
    }
    setChanged(next)
  }
  return { statements, taken: statements.filter(isTaken), isTaken, set }
}

interface StatementChoiceProps<T extends Statement> {
  choice: ReturnType<typeof useChoice<T>>
  /** What is said of a statement, after its category. */
  about?: (statement: T) => ReactNode
}

/** Statements of both kinds to tick, each kind all at once too. */
export function StatementChoice<T extends Statement>({ choice, about }: StatementChoiceProps<T>) {
  return kindNames.map((kind) => {
    const ofKind = choice.statements.filter(({ category }) => kindOf(category) === kind)
    if (ofKind.length === 0) return null
    const { title } = kinds[kind]
    const areAllTaken = ofKind.every(choice.isTaken)
    return (
      <Stack key={kind} component="section" aria-label={title} gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Take ${areAllTaken ? 'none' : 'all'} of the ${title.toLowerCase()}`}
            onClick={() => choice.set(ofKind, !areAllTaken)}
          >
            {areAllTaken ? 'Take none' : 'Take all'}
          </Button>
        </Group>
        {ofKind.map((each) => (
          <Checkbox
            key={keyOf(each)}
            label={each.statement}
            description={
              <>
                {titleOf(each.category)}
                {about?.(each)}
              </>
            }
            checked={choice.isTaken(each)}
            onChange={(event) => choice.set([each], event.currentTarget.checked)}
          />
        ))}
      </Stack>
    )
  })
}
