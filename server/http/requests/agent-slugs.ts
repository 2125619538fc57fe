import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { uuidPattern } from '#core/base/ids.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Deps } from '../../deps.ts'
import { noAgent, resolveSlugs } from '../../features/agents/slugs.ts'
import { agentFormat, itemsOf, propertiesOf, type Schema } from './key-case.ts'

/**
 * Replaces agents' slugs with ids before validation, wherever the schema of a path, query or body contains `AgentId`,
 * so that no route has to handle slugs (behavior: Agent slugs).
 */

/** A reference to an agent, by slug or id, in `holder[key]` of a request. */
interface AgentReference {
  holder: Record<string | number, unknown>
  key: string | number
  agent: string
}

/** Adds the agent references below `holder[key]`. */
type Find = (holder: AgentReference['holder'], key: string | number, found: AgentReference[]) => void

/** Longer than any slug: numbered slugs from a migration may exceed the length that clients can choose. */
const maxReferenceLength = 100
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const isSlug = (text: string) => text.length <= maxReferenceLength && slugPattern.test(text) && !uuidPattern.test(text)

/** Returns undefined for a schema that contains no agent. */
function finderOf(schema: Schema): Find | undefined {
  if (schema.format === agentFormat) {
    return (holder, key, found) => {
      const value = holder[key]
      if (typeof value === 'string') found.push({ holder, key, agent: value })
    }
  }
  const fields = Object.entries(propertiesOf(schema) ?? {}).flatMap(([name, property]) => {
    const find = finderOf(property)
    return find ? [{ name, find }] : []
  })
  const entries = itemsOf(schema)
  const findInEntry = entries && finderOf(entries)
  if (fields.length === 0 && !findInEntry) return undefined
  return (holder, key, found) => {
    const value = holder[key]
    if (value === null || typeof value !== 'object') return
    const inner = value as AgentReference['holder']
    if (Array.isArray(value)) for (const at of value.keys()) findInEntry?.(inner, at, found)
    else for (const { name, find } of fields) find(inner, name, found)
  }
}

type Part = 'params' | 'query' | 'body'

/**
 * Creates the reader of a route; undefined for a route without agents. The reader returns undefined when there is
 * nothing to wait for, as in every request that names agents by id.
 */
export function slugReader(
  deps: Deps,
  schemas: Record<Part, TSchema | undefined>,
): ((request: FastifyRequest, query: unknown) => Promise<void> | undefined) | undefined {
  const finders = Object.entries(schemas).flatMap(([part, schema]) => {
    const find = schema && finderOf(schema as Schema)
    return find ? [{ part: part as Part, find }] : []
  })
  if (finders.length === 0) return undefined
  return (request, query) => {
    const { caller } = request
    if (!caller) return undefined
    const found: AgentReference[] = []
    for (const { part, find } of finders) find(request as unknown as AgentReference['holder'], part, found)
    hideOthers(caller, found)
    const bySlug = found.filter(({ agent }) => isSlug(agent))
    if (bySlug.length === 0) return undefined
    const slugs = [...new Set(bySlug.map(({ agent }) => agent))]
    return resolveSlugs(deps, caller, slugs, organizationIn(request, query)).then((idOf) => {
      for (const { holder, key, agent } of bySlug) holder[key] = idOf(agent)
      hideOthers(caller, bySlug)
    })
  }
}

/** Replaces the ids of other agents with one that does not exist, for a key of one agent. */
function hideOthers({ agentId }: Caller, references: AgentReference[]): void {
  if (agentId === undefined) return
  for (const { holder, key } of references) {
    const id = holder[key]
    if (typeof id === 'string' && uuidPattern.test(id) && id.toLowerCase() !== agentId) holder[key] = noAgent
  }
}

/**
 * Returns the organization that a request names, in whichever part.
 *
 * @param sentQuery the query as it was sent: parsing drops the organization where a route does not take one.
 */
function organizationIn({ params, query, body }: FastifyRequest, sentQuery: unknown): string | undefined {
  return [params, query, body, sentQuery]
    .map((part) => (part ?? {}) as Record<string, unknown>)
    .flatMap(({ orgId, org_id, orgSlug, org_slug }) => [orgId, org_id, orgSlug, org_slug])
    .find((name) => typeof name === 'string')
}
