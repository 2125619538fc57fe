import { readConfig } from '../../server/config.ts'
import { ModelClient, orPartial } from '../../server/outside/models/client.ts'
import { defaultTiming } from '../../server/outside/models/endpoint.ts'
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
  const client = new ModelClient(endpoint, defaultTiming)
  return {
    recipient: `the model ${endpoint.model} at ${endpoint.baseUrl}`,
    ask: (data, signal) =>
      orPartial(
        client.ask({
          ...{ task: readTurnsTask, context: '', data, requester: { org_id: '', signal } },
          deadline: client.caller.deadline(),
        }),
      ),
  }
}
