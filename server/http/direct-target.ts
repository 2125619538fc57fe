import type { Caller } from '../domain/caller.ts'
import type { MaybePromise } from '../domain/maybe-promise.ts'

/** What is answered: bytes or a text, and the tag of a document. */
export interface DirectAnswer {
  body: Buffer | string
  etag?: string
}

/** A request that may be answered directly. */
export interface Target {
  agentId: string
  /** The route that serves it too, for the metrics. */
  route: string
  contentType: string
  /** What it is answered with; undefined where the route has to see to it. */
  read: (caller: Caller) => MaybePromise<DirectAnswer | undefined>
}
