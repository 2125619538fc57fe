import { randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Ctx, Deps } from '../../deps.ts'
import { unauthorized } from '../../domain/errors.ts'
import { insertKey } from './api-keys.ts'
import { insertOrganization } from './organizations.ts'
import { hashPassword } from './sessions.ts'

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

/** A readable name such as `brave-otter-4821` (decisions 4). */
const generatedName = () =>
  `${adjectives[randomInt(adjectives.length)]}-${animals[randomInt(animals.length)]}-${randomInt(1000, 10_000)}`

/** A generated name that no organization has as its slug. Two registrations may still meet: then one is told so. */
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

/**
 * Creates an account, its organization and a first key in one transaction (specification 4.1).
 *
 * @throws 409 when the email or the slug is in use.
 */
export async function register(deps: Deps, input: Registration) {
  const now = deps.now()
  const generated = await freeName(deps)
  const slug = input.org_slug ?? generated
  const userId = newId()
  const user = {
    id: userId,
    email: input.email?.toLowerCase() ?? null,
    password_hash: input.password === undefined ? null : await hashPassword(input.password),
    display_name: input.display_name ?? generated,
    is_agent: input.email === undefined,
    created_at: now.toISOString(),
  }
  const { organization, key } = await deps.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(user).execute()
    const organization = await insertOrganization(trx, { name: input.org_name ?? slug, slug, ownerId: userId, now })
    const { key } = await insertKey(trx, { orgId: organization.id, userId, label: 'First key', now })
    return { organization, key }
  })
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
    return 'The password cannot be used to sign in until the account has an email, and without one the account cannot be recovered if its key is lost. Add one with PATCH /account.'
  }
  if (email === undefined) {
    return 'This account has no email: it cannot be recovered if its key is lost. Store the key, and add an email with PATCH /account.'
  }
  return null
}

/** Specification 4.1, GET /account: for a key, the account that created it. */
export async function readAccount(ctx: Ctx) {
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', ctx.caller.userId).executeTakeFirst()
  if (!user) throw unauthorized()
  const { id, password_hash, ...fields } = user
  return { user_id: id, ...fields, has_email: user.email !== null, has_password: password_hash !== null }
}

/**
 * Changes what is given; a new password ends the account's other sessions (decisions 4). `updated` is false when
 * nothing was given.
 */
export async function updateAccount(ctx: Ctx, input: { email?: string; password?: string; display_name?: string }) {
  const changes = {
    ...(input.email !== undefined && { email: input.email.toLowerCase(), is_agent: false }),
    ...(input.display_name !== undefined && { display_name: input.display_name }),
    ...(input.password !== undefined && { password_hash: await hashPassword(input.password) }),
  }
  const updated = Object.keys(changes).length > 0
  if (updated) {
    await ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(changes).where('id', '=', ctx.caller.userId).execute()
      if (input.password === undefined) return
      const others = trx.deleteFrom('sessions').where('user_id', '=', ctx.caller.userId)
      await others.where('token_hash', '!=', ctx.caller.sessionHash ?? '').execute()
    })
  }
  const { user_id, email, display_name, has_email } = await readAccount(ctx)
  return { user_id, email, display_name, has_email, updated }
}
