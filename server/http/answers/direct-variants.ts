import type { IncomingMessage } from 'node:http'
import type { preParsingHookHandler } from 'fastify'
import type { Deps } from '../../deps.ts'
import { repeatPromptStep } from '../../domain/requests/next-steps.ts'
import { knownPromptJson } from '../../features/agents/identity.ts'
import { streamOf } from '../requests/json-body.ts'
import { idInAddress, type Target } from './direct-target.ts'
import { contentTypes, withSteps } from './documents.ts'

/** Randomized prompts by a seed alone, or without one, of agents whose identities are kept. */

const addresses = new RegExp(`^/api(?:/v1)?/agents/(${idInAddress})/dynamic-prompt$`)
const seedAlone =
  /^[ \t\r\n]*(?:\{[ \t\r\n]*(?:"seed"[ \t\r\n]*:[ \t\r\n]*(0|[1-9][0-9]{0,9})[ \t\r\n]*)?\}[ \t\r\n]*)?$/
const maxSeed = 2 ** 32 - 1
const maxBodyBytes = 64

/** Bodies that were read here and are the route's in the end. */
const bodies = new WeakMap<IncomingMessage, Buffer>()

export function findVariant(request: IncomingMessage, { identities }: Deps): Target | undefined {
  const { headers, url } = request
  const agentId = addresses.exec(url!)?.[1]
  if (!agentId || headers['transfer-encoding'] !== undefined) return undefined
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) return undefined
  return {
    agentId,
    route: '/api/v1/agents/:agentId/dynamic-prompt',
    contentType: contentTypes.json,
    read: async ({ orgIds }) => {
      const input = inputOf(await readBody(request))
      const variant = input && (await knownPromptJson(identities, orgIds, agentId, input))
      return variant && { body: withSteps(variant.json, [repeatPromptStep(agentId, variant.seed)]) }
    },
  }
}

/** Whoever goes away before it is here gets no answer. */
const readBody = (request: IncomingMessage) =>
  new Promise<Buffer>((resolve) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => {
      const body = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
      bodies.set(request, body)
      resolve(body)
    })
  })

/** Undefined for what the route has to read. */
function inputOf(body: Buffer): { seed?: number } | undefined {
  const found = seedAlone.exec(body.toString('latin1'))
  if (!found) return undefined
  if (found[1] === undefined) return {}
  const seed = Number(found[1])
  return seed <= maxSeed ? { seed } : undefined
}

/** Of the route: the body, where it was read before. */
export const readAgain: preParsingHookHandler = (request, _reply, payload, done) => {
  const body = bodies.get(request.raw)
  done(null, body ? streamOf(body) : payload)
}
