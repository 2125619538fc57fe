import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { badRequest } from '#core/base/errors.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'

/** The maximum length of a row, in bytes: a post of 3,000 characters with room for its links. */
const maxRowBytes = 1024 * 1024

/**
 * The rows of a CSV text, one at a time, as the values of the named columns, cleaned like all foreign text; a column
 * that the text lacks is empty. Lines before the heading, such as LinkedIn's notes, are skipped: the heading is the
 * first row that has the first of the columns. Columns are compared by their letters and digits alone.
 *
 * @throws 400 that names `file` when it is not CSV.
 */
export async function* readCsv<Column extends string>(
  path: string,
  text: AsyncIterable<string>,
  columns: readonly [Column, ...Column[]],
): AsyncGenerator<Record<Column, string>> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  })
  // Errors reach the loop below through the parser.
  pipeline(Readable.from(text), parser, () => {})
  let places: (readonly [Column, number])[] | undefined
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (places) {
        yield Object.fromEntries(places.map(([column, at]) => [column, sanitize(row[at] ?? '').trim()])) as Record<
          Column,
          string
        >
        continue
      }
      const names = row.map(plain)
      if (names.includes(plain(columns[0]))) places = columns.map((column) => [column, names.indexOf(plain(column))])
    }
  } catch (error) {
    if (error instanceof CsvError) throw badRequest(`file contains a ${path} that is not a CSV table`)
    throw error
  }
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
