import { FairQueue } from '../base/fair-queue.ts'
import { turnIfBusy } from '../base/turns.ts'
import type { Operations } from '../http/operations/operations.ts'

/** How many calls of one organization may wait for their turn. */
const maxWaiting = 256

/**
 * Lets organizations take turns: calls start one after the other, and other requests get a turn of the event loop in
 * between, so that they do not wait for the twenty calls of a batch.
 */
export function inTurns(operations: Operations): Pick<Operations, 'mayCall' | 'call'> {
  const queue = new FairQueue({ name: 'MCP calls', slots: 1, waiting: maxWaiting })
  return {
    mayCall: (id, caller) => operations.mayCall(id, caller),
    call: (id, args, invocation) =>
      new Promise((resolve, reject) => {
        const begin = async () => {
          resolve(operations.call(id, args, invocation))
          await turnIfBusy()
        }
        queue.run({ org_id: invocation.caller?.defaultOrgId ?? '' }, begin).catch(reject)
      }),
  }
}
