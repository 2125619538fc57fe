import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import { conflict, unauthorized } from '#core/base/errors.ts'
import { uuidPattern } from '#core/base/ids.ts'
import { runAs } from '#core/domain/audit/origin.ts'
import { slugify } from '#core/domain/identity/slug.ts'
import { oneAtATime } from '../../db/locks.ts'
import type { Tables, User } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { insertKey } from './api-keys.ts'
import { insertOrganization } from './organizations.ts'
import { causeOf, listSecurityEvents, recordSecurityEvent } from './security-events.ts'
import { hashPassword, verifyPassword } from './sessions.ts'
import { mailVerification } from './verification.ts'

const adjectives = [
  'brave',
  'bright',
  'calm',
  'clever',
  'eager',
  'gentle',
  'honest',
  'keen',
  'lively',
  'quiet',
  'swift',
  'wise',
]
const animals = [
  'badger',
  'crane',
  'falcon',
  'heron',
  'ibex',
  'lynx',
  'marten',
  'otter',
  'owl',
  'raven',
  'seal',
  'wren',
]

/** Returns a readable name such as `brave-otter-4821` (behavior: Accounts). */
export const generatedName = () =>
  `${adjectives[randomInt(adjectives.length)]}-${animals[randomInt(animals.length)]}-${randomInt(1000, 10_000)}`

/**
 * Returns a generated name that no organization uses as its slug. Two concurrent registrations can still collide: one
 * of them then gets the 409.
 */
async function freeName({ db }: Deps): Promise<string> {
  while (true) {
    const name = generatedName()
    const taken = await db.selectFrom('organizations').select('id').where('slug', '=', name).executeTakeFirst()
    if (!taken) return name
  }
}

export interface Registration {
  email?: string
  password?: string
  org_name?: string
  org_slug?: string
  display_name?: string
}

/** The longest slug that a request may name. */
const maxSlugLength = 64

/** Returns the slug of an organization's name; undefined if there is none, as in a script without letters of ASCII. */
function slugOfName(name: string | undefined): string | undefined {
  const slug = slugify(name ?? '')
  return slug === '' || slug.length > maxSlugLength || uuidPattern.test(slug) ? undefined : slug
}

/** Whether an account can be created without an invitation: with REGISTRATION=off only the first one. */
export const isRegistrationOpen = async (db: Kysely<Tables>, { registration }: Deps['config']) =>
  registration || (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

async function requireOpenRegistration(db: Kysely<Tables>, config: Deps['config']): Promise<void> {
  if (await isRegistrationOpen(db, config)) return
  throw unauthorized('Registration is closed on this service: ask an owner of your organization for an invitation')
}

/**
 * Creates an account, its organization and a first key in one transaction (behavior: Accounts).
 *
 * @throws 409 when the email or the slug is in use, 401 when registration is closed.
 */
export async function register(deps: Deps, input: Registration) {
  // Before the password is hashed, which costs much more.
  await requireOpenRegistration(deps.db, deps.config)
  const now = deps.now()
  const generated = await freeName(deps)
  const userId = newId()
  const user = {
    id: userId,
    email: input.email?.toLowerCase() ?? null,
    password_hash: input.password === undefined ? null : await hashPassword(input.password),
    display_name: input.display_name ?? generated,
    is_agent: input.email === undefined,
    created_at: now.toISOString(),
  }
  const actor = { type: 'user', id: userId, name: user.display_name, key_hint: null } as const
  const created = deps.db.transaction()
  const { organization, key } = await runAs(actor, () =>
    created.execute(async (trx) => {
      if (!deps.config.registration) {
        await oneAtATime(trx, 'first account')
        await requireOpenRegistration(trx, deps.config)
      }
      await trx.insertInto('users').values(user).execute()
      const organization = await insertOrganization(trx, {
        name: input.org_name ?? input.org_slug ?? generated,
        slug: input.org_slug ?? { wanted: slugOfName(input.org_name), otherwise: generated },
        ownerId: userId,
        now,
      })
      await trx.updateTable('users').set({ home_org_id: organization.id }).where('id', '=', userId).execute()
      const { key } = await insertKey(trx, { orgId: organization.id, userId, label: 'First key', now })
      return { organization, key }
    }),
  )
  mailVerification(deps, userId)
  return {
    your_token: key,
    key,
    organization: { id: organization.id, name: organization.name, slug: organization.slug },
    user_id: userId,
    email: user.email,
    warning: registrationWarning(input),
  }
}

function registrationWarning({ email, password }: Registration): string | null {
  if (email === undefined && password !== undefined) {
    return 'The password cannot be used to sign in until the account has an email, and without one the account cannot be recovered if its key is lost. Add one on the page "Account" or with PATCH /account.'
  }
  if (email === undefined) {
    return 'This account has no email: it cannot be recovered if its key is lost. Store the key, and add an email on the page "Account" or with PATCH /account.'
  }
  return null
}

/** Returns the caller's account: for a key, the account that created it. */
async function findUser({ db, caller }: Ctx): Promise<User> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', caller.userId).executeTakeFirst()
  if (!user) throw unauthorized()
  return user
}

