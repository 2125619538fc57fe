import { setImmediate } from 'node:timers/promises'
import { FairQueue } from '#core/base/fair-queue.ts'
import type { Operations } from '../http/operations/operations.ts'

/** How many calls of one organization may wait for their turn. */
const maxWaiting = 256
/** Each takes 0.1 to 0.3 ms of the thread, and a turn of the event loop almost as long (measured). */
const callsPerTurn = 4

/**
 * Lets organizations take turns: calls start one after the other, and after a few of them other requests get a turn of
 * the event loop, so that they do not wait for the twenty calls of a batch.
 */
export function inTurns(operations: Operations): Pick<Operations, 'mayCall' | 'call'> {
  let begun = 0
  const queue = new FairQueue({ name: 'MCP calls', slots: 1, waiting: maxWaiting })
  return {
    mayCall: (id, caller) => operations.mayCall(id, caller),
    call: (id, args, invocation) =>
      new Promise((resolve, reject) => {
        const begin = async () => {
          resolve(operations.call(id, args, invocation))
          if (++begun % callsPerTurn === 0) await setImmediate()
        }
        queue.run({ org_id: invocation.caller?.defaultOrgId ?? '' }, begin).catch(reject)
      }),
  }
}
