import { type Compilable, type CompiledQuery, type SelectQueryBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor, type Position } from '#core/domain/requests/cursor.ts'
import type { ListPage, Page } from '#core/domain/requests/page.ts'
import type { Database } from './connect.ts'
import type { KnownCounts } from './embedded/known-counts.ts'
import { inOrder, type Order, type SortKey } from './order.ts'
import { readWithinBytes } from './page-bytes.ts'
import type { Parameter, PreparedQueries, Values } from './prepared-queries.ts'
import type { Tables } from './tables.ts'

type Query<T extends keyof Tables, O> = SelectQueryBuilder<Tables, T, O>

/** The dependencies of reading lists. */
export interface ListReader {
  queries: PreparedQueries
  /** Undefined on a server, where nothing shows whether a count is current, and for a limited view. */
  counts: KnownCounts | undefined
  /** Runs a query that scans much of a list and returns little, without blocking other requests. */
  heavyReads: { scan<Row>(reader: ListReader, orgId: string, query: CompiledQuery<Row>): Promise<Row[]> }
  now: () => Date
}

/** A list and its scope; a cursor is only valid for both. */
export interface List<T extends keyof Tables, O> {
  /** Distinguishes its queries from those of other lists. */
  name: string
  /** Its organization, owner and filters, by their names in the query; undefined for a filter that is not set. */
  values: Values & { org_id: string }
  order: Order
  /**
   * Selects the list's rows; an index should serve the list's order. Values are passed by `parameter`, since the query
   * is compiled once for all lists of the name with the same values defined.
   */
  query: (db: Database, parameter: Parameter) => Query<T, O>
  /** Counts the rows, if there is a faster way than by the query; always runs without blocking other requests. */
  countAll?: (db: Database, parameter: Parameter) => Compilable<{ count: number }>
}

/** How many rows may be skipped on the main thread: 0.4 ms in an index alone, 4 ms if each row is checked. */
const maxPassedOver = 5000

/** Adds the remaining data to the rows of a list, for one part of a page after the other. */
type Complete<O, Row> = (rows: O[]) => Promise<Row[]>

/**
 * Reads one page of a list, at the same cost wherever it starts. Rows that exist throughout are returned exactly once,
 * even if others are inserted or deleted between the pages (behavior: Lists).
 *
 * @throws 400 if the cursor does not belong to this list.
 */
export async function readPage<T extends keyof Tables, O extends object, Row extends object = O>(
  reader: ListReader,
  list: List<T, O>,
  { limit, offset, cursor }: Page,
  complete?: Complete<O, Row>,
): Promise<ListPage<Row>> {
  let start = cursor === undefined ? await startAt(reader, list, offset) : positionOf(list, cursor)
  if (start === 'end') return { data: [], next_cursor: null }
  const read = async (most: number) => {
    const rows = await rowsAfter(reader, list, start as Position | undefined, most)
    if (rows.length > 0) start = positionAt(list, rows.at(-1)!)
    return (complete ? await complete(rows) : rows) as Row[]
  }
  // Reads one row more, to learn whether another page follows.
  const { data, isCut } = await readWithinBytes(read, limit + 1)
  const goesOn = isCut || data.length > limit
  if (data.length > limit) data.pop()
  const next_cursor = goesOn ? cursorAfter(list, data.at(-1)!) : null
  return { data, next_cursor }
}

/** Reads the same with `count`, the number of all matches. The last page gives it without counting. */
export async function listPage<T extends keyof Tables, O extends object, Row extends object = O>(
  reader: ListReader,
  list: List<T, O>,
  page: Page,
  complete?: Complete<O, Row>,
): Promise<ListPage<Row> & { count: number }> {
  const { data, next_cursor } = await readPage(reader, list, page, complete)
  const isLast = next_cursor === null && page.cursor === undefined && (data.length > 0 || page.offset === 0)
  if (isLast) return { data, count: page.offset + data.length, next_cursor }
  const readCount = () => countOf(reader, list)
  const count = await (reader.counts?.read(`${list.name} ${JSON.stringify(list.values)}`, readCount) ?? readCount())
  return { data, count, next_cursor }
}

type Named = Pick<List<never, object>, 'name' | 'values' | 'order'>

const tagged = ({ name, values }: Named) => [name, values]

const positionOf = (list: Named, cursor: string) =>
  decodeCursor(
    tagged(list),
    cursor,
    list.order.map(({ type }) => type),
  )

/** Returns the cursor with which a list continues after a row. */
export const cursorAfter = (list: Named, row: object): string => encodeCursor(tagged(list), positionAt(list, row))

const positionAt = ({ order }: Named, row: object): Position =>
  order.map((key) => key.valueOf(row as Record<string, unknown>))

/**
 * Returns the position of the last row before an offset, found in an index alone; undefined for the start of the list.
 */
