import { AgentIdentity, type Prompt } from '../../clients/typescript/src/index.ts'
import { clientName } from './client-name.ts'

/** Size of the digest that a session starts with, in tokens. */
export const digestTokens = 1000

export interface DigestRequest {
  address: string
  key: string
  maxTokens: number
  timeoutMs: number
}

/**
 * Reads the digest of an agent, and keeps a copy on disk that serves while the service does not answer in time.
 *
 * @throws when the service does not answer in time and there is no copy.
 */
export async function readDigest(
  agent: string,
  { address, key, maxTokens, timeoutMs }: DigestRequest,
): Promise<Prompt> {
  const client = new AgentIdentity({ baseUrl: address, apiKey: key, client: clientName(), timeoutMs })
  return client.agent(agent).prompt({ maxTokens })
}
