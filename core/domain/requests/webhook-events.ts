/** The events that a webhook can subscribe to (behavior: Webhooks). */
export const webhookEvents = [
  'prompt.changed',
  'proposal.created',
  'change_request.opened',
  'change_request.merged',
  'change_request.closed',
  'job.completed',
  'job.failed',
  'label.moved',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Sent only on request, to try a receiver. */
export const testEvent = 'webhook.test'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const minuteSeconds = 60
const hourSeconds = 3600

/** Seconds between attempts; the last one repeats for as long as a delivery is retried. */
const waits = [
  5,
  30,
  2 * minuteSeconds,
  10 * minuteSeconds,
  30 * minuteSeconds,
  hourSeconds,
  2 * hourSeconds,
  4 * hourSeconds,
]
/** How long a delivery is retried, and how long a receiver may fail before it is switched off. */
export const retriedMs = 3 * 86_400_000

/**
 * Returns the seconds until the next attempt, at most an hour longer if the receiver asks for it.
 *
 * @param attempts how many were made.
 * @param askedSeconds the `Retry-After` of the receiver.
 */
export function secondsToRetry(attempts: number, askedSeconds = 0): number {
  const wait = waits[Math.min(attempts, waits.length) - 1]!
  return Math.max(wait, Math.min(askedSeconds, hourSeconds))
}
