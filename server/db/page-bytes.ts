import { setImmediate } from 'node:timers/promises'

/** How large the rows of a page may be together, in bytes; a page has at least one row. */
export const maxPageBytes = 4 * 1024 * 1024
/** How many rows are read at once, even before their size is known: about 1 ms, after which others get their turn. */
const rowsAtOnce = 101

/**
 * Reads the rows of a page, and whether it ends early because more rows would be too large. `read` returns the next
 * rows, limited to the requested number.
 */
export async function readWithinBytes<Row extends object>(
  read: (most: number) => Promise<Row[]>,
  limit: number,
): Promise<{ data: Row[]; isCut: boolean }> {
  const data: Row[] = []
  let bytes = 0
  let wanted = Math.min(limit, rowsAtOnce)
  while (wanted > 0) {
    const rows = await read(wanted)
    for (const row of rows) {
      bytes += rowBytes(row)
      if (bytes > maxPageBytes && data.length > 0) return { data, isCut: true }
      data.push(row)
    }
    if (rows.length < wanted) break
    const fitting = Math.floor(((maxPageBytes - bytes) * data.length) / bytes)
    wanted = Math.min(limit - data.length, rowsAtOnce, Math.max(fitting, 1))
    if (wanted > 0) await setImmediate()
  }
  return { data, isCut: false }
}

/**
 * Shorter texts, such as ids and times, count one byte per character: measuring them takes longer than reading them.
 */
const shortText = 64

/** Returns the bytes of a row's texts and JSON; numbers and flags are negligible. */
function rowBytes(row: object): number {
  let bytes = 0
  for (const value of Object.values(row)) {
    if (typeof value === 'string') bytes += value.length < shortText ? value.length : Buffer.byteLength(value)
    else if (typeof value === 'object' && value !== null) bytes += Buffer.byteLength(JSON.stringify(value))
  }
  return bytes
}
