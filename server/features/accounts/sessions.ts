import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { NIL as noOrganization } from 'uuid'
import { notFound, unauthorized } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import { networkOf, plainIp } from '#core/base/ip-address.ts'
import { measureWait } from '#core/base/waits.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { recordSecurityEvent } from './security-events.ts'

const dayMs = 86_400_000
/** Sessions live 30 days from their last use (behavior: Sessions); the date is moved at most once a day. */
const idleMs = 30 * dayMs
/** The longest life of a session, however often it is used: a stolen cookie must not open an account forever. */
const longestMs = 90 * dayMs

/** The browser's part of a session; the token is stored here only as a hash. */
export interface SessionCookie {
  token: string
  maxAgeSeconds: number
}

/** Argon2id with the library's defaults (OWASP's parameters: 19 MiB, 2 passes). */
const argon2 = <T>(run: (library: typeof import('@node-rs/argon2')) => Promise<T>): Promise<T> =>
  measureWait('password hash', async () => run(await import('@node-rs/argon2')))

export const hashPassword = (password: string): Promise<string> => argon2(({ hash }) => hash(password))

export const verifyPassword = (hash: string, password: string): Promise<boolean> =>
  argon2(({ verify }) => verify(hash, password))

/** The 401 for a password where people sign in with a provider alone. */
export const passwordsOff = () => unauthorized('Password sign-in is off on this service: sign in with its provider')

/** Verified for unknown addresses, so that they take as long as known ones; every sign-in waits for it. */
let nobodysHash: Promise<string> | undefined

/** Returns the account with this email and password, or undefined; an unknown address takes the same work. */
export async function verifyLogin({ db }: Deps, email: string, password: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'password_hash'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  nobodysHash ??= hashPassword(randomBytes(16).toString('hex'))
  const nobodys = await nobodysHash
  const matches = await verifyPassword(user?.password_hash ?? nobodys, password)
  if (!matches || !user?.password_hash) return undefined
  return { user_id: user.id, email: user.email, display_name: user.display_name }
}

const maxUserAgentLength = 300

/** How many addresses are stored per account, the most recently used ones. */
const storedAddresses = 100

/** Where a session was opened from. */
export interface SessionClient {
  ip: string
  /** How the browser names itself. */
  userAgent: string | null
}

/**
 * Opens a session and returns the browser's part of it. A login from an address that is new to the account is a
 * security event.
 *
 * @param by how the person signed in: `password`, or the name of a provider.
 */
export async function openSession(
  { db, now }: Deps,
  userId: string,
  { ip, userAgent, by }: SessionClient & { by: string },
): Promise<SessionCookie> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  const created_at = at.toISOString()
  const expires_at = new Date(at.getTime() + idleMs).toISOString()
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<', created_at).execute()
    await trx
      .insertInto('sessions')
      .values({
        token_hash: sha256(token),
        user_id: userId,
        created_at,
        expires_at,
        ip: plainIp(ip),
        user_agent: userAgent?.slice(0, maxUserAgentLength) ?? null,
        signed_in_by: by,
      })
      .execute()
    if (await rememberAddress(trx, userId, networkOf(ip), created_at))
      await recordSecurityEvent(trx, { userId, what: 'new_login_address', by, ip: plainIp(ip), at })
  })
  return { token, maxAgeSeconds: idleMs / 1000 }
}

/** Whether the address is new to the account. */
async function rememberAddress(trx: Transaction<Tables>, userId: string, address: string, last_login_at: string) {
  const added = await trx
    .insertInto('login_addresses')
    .values({ user_id: userId, address, last_login_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doNothing())
    .returning('address')
    .executeTakeFirst()
  if (!added) {
    const known = trx.updateTable('login_addresses').set({ last_login_at })
    await known.where('user_id', '=', userId).where('address', '=', address).execute()
    return false
  }
  await trx
    .deleteFrom('login_addresses')
    .where('user_id', '=', userId)
    .where('last_login_at', '<', (eb) =>
      eb
        .selectFrom('login_addresses')
        .select('last_login_at')
        .where('user_id', '=', userId)
        .orderBy('last_login_at', 'desc')
        .offset(storedAddresses - 1)
        .limit(1),
    )
    .execute()
  return true
}

/** Checks whether the account of an email has logged in from an address in the form of `networkOf`. */
export async function hasLoggedInFrom({ db }: Deps, email: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('login_addresses')
    .innerJoin('users', 'users.id', 'login_addresses.user_id')
    .select('address')
    .where('users.email', '=', email)
    .where('address', '=', address)
    .executeTakeFirst()
  return found !== undefined
}

export async function closeSession({ db }: Deps, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute()
}

/** The id of a session for its own person: half of the hash, in the form of other ids, so that the token stays unknown. */
const sessionId = (tokenHash: string) =>
  Buffer.from(tokenHash, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const sessionsOf = ({ db, caller, now }: Ctx) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .where('expires_at', '>', now().toISOString())
    .orderBy('created_at', 'desc')
    .execute()

/** Lists the open sessions of the caller's account, newest first. */
export async function listSessions(ctx: Ctx) {
  const sessions = await sessionsOf(ctx)
  const data = sessions.map(({ token_hash, user_id, ...session }) => ({
    id: sessionId(token_hash),
    ...session,
    is_current: token_hash === ctx.caller.credentialHash,
  }))
  return { data, count: data.length }
}

/** Ends a session of the caller's account. @throws 404 for any other. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const sessions = await sessionsOf(ctx)
  const session = sessions.find(({ token_hash }) => sessionId(token_hash) === id.toLowerCase())
  if (!session) throw notFound('Account session')
  await ctx.db.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute()
}

/**
 * Returns the caller of a session cookie with all organizations of the account, or undefined. `extended` is the cookie
 * to send again if its life was extended.
 */
export async function findCallerBySession(
  { db, uses, now }: Deps,
  token: string,
): Promise<{ caller: Caller; extended: SessionCookie | undefined } | undefined> {
  const hash = sha256(token)
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('members', 'members.user_id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.created_at', 'sessions.expires_at', 'users.home_org_id', 'members.org_id'])
    .select(['display_name', 'members.role'])
    .where('token_hash', '=', hash)
    .execute()
  const session = rows[0]
  const time = now().getTime()
  if (!session) return undefined
  const end = Date.parse(session.created_at) + longestMs
  const expiresAt = Date.parse(uses.expiryOf(hash) ?? session.expires_at)
  if (Math.min(expiresAt, end) <= time) return undefined
  const expires = Math.min(time + idleMs, end)
  const isExtended = expires - expiresAt > dayMs
  if (isExtended) uses.sessionExtended(hash, new Date(expires).toISOString())
  const roles = new Map(rows.flatMap(({ org_id, role }) => (org_id && role ? [[org_id, role] as const] : [])))
  const orgIds = [...roles.keys()]
  const home = orgIds.find((orgId) => orgId === session.home_org_id)
  return {
    // Never empty: an account without organizations gets an id that does not exist, so no query needs a special case.
    caller: {
      kind: 'session',
      userId: session.user_id,
      name: session.display_name,
      orgIds: orgIds.length > 0 ? orgIds : [noOrganization],
      roles,
      defaultOrgId: home ?? (orgIds.length === 1 ? orgIds[0] : undefined),
      limitKey: undefined,
      credentialHash: hash,
    },
    extended: isExtended ? { token, maxAgeSeconds: Math.floor((expires - time) / 1000) } : undefined,
  }
}
