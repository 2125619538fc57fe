import { diffWords } from 'diff'
import { Fragment } from 'react'

/** A statement with the words marked that another one does not have. */
export function Marked({ statement, from }: { statement: string; from: string | undefined }) {
  if (from === undefined || from === statement) return <bdi>{statement}</bdi>
  return (
    <bdi>
      {diffWords(from, statement)
        .filter(({ removed }) => !removed)
        .map(({ value, added }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          added ? <mark key={at}>{value}</mark> : <Fragment key={at}>{value}</Fragment>,
        )}
    </bdi>
  )
}
