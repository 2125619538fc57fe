import { type CompiledQuery, type SelectQueryBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor, type Position } from '../domain/cursor.ts'
import type { ListPage, Page } from '../domain/page.ts'
import type { Database } from './connect.ts'
import { inOrder, type Order, type SortKey } from './order.ts'
import { readWithinBytes } from './page-bytes.ts'
import type { Tables } from './tables.ts'

type Query<T extends keyof Tables, O> = SelectQueryBuilder<Tables, T, O>

/** What reads lists. */
export interface ListReader {
  db: Database
  /** Runs a query that walks through much of a list, and gives little, where others do not wait for it. */
  heavyReads: { scan<Row>(reader: ListReader, orgId: string, query: CompiledQuery<Row>): Promise<Row[]> }
  now: () => Date
}

export interface List {
  orgId: string
  /** Its name, its owner, and its filters: with the organization, what a cursor holds for. */
  of: readonly unknown[]
  order: Order
}

/** So many entries of an index are passed over where requests are served; it takes about a millisecond. */
const maxPassedOver = 10_000

/** What else the rows of a list need, for one part of a page after the other. */
type Complete<O, Row> = (rows: O[]) => Promise<Row[]>

/**
 * One page of a list. The query selects what the list is ordered by, and an index should serve that order: a page then
 * costs the same wherever it starts. What was there all the time comes exactly once, whatever else is inserted or deleted
 * between the pages (behavior: Lists).
 *
 * @throws 400 when the cursor is not one of this list.
 */
export async function readPage<T extends keyof Tables, O extends object, Row extends object = O>(
  reader: ListReader,
  list: List,
  query: Query<T, O>,
  { limit, offset, cursor }: Page,
  complete?: Complete<O, Row>,
): Promise<ListPage<Row>> {
  let start = cursor === undefined ? await startAt(reader, list, query, offset) : positionOf(list, cursor)
  if (start === 'end') return { data: [], next_cursor: null }
  const read = async (most: number) => {
    const rows = await rowsAfter(query, list.order, start as Position | undefined, most)
    if (rows.length > 0) start = positionAt(list, rows.at(-1)!)
    return (complete ? await complete(rows) : rows) as Row[]
  }
  // One more tells whether another page follows.
  const { data, isCut } = await readWithinBytes(read, limit + 1)
  const goesOn = isCut || data.length > limit
  if (data.length > limit) data.pop()
  const next_cursor = goesOn ? cursorAfter(list, data.at(-1)!) : null
  return { data, next_cursor }
}

/** The same with `count`, the number of all matches. A page that is the last one tells it by itself. */
export async function listPage<T extends keyof Tables, O extends object, Row extends object = O>(
  reader: ListReader,
  list: List,
  query: Query<T, O>,
  page: Page,
  complete?: Complete<O, Row>,
): Promise<ListPage<Row> & { count: number }> {
  const { data, next_cursor } = await readPage(reader, list, query, page, complete)
  const isLast = next_cursor === null && page.cursor === undefined && (data.length > 0 || page.offset === 0)
  const count = isLast ? page.offset + data.length : await countOf(reader, list, query)
  return { data, count, next_cursor }
}

const positionOf = ({ orgId, of, order }: List, cursor: string) =>
  decodeCursor(
    [orgId, ...of],
    cursor,
    order.map(({ type }) => type),
  )

/** Where a list goes on after one of its rows. */
export const cursorAfter = (list: List, row: object): string =>
  encodeCursor([list.orgId, ...list.of], positionAt(list, row))

const positionAt = ({ order }: List, row: object): Position =>
  order.map((key) => key.valueOf(row as Record<string, unknown>))

/** The position of the last row before an offset, which an index alone tells; undefined for the start of the list. */
async function startAt<T extends keyof Tables, O>(
  reader: ListReader,
  { orgId, order }: List,
  query: Query<T, O>,
  offset: number,
): Promise<Position | undefined | 'end'> {
  if (offset === 0) return undefined
  const keys = order.map(({ by }, at) => by.as(`key_${at}`))
  const before = inOrder(query.clearSelect().select(keys as never), order)
    .limit(1)
    .offset(offset - 1)
  const [row] = await scan<Record<string, unknown>>(reader, orgId, before, offset > maxPassedOver)
  return row ? order.map((_, at) => row[`key_${at}`]) : 'end'
}

async function countOf<T extends keyof Tables, O>(reader: ListReader, { orgId }: List, query: Query<T, O>) {
  const { fn } = reader.db
  const some = query
    .clearSelect()
    .select(sql.lit(1).as('one'))
    .limit(maxPassedOver + 1)
  const { count } = await reader.db
    .selectFrom(some.as('some'))
    .select(fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count <= maxPassedOver) return count
  const all = query.clearSelect().select(fn.countAll<number>().as('count'))
  const [row] = await scan<{ count: number }>(reader, orgId, all, true)
  return row!.count
}

const scan = <Row>(
  reader: ListReader,
  orgId: string,
  query: { compile(): CompiledQuery; execute(): Promise<unknown[]> },
  isLarge: boolean,
) =>
  (isLarge ? reader.heavyReads.scan(reader, orgId, query.compile() as CompiledQuery<Row>) : query.execute()) as Promise<
    Row[]
  >

/**
 * The rows after a position. Keys of one direction are compared together; at each change of direction the rows that are
 * equal up to there come first. Each of these parts is one range of the index.
 */
async function rowsAfter<T extends keyof Tables, O>(
  query: Query<T, O>,
  order: Order,
  after: Position | undefined,
  limit: number,
): Promise<O[]> {
  const read = (part: Query<T, O>, most: number) => inOrder(part, order).limit(most).execute()
  if (!after) return read(query, limit)
  const rows: O[] = []
  for (const range of rangesAfter(order, after)) {
    rows.push(...(await read(query.where(range), limit - rows.length)))
    if (rows.length === limit) break
  }
  return rows
}

function rangesAfter(order: Order, after: Position) {
  const starts = order.flatMap(({ descending }, at) => (descending === order[at - 1]?.descending ? [] : [at]))
  return starts.reverse().map((start, part) => {
    const end = part === 0 ? order.length : starts[part - 1]
    const equal = order.slice(0, start).map(({ by }, at) => sql`${by} = ${after[at]}`)
    const keys = order.slice(start, end)
    const further = sql`${tuple(keys.map(({ by }) => by))} ${comparison(keys[0]!)} ${tuple(after.slice(start, end))}`
    return sql<boolean>`(${sql.join([...equal, further], sql` and `)})`
  })
}

const comparison = ({ descending }: SortKey) => sql.raw(descending ? '<' : '>')
const tuple = (values: readonly unknown[]) => sql`(${sql.join(values)})`
