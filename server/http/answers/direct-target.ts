import type { MaybePromise } from '../../base/maybe-promise.ts'
import type { Caller } from '../../domain/requests/caller.ts'

/** An id of ours in an address, as the source of a pattern; in any other spelling it is left to the route. */
export const idInAddress = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

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
