import type { IncomingMessage } from 'node:http'
import type { onSendHookHandler } from 'fastify'
import { whenDone } from '../../base/maybe-promise.ts'
import type { Deps } from '../../deps.ts'
import { idInAddress, type Target } from './direct-target.ts'
import { contentTypes } from './documents.ts'

/** Lists of an agent's own items, as their route answered them, kept until the agent changes. */

const addresses = /^\/api(?:\/v1)?\/(beliefs|responsibilities)\?(.{1,300})$/
const agentInQuery = new RegExp(`(?:^|&)agent(?:Id|_id)=(${idInAddress})(?:&|$)`)

/** Keeps the answer of the route, for requests whose list was looked for here. */
const keepers = new WeakMap<IncomingMessage, (body: Buffer) => void>()

export function findList(request: IncomingMessage, { identities }: Deps): Target | undefined {
  const found = addresses.exec(request.url!)
  const agentId = found && agentInQuery.exec(found[2]!)?.[1]
  if (!agentId) return undefined
  const [, plural, query] = found as unknown as [string, string, string]
  return {
    agentId,
    route: `/api/v1/${plural}`,
    contentType: contentTypes.json,
    read: ({ orgIds, agentId: ownId, requiresReview }) => {
      // Others may see less, or are told other next steps.
      if (ownId !== undefined || requiresReview) return undefined
      return whenDone(identities.lists.find({ orgIds, agentId, name: `${plural}?${query}` }), (list) => {
        if (list?.value) return { body: list.value }
        // The stamp was read before the list, so the list is of that state or a later one.
        if (list) keepers.set(request, list.keep)
        return undefined
      })
    },
  }
}

/** Of the route: keeps what it answers. */
export const keepList: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.statusCode === 200) keepers.get(request.raw)?.(Buffer.from(payload as string))
  done(null, payload)
}
