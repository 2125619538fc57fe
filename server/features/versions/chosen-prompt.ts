import { badRequest, notFound } from '#core/base/errors.ts'
import { type MaybePromise, onSuccess } from '#core/base/maybe-promise.ts'
import type { Database } from '../../db/connect.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Ctx } from '../../deps.ts'
import { readPrompt } from '../agents/identity.ts'
import { type AnsweredPrompt, type StoredPrompt, storedPrompt } from '../agents/stored-prompts.ts'
import { liveLabels } from './label-names.ts'

/** The version that a reader of a prompt asks for; the live one if nothing is set. */
export interface PromptChoice {
  label?: string
  /** The slug of an environment. */
  environment?: string
  version?: number
}

/** A prompt with the label by which it was found; `live` for the live one. */
type ChosenPrompt = AnsweredPrompt & { label?: string }

/**
 * Returns the prompt that a label, an environment or a number names, byte for byte as it was; else the live one
 * (behavior: Prompt versions).
 *
 * @throws 400 for more than one of them; 404 for what is missing or foreign.
 */
export async function choosePrompt(ctx: Ctx, agentId: string, choice: PromptChoice): Promise<ChosenPrompt> {
  const { label, environment, version } = choice
  const chosen = Object.keys(choice).length
  if (chosen === 0) return { ...(await readPrompt(ctx, agentId)), label: 'live' }
  if (chosen > 1) throw badRequest('label, environment and version exclude each other; send one')
  if (version !== undefined) {
    const found = await findStored(ctx, agentId, { by: 'version', value: version })
    if (found) return found
    await readPrompt(ctx, agentId)
    throw notFound('Version')
  }
  const named = label ?? environment
  if (named !== undefined && !liveLabels.includes(named)) {
    const found = await findStored(ctx, agentId, { by: 'label', value: named })
    if (found) return { ...found, label: named }
  }
  const live = await readPrompt(ctx, agentId)
  if (label !== undefined && !liveLabels.includes(label)) throw notFound('Label')
  if (environment !== undefined) await requireEnvironment(ctx, live.org_id, environment)
  return { ...live, label: 'live' }
}

type Key = { by: 'version'; value: number } | { by: 'label'; value: string }

/** Reads a version by its number or label in one query, without a promise on the embedded engine. */
function findStored(ctx: Ctx, agent_id: string, { by, value }: Key): MaybePromise<StoredPrompt | undefined> {
  const organizations = Object.fromEntries(ctx.caller.orgIds.map((id, at) => [`org_${at}`, id]))
  const build = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('prompt_versions')
      .select(['prompt_versions.org_id', 'prompt_versions.version', 'hash', 'prompt'])
      .where('prompt_versions.org_id', 'in', Object.keys(organizations).map(parameter))
      .where('prompt_versions.agent_id', '=', parameter('agent_id'))
      .$if(by === 'version', (query) => query.where('prompt_versions.version', '=', parameter('value')))
      .$if(by === 'label', (query) =>
        query
          .innerJoin('prompt_labels', (join) =>
            join
              .onRef('prompt_labels.org_id', '=', 'prompt_versions.org_id')
              .onRef('prompt_labels.agent_id', '=', 'prompt_versions.agent_id')
              .onRef('prompt_labels.version', '=', 'prompt_versions.version'),
          )
          .where('prompt_labels.label', '=', parameter('value')),
      )
  const name = `prompt by ${by} ${ctx.caller.orgIds.length}`
  const rows = ctx.queries.rows(ctx.queries.withValues(name, build, { ...organizations, agent_id, value }))
  return onSuccess(rows, ([row]) => row && storedPrompt(row))
}

async function requireEnvironment(ctx: Ctx, orgId: string, slug: string): Promise<void> {
  const environment = await ctx.db
    .selectFrom('environments')
    .select('id')
    .where('org_id', '=', orgId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!environment) throw notFound('Environment')
}
