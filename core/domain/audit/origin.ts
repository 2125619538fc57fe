import { AsyncLocalStorage } from 'node:async_hooks'
import { wallClock } from '../../base/clock.ts'
import type { Actor } from '../requests/actor.ts'

/** Who makes a change and from where, known to the connection that writes it without being passed through every verb. */

export type Surface = 'dashboard' | 'api' | 'mcp' | 'cli' | 'job'

export interface Origin {
  actor: Actor
  surface: Surface
  request_id: string | null
  ip: string | null
  client: string | null
}

/** Returns the origin of a change; called only for requests that change something. */
type OriginOf = () => Origin

/** A request that changes something once at most: its first transaction also inserts its row of `first_answers`. */
export interface OnceOnly {
  id: string
  requestHash: string
  /** Whether the row is committed, or the request has ended: nothing is inserted then. */
  isRecorded: boolean
}

/** The origin of changes, and the clock of their times. */
interface Source {
  originOf: OriginOf
  now: () => Date
  /** Only for a request with an `Idempotency-Key`. */
  onceOnly?: OnceOnly | undefined
}

export interface Scope extends Source {
  /** The scopes of single rows, where one transaction writes for several callers, by the id of the row. */
  byRow?: ReadonlyMap<string, Scope>
  /** Whether the writes are parts of a change that has an entry of its own, such as a deletion that cascades. */
  isPart?: boolean
  /** Whether new rows are those of a record that was deleted. */
  isRestoring?: boolean
}

const scopes = new AsyncLocalStorage<Scope>()

/** Writes of the service itself: migrations, schedules. */
const ofSystem: Scope = {
  originOf: () => ({
    actor: { type: 'system', id: null, name: null, key_hint: null },
    surface: 'job',
    request_id: null,
    ip: null,
    client: null,
  }),
  now: wallClock,
}

/** Runs work of the service itself, with its clock. */
export const runAsSystem = <T>(now: () => Date, work: () => T): T => scopes.run({ ...ofSystem, now }, work)

export const currentScope = (): Scope => scopes.getStore() ?? ofSystem

/** Runs work whose changes come from this origin. */
export const runFrom = <T>(scope: Source, work: () => T): T => scopes.run(scope, work)

/** Runs work of the same origin by another actor: somebody who has just registered. */
export const runAs = <T>(actor: Actor, work: () => T): T => {
  const scope = currentScope()
  return scopes.run({ ...scope, originOf: () => ({ ...scope.originOf(), actor }) }, work)
}

/** Runs work that writes rows of several callers. */
export const runForRows = <T>(byRow: ReadonlyMap<string, Scope>, work: () => T): T =>
  scopes.run({ ...currentScope(), byRow }, work)

/** Runs writes whose new rows are restored, not created. */
export const asRestoration = <T>(work: () => T): T => scopes.run({ ...currentScope(), isRestoring: true }, work)

/** Runs writes that make no entries: they belong to a change that has one, or change nothing that anybody sees. */
export const asPart = <T>(work: () => T): T => scopes.run({ ...currentScope(), isPart: true }, work)
