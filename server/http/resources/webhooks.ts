import { deliveryStatuses, testEvent, webhookEvents } from '#core/domain/requests/webhook-events.ts'
import { AnyText, Id, Integer, Named, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

export const WebhookEvents = Type.Array(OneOf(webhookEvents, { title: 'WebhookEvent' }), {
  minItems: 1,
  maxItems: 20,
  examples: [['prompt.changed']],
})

/** A webhook without its secret. */
export const Webhook = Named('Webhook', {
  id: Id,
  org_id: Id,
  url: AnyText('https://example.com/hooks/agents'),
  events: WebhookEvents,
  agent_id: Nullable(Id),
  enabled: Type.Boolean({ examples: [true] }),
  disabled_reason: Nullable(AnyText('Every delivery failed for three days')),
  failing_since: Nullable(Timestamp),
  created_by: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const WebhookDelivery = Named('WebhookDelivery', {
  id: Id,
  webhook_id: Id,
  type: OneOf([...webhookEvents, testEvent]),
  payload: Type.Object({}, { additionalProperties: true, description: 'the body that is sent' }),
  status: OneOf(deliveryStatuses),
  attempts: Integer(1),
  due_at: Type.String({ format: 'date-time', description: 'the next attempt, if it is pending' }),
  response_status: Nullable(Integer(204)),
  error: Nullable(AnyText('The address answered 500')),
  delivered_at: Nullable(Timestamp),
  created_at: Timestamp,
})
