import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ComparedRow } from '../../api/agent-comparison.ts'
import { createItem, identityKeys, removeItem } from '../../api/identity.ts'
import type { AgentSummary } from '../../api/queries.ts'
import { layers } from '../../api/words.ts'
import { Marked } from '../../items/marked.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import classes from './compare.module.css'

type Side = 'a' | 'b'
const otherSide = { a: 'b', b: 'a' } as const

interface ComparedCategoryProps {
  title: string
  rows: ComparedRow[]
  a: AgentSummary
  b: AgentSummary
}

/** The items of a category in three columns: those of one agent alone, of both, and of the other alone. */
export function ComparedCategory({ title, rows, a, b }: ComparedCategoryProps) {
  const copy = useCopy()
  const agents = { a, b }
  const line = (row: ComparedRow, side: Side) => (
    <Line key={row[side]!.id} row={row} side={side} target={agents[otherSide[side]]} onCopy={copy} />
  )
  const alone = (side: Side) => (
    <ul className={classes.lines} aria-label={`${title}: only ${agents[side].name}`}>
      {rows.filter((row) => row[side] && !row[otherSide[side]]).map((row) => line(row, side))}
    </ul>
  )
  return (
    <section className={classes.category} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.columns}>
        {alone('a')}
        <ul className={classes.lines} aria-label={`${title}: both`}>
          {rows
            .filter((row) => row.a && row.b)
            .map((row) =>
              row.a!.statement === row.b!.statement ? (
                <li key={row.a!.id} className={classes.line}>
                  <bdi>{row.a!.statement}</bdi>
                </li>
              ) : (
                <li key={row.a!.id}>
                  {row.reason && (
                    <Text size="xs" className={classes.reason}>
                      {row.reason}
                    </Text>
                  )}
                  <ul className={classes.pair}>
                    {line(row, 'a')}
                    {line(row, 'b')}
                  </ul>
                </li>
              ),
            )}
        </ul>
        {alone('b')}
      </div>
    </section>
  )
}

interface LineProps {
  row: ComparedRow
  side: Side
  /** The agent that does not have this line. */
  target: AgentSummary
  onCopy: (row: ComparedRow, side: Side, target: AgentSummary) => void
}

/** A line that the other agent does not have in these words, with a button that copies it there. */
function Line({ row, side, target, onCopy }: LineProps) {
  const { statement, scope } = row[side]!
  return (
    <li className={classes.line} data-side={side}>
      <span className={classes.statement}>
        <Marked statement={statement} from={row[otherSide[side]]?.statement} />
        {scope !== 'agent' && (
          <Text component="span" size="xs" c="dimmed">
            {' '}
            {layers[scope].title}
          </Text>
        )}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        flex="none"
        maw={150}
        aria-label={`Copy to ${target.name}: ${statement}`}
        onClick={() => onCopy(row, side, target)}
      >
        Copy to {target.name}
      </Button>
    </li>
  )
}

/** Copies a line to an agent as an approved item of its own, and offers to undo it. */
function useCopy() {
  const client = useQueryClient()
  const refresh = () => Promise.all(identityKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
  return async ({ category, ...sides }: ComparedRow, side: Side, target: AgentSummary) => {
    const { statement } = sides[side]!
    try {
      const { id } = await createItem({ layer: 'agent', id: target.id }, { category, statement })
      notifyUndo(`Copied to ${target.name}: ${statement}`, async () => {
        await removeItem({ id, category })
        await refresh()
      })
    } catch (error) {
      notifyError(error as Error)
    }
    await refresh()
  }
}
