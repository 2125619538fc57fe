/** Returns the id of a row in the table of the bare route; as long as an agent's. */
export const rowId = (row: number) => String(row).padStart(36, '0')
