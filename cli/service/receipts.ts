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
}

/**
 * Tells the service how far a text came, for the fleet. Nothing fails because of it: a command that wrote its files has
 * done its work. Files of formats that do not hold the whole prompt tell no version.
 */
export async function reportText(service: Service, state: ClientState, { agent, format, content }: HeldText) {
  const prompt = promptIn(format, content)
  if (prompt !== undefined) await reportHash(service, state, agent, sha256Hex(prompt))
}

/** The same for a text by its hash, as in the `ETag` of the prompt. */
export async function reportHash({ api }: Service, state: ClientState, agentId: string, hash: string) {
  const receipt = api.POST('/agents/{agentId}/receipts', {
    params: { path: { agentId } },
    body: { client: clientName(), state, hash },
  })
  await receipt.catch(() => undefined)
}
