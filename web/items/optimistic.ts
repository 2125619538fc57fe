import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { identityKeys } from '../api/identity.ts'

let writing = 0

interface Write<T> {
  /** What the page shows in the meantime. */
  change: (now: T) => T
  /** Reverts the change; other changes in `now` stay. */
  restore: (now: T, before: T) => T
  write: () => Promise<unknown>
}

/**
 * Shows the result of a write before it is made, and reverts it if the write fails. Everything is refetched when the
 * last of several writes has finished: earlier, fetched data would hide those still in flight.
 *
 * @throws whatever the write throws.
 */
export async function optimistically<T>(
  client: QueryClient,
  queryKey: QueryKey,
  { change, restore, write }: Write<T>,
): Promise<void> {
  writing++
  try {
    await client.cancelQueries({ queryKey })
    const before = client.getQueryData<T>(queryKey)
    client.setQueryData<T>(queryKey, (now) => now && change(now))
    try {
      await write()
    } catch (error) {
      client.setQueryData<T>(queryKey, (now) => now && before && restore(now, before))
      throw error
    }
  } finally {
    writing--
    if (writing === 0) settle(client)
  }
}

/** Refetches everything that depends on items. */
export const settle = (client: QueryClient) =>
  Promise.all(identityKeys.map((queryKey) => client.invalidateQueries({ queryKey })))

/** A list with the given entries back in their old state and place; the others stay as they are now. */
export function restored<T extends { id: string }>(now: T[], before: T[], ids: ReadonlySet<string>): T[] {
  const present = new Map(now.map((entry) => [entry.id, entry]))
  const known = new Set(before.map(({ id }) => id))
  return [
    ...before.flatMap((entry) => (ids.has(entry.id) ? entry : (present.get(entry.id) ?? []))),
    ...now.filter(({ id }) => !known.has(id)),
  ]
}
