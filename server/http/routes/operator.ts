import type { FastifyRequest } from 'fastify'
import { notFound, unauthorized } from '#core/base/errors.ts'
import {
  listAllOrganizations,
  listAllUsers,
  listUsage,
  operatorHealth,
  operatorStats,
} from '../../features/organization-reads/operator.ts'
import { requireBearer } from '../access/bearer.ts'
import { AnyText, Id, Integer, List, Named, Nullable, pageOf, responses, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import type { Routes } from '../routes.ts'

const tags = ['Operations']
const config = { access: 'public', tier: 'auth' } as const
const token = 'For the operator: `Authorization: Bearer $ADMIN_TOKEN`. A 404 without that variable.'
const query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, description: '1 to 1000, default 50', examples: [50] })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [0] })),
})

const Stats = Named('OperatorStats', {
  organizations: Integer(3),
  users: Integer(12),
  agents: Integer(40),
  items: Integer(900),
  content_items: Integer(5000),
  conversations: Integer(70),
  webhooks: Integer(2),
  version: AnyText('0.1.0'),
})
const OrganizationOfOperator = Named('OperatorOrganization', {
  id: Id,
  slug: AnyText('acme'),
  name: AnyText('Acme'),
  created_at: Timestamp,
  members: Integer(4),
  agents: Integer(12),
})
const UserOfOperator = Named('OperatorUser', {
  id: Id,
  email: Nullable(AnyText('ada@example.com')),
  display_name: AnyText('Ada'),
  is_agent: Type.Boolean({ examples: [false] }),
  email_verified: Type.Boolean({ examples: [true] }),
  created_at: Timestamp,
  organizations: Integer(1),
})
const Usage = Named('OperatorUsage', {
  org_id: Id,
  slug: AnyText('acme'),
  changes: Type.Integer({ description: 'entries of the audit log', examples: [1200] }),
  agents: Integer(12),
  items: Integer(300),
  content_items: Integer(2000),
  bytes: Type.Integer({ description: 'of content and messages, in UTF-8', examples: [9_000_000] }),
  quotas: Type.Object(
    {
      items: Nullable(Integer(1_000_000)),
      agents: Nullable(Integer(100_000)),
      bytes: Nullable(Integer(10_737_418_240)),
    },
    { description: 'how much each organization may store; null is no limit' },
  ),
})
const OperatorHealth = Named('OperatorHealth', {
  status: Type.String({ enum: ['ok', 'unavailable'] }),
  reason: Nullable(AnyText('The database does not answer or is not migrated')),
  engine: Type.String({ enum: ['sqlite', 'postgresql'] }),
  version: AnyText('0.1.0'),
  jobs: Type.Array(
    Type.Object({ type: AnyText('pbd'), status: AnyText('queued'), count: Integer(2), oldest: Nullable(Timestamp) }),
    { description: 'unfinished jobs of all organizations' },
  ),
  jobs_thread: Type.Union([
    Type.Object({ is_running: Type.Boolean({ examples: [true] }), failures: Integer(0) }),
    Type.Null(),
  ]),
})

/** Numbers and names for the operator of the service, who has no part in any organization (behavior: Operators). */
export const operatorRoutes: Routes = (deps) => async (app) => {
  const { adminToken } = deps.config
  const onRequest = async ({ method, headers }: FastifyRequest) => {
    if (adminToken === undefined) throw notFound('Page')
    requireBearer(adminToken, headers.authorization)
    if (method !== 'GET' && method !== 'HEAD') throw unauthorized()
  }

  app.get(
    '/admin/stats',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'Count everything',
        description: token,
        response: responses(200, Stats, [401, 404]),
      },
    },
    () => operatorStats(deps),
  )

  app.get(
    '/admin/organizations',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'List all organizations',
        description: `${token} The oldest first.`,
        querystring: query,
        response: responses(200, List(OrganizationOfOperator), [400, 401, 404]),
      },
    },
    (request) => listAllOrganizations(deps, pageOf(request.query, 50)),
  )

  app.get(
    '/admin/users',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'List all accounts',
        description: `${token} The oldest first.`,
        querystring: query,
        response: responses(200, List(UserOfOperator), [400, 401, 404]),
      },
    },
    (request) => listAllUsers(deps, pageOf(request.query, 50)),
  )

  app.get(
    '/admin/usage',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'List what each organization stores',
        description: `${token} The busiest first.`,
        querystring: query,
        response: responses(200, List(Usage), [400, 401, 404]),
      },
    },
    (request) => listUsage(deps, pageOf(request.query, 50)),
  )

  app.get(
    '/admin/health',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'What waits and fails',
        description: token,
        response: responses(200, OperatorHealth, [401, 404]),
      },
    },
    () => operatorHealth(deps),
  )

  // The token opens nothing else, whatever the method and the address.
  if (adminToken === undefined) return
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/admin/*',
    config,
    onRequest,
    schema: { hide: true },
    handler: () => {
      throw notFound('Page')
    },
  })
}
