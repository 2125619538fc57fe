import type { FastifyReply } from 'fastify'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { exportOrganization } from '../../../features/archive/export.ts'
import { importOrganization } from '../../../features/archive/import.ts'
import { contextOf } from '../../access/auth.ts'
import { failures, Named, nextStep, OrgInPath, responses, withNextSteps } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { acceptUploads, withUpload } from '../../requests/uploads.ts'
import { Organization } from '../../resources/accounts.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Organizations']
const zip = 'application/zip'
/** 256 MiB: an archive takes a tenth of what it unpacks to. */
const maxFileBytes = 256 * 1024 * 1024

/** Export and import of a whole organization (behavior: Archive of an organization). */
export const organizationArchiveRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/export',
    {
      config: { access: 'full', tier: 'heavy' },
      schema: {
        tags,
        summary: 'Export an organization',
        description:
          'For an owner’s session and for keys with full access. A ZIP archive of everything that belongs to the organization except credentials: a file of JSON lines for each kind of record, and `manifest.json` with their counts, their hashes, and the head of the audit log.',
        params: Type.Object({ orgId: OrgInPath }),
        response: {
          200: {
            description: 'the archive',
            content: { [zip]: { schema: Type.String({ format: 'binary' }) } },
          },
          ...failures([401, 404, 413, 429]),
        },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { name, bytes, content } = await exportOrganization(ctx, orgId)
      reply.header('content-disposition', `attachment; filename="${name}"`).header('content-length', bytes)
      return (reply as unknown as FastifyReply).type(zip).send(content)
    },
  )

  await app.register(importRoute(deps))
}

const importRoute: Routes = (deps) => async (app) => {
  await acceptUploads(app, maxFileBytes)

  app.post(
    '/organizations/import',
    {
      config: { access: 'session', tier: 'heavy', turns: 'always' },
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        summary: 'Import an organization',
        description:
          'Creates a new organization from an exported archive of at most 256 MiB, with new ids; you become its owner. Either all of it is imported or nothing. Keys, members, connections and webhooks are not part of an archive, and content sources are off until somebody turns them on. If the slug is taken, the organization gets a similar one.',
        body: Named('OrganizationArchiveForm', {
          file: Type.String({ format: 'binary', description: 'the archive', examples: ['acme-2026-11-30.zip'] }),
        }),
        response: responses(201, Type.Object({ organization: Organization, ...withNextSteps }), [400, 401, 413, 429]),
      },
    },
    async (request, reply) => {
      const organization = await withUpload(request, (fd) => importOrganization(contextOf(request, deps), fd))
      reply.status(201)
      const path = `/organizations/${organization.slug}`
      return {
        organization,
        next_steps: [
          nextStep('read_summary', 'GET', `${path}/summary`, `See what ${organization.name} has`),
          nextStep('create_key', 'POST', `${path}/api-keys`, 'Create a key for the new organization'),
        ],
      }
    },
  )
}