const accountFields = ({ id, password_hash, email_verified_at, home_org_id, ...fields }: User) => ({
  user_id: id,
  ...fields,
  has_email: fields.email !== null,
  email_verified: email_verified_at !== null,
  has_password: password_hash !== null,
})

/** The signed-in account. */
export const readIdentity = async (ctx: Ctx) => accountFields(await findUser(ctx))

/** The body of GET /account, with recent security events (behavior: Accounts). */
export const readAccount = async (ctx: Ctx) => ({
  ...accountFields(await findUser(ctx)),
  security_events: await listSecurityEvents(ctx, ctx.caller.userId),
})

export interface AccountChanges {
  email?: string
  password?: string
  current_password?: string
  display_name?: string
}

/**
 * Applies the given changes; a new password ends the account's other sessions (behavior: Accounts). `updated` is false
 * when there are none.
 *
 * @throws 401 when the caller may not change this, 409 when the email is in use.
 */
export async function updateAccount(ctx: Ctx, { password, current_password, display_name, ...input }: AccountChanges) {
  const user = await findUser(ctx)
  const email = input.email?.toLowerCase()
  const changesEmail = email !== undefined && email !== user.email
  await requireCredentialChange(ctx, user, { changesEmail, changesPassword: password !== undefined, current_password })
  const changes = {
    ...(email !== undefined && { email, is_agent: false }),
    // A new address counts as unverified until its link is used.
    ...(changesEmail && { email_verified_at: null }),
    ...(display_name !== undefined && { display_name }),
    ...(password !== undefined && { password_hash: await hashPassword(password) }),
  }
  const updated = Object.keys(changes).length > 0
  if (updated) await requireOwnHand(ctx)
  const changed = updated ? await saveAccount(ctx, user, changes) : user
  if (changesEmail) mailVerification(ctx, user.id)
  const { user_id, has_email, ...fields } = accountFields(changed)
  return { user_id, email: fields.email, display_name: fields.display_name, has_email, updated }
}

/**
 * Prevents a leaked key from taking over the account: a key sets an email or a password only while the account has
 * none, and a session, whose cookie may be stolen, changes neither without the password (behavior: Accounts).
 */
async function requireCredentialChange(
  { caller }: Ctx,
  user: User,
  change: { changesEmail: boolean; changesPassword: boolean; current_password: string | undefined },
): Promise<void> {
  const { changesEmail, changesPassword, current_password } = change
  if (!changesEmail && !changesPassword) return
  if (caller.kind === 'key') {
    if ((changesEmail && user.email !== null) || (changesPassword && user.password_hash !== null)) throw unauthorized()
  } else if (user.password_hash !== null && !(await verifyPassword(user.password_hash, current_password ?? ''))) {
    throw unauthorized()
  }
}

/**
 * Prevents a key from becoming a person, or from renaming one, where a person's word counts: an account that can sign
 * in can merge what its key proposed (behavior: Required review).
 *
 * @throws 401 for a key while one of the account's organizations requires a review.
 */
async function requireOwnHand({ db, caller }: Ctx): Promise<void> {
  if (caller.kind !== 'key') return
  const reviewed = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.org_id')
    .select('org_id')
    .where('user_id', '=', caller.userId)
    .where('require_review', '=', true)
    .executeTakeFirst()
  if (reviewed)
    throw unauthorized(
      'This key may not change the account, because an organization of it requires a review; sign in to change it',
    )
}

/** Saves the changes only if email and password are still the same as when the request was authorized. */
async function saveAccount(ctx: Ctx, user: User, changes: Partial<User>): Promise<User> {
  return ctx.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set(changes)
      .where('id', '=', user.id)
      .where('email', 'is not distinct from', user.email)
      .where('password_hash', 'is not distinct from', user.password_hash)
      .returningAll()
      .executeTakeFirst()
    if (!changed)
      throw conflict('The account was changed by another request; read it again and retry', 'changed_meanwhile')
    const cause = { userId: user.id, ...causeOf(ctx) }
    if (changed.email !== user.email) await recordSecurityEvent(trx, { what: 'email_changed', ...cause })
    if (changed.password_hash !== user.password_hash) {
      await recordSecurityEvent(trx, { what: 'password_changed', ...cause })
      const others = trx.deleteFrom('sessions').where('user_id', '=', user.id)
      await others.where('token_hash', '!=', ctx.caller.credentialHash ?? '').execute()
    }
    return changed
  })
}
