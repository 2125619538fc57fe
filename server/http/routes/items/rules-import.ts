import { createAllOnce } from '../../../features/consensus/create-all-once.ts'
import { importRulesFile, readRulesFile } from '../../../features/items/rules-import.ts'
import { contextOf } from '../../access/auth.ts'
import { redactedItemWarnings } from '../../answers/warnings.ts'
import { AgentId, Flag, InitialStatus, Line, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ImportResult, PlannedImport } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import { dedupe } from './once.ts'

const tags = ['Agent identity']
const AgentParams = Type.Object({ agentId: AgentId })
const transcriptBytes = 4 * 1024 * 1024

/** Imports rules files as beliefs and responsibilities (behavior: Rules import). */
export const rulesImportRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/agents/:agentId/import-claude-md',
    {
      config: { access: 'write', agentKeys: true, dryRun: { byDefault: false }, changesPrompts: true },
      bodyLimit: transcriptBytes,
      schema: {
        tags,
        summary: 'Import a rules file',
        description:
          'Reads CLAUDE.md, AGENTS.md, .cursorrules or plain prompt text and creates a belief or responsibility from each rule; `dryRun` only returns them. `lost` names each line that states something from which nothing was read.',
        params: AgentParams,
        body: Type.Object({
          content: Type.String({ minLength: 1, examples: ['# Rules\n- Always write tests first'] }),
          filename: Type.Optional(
            Line(1000, 'AGENTS.md', { description: 'kept with the line as source of each item' }),
          ),
          dry_run: Type.Optional(Flag),
          status: Type.Optional(InitialStatus),
          dedupe,
        }),
        response: responses(200, Type.Union([PlannedImport, ImportResult]), [400, 401, 404, 413, 422]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { dry_run, dedupe, ...file } = request.body
      if (!dry_run) {
        const result = await importRulesFile(ctx, request.params.agentId, file, (inputs) =>
          createAllOnce(ctx, inputs, dedupe),
        )
        return { ...result, ...redactedItemWarnings(result.items) }
      }
      const { rules: items, ...lostLines } = await readRulesFile(ctx, request.params.agentId, file.content)
      const beliefs = items.filter(({ type }) => type === 'belief').length
      return {
        dry_run: true,
        items,
        summary: { beliefs, responsibilities: items.length - beliefs, total: items.length },
        engine: ctx.language.engine,
        ...lostLines,
        ...redactedItemWarnings(items),
      }
    },
  )
}
