import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest } from '#core/base/errors.ts'
import { sha256Hex } from '#core/base/hash.ts'
import { skillFolders } from '#core/domain/formats/export-paths.ts'
import { type FormatFile, formatNames, type ReadItem } from '#core/domain/formats/format.ts'
import type { ArrivedFile } from '#core/domain/formats/registry.ts'
import { categories } from '#core/domain/kinds.ts'
import type { Ctx } from '../../../deps.ts'
import { exportAgent } from '../../../features/formats/export.ts'
import { importFiles, importItems } from '../../../features/formats/import.ts'
import type { ImportOptions } from '../../../features/formats/imported-items.ts'
import { agentOwner, groupOwner, type Owner, organizationOwner } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { clientOf } from '../../access/client-name.ts'
import { contentTypes, sendDocument } from '../../answers/documents.ts'
import { redactedItemWarnings } from '../../answers/warnings.ts'
import { zipOf } from '../../answers/zip.ts'
import {
  AgentId,
  Count,
  Flag,
  Id,
  InitialStatus,
  Line,
  Named,
  NotModified,
  notEmpty,
  OneOf,
  OrgInPath,
  responses,
  Statement,
  Text,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ExportReport, ImportedFiles } from '../../resources/formats.ts'
import { promptChoice } from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'
import { dedupe } from '../items/once.ts'

const tags = ['Formats']
const AgentParams = Type.Object({ agentId: AgentId })
/** Enough for 4 MiB of files, as JSON and with an image among them in base64. */
const bodyLimit = 8 * 1024 * 1024
const maxFiles = 50
/** As many as files may hold. */
const maxChosen = 5000

