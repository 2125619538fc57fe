/** Where the focus goes after an action on an item: never to the top of the page. */

const rowOf = (id: string) => document.getElementById(`item-${id}`)

/** Focuses the item's statement, or its row if it cannot be edited. */
export function focusRow(id: string) {
  const row = rowOf(id)
  const target = row?.querySelector<HTMLElement>('button[data-statement], textarea') ?? row
  target?.focus()
}

/** The same for a row that is about to be rendered. */
export const focusRowSoon = (id: string) => requestAnimationFrame(() => focusRow(id))

/** Keeps the focus on the first of these rows; if they disappear, it goes to the row that replaces them. */
export async function keepFocus(ids: string[], act: () => Promise<unknown>) {
  const section = rowOf(ids[0]!)?.closest('section')
  const leaving = new Set(ids.map((id) => `item-${id}`))
  const rows = [...(section?.querySelectorAll('li') ?? [])]
  const first = rows.findIndex(({ id }) => leaving.has(id))
  const stays = ({ id }: Element) => !leaving.has(id)
  const next = rows.slice(first).find(stays) ?? rows.slice(0, first).findLast(stays)
  focusRow(ids[0]!)
  await act()
  if (document.activeElement !== document.body) return
  if (rowOf(ids[0]!)) focusRow(ids[0]!)
  else if (next) focusRow(next.id.replace('item-', ''))
  else section?.querySelector('button')?.focus()
}
