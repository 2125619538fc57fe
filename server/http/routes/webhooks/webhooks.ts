import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
  updateWebhook,
} from '../../../features/webhooks/webhooks.ts'
import { changeContextOf, contextOf } from '../../access/auth.ts'
import {
  AgentId,
  Flag,
  Id,
  List,
  Named,
  Nullable,
  notEmpty,
  OrgInPath,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Success,
  success,
  Text,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Webhook, WebhookDelivery, WebhookEvents } from '../../resources/webhooks.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Webhooks']
const OrgParams = Type.Object({ orgId: OrgInPath })
const WebhookParams = Type.Object({ orgId: OrgInPath, webhookId: Id })
const Url = Text(2000, 'https://example.com/hooks/agents', { minLength: 1 })

/** Webhooks of an organization, for its owners (behavior: Webhooks). */
export const webhookRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/webhooks',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'List webhooks',
        description: 'Oldest first, without their secrets.',
        params: OrgParams,
        response: responses(200, List(Webhook), [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return listWebhooks(ctx, await resolveOrganization(ctx, { org_id: request.params.orgId }))
    },
  )

  app.post(
    '/organizations/:orgId/webhooks',
    {
      config: { access: 'full', showsSecret: true },
      schema: {
        tags,
        summary: 'Create a webhook',
        description:
          'For owners. The address gets a POST for each event from now on, signed as Standard Webhooks with the secret, which is shown only in this response. With `agentId` it gets the events of that agent alone. An address of a private network is refused.',
        params: OrgParams,
        body: Type.Object({ url: Url, events: WebhookEvents, agent_id: Type.Optional(Nullable(AgentId)) }),
        response: responses(
          201,
          Named('CreatedWebhook', { ...Webhook.properties, secret: Text(100, 'whsec_…') }),
          [400, 401, 404, 409],
        ),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      reply.status(201)
      return createWebhook(ctx, orgId, request.body)
    },
  )

  app.patch(
    '/organizations/:orgId/webhooks/:webhookId',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Change a webhook',
        description: 'For owners. One that is switched on again gets what waited for it, and what happened meanwhile.',
        params: WebhookParams,
        body: Type.Object(
          { url: Type.Optional(Url), events: Type.Optional(WebhookEvents), enabled: Type.Optional(Flag) },
          notEmpty,
        ),
        response: responses(200, Webhook, [400, 401, 404, 412]),
      },
    },
    async (request) => {
      const ctx = changeContextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return updateWebhook(ctx, orgId, request.params.webhookId, request.body)
    },
  )

  app.delete(
    '/organizations/:orgId/webhooks/:webhookId',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Delete a webhook',
        description: 'For owners. Its deliveries go with it.',
        params: WebhookParams,
        response: responses(200, Success, [401, 404, 412]),
      },
    },
    async (request) => {
      const ctx = changeContextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      await deleteWebhook(ctx, orgId, request.params.webhookId)
      return success
    },
  )

  app.post(
    '/organizations/:orgId/webhooks/:webhookId/test',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Send a test event',
        description: 'For owners. Sends `webhook.test` within a second; the list of deliveries shows the outcome.',
        params: WebhookParams,
        response: responses(202, WebhookDelivery, [401, 404, 409]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      reply.status(202)
      return testWebhook(ctx, orgId, request.params.webhookId)
    },
  )

  app.get(
    '/organizations/:orgId/webhooks/:webhookId/deliveries',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'List deliveries',
        description: 'What was sent and what waits, the newest first; kept for 30 days.',
        params: WebhookParams,
        querystring: Type.Object(pageQuery(50)),
        response: responses(200, PagedList(WebhookDelivery), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return listDeliveries(ctx, orgId, request.params.webhookId, pageOf(request.query, 50))
    },
  )

  app.post(
    '/organizations/:orgId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'Send a delivery again',
        description: 'For owners. It keeps its id, by which a receiver knows it.',
        params: Type.Object({ ...WebhookParams.properties, deliveryId: Id }),
        response: responses(202, WebhookDelivery, [401, 404, 409]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      reply.status(202)
      return redeliver(ctx, orgId, request.params.webhookId, request.params.deliveryId)
    },
  )
}
