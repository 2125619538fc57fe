import { setImmediate } from 'node:timers/promises'
import { FairQueue } from '../base/fair-queue.ts'
import type { Operations } from '../http/operations/operations.ts'

/** How many calls of one organization may wait for their turn. */
const maxWaiting = 256

/**
 * Lets organizations take turns: one call starts per turn of the event loop, so that requests of others wait for a
 * single call and not for the twenty of a batch.
 */
export function inTurns(operations: Operations): Pick<Operations, 'mayCall' | 'call'> {
  const queue = new FairQueue({ name: 'MCP calls', slots: 1, waiting: maxWaiting })
  return {
    mayCall: (id, caller) => operations.mayCall(id, caller),
    call: (id, args, invocation) =>
      new Promise((resolve, reject) => {
        const begin = async () => {
          resolve(operations.call(id, args, invocation))
          await setImmediate()
        }
        queue.run({ org_id: invocation.caller?.defaultOrgId ?? '' }, begin).catch(reject)
      }),
  }
}
