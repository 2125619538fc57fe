import { AppError, badRequest } from '#core/base/errors.ts'
import type { TrialEnd } from '#core/domain/language.ts'
import type { Ctx } from '../../deps.ts'
import { previewDynamicPrompt, readIdentity } from '../agents/identity.ts'
import { choosePrompt, type PromptChoice } from './chosen-prompt.ts'

export interface TryRequest extends Pick<PromptChoice, 'label' | 'version'> {
  message: string
  /** Draws a variant of the live prompt. */
  seed?: number
  /** The default model if absent. */
  model?: string
}

export interface Trial {
  model: string
  /** The number of the prompt; null for a variant, and where the database took no write. */
  version: number | null
  /** Sends the message. @param signal aborts the model's work. @throws as `PromptTrials.run`. */
  run(signal: AbortSignal, onText: (text: string) => void): Promise<TrialEnd>
}

/**
 * Prepares a message to the language model under a prompt of the agent. Nothing of it is stored.
 *
 * @throws 404 when the agent, version or label is missing or foreign; 400 for several prompts or an unknown model; 409
 *   without a language model.
 */
export async function prepareTrial(ctx: Ctx, agentId: string, request: TryRequest): Promise<Trial> {
  const { message, model: named, seed, ...choice } = request
  const { org_id, prompt, version } = await promptOf(ctx, agentId, seed, choice)
  const { trials } = ctx.language
  if (!trials)
    throw new AppError(
      'model_missing',
      'The service has no language model; set LLM_BASE_URL and LLM_MODEL, and restart it',
    )
  const model = named ?? trials.models[0]!
  if (!trials.models.includes(model)) throw badRequest(`model must be one of ${trials.models.join(', ')}`)
  return { model, version, run: (signal, onText) => trials.run({ prompt, message, model }, { org_id, signal }, onText) }
}

async function promptOf(ctx: Ctx, agentId: string, seed: number | undefined, choice: PromptChoice) {
  if (seed === undefined) {
    const { org_id, body, version } = await choosePrompt(ctx, agentId, choice)
    return { org_id, prompt: body.toString(), version }
  }
  const [other] = Object.keys(choice)
  if (other) throw badRequest(`seed draws a variant of the live prompt; leave out ${other}`)
  const identity = await readIdentity(ctx, agentId)
  return { org_id: identity.agent.org_id, prompt: previewDynamicPrompt(identity, { seed }).prompt, version: null }
}
