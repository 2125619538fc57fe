/** The words for who did something. */
export const actorTypes = ['user', 'key', 'job', 'system'] as const

/** Who did something, as it is stored with what was done: the name is that of the time. */
export interface Actor {
  type: (typeof actorTypes)[number]
  id: string | null
  name: string
  /** The last characters of the key. */
  key_hint: string | null
}
