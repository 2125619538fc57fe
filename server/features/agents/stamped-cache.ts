import { LRUCache } from 'lru-cache'
import { type MaybePromise, whenDone } from '../../base/maybe-promise.ts'
import type { Stamp, StampReader } from './stamps.ts'

interface Entry<Value> {
  value: Value
  /** The text of the stamp that the value was made at. */
  stamp: string
}

interface Options<Value> {
  stamps: StampReader
  maxBytes: number
  /** What a value takes in the process, in bytes. */
  sizeOf(value: Value): number
}

/** Makes a value at a stamp; undefined when what it is made of has changed since the stamp was read. */
type Make<Value> = (stamp: Stamp) => MaybePromise<Value | undefined>

/** Whose value is read. */
export interface Wanted {
  orgIds: string[]
  agentId: string
  /** Which of the agent's values it is, if the cache has several. */
  name?: string
}

/** What is kept and current, or what it takes to make it. */
type Found<Value> = { value: Value } | { value?: undefined; stamp: Stamp; keep(value: Value): void }

/**
 * What is made of agents' identities, kept in the process by stamp. Every read compares the stamp with the database,
 * so nothing is ever served stale.
 */
export class StampedCache<Value extends object> {
  readonly #options: Options<Value>
  readonly #entries: LRUCache<string, Entry<Value>>

  constructor(options: Options<Value>) {
    this.#options = options
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ value }) => options.sizeOf(value),
    })
  }

  /**
   * The value as of now; at once, where nothing has to be waited for.
   *
   * @returns undefined when the agent is missing or in none of the organizations.
   */
  read(wanted: Wanted, make: Make<Value>): MaybePromise<Value | undefined> {
    return whenDone(this.find(wanted), (found) => {
      if (!found || !('keep' in found)) return found?.value
      return whenDone(make(found.stamp), (value) => {
        if (value === undefined) return this.read(wanted, make)
        found.keep(value)
        return value
      })
    })
  }

  /**
   * The value that is kept, if it is current; otherwise the stamp as of now, and what keeps a value that is made from then
   * on.
   *
   * @returns undefined as `read`.
   */
  find({ orgIds, agentId, name }: Wanted): MaybePromise<Found<Value> | undefined> {
    const key = `${agentId} ${name}`
    const cached = this.#entries.get(key)
    return whenDone(this.#options.stamps.read(orgIds, agentId), (stamp) => {
      if (!stamp) return undefined
      if (cached?.stamp === stamp.text) return cached
      return { stamp, keep: (value) => this.#entries.set(key, { value, stamp: stamp.text }) }
    })
  }
}
