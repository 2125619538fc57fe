/** The id of a row of the bare route's table; as long as an agent's. */
export const rowId = (row: number) => String(row).padStart(36, '0')
