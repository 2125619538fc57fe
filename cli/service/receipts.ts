import { sha256Hex } from '#core/base/hash.ts'
import type { FormatName } from '#core/domain/formats/format.ts'
import { promptIn } from '#core/domain/formats/marker.ts'
import type { ClientState } from '#core/domain/identity/clients.ts'
import { clientName } from './client-name.ts'
import type { Service } from './service.ts'

/** A text of an agent that is on this machine. */
export interface HeldText {
  agent: string
  format: FormatName
  /** The file or block, with its marker. */
  content: string
  /** The label that the text was read by. */
  label?: string | undefined
}

/**
 * Tells the service how far a text came, for the fleet. Nothing fails because of it: a command that wrote its files has
 * done its work. A text in a format that does not hold the whole prompt tells no version by itself.
 */
export async function reportText(service: Service, state: ClientState, { agent, format, content, label }: HeldText) {
  const prompt = promptIn(format, content)
  if (prompt !== undefined) await reportHash(service, state, { agent, label, hash: sha256Hex(prompt) })
}

/** The same for a text by its hash, as in the `ETag` of the prompt. */
export async function reportHash(
  { api }: Service,
  state: ClientState,
  { agent, label, hash }: Pick<HeldText, 'agent' | 'label'> & { hash: string },
) {
  const receipt = api.POST('/agents/{agentId}/receipts', {
    params: { path: { agentId: agent } },
    body: { client: clientName(), state, hash, ...(label && { label }) },
  })
  await receipt.catch(() => undefined)
}

/**
 * Asks for the hash of an agent's prompt, live or by a label, the version that a file in a format of its own is made from;
 * undefined when the service does not answer. Asked before the file is exported, so that a change in between makes the report older than the
 * file, and never newer.
 */
export async function presentHash({ api }: Service, agentId: string, label?: string): Promise<string | undefined> {
  const params = { path: { agentId }, query: label ? { label } : {} }
  const prompt = api.GET('/agents/{agentId}/prompt', { params, parseAs: 'text' })
  const etag = (await prompt.catch(() => undefined))?.response.headers.get('ETag')
  return /"([0-9a-f]{64})/.exec(etag ?? '')?.[1]
}
