import type { FastifyReply } from 'fastify'
import { badRequest } from '#core/base/errors.ts'
import { parseMoment } from '#core/base/time.ts'
import { scopes } from '#core/domain/kinds.ts'
import type { Ctx } from '../../../deps.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { type EntryFilter, entryFields, listEntries, readEntries } from '../../../features/audit/entries.ts'
import { eraseEntries } from '../../../features/audit/erase.ts'
import { verifyLog } from '../../../features/audit/verify.ts'
import { contextOf } from '../../access/auth.ts'
import { linesType, sendLines } from '../../answers/lists.ts'
import {
  AgentId,
  AnyText,
  Id,
  OneOf,
  OrgInPath,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { AuditEntry, AuditVerification, Hash } from '../../resources/audit.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Audit log']
const OrgParams = Type.Object({ orgId: OrgInPath })

/** The audit log of an organization, for its members and for keys with full access (behavior: Audit log). */
export const auditLogRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/audit-log',
    {
      config: { access: 'full' },
      schema: {
        tags,
        summary: 'List audit entries',
        description: `Every change of the organization, the newest first. With \`Accept: ${linesType}\` one entry a line, the oldest first, from \`after\` to the last one.`,
        params: OrgParams,
        querystring: Type.Object({
          actor: Type.Optional(Id),
          action: Type.Optional(Type.String({ maxLength: 100, examples: ['belief.approve'] })),
          target: Type.Optional(Id),
          agent_id: Type.Optional(AgentId),
          group_id: Type.Optional(Id),
          type: Type.Optional(
            Type.String({
              pattern: '^[a-z_]{1,50}$',
              description: 'the type of the record: the first word of the action',
              examples: ['belief'],
            }),
          ),
          layer: Type.Optional(
            OneOf(scopes, {
              description: 'changes of the organization itself, of groups and what they share, or of agents',
            }),
          ),
          since: Type.Optional(Timestamp),
          until: Type.Optional(Timestamp),
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'entries with greater numbers alone',
              examples: [120],
            }),
          ),
          ...pageQuery(50),
        }),
        response: {
          ...responses(200, PagedList(AuditEntry), [400, 401, 404]),
          200: {
            description: 'a page of entries, or lines',
            content: {
              'application/json': { schema: PagedList(AuditEntry) },
              [linesType]: { schema: AnyText('{"seq":1,"action":"organization.create"}\n') },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { limit, offset, cursor, ...filter } = request.query
      const times = { since: momentOf('since', filter.since), until: momentOf('until', filter.until) }
      if (!request.headers.accept?.includes(linesType)) {
        return listEntries(ctx, orgId, { ...filter, ...times }, pageOf({ limit, offset, cursor }, 50))
      }
      return sendLines(reply as unknown as FastifyReply, linesOf(ctx, orgId, { ...filter, ...times }))
    },
  )

  app.get(
    '/organizations/:orgId/audit-log/verify',
    {
      config: { access: 'full', tier: 'heavy' },
      schema: {
        tags,
        summary: 'Verify the audit log',
        description:
          'Computes the chain of hashes again. With `seq` and `hash` of a head that was kept elsewhere, `known` tells whether history up to there is what it was.',
        params: OrgParams,
        querystring: Type.Object({
          seq: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [120] })),
          hash: Type.Optional(Hash),
        }),
        response: responses(200, AuditVerification, [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { seq, hash } = request.query
      if ((seq === undefined) !== (hash === undefined))
        throw badRequest('seq and hash belong together: send both of a head that you kept, or none')
      return verifyLog(ctx, orgId, seq === undefined ? undefined : { seq, hash: hash! })
    },
  )

  app.post(
    '/organizations/:orgId/audit-log/erase',
    {
      config: { access: 'session', tier: 'auth', turns: 'always' },
      schema: {
        tags,
        summary: 'Erase content of the audit log',
        description:
          'For owners with a session. Removes the content of the entries that match all fields; number, time, action and hash stay, and the chain still verifies. Cannot be undone.',
        params: OrgParams,
        body: Type.Object(
          {
            actor_id: Type.Optional(Id),
            target_id: Type.Optional(Id),
            before: Type.Optional(Timestamp),
          },
          { documented: { minProperties: 1 } },
        ),
        response: responses(
          200,
          Type.Object({ erased: Type.Integer({ description: 'how many entries were erased', examples: [12] }) }),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { before, ...ids } = request.body
      return {
        erased: await eraseEntries(ctx, orgId, { ...ids, ...(before && { before: momentOf('before', before)! }) }),
      }
    },
  )
}

async function* linesOf(ctx: Ctx, orgId: string, filter: EntryFilter) {
  for await (const rows of readEntries(ctx, orgId, filter)) yield rows.map(entryFields)
}

/** @throws 400 for a time that is none. */
function momentOf(name: string, time: string | undefined): string | undefined {
  if (time === undefined) return undefined
  const moment = parseMoment(time)
  if (!moment) throw badRequest(`${name} must be a date and time such as 2026-11-21T09:30:00Z`)
  return moment.toISOString()
}
