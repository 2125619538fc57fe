import type { Caller, KeyAccess } from '../../domain/requests/caller.ts'
import { hasAccess } from '../../domain/requests/key-access.ts'
import { answeredMethod } from '../answers/head.ts'

/**
 * What API keys with less than everything may call: one rule for each operation. A key needs `read` to GET and `write`
 * to do anything else; what differs stands here, so that it can be read at a glance, and a test calls every operation of
 * the OpenAPI document with each kind of key.
 */

export interface KeyRule {
  needs: KeyAccess
  /** With `dry_run` in the body, reading is enough; what counts when the body says nothing. */
  dryRun?: { byDefault: boolean }
  /** Whether a key of one agent may call it. */
  forAgentKeys: boolean
  /**
   * Whether it changes a prompt, which an organization may want to review first; it is then no next step of a key. The
   * refusal itself is made where it writes (`db/reviewed-writes.ts`).
   */
  changesPrompts: boolean
}

/** They keep nothing. */
const reading = [
  'POST /agents/:agentId/regenerate-prompt',
  'POST /agents/:agentId/dynamic-prompt',
  'POST /agents/:agentId/responsibility-gaps',
  'POST /organizations/:orgId/preview-changes',
  'POST /conversations/format',
  'POST /bootstrap/recommend',
]

/** What they bring in reaches a prompt by someone else's decision alone. */
const proposing = [
  'POST /observations',
  'POST /conversations',
  'POST /conversations/:sessionId/messages',
  'POST /change-requests',
  'POST /change-requests/:changeRequestId/comments',
  'POST /change-requests/:changeRequestId/close',
  'POST /agents/:agentId/import',
]

const dryRuns = new Map([
  ['POST /agents/:agentId/import', { byDefault: false }],
  ['POST /agents/:agentId/import-claude-md', { byDefault: false }],
  ['POST /organizations/:orgId/consensus', { byDefault: false }],
  ['POST /groups/:groupId/consensus', { byDefault: false }],
  ['POST /agents/:agentId/dedup', { byDefault: true }],
  ['POST /organizations/:orgId/dedup', { byDefault: true }],
])

/** Accounts, members, keys, connections, settings. */
const managing = [
  'PATCH /account',
  'POST /organizations',
  'PATCH /organizations/:orgId',
  'POST /organizations/:orgId/members',
  'DELETE /organizations/:orgId/members/:userId',
  'POST /organizations/:orgId/invitations',
  'GET /organizations/:orgId/invitations',
  'DELETE /organizations/:orgId/invitations/:invitationId',
  'POST /github/connections',
  'DELETE /github/connections/:connectionId',
  'GET /github/oauth/authorize',
  'POST /github/oauth/authorize',
  'GET /github/oauth/callback',
  'POST /x-connections',
  'DELETE /x-connections',
]

/**
 * What a key of one agent may call besides what has the agent in its path: its view of the database leaves it the agent
 * and the layers above (docs/decisions/042).
 */
const agentKeys =
  /^GET \/(organizations|groups|agents|models|environments|search|jobs|bootstrap\/(starter-roles|repositories)|pbd\/(stats|estimate))$|^GET \/organizations\/:orgId\/(summary|overview|proposals)$|^GET \/(organizations\/:orgId|groups\/:groupId)\/(beliefs|responsibilities)$|^\w+ \/(beliefs|responsibilities|change-requests|conversations|content-items|content-sources|observations|signals|jobs)(?!\/backfill)(\/|$)|^POST \/(organizations\/:orgId\/preview-changes|pbd\/process|bootstrap\/(recommend|apply))$/
/** It would take the key away with it. */
const notByAgentKeys = ['DELETE /agents/:agentId']

const promptChanges =
  /\/(beliefs|responsibilities)(?!\/backfill)(\/|$)|\/import-claude-md$|\/(consensus|dedup|undo|restore)$|^\w+ \/bootstrap\/apply$|\/overrides(\/|$)|^PATCH \/agents\/|^DELETE \/(agents|groups)\/:\w+$/

export function keyRuleOf(method: string, url: string): KeyRule {
  const path = url.replace(/^\/api\/v1/, '')
  const name = `${answeredMethod(method)} ${path}`
  const dryRun = dryRuns.get(name)
  return {
    needs: needsOf(name),
    ...(dryRun && { dryRun }),
    changesPrompts: !name.startsWith('GET ') && promptChanges.test(name),
    forAgentKeys: (path.startsWith('/agents/:agentId') && !notByAgentKeys.includes(name)) || agentKeys.test(name),
  }
}

/** Whether an operation is open to keys of this agent, or of none. */
export const mayReach = ({ forAgentKeys }: KeyRule, { agentId }: Caller): boolean =>
  forAgentKeys || agentId === undefined

/** Whether a key may call an operation, whatever else its body says. */
export const allows = (rule: KeyRule, caller: Caller): boolean =>
  mayReach(rule, caller) && hasAccess(caller, rule.dryRun ? 'read' : rule.needs)

function needsOf(name: string): KeyAccess {
  if (managing.includes(name)) return 'full'
  if (proposing.includes(name)) return 'propose'
  return name.startsWith('GET ') || reading.includes(name) ? 'read' : 'write'
}
