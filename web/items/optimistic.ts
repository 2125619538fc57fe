import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { identityKeys } from '../api/identity.ts'

let writing = 0
/** The last write to each record. */
const lastWrites = new Map<string, Promise<unknown>>()

interface Write<T> {
  /** The records that are written. */
  ids: ReadonlySet<string>
  /** The records as the page shows them in the meantime. */
  change: (now: T) => T
  /** Reverts the change; other changes in `now` stay. */
  restore: (now: T, before: T) => T
  write: () => Promise<unknown>
}

/**
 * Shows the result of a write before it is made, and reverts it if the write fails. A record's writes are made in the
 * order in which they were shown, so that the last of two quick clicks is the one that is stored. Everything is
 * refetched when the last of several writes has finished: earlier, fetched data would hide those still in flight.
 *
 * @throws the error of the write.
 */
export async function optimistically<T>(
  client: QueryClient,
  queryKey: QueryKey,
  { ids, change, restore, write }: Write<T>,
): Promise<void> {
  writing++
  try {
    await client.cancelQueries({ queryKey })
    const before = client.getQueryData<T>(queryKey)
    client.setQueryData<T>(queryKey, (now) => now && change(now))
    try {
      await inTurn(ids, write)
    } catch (error) {
      client.setQueryData<T>(queryKey, (now) => now && before && restore(now, before))
      throw error
    }
  } finally {
    writing--
    if (writing === 0) settle(client)
  }
}

async function inTurn(ids: ReadonlySet<string>, write: () => Promise<unknown>) {
  const turn = Promise.allSettled([...ids].map((id) => lastWrites.get(id))).then(write)
  for (const id of ids) lastWrites.set(id, turn)
  try {
    await turn
  } finally {
    for (const id of ids) if (lastWrites.get(id) === turn) lastWrites.delete(id)
  }
}

/** Refetches everything that depends on items; while something is being written, the end of that write does so. */
export async function settle(client: QueryClient): Promise<void> {
  if (writing > 0) return
  await Promise.all(identityKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** A list with the given entries back in their old state and position; the others stay as they are now. */
export function restored<T extends { id: string }>(now: T[], before: T[], ids: ReadonlySet<string>): T[] {
  const present = new Map(now.map((entry) => [entry.id, entry]))
  const known = new Set(before.map(({ id }) => id))
  return [
    ...before.flatMap((entry) => (ids.has(entry.id) ? entry : (present.get(entry.id) ?? []))),
    ...now.filter(({ id }) => !known.has(id)),
  ]
}