/** Exports and imports identities in the formats of other tools (behavior: Formats). */
export const formatRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/agents/:agentId/export',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Export an agent',
        description:
          'In the format of another tool: one file, or a ZIP archive of several. With `label`, `environment` or `version` it is that version of the prompt; what no prompt shows, such as tags, is of the present agent, and `json` has no versions. `X-Export-Lost` counts what the format cannot hold; `report=true` lists it, with the files.',
        params: AgentParams,
        querystring: Type.Object({
          format: OneOf(formatNames),
          report: Type.Optional(Flag),
          path: Type.Optional(
            OneOf(skillFolders, {
              description: `the folder of the format \`skill\`, by default \`${skillFolders[0]}\``,
            }),
          ),
          ...promptChoice,
        }),
        response: {
          ...responses(200, ExportReport, [400, 401, 404, 409, 413, 429]),
          ...NotModified,
          200: {
            description: 'the file, or the report',
            content: {
              'application/json': { schema: ExportReport },
              'text/markdown': { schema: Text(1e6, '# Ada') },
              'application/yaml': { schema: Text(1e6, 'schema_version: "1.0"') },
              'application/zip': { schema: Type.String({ format: 'binary' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { report, ...options } = request.query
      const { files, lost } = await exportAgent(contextOf(request, deps), request.params.agentId, options)
      reply.header('x-export-lost', lost.length)
      if (report) return { files, lost }
      return sendFiles(request, reply, files)
    },
  )

  app.post(
    '/agents/:agentId/import',
    {
      config: { access: 'propose', agentKeys: true, dryRun: { byDefault: false }, turns: 'large' },
      bodyLimit,
      schema: {
        tags,
        summary: 'Import files',
        description: `Files that were exported from this agent become one change request with what was edited in them; others create what the agent does not have, or propose it with a \`propose\` key. ${importing}`,
        params: AgentParams,
        body: importBody,
        response: responses(200, ImportedFiles, [400, 401, 404, 409, 413, 422, 429]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      return imported(ctx, await agentOwner(ctx, request.params.agentId), request)
    },
  )

  for (const { path, params, layer, ownerOf } of layers) {
    app.post(
      `${path}/import`,
      {
        config: { access: 'write', dryRun: { byDefault: false }, turns: 'large', changesPrompts: true },
        bodyLimit,
        schema: {
          tags,
          summary: `Import files into ${layer}`,
          description: `Creates what it does not have; every agent below inherits that immediately. ${importing}`,
          params,
          body: importBody,
          response: responses(200, ImportedFiles, [400, 401, 404, 409, 413, 422, 429]),
        },
      },
      async (request) => {
        const ctx = contextOf(request, deps)
        return imported(ctx, await ownerOf(ctx, request.params as Record<string, string>), request)
      },
    )
  }
}

/** The layers that agents inherit from. */
const layers = [
  {
    path: '/groups/:groupId',
    params: Type.Object({ groupId: Id }),
    layer: 'a group',
    ownerOf: (ctx: Ctx, params: Record<string, string>) => groupOwner(ctx, params.groupId!),
  },
  {
    path: '/organizations/:orgId',
    params: Type.Object({ orgId: OrgInPath }),
    layer: 'an organization',
    ownerOf: (ctx: Ctx, params: Record<string, string>) => organizationOwner(ctx, { org_id: params.orgId }),
  },
]

const importing =
  'The format is found by path and content. `dryRun` writes nothing, and names the file and the line of each item, and the item that is equivalent to it. Instead of `files`, `items` imports the items that a person chose from a dry run.'

const importBody = Named(
  'FilesImport',
  {
    files: Type.Optional(
      Type.Array(
        Named('FileToImport', {
          path: Type.String({ minLength: 1, maxLength: 1000, examples: ['CLAUDE.md'] }),
          content: Type.String({ examples: ['# Rules\n- Always write tests first'] }),
          encoding: Type.Optional(
            OneOf(['utf8', 'base64'], { title: 'FileEncoding', description: 'base64 for a PNG image' }),
          ),
        }),
        { minItems: 1, maxItems: maxFiles },
      ),
    ),
    items: Type.Optional(
      Type.Array(
        Named('ChosenItem', {
          category: OneOf(categories),
          statement: Statement('Always write tests first'),
          file: Type.Optional(Line(1000, 'AGENTS.md')),
          line: Type.Optional({ ...Count, description: 'from 1' }),
        }),
        { minItems: 1, maxItems: maxChosen, description: 'instead of files' },
      ),
    ),
    format: Type.Optional(OneOf(formatNames)),
    dry_run: Type.Optional(Flag),
    status: Type.Optional(InitialStatus),
    dedupe,
  },
  notEmpty,
)

interface ImportBody extends ImportOptions {
  files?: ArrivedFile[]
  items?: ReadItem[]
}

async function imported(ctx: Ctx, owner: Owner, request: FastifyRequest) {
  const { files, items, ...options } = request.body as ImportBody
  if ((files === undefined) === (items === undefined)) throw badRequest('files or items is required, not both')
  const client = clientOf(request)
  const how = { ...options, ...(client && { client }) }
  const result = files ? await importFiles(ctx, owner, files, how) : await importItems(ctx, owner, items!, how)
  return { ...result, ...redactedItemWarnings(result.items) }
}

const typesByEnding: Record<string, string> = {
  md: contentTypes.markdown,
  mdc: contentTypes.markdown,
  yaml: 'application/yaml; charset=utf-8',
}

async function sendFiles(request: FastifyRequest, reply: FastifyReply, files: FormatFile[]) {
  const [file] = files
  const isOne = files.length === 1
  const name = isOne ? file!.path.split('/').at(-1)! : 'identity.zip'
  const type = isOne ? (typesByEnding[name.split('.').at(-1)!] ?? contentTypes.json) : 'application/zip'
  const body = isOne ? Buffer.from(file!.content) : await zipOf(files)
  reply.header('content-disposition', `attachment; filename="${name}"`)
  return sendDocument(request, reply, { body, etag: `"${sha256Hex(body)}"` }, type)
}
