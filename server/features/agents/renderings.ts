import { digestLines } from '#core/domain/identity/digest.ts'
import { promptParts } from '#core/domain/identity/dynamic-prompt.ts'
import { type ResolvedItem, resolveIdentity, summarizeIdentity } from '#core/domain/identity/identity.ts'
import { type FileType, type Profile, renderFile, renderPrompt } from '#core/domain/identity/prompt.ts'
import type { Kind } from '#core/domain/kinds.ts'
import { documentSteps } from '#core/domain/requests/next-steps.ts'
import type { Agent } from '../../db/tables.ts'
import type { LayerItem, Layers } from './layer-cache.ts'

/** Renders an agent's identity as each of its documents. */

export const profileOf = (agent: Agent): Profile => agent

/** An agent's identity at a stamp. */
export interface Identity {
  agent: Agent
  group: { id: string; name: string } | null
  /** The resolved identity including hidden and overridden items, which are marked. */
  items: (LayerItem & ResolvedItem)[]
}

export const identityOf = ({ agent, group, items, overridden }: Layers): Identity => ({
  agent,
  group,
  items: resolveIdentity(items, overridden, { includeOverridden: true }),
})

/** Returns the identity's items without those that this agent overrides. */
const withoutOverridden = <Item extends ResolvedItem>(items: readonly Item[]) =>
  items.filter((item) => !item.overridden)

export const resolvedItems = (identity: Identity) => withoutOverridden(identity.items)

/** The text of a prompt, as bytes, and the ids of its items in the order of their lines. */
export interface RenderedPrompt {
  text: Uint8Array
  itemIds: string[]
}

export function renderedPrompt(identity: Identity): RenderedPrompt {
  const items = resolvedItems(identity)
  return {
    text: Buffer.from(renderPrompt(profileOf(identity.agent), items)),
    itemIds: items.flatMap(({ id, hidden }) => (hidden ? [] : id)),
  }
}

export const linesOf = (identity: Identity) => digestLines(identity.agent.name, resolvedItems(identity))

/** Returns the fields of an agent in an answer, without the cache's columns. */
export function agentFields({ revision, avatar_prompt, ...fields }: Agent) {
  return fields
}

/** Returns an agent in detail: the stored prompt, the group, and the agent's own items (behavior: Order). */
function agentDetail(identity: Identity, prompt: string) {
  const { agent, group, items } = identity
  const own = (kind: Kind) =>
    items
      .filter((item) => item.scope === 'agent' && item.kind === kind)
      .map(({ id, category, statement, starred, hidden }) => ({ id, category, statement, starred, hidden }))
  return {
    ...agentFields(agent),
    system_prompt: prompt,
    agent_groups: group,
    beliefs: own('belief'),
    responsibilities: own('responsibility'),
  }
}

/** Returns the identity in the form of GET /agents/{agentId}/resolved-identity (behavior: Layers). */
function resolvedDetail(items: Identity['items']) {
  const ofKind = (kind: Kind) =>
    items
      .filter((item) => item.kind === kind)
      .map(({ id, category, statement, starred, hidden, status, scope, overridden, ...item }) => ({
        id,
        category,
        statement,
        starred,
        hidden,
        status,
        origin: item.origin,
        source: scope,
        display_order: item.display_order,
        created_at: item.created_at,
        updated_at: item.updated_at,
        ...(overridden && { overridden }),
      }))
  return {
    beliefs: ofKind('belief'),
    responsibilities: ofKind('responsibility'),
    summary: summarizeIdentity(items),
  }
}

export type DocumentName =
  | 'agent'
  | 'resolved'
  | 'resolved with overridden'
  | 'prompt parts'
  | `file ${Exclude<FileType, 'agent'>}`

const file = (type: Exclude<FileType, 'agent'>) => (identity: Identity) =>
  renderFile(type, profileOf(identity.agent), resolvedItems(identity))

/** Last in the document, so that older fields keep their position. */
const stepsKey = ',"next_steps":'

const withSteps = ({ agent }: Identity, detail: object) =>
  JSON.stringify({ ...detail, next_steps: documentSteps(agent.id) })

/**
 * Returns a JSON document without its next steps. No statement contains their key, since JSON escapes the quotes in it.
 */
export const withoutSteps = (document: Buffer): string =>
  `${document.toString('utf8', 0, document.lastIndexOf(stepsKey))}}`

const renderings: Record<DocumentName, (identity: Identity, prompt: string) => string> = {
  agent: (identity, prompt) => withSteps(identity, agentDetail(identity, prompt)),
  resolved: (identity) => withSteps(identity, resolvedDetail(resolvedItems(identity))),
  'resolved with overridden': (identity) => withSteps(identity, resolvedDetail(identity.items)),
  'prompt parts': (identity) => withSteps(identity, promptParts(profileOf(identity.agent), resolvedItems(identity))),
  'file soul': file('soul'),
  'file responsibilities': file('responsibilities'),
  'file identity': file('identity'),
}

/** @param prompt the stored prompt, which the document `agent` holds. */
export const renderDocument = (name: DocumentName, layers: Layers, prompt = ''): Buffer =>
  Buffer.from(renderings[name](identityOf(layers), prompt))
