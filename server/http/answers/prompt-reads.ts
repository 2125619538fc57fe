import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { AgentDocument } from '../../features/agents/documents.ts'
import type { AnsweredPrompt } from '../../features/agents/stored-prompts.ts'
import type { AnsweredText } from '../../features/fleet/prompt-reads.ts'
import { liveLabels } from '../../features/versions/label-names.ts'
import { fleetClientOf } from '../access/client-name.ts'
import { contentTypes, sendDocument } from './documents.ts'

/**
 * Sends a prompt or a text made of the identity, and notes the client that reads it (behavior: Fleet).
 *
 * @param label by which the version was found.
 */
export function sendPrompt(
  request: FastifyRequest,
  reply: FastifyReply,
  { promptReads, now }: Deps,
  agent_id: string,
  document: AnsweredPrompt | AgentDocument,
  label?: string,
) {
  const client = fleetClientOf(request)
  const text = textOf(document)
  // HEAD answers no text.
  if (client !== undefined && text && request.method === 'GET') {
    promptReads.add({ org_id: document.org_id, agent_id, client, text, label: followed(label), at: now() })
  }
  return sendDocument(request, reply, document, contentTypes.markdown)
}

/** A client that reads the live prompt by its label follows no label. */
const followed = (label = 'live'): string | null => (liveLabels.includes(label) ? null : label)

/** Times and hashes are written at the flush, so that the read pays for none of it; a text without a number is none. */
function textOf(document: AnsweredPrompt | AgentDocument): AnsweredText | undefined {
  if (!('version' in document)) return { stamp: document.stamp }
  const { version, etag } = document
  return version === null ? undefined : { version, etag }
}
