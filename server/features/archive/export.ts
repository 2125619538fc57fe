import type { Readable } from 'node:stream'
import { unauthorized } from '#core/base/errors.ts'
import { newTemporaryFile } from '#core/base/temporary-file.ts'
import type { Ctx } from '../../deps.ts'
import { findMembership } from '../accounts/members.ts'

/** Makes archives of organizations in threads of the pool that reads the database. */
export const exportLimits = {
  deadlineSeconds: 300,
  tooMuch: (taken: string) => `Exporting this organization takes ${taken}; back up the database instead`,
  isLong: true,
  // Each of them stores a file.
  waiting: 2,
}

export interface Export {
  name: string
  bytes: number
  content: Readable
}

/**
 * Exports an organization as it is now (behavior: Archive of an organization). The archive is a file without a name
 * until the client has read it, so that a slow client holds neither a thread nor a transaction.
 *
 * @throws 401 for anyone but an owner in a session and a key with full access.
 */
export async function exportOrganization(ctx: Ctx, orgId: string): Promise<Export> {
  if (ctx.caller.kind === 'session' && (await findMembership(ctx, orgId)).role !== 'owner')
    throw unauthorized('Only an owner may export the organization')
  const { slug } = await ctx.db
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  const now = ctx.now().toISOString()
  const file = await newTemporaryFile()
  try {
    await ctx.exports.run('export', { orgId, fd: file.fd, now }, { org_id: orgId, signal: ctx.signal })
    const { size: bytes } = await file.stat()
    // Closes the file at its end, and when the client leaves.
    return { name: `${slug}-${now.slice(0, 10)}.zip`, bytes, content: file.createReadStream({ start: 0 }) }
  } catch (error) {
    await file.close()
    throw error
  }
}
