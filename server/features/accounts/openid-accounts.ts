import type { Kysely, Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { runAs } from '#core/domain/audit/origin.ts'
import type { MemberRole } from '#core/domain/kinds.ts'
import { type ProviderProfile, profileOf, SignInFailure } from '#core/domain/requests/sign-in.ts'
import { oneAtATime } from '../../db/locks.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../outside/openid/provider.ts'
import { generatedName } from './accounts.ts'
import { endMembership, type Invitee, insertMember, inviteeColumns, setRole } from './members.ts'
import { insertOrganization } from './organizations.ts'
import { recordSecurityEvent } from './security-events.ts'

/** Accounts that a provider of OpenID Connect vouches for, and their role (docs/explanation/decisions/097). */

type Oidc = NonNullable<Deps['config']['oidc']>

interface Attempt {
  trx: Transaction<Tables>
  oidc: Oidc
  now: Date
  ip: string
  profile: ProviderProfile
}

/**
 * Returns the account of a person who signed in at the provider, with the membership that the provider's claim gives.
 * The first sign-in makes the account, or joins the one with the same address where both sides have confirmed it.
 *
 * @throws SignInFailure when the person has no role, the organization does not exist, or the address is another
 * account's.
 */
export async function accountOf(deps: Deps, { issuer, subject, claims }: SignedIn, ip: string): Promise<string> {
  const oidc = deps.config.oidc!
  const profile = profileOf(claims, oidc.roleClaim)
  const actor = { type: 'system', id: null, name: `Sign-in with ${oidc.name}`, key_hint: null } as const
  const result = await runAs(actor, () =>
    deps.db.transaction().execute(async (trx) => {
      // Two first sign-ins at the same moment make one account, and one organization.
      await oneAtATime(trx, 'sign-in by OpenID Connect')
      const attempt = { trx, oidc, now: deps.now(), ip, profile }
      const known = await findIdentity(trx, issuer, subject)
      const target = oidc.organization === undefined ? undefined : await findTarget(attempt, oidc.organization)
      if (target?.role === null) {
        if (known && target.orgId) await endMembership(trx, target.orgId, known.id)
        // Returned instead of thrown: the end of the membership must be committed.
        return new SignInFailure(`The claim ${oidc.roleClaim} has none of the roles`, 'no_role')
      }
      const user = known ?? (await newIdentity(attempt, issuer, subject))
      if (target?.role) await follow(attempt, user, { ...target, role: target.role, isFirst: !known })
      else if (!known && user.isNew) await ownOrganization(attempt, user, undefined)
      return user.id
    }),
  )
  deps.keys.clear()
  if (result instanceof SignInFailure) throw result
  return result
}

async function findIdentity(trx: Transaction<Tables>, issuer: string, subject: string) {
  const user = await trx
    .selectFrom('external_identities')
    .innerJoin('users', 'users.id', 'external_identities.user_id')
    .select(inviteeColumns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return user && { ...user, isNew: false }
}

interface Target {
  /** Undefined for an organization that this sign-in makes. */
  orgId: string | undefined
  /** Null for a person whom the claim gives no role. */
  role: MemberRole | null
}

/** @throws SignInFailure when the organization does not exist, and this person may not make it. */
async function findTarget({ trx, oidc, profile }: Attempt, slug: string): Promise<Target> {
  const organization = await trx.selectFrom('organizations').select('id').where('slug', '=', slug).executeTakeFirst()
  const isEmpty = !organization && (await hasNoOrganization(trx))
  // Without a claim, the first person is the owner, like the first who registers.
  const role = oidc.roleClaim === undefined ? (isEmpty ? 'owner' : 'member') : profile.role
  if (!organization && role !== null && !(isEmpty && role === 'owner'))
    throw new SignInFailure(`There is no organization with the slug ${slug}`, 'no_organization')
  return { orgId: organization?.id, role }
}

const hasNoOrganization = async (db: Kysely<Tables>) =>
  (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) === undefined

/** Joins the account with the same address if both sides have confirmed it, or makes one. */
async function newIdentity(attempt: Attempt, issuer: string, subject: string): Promise<Invitee & { isNew: boolean }> {
  const { trx, oidc, now, ip, profile } = attempt
  const created_at = now.toISOString()
  const { email } = profile
  const same = email
    ? await trx.selectFrom('users').select(inviteeColumns).where('email', '=', email.address).executeTakeFirst()
    : undefined
  if (same && !(same.email_verified_at && email!.isVerified))
    throw new SignInFailure('Another account has the address, which is not confirmed on both sides', 'email_taken')
  const user = same ?? {
    id: newId(),
    email: email?.address ?? null,
    display_name: profile.name ?? generatedName(),
    email_verified_at: email?.isVerified ? created_at : null,
  }
  if (!same)
    await trx
      .insertInto('users')
      .values({ ...user, password_hash: null, is_agent: false, created_at })
      .execute()
  await trx.insertInto('external_identities').values({ issuer, subject, user_id: user.id, created_at }).execute()
  if (same) await recordSecurityEvent(trx, { userId: user.id, what: 'provider_connected', by: oidc.name, ip, at: now })
  return { ...user, isNew: !same }
}

/** Makes the membership, or gives it the role of the claim; without a claim it is made once, and left alone after. */
async function follow(
  attempt: Attempt,
  user: Invitee & { isNew: boolean },
  { orgId, role, isFirst }: { orgId: string | undefined; role: MemberRole; isFirst: boolean },
): Promise<void> {
  const { trx, oidc, now, ip } = attempt
  if (orgId === undefined) return ownOrganization(attempt, user, oidc.organization)
  const member = await trx
    .selectFrom('members')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (member) {
    if (oidc.roleClaim !== undefined && member.role !== role) await setRole(trx, { orgId, userId: user.id, role })
    return
  }
  if (oidc.roleClaim === undefined && !isFirst) return
  await insertMember(trx, now, { orgId, user, role })
  if (user.isNew) await trx.updateTable('users').set({ home_org_id: orgId }).where('id', '=', user.id).execute()
  else await recordSecurityEvent(trx, { userId: user.id, what: 'organization_joined', by: oidc.name, ip, at: now })
}

/** Makes an organization that the account owns: with this slug, or with a generated one. */
async function ownOrganization({ trx, now }: Attempt, user: Invitee & { isNew: boolean }, slug: string | undefined) {
  const name = slug ?? generatedName()
  const organization = await insertOrganization(trx, {
    name,
    slug: slug ?? { wanted: name, otherwise: generatedName() },
    ownerId: user.id,
    now,
  })
  if (!user.isNew) return
  await trx.updateTable('users').set({ home_org_id: organization.id }).where('id', '=', user.id).execute()
}

/**
 * Checks at the start that the organization of the sign-in exists; a service without any makes it at the first sign-in.
 *
 * @throws an error of one line that names the variable.
 */
export async function requireSignInOrganization({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const slug = config.oidc?.organization
  if (slug === undefined || (await hasNoOrganization(db))) return
  const found = await db.selectFrom('organizations').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!found)
    throw new Error(
      `OIDC_ORGANIZATION must be the slug of an organization of this service; there is none called ${slug}`,
    )
}
