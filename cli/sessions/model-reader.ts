import { monotonicMs } from '#core/base/clock.ts'
import { ModelClient, orPartial } from '#core/models/client.ts'
import { readConfig } from '../../server/config.ts'
import { readTurnsTask } from './reading-task.ts'
import type { TurnReader } from './turn-reader.ts'

/**
 * The language model of the environment.
 *
 * @throws an error when LLM_BASE_URL or LLM_MODEL is missing.
 */
export function modelReader(): TurnReader {
  const { languageModel: endpoint } = readConfig(process.env)
  if (!endpoint) throw new Error('Set LLM_BASE_URL and LLM_MODEL, and LLM_API_KEY if the endpoint needs a key.')
  const client = new ModelClient(endpoint, { now: monotonicMs })
  return {
    recipient: `the model ${endpoint.model} at ${endpoint.baseUrl}`,
    ask: (data, signal) =>
      orPartial(
        client.ask({
          task: readTurnsTask,
          context: '',
          data,
          requester: { org_id: '', signal },
          deadline: client.caller.deadline(),
        }),
      ).catch(withReason),
  }
}

/** Adds the endpoint's own words, because here the endpoint is the reader's own. */
function withReason(error: Error): never {
  const { cause } = error
  throw cause instanceof Error ? new Error(`${error.message}. Its reason: "${cause.message}"`, { cause }) : error
}
