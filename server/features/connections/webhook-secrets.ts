import { randomBytes } from 'node:crypto'

/** Secrets by which receivers verify what a webhook sends, in the form of Standard Webhooks. */

export const newWebhookSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/** Returns a secret's additional data: copied into another row, it is unreadable. */
export const webhookSecretData = ({ org_id, id }: { org_id: string; id: string }) => `webhooks/${org_id}/${id}/secret`