async function startAt<T extends keyof Tables, O>(
  reader: ListReader,
  list: List<T, O>,
  offset: number,
): Promise<Position | undefined | 'end'> {
  if (offset === 0) return undefined
  const { order } = list
  const before = queryOf<T, O, Record<string, unknown>>(
    reader,
    list,
    'before offset',
    (query, parameter) =>
      inOrder(query.clearSelect().select(order.map(({ by }, at) => by.as(`key_${at}`)) as never), order)
        .limit(sql.lit(1))
        .offset(parameter('offset')),
    { offset: offset - 1 },
  )
  const [row] = await (offset > maxPassedOver ? scan(reader, list, before) : reader.queries.rows(before))
  return row ? order.map((_, at) => row[`key_${at}`]) : 'end'
}

async function countOf<T extends keyof Tables, O>(reader: ListReader, list: List<T, O>): Promise<number> {
  if (!list.countAll) {
    const some = queryOf<T, O, { count: number }>(reader, list, 'count some', (query, _, db) =>
      db
        .selectFrom(
          query
            .clearSelect()
            .select(sql.lit(1).as('one'))
            .limit(sql.lit(maxPassedOver + 1))
            .as('some'),
        )
        .select(({ fn }) => fn.countAll<number>().as('count')),
    )
    const [{ count }] = (await reader.queries.rows(some)) as [{ count: number }]
    if (count <= maxPassedOver) return count
  }
  const all = queryOf<T, O, { count: number }>(
    reader,
    list,
    'count',
    (query, parameter, db) =>
      list.countAll?.(db, parameter) ?? query.clearSelect().select(({ fn }) => fn.countAll<number>().as('count')),
  )
  const [row] = await scan(reader, list, all)
  return row!.count
}

const scan = <Row>(reader: ListReader, { values }: Pick<Named, 'values'>, query: CompiledQuery<Row>) =>
  reader.heavyReads.scan(reader, values.org_id, query)

/** Builds one of a list's queries, which `form` distinguishes, with the values of the list and `more`. */
function queryOf<T extends keyof Tables, O, Row>(
  { queries }: ListReader,
  { name, values, query }: List<T, O>,
  form: string,
  build: (query: Query<T, O>, parameter: Parameter, db: Database) => Compilable<unknown>,
  more: Values = {},
): CompiledQuery<Row> {
  const defined = Object.keys(values).filter((key) => values[key] !== undefined)
  return queries.withValues(
    `${name} ${defined} ${form}`,
    (db, parameter) => build(query(db, parameter), parameter, db) as Compilable<Row>,
    { ...values, ...more },
  )
}

/**
 * Reads the rows after a position. Neighboring keys of the same direction are compared together. At each change of
 * direction, rows that are equal in all earlier keys come first. Each of these parts is one range of the index.
 */
async function rowsAfter<T extends keyof Tables, O>(
  reader: ListReader,
  list: List<T, O>,
  after: Position | undefined,
  limit: number,
): Promise<O[]> {
  const { order } = list
  const read = (form: string, values: Values, range?: (parameter: Parameter) => ReturnType<typeof rangeAfter>) => {
    const part = queryOf<T, O, O>(
      reader,
      list,
      form,
      (query, parameter) => inOrder(range ? query.where(range(parameter)) : query, order).limit(parameter('limit')),
      values,
    )
    return reader.queries.rows(part)
  }
  if (!after) return read('first page', { limit })
  const position = Object.fromEntries(after.map((value, at) => [`after_${at}`, value]))
  const rows: O[] = []
  let end = order.length
  for (const start of rangeStarts(order)) {
    const values = { ...position, limit: limit - rows.length }
    rows.push(...(await read(`after key ${start}`, values, (parameter) => rangeAfter(order, start, end, parameter))))
    if (rows.length === limit) break
    end = start
  }
  return rows
}

/** Returns the index of each key where the direction changes, the last ones first. */
const rangeStarts = (order: Order) =>
  order.flatMap(({ descending }, at) => (descending === order[at - 1]?.descending ? [] : [at])).reverse()

/** Matches the rows that are equal in the keys before `start`, and later in the keys from there to `end`. */
function rangeAfter(order: Order, start: number, end: number, parameter: Parameter) {
  const valueAt = (at: number) => parameter(`after_${at}`)
  const equal = order.slice(0, start).map(({ by }, at) => sql`${by} = ${valueAt(at)}`)
  const keys = order.slice(start, end)
  const values = keys.map((_, at) => valueAt(start + at))
  const further = sql`${tuple(keys.map(({ by }) => by))} ${comparison(keys[0]!)} ${tuple(values)}`
  return sql<boolean>`(${sql.join([...equal, further], sql` and `)})`
}

const comparison = ({ descending }: SortKey) => sql.raw(descending ? '<' : '>')
const tuple = (values: readonly unknown[]) => sql`(${sql.join(values)})`
