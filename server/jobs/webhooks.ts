import { runAsSystem } from '#core/domain/audit/origin.ts'
import type { Deps } from '../deps.ts'
import { collectEvents, webhooksBehind } from '../features/webhooks/collect.ts'
import { Sender } from '../features/webhooks/deliver.ts'

/**
 * Makes the deliveries of all events so far, and begins those that are due. Returns how much it did. A webhook that fails
 * holds up no other, and is tried again in the next round.
 */
export const runWebhooks = (deps: Deps, sender: Sender): Promise<number> =>
  runAsSystem(deps.now, async () => {
    const behind = await webhooksBehind(deps)
    // One part of each at a time, so that a large change of one organization does not delay the others.
    let collected = 0
    for (const { org_id, id } of behind) {
      try {
        collected += Number(await collectEvents(deps, org_id, id))
      } catch (error) {
        deps.log.error({ err: error, org_id, webhook_id: id }, 'the events of a webhook could not be collected')
      }
    }
    return collected + (await sender.begin())
  })

/** Runs webhooks until nothing is due any longer. */
export async function runDueWebhooks(deps: Deps): Promise<void> {
  const sender = new Sender(deps, new AbortController().signal)
  for (let rounds = 0; rounds < 1000; rounds++) {
    const begun = await runWebhooks(deps, sender)
    await sender.settle()
    if (begun === 0) return
  }
}
