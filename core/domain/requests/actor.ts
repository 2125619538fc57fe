import type { Caller } from './caller.ts'

/** The words for who did something. */
export const actorTypes = ['user', 'key', 'job', 'system'] as const

/** Who did something, as it is stored with what was done: the name is that of the time. */
export interface Actor {
  type: (typeof actorTypes)[number]
  id: string | null
  name: string | null
  /** The last characters of the key. */
  key_hint: string | null
}

export type NamedActor = Actor & { name: string }

/** Describes a caller as an actor; without a caller the service itself acts. */
export function actorOf(caller: Caller | undefined): Actor {
  const { kind, userId, keyId, keyHint = null, name = null } = caller ?? {}
  if (kind === 'key' && keyId !== undefined) return { type: 'key', id: keyId, name, key_hint: keyHint }
  // A program that opened the database by itself acts as an owner.
  const type = userId === undefined ? 'system' : 'user'
  return { type, id: userId ?? null, name, key_hint: null }
}
