import { badRequest, notFound } from '#core/base/errors.ts'
import { type ClientState, clientStates } from '#core/domain/identity/clients.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'
import { storeReceipts } from './receipts.ts'

export interface ReportedReceipt {
  client: string
  state: ClientState
  version?: number
  hash?: string
  label?: string
}

/**
 * Stores how far a client came with a version of an agent's prompt, and returns the version, null for a text that is no
 * version of the agent (behavior: Fleet).
 *
 * @throws 404 when the agent is missing or foreign, or has no such version; 400 unless a version or a hash is given.
 */
export async function reportReceipt(ctx: Ctx, agentId: string, receipt: ReportedReceipt) {
  const { client, state, hash, label } = receipt
  if ((receipt.version === undefined) === (hash === undefined))
    throw badRequest('Send version or hash, and only one of them')
  const { org_id } = await agentOwner(ctx, agentId)
  const known = (await findVersion(ctx, org_id, agentId, receipt)) ?? (await findMade(ctx, org_id, agentId, receipt))
  if (!known && hash === undefined) throw notFound('Version')
  const text = known ?? { version: null, hash: hash! }
  const own = { agent_id: agentId, client, state: clientStates.indexOf(state), label: label ?? null }
  const last_seen_at = ctx.now().toISOString()
  await ctx.db.transaction().execute((trx) => storeReceipts(trx, org_id, [{ ...own, ...text, last_seen_at }]))
  return { client, state, version: text.version }
}

type Named = Pick<ReportedReceipt, 'version' | 'hash'>

const findVersion = ({ db }: Ctx, orgId: string, agentId: string, { version, hash }: Named) =>
  db
    .selectFrom('prompt_versions')
    .select(['version', 'hash'])
    .where('org_id', '=', orgId)
    .where('agent_id', '=', agentId)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash!))
    .executeTakeFirst()

/** Finds the version after it was made: a file can hold the present text before anybody has read the prompt. */
async function findMade(ctx: Ctx, orgId: string, agentId: string, named: Named) {
  await ctx.identities.prompts.read([orgId], agentId)
  return findVersion(ctx, orgId, agentId, named)
}
