import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'
import { schemaTools } from './schema-tools.ts'

/** Receivers of an organization's events, and what was sent to them. */
export const webhooks = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    const { id, timestamp, json, oneOf, tenantTable, belongsTo } = schemaTools(db, engine)
    await tenantTable('webhooks')
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('events', json, (c) => c.notNull())
      // Null for the events of all agents.
      .addColumn('agent_id', id)
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('enabled', 'boolean', (c) => c.notNull().defaultTo(true))
      .addColumn('disabled_reason', 'text')
      .addColumn('failing_since', timestamp)
      // The entry of the audit log up to which events were made.
      .addColumn('last_seq', 'integer', (c) => c.notNull())
      // While the agents of a layer are gone through: the entry up to which, and the last agent.
      .addColumn('layer_seq', 'integer')
      .addColumn('layer_agent_id', id)
      .addColumn('created_by', id, (c) => c.notNull())
      .addColumn('updated_at', timestamp, (c) => c.notNull())
      .$call(belongsTo('webhooks', 'agent_id', 'agents'))
      .execute()
    await tenantTable('webhook_deliveries')
      .addColumn('webhook_id', id, (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      // The agent, or the webhook for an event without one: deliveries of one lane keep their order.
      .addColumn('lane_id', id, (c) => c.notNull())
      // The record that the event is about.
      .addColumn('subject_id', id)
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull().check(oneOf('status', ['pending', 'delivered', 'failed'])))
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      // The next attempt; while one runs, when another process may take it over.
      .addColumn('due_at', timestamp, (c) => c.notNull())
      .addColumn('retried_since', timestamp, (c) => c.notNull())
      .addColumn('response_status', 'integer')
      .addColumn('error', 'text')
      .addColumn('delivered_at', timestamp)
      .$call(belongsTo('webhook_deliveries', 'webhook_id', 'webhooks'))
      .execute()
    const onDeliveries = (name: string) => db.schema.createIndex(name).on('webhook_deliveries')
    await onDeliveries('webhook_deliveries_pending')
      .columns(['org_id', 'webhook_id', 'lane_id', 'id'])
      .where(sql.ref('status'), '=', sql.lit('pending'))
      .execute()
    await onDeliveries('webhook_deliveries_by_webhook').columns(['org_id', 'webhook_id', 'id']).execute()
    await onDeliveries('webhook_deliveries_by_subject').columns(['org_id', 'webhook_id', 'subject_id']).execute()
    await onDeliveries('webhook_deliveries_by_time').columns(['created_at']).execute()
  },
})
